"""The options that every simulation takes."""

from __future__ import annotations

from dataclasses import dataclass

from turnwright.sim.batches import BatchOptions

from .interim import Interim


@dataclass(frozen=True, kw_only=True)
class RunOptions(BatchOptions):
    """How many runs to play, from which seed, and with what. Only `runs` and `seed` change the
    results."""

    seed: int = 0
    executor: str = "auto"
    """`auto`, `interpreter` or `kernel`."""
    interim: Interim | None = None
    """Receives the result of the runs so far, a few times per second."""
