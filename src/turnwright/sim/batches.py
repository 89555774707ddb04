"""Batches: runs in chunks on a backend, and what comes back in the order of the runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

from turnwright.core.errors import UnusableError

from .backends import Backend, Cancelled, Pool, Work, backend_named, cores, never
from .chunking import Chunk, Pace

MOST_RUNS = 10**12
LONG, SHORT = 3.0, 0.2
"""Seconds of work from which on a pool is worth starting, and after which one can tell."""

Progress: TypeAlias = Callable[[int, int], None]
"""Told how many runs of how many are done."""


class Done(Protocol):
    """What a chunk came to; how many runs, and how many seconds of one worker."""

    runs: int
    seconds: float


P = TypeVar("P", bound=Done)


class Means(NamedTuple):
    """With what runs are played. None of it changes what comes out."""

    workers: int | None = 1
    """None: as many as are worth it."""
    backend: str = "auto"
    executor: str = "auto"
    progress: Progress | None = None
    cancel: Cancelled = never
    chunk: int = 0
    """Runs per chunk; 0: as many as take a good moment."""


def check_runs(runs: int) -> None:
    if not 1 <= runs <= MOST_RUNS:
        sentence = f"The number of runs must be from 1 to {MOST_RUNS:,}, not {runs:,}."
        raise UnusableError("bad_runs", sentence)


class Batches(Generic[P]):
    """The results of all chunks, in order. `backend` is where they came from at last, `is_cancelled`
    whether there are fewer than there should be."""

    def __init__(
        self, work: Work[Any, Chunk, P], runs: int, means: Means, *, stops: Sequence[int] = ()
    ) -> None:
        check_runs(runs)
        self.work = work
        self.runs = runs
        self.means = means
        self.stops = stops
        self.done = 0
        self.is_cancelled = False
        self.backend = self._backend()

    def _backend(self) -> Backend:
        workers, name = self.means.workers, self.means.backend
        if name != "auto":
            return backend_named(name, workers)
        return backend_named("inline" if workers in (None, 1) else "pool", workers)

    def __iter__(self) -> Iterator[P]:
        """If it is left open where to play, the first chunks are played here, until it is known whether
        more workers are worth it."""
        is_open = self.means.workers is None and self.means.backend == "auto" and cores() > 1
        spent = 0.0
        for result in self._map():
            yield result
            spent += result.seconds
            left = result.seconds / result.runs * (self.runs - self.done)
            if is_open and spent > SHORT and left > LONG:
                self.backend = Pool()
                yield from self._map()
                return

    def _map(self) -> Iterator[P]:
        means = self.means
        pace = Pace(self.runs, start=self.done, stops=self.stops, size=means.chunk)
        for result in self.backend.map(self.work, pace, self._cancelled):
            pace.took(result.runs, result.seconds)
            self.done += result.runs
            if means.progress is not None:
                means.progress(self.done, self.runs)
            yield result

    def _cancelled(self) -> bool:
        if not self.is_cancelled and self.done < self.runs:
            self.is_cancelled = self.means.cancel()
        return self.is_cancelled
