"""The first random numbers of many runs at once, computed with NumPy if it is installed.

They are those of `engine/rng.py`, only computed faster.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from turnwright.skirmish.engine.rng import GAMMA, MASK, MIX_1, MIX_2, RUN_STEP, mix

if TYPE_CHECKING:
    from numpy.typing import NDArray

try:
    import numpy as np
except ModuleNotFoundError:
    np = None  # type: ignore[assignment]  # then `is_available` is False


def is_available() -> bool:
    """Whether NumPy is installed."""
    return np is not None


def run_seeds(base: int, first: int, last: int) -> NDArray[Any]:
    """`rng.run_seed` for the runs from `first` up to, but not including, `last`."""
    index = np.arange(first + 1, last + 1, dtype=np.uint64)
    return _mix(index * np.uint64(RUN_STEP) + np.uint64(mix(base & MASK))) >> np.uint64(11)


def first_draws(seeds: NDArray[Any], count: int) -> list[list[int]]:
    """For every seed its first numbers, as `rng.draws` yields them."""
    start = _mix(seeds + np.uint64(GAMMA))
    steps = np.arange(1, count + 1, dtype=np.uint64) * np.uint64(GAMMA)
    numbers = _mix(start[:, None] + steps[None, :]) >> np.uint64(32)
    found: list[list[int]] = numbers.tolist()
    return found


def _mix(z: NDArray[Any]) -> NDArray[Any]:
    """`rng.mix`, in place: z is overwritten."""
    y = z >> np.uint64(30)
    z ^= y
    z *= np.uint64(MIX_1)
    np.right_shift(z, np.uint64(27), out=y)
    z ^= y
    z *= np.uint64(MIX_2)
    np.right_shift(z, np.uint64(31), out=y)
    z ^= y
    return z
