"""Batches: many runs, split into chunks for a backend. Results come back in the order of the runs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeAlias, TypeVar

from turnwright.core.errors import UnusableError

from .backends import (
    Backend,
    Work,
    available_cores,
    backend_named,
    never,
)
from .chunking import Chunk, ChunkSizer
from .stopping import CancelCheck

MAX_RUNS = 10**12
POOL_WORTHWHILE_SECONDS, TRIAL_SECONDS = 3.0, 0.2
"""A pool is started if so many seconds of work are left, estimated after a trial of this length."""

Progress: TypeAlias = Callable[[int, int], None]
"""Called with the number of finished runs and of all runs."""


@dataclass(frozen=True, kw_only=True)
class BatchOptions:
    """How many runs to play, and with what. Only `runs` changes the results."""

    runs: int = 10_000
    workers: int | None = 1
    """None for as many as are worthwhile."""
    backend: str = "auto"
    progress: Progress | None = None
    cancel: CancelCheck = never
    """Called several times per second; if it returns True, the runs finished so far are the result. A
    single run that never ends can be stopped only in another process."""
    chunk_size: int = 0
    """Runs per chunk; 0 to adapt it to the speed of the work."""

    def __post_init__(self) -> None:
        if not 1 <= self.runs <= MAX_RUNS:
            sentence = f"The number of runs must be from 1 to {MAX_RUNS:,}, not {self.runs:,}."
            raise UnusableError("bad_runs", sentence)


class ChunkResult(Protocol):
    """The result of a chunk: how many runs it holds, and how many seconds of a worker they took."""

    runs: int
    seconds: float


P = TypeVar("P", bound=ChunkResult)


class Batches(Generic[P]):
    """An iterable of the results of all chunks, in order.

    Afterwards `backend` is the one that was used last, and `is_cancelled` tells whether runs are
    missing.
    """

    def __init__(
        self, work: Work[Any, Chunk, P], options: BatchOptions, *, stops: Sequence[int] = ()
    ) -> None:
        self.work = work
        self.options = options
        self.stops = stops
        self.done = 0
        self.is_cancelled = False
        self.backend = self._first_backend()

    def _first_backend(self) -> Backend:
        workers, name = self.options.workers, self.options.backend
        if name != "auto":
            return backend_named(name, workers)
        return backend_named("inline" if workers in (None, 1) else "pool", workers)

    def __iter__(self) -> Iterator[P]:
        """Yield the results. If workers and backend are left open, the first chunks run here, until it
        is known whether a pool is worthwhile."""
        options = self.options
        may_switch = options.workers is None and options.backend == "auto" and available_cores() > 1
        spent = 0.0
        for result in self._map():
            yield result
            spent += result.seconds
            left = result.seconds / result.runs * (options.runs - self.done)
            if may_switch and spent > TRIAL_SECONDS and left > POOL_WORTHWHILE_SECONDS:
                self.backend = backend_named("pool")
                yield from self._map()
                return

    def _map(self) -> Iterator[P]:
        options = self.options
        chunks = ChunkSizer(
            options.runs, start=self.done, stops=self.stops, size=options.chunk_size
        )
        for result in self.backend.map(self.work, chunks, self._cancelled):
            chunks.record(result.runs, result.seconds)
            self.done += result.runs
            if options.progress is not None:
                options.progress(self.done, options.runs)
            yield result

    def _cancelled(self) -> bool:
        if not self.is_cancelled and self.done < self.options.runs:
            self.is_cancelled = self.options.cancel()
        return self.is_cancelled
