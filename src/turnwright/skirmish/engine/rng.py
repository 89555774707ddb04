"""Counter-based random numbers: number k of the run with seed s is a pure function of s and k.

Interpreter and kernel draw from here in the same order, so a run found by one can be replayed by the
other. A number has 32 bits; a die with n sides shows `(number * n >> 32) + 1`.
"""

from __future__ import annotations

from collections.abc import Iterator

MASK = 0xFFFFFFFFFFFFFFFF
GAMMA = 0x9E3779B97F4A7C15
MIX_1, MIX_2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
RUN_STEP = 0xD1342543DE82EF95
"""The distance between the seeds of two runs before they are mixed."""


def mix(z: int) -> int:
    """SplitMix64's finaliser: every bit of the result depends on every bit of z."""
    z = ((z ^ (z >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return z ^ (z >> 31)


def run_seed(base: int, index: int) -> int:
    """The seed of one run among many. It has 53 bits, so that it fits into a JSON number."""
    return mix((mix(base & MASK) + (index + 1) * RUN_STEP) & MASK) >> 11


def initial_counter(seed: int) -> int:
    """The counter of a run before its first draw."""
    return mix((seed + GAMMA) & MASK)


def draws(seed: int, skip: int = 0) -> Iterator[int]:
    """The endless numbers of a run, without the first `skip`."""
    z = (initial_counter(seed) + skip * GAMMA) & MASK
    while True:
        z = (z + GAMMA) & MASK
        y = ((z ^ (z >> 30)) * MIX_1) & MASK
        y = ((y ^ (y >> 27)) * MIX_2) & MASK
        yield (y ^ (y >> 31)) >> 32


class Draws:
    """The numbers of a run, from a place that can be read and set: the same as `draws`."""

    __slots__ = ("counter",)

    def __init__(self, counter: int) -> None:
        self.counter = counter

    def __call__(self) -> int:
        """The next number."""
        self.counter = z = (self.counter + GAMMA) & MASK
        return mix(z) >> 32
