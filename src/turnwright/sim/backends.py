"""Where batches run: in this process, in a pool of processes, or on Ray.

A backend knows no game. Work is prepared once per worker and then done chunk by chunk. Results come
back in the order of the chunks, so that whoever adds them up gets the same numbers from every backend.
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
Cancelled: TypeAlias = Callable[[], bool]

AHEAD = 2
"""So many chunks per worker are handed out at a time: nobody waits, and little is lost on a stop."""
LOOK = 0.1
"""Seconds between two looks at whether somebody wants to stop."""


class Work(NamedTuple, Generic[D, C, R]):
    """What each worker does: `prepare` once with the data, then what it gave for every chunk. Function
    and data must be importable and picklable, for they travel."""

    prepare: Callable[[D], Callable[[C], R]]
    data: D


def never() -> bool:
    return False


class Backend(Protocol):
    """Something that does work."""

    name: BackendName
    workers: int

    def map(
        self, work: Work[D, C, R], chunks: Iterable[C], cancelled: Cancelled = never
    ) -> Iterator[R]:
        """The results in the order of the chunks; fewer if it is cancelled. Chunks are taken as they
        are needed, so that later ones may depend on how fast the first ones were."""
        ...


class Lost(TurnwrightError):
    """A worker is gone."""

    code = "worker_lost"


class Inline:
    """In this process."""

    name: BackendName = "inline"
    workers = 1

    def map(
        self, work: Work[D, C, R], chunks: Iterable[C], cancelled: Cancelled = never
    ) -> Iterator[R]:
        do = work.prepare(work.data)
        for chunk in chunks:
            if cancelled():
                return
            yield do(chunk)


class Pool:
    """In processes of this machine. They are spawned, so nothing of this process leaks into them; a
    script that uses it needs its `if __name__ == "__main__"`."""

    name: BackendName = "pool"

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or cores()

    def map(
        self, work: Work[D, C, R], chunks: Iterable[C], cancelled: Cancelled = never
    ) -> Iterator[R]:
        pool = ProcessPoolExecutor(
            self.workers,
            multiprocessing.get_context("spawn"),
            initializer=_start,
            initargs=(work,),
        )
        waiting: deque[Future[Any]] = deque()
        source = iter(chunks)
        try:
            while not cancelled():
                while len(waiting) < AHEAD * self.workers:
                    try:
                        waiting.append(pool.submit(_do, next(source)))
                    except StopIteration:
                        break
                if not waiting:
                    return
                if wait([waiting[0]], LOOK).done:
                    yield waiting.popleft().result()
        except BrokenProcessPool:
            sentence = (
                "A worker process died: there was not enough memory, or the script that asked for it "
                "lacks its `if __name__ == '__main__'`."
            )
            raise Lost(sentence) from None
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


_work: Callable[[Any], Any] | None = None


def _start(work: Work[Any, Any, Any]) -> None:
    """In a new worker: what it needs for all chunks. Ctrl-C is the business of the first process."""
    global _work
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _work = work.prepare(work.data)


def _do(chunk: Any) -> Any:
    assert _work is not None
    return _work(chunk)


def cores() -> int:
    """How many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def backend_named(name: str, workers: int | None = None) -> Backend:
    """A backend by its name; the number of workers is that of the cores if nobody says it."""
    if workers is not None and workers < 1:
        raise UnusableError("bad_workers", f"There must be at least one worker, not {workers}.")
    if name == "inline":
        return Inline()
    if name == "pool":
        return Pool(workers)
    if name == "ray":
        from .ray_backend import OnRay

        return OnRay(workers)
    raise UnusableError(
        "unknown_backend", f"There is no backend {name!r}; there are inline, pool and ray."
    )
