"""Chunks: how many runs a worker gets at a time.

Long enough that handing them out costs nothing, short enough for progress and a quick stop. Results do
not depend on the sizes.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

CHUNK_SECONDS = 0.1
"""How long a chunk should take."""
FIRST_SIZE = 1
"""The first chunk is the smallest: a single run of a large fight may take seconds."""
MAX_GROWTH = 8
FIRST_CHECKPOINT, CHECKPOINT_GROWTH = 1000, 1.25


class Chunk(NamedTuple):
    """The runs from `first` up to, but not including, `last`."""

    first: int
    last: int

    @property
    def size(self) -> int:
        """The number of runs."""
        return self.last - self.first


def checkpoints(runs: int) -> Iterator[int]:
    """The numbers of runs after which an early stop is considered.

    They are fixed, so that a result does not depend on the speed of the machine, and get farther apart,
    because every check is one more chance to stop by luck.
    """
    check = float(FIRST_CHECKPOINT)
    while check < runs:
        yield int(check)
        check *= CHECKPOINT_GROWTH


class ChunkSizer:
    """Yields chunks that grow to the wanted duration once the speed is known. No chunk crosses one of
    the stops."""

    def __init__(
        self, runs: int, *, start: int = 0, stops: Iterable[int] = (), size: int = 0
    ) -> None:
        self.runs = runs
        self.start = start
        self.stops = stops
        self.size = size or FIRST_SIZE
        self.is_fixed = size > 0

    def __iter__(self) -> Iterator[Chunk]:
        first = self.start
        for stop in chain(self.stops, [self.runs]):
            while first < stop:
                last = min(stop, first + self.size)
                yield Chunk(first, last)
                first = last

    def record(self, size: int, seconds: float) -> None:
        """Adapt the size of the next chunks to the time that one has taken."""
        if self.is_fixed or size * MAX_GROWTH < self.size:
            return
        fitting = size * CHUNK_SECONDS / max(seconds, 1e-6)
        self.size = max(1, int(min(fitting, size * MAX_GROWTH)))
