"""Backends: where batches run. In this process, in a pool of processes, or on Ray.

Each worker prepares the work once and then processes chunks. Results come back in the order of the
chunks, so that summing them up gives the same numbers on every backend.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from turnwright.core.errors import TurnwrightError, UnusableError

from .stopping import CancelCheck, WorkStopped, stopping_when

D = TypeVar("D")
C = TypeVar("C")
R = TypeVar("R")

BackendName: TypeAlias = Literal["inline", "pool", "ray"]

CHUNKS_PER_WORKER = 2
"""Chunks in flight per worker: enough that no worker waits, and few enough for a quick stop."""
POLL_SECONDS = 0.05
"""Seconds between two checks for cancellation while waiting for a result."""


class Work(NamedTuple, Generic[D, C, R]):
    """What each worker does: call `prepare(data)` once, then the function it returned for every chunk.
    Both must be picklable, and the function importable, to reach other processes."""

    prepare: Callable[[D], Callable[[C], R]]
    data: D


def never() -> bool:
    """A `CancelCheck` that never cancels."""
    return False


class Backend(Protocol):
    """Runs work on one or more workers."""

    name: BackendName
    workers: int

    def map(
        self, work: Work[D, C, R], chunks: Iterable[C], cancelled: CancelCheck = never
    ) -> Iterator[R]:
        """Yield the results in the order of the chunks, and stop early when cancelled. Chunks are
        taken when they are needed, so that later ones may depend on how fast the first ones were."""
        ...


class WorkerLostError(TurnwrightError):
    """A worker process died."""

    code = "worker_lost"


class InlineBackend:
    """Runs in this process."""

    name: BackendName = "inline"
    workers = 1

    def map(
        self, work: Work[D, C, R], chunks: Iterable[C], cancelled: CancelCheck = never
    ) -> Iterator[R]:
        """Process the chunks one after the other. Work that asks for `current_stop_check` is stopped
        in the middle of a chunk."""
        process: Callable[[C], R] | None = None
        for chunk in chunks:
            if cancelled():
                return
            try:
                with stopping_when(cancelled):
                    if process is None:
                        process = work.prepare(work.data)
                    result = process(chunk)
            except WorkStopped:
                return
            yield result


def available_cores() -> int:
    """The number of cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def backend_named(name: str, workers: int | None = None) -> Backend:
    """Create a backend by name. By default it has one worker per core."""
    if workers is not None and workers < 1:
        raise UnusableError("bad_workers", f"There must be at least one worker, not {workers}.")
    if name == "inline":
        return InlineBackend()
    if name == "pool":
        from .pool_backend import PoolBackend

        return PoolBackend(workers)
    if name == "ray":
        from .ray_backend import RayBackend

        return RayBackend(workers)
    raise UnusableError(
        "unknown_backend", f"There is no backend {name!r}; there are inline, pool and ray."
    )
