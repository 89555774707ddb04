"""Backends: where batches run. In this process, in a pool of processes, or on Ray.

Each worker prepares the work once and then processes chunks. Results come back in the order of the
chunks, so that summing them up gives the same numbers on every backend.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Generic, Literal, NamedTuple, Protocol, TypeAlias, TypeVar

from turnwright.core.errors import TurnwrightError, UnusableError

D = TypeVar("D")
C = TypeVar("C")
R = TypeVar("R")

BackendName: TypeAlias = Literal["inline", "pool", "ray"]
CancelCheck: TypeAlias = Callable[[], bool]

CHUNKS_PER_WORKER = 2
"""Chunks in flight per worker: enough that no worker waits, and few enough for a quick stop."""
POLL_SECONDS = 0.1
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
        """Process the chunks one after the other."""
        process = work.prepare(work.data)
        for chunk in chunks:
            if cancelled():
                return
            yield process(chunk)


class PoolBackend:
    """Runs in processes of this machine. They are spawned, so a script that uses it needs its
    `if __name__ == "__main__"`."""

    name: BackendName = "pool"

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or available_cores()

    def map(
        self, work: Work[D, C, R], chunks: Iterable[C], cancelled: CancelCheck = never
    ) -> Iterator[R]:
        """Process the chunks in a new pool."""
        pool = ProcessPoolExecutor(
            self.workers,
            multiprocessing.get_context("spawn"),
            initializer=_start_worker,
            initargs=(work,),
        )
        waiting: deque[Future[Any]] = deque()
        source = iter(chunks)
        try:
            while not cancelled():
                while len(waiting) < CHUNKS_PER_WORKER * self.workers:
                    try:
                        waiting.append(pool.submit(_process, next(source)))
                    except StopIteration:
                        break
                if not waiting:
                    return
                if wait([waiting[0]], POLL_SECONDS).done:
                    yield waiting.popleft().result()
        except BrokenProcessPool:
            sentence = (
                "A worker process died: it ran out of memory, or the script that started it has no "
                "`if __name__ == '__main__'` guard."
            )
            raise WorkerLostError(sentence) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


_prepared: Callable[[Any], Any] | None = None


def _start_worker(work: Work[Any, Any, Any]) -> None:
    """Prepare the work in a new process. Ctrl-C is handled by the parent."""
    global _prepared
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _prepared = work.prepare(work.data)


def _process(chunk: Any) -> Any:
    assert _prepared is not None
    return _prepared(chunk)


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
        return PoolBackend(workers)
    if name == "ray":
        from .ray_backend import RayBackend

        return RayBackend(workers)
    raise UnusableError(
        "unknown_backend", f"There is no backend {name!r}; there are inline, pool and ray."
    )
