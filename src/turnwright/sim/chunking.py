"""Chunks: how many runs a worker gets at a time. Long enough that handing them out costs nothing, short
enough that progress can be seen and a stop is quick. What comes out does not depend on it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import NamedTuple

SECONDS = 0.4
"""What a chunk should take."""
FIRST = 32
GROWTH = 8
FIRST_CHECK, STEP = 1000, 1.25


class Chunk(NamedTuple):
    """Runs from `first` up to, but not with, `last`."""

    first: int
    last: int

    @property
    def size(self) -> int:
        return self.last - self.first


def checkpoints(runs: int) -> Iterator[int]:
    """Where an early stop is considered: always at the same numbers of runs, so that it does not
    depend on who works how fast. They get farther apart, for every look is one more chance to stop
    by luck."""
    check = float(FIRST_CHECK)
    while check < runs:
        yield int(check)
        check *= STEP


class Pace:
    """Hands out chunks, larger ones once it is known how fast the work goes. No chunk goes across one
    of the stops."""

    def __init__(
        self, runs: int, *, start: int = 0, stops: Iterable[int] = (), size: int = 0
    ) -> None:
        self.runs = runs
        self.start = start
        self.stops = stops
        self.size = size or FIRST
        self.is_fixed = size > 0

    def __iter__(self) -> Iterator[Chunk]:
        first = self.start
        for stop in chain(self.stops, [self.runs]):
            while first < stop:
                last = min(stop, first + self.size)
                yield Chunk(first, last)
                first = last

    def took(self, size: int, seconds: float) -> None:
        """A chunk is done; the next ones are of the size that takes as long as one should."""
        if self.is_fixed or size * GROWTH < self.size:
            return
        fitting = size * SECONDS / max(seconds, 1e-6)
        self.size = max(1, int(min(fitting, size * GROWTH)))
