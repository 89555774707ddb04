"""The Ray backend: on this machine, or on the cluster that Ray is connected to.

Every worker is an actor that prepares the work once. Without a cluster (RAY_ADDRESS) a local one is
started for the batch and shut down after it.
"""

from __future__ import annotations

import logging
import os
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

from turnwright.optional_packages import import_part

from .backends import (
    CHUNKS_PER_WORKER,
    POLL_SECONDS,
    BackendName,
    C,
    D,
    R,
    Work,
    WorkerLostError,
    available_cores,
    never,
)
from .stopping import CancelCheck


class _Worker:
    """An actor. Ray sends it the work once."""

    def __init__(self, work: Work[Any, Any, Any]) -> None:
        self.work: Callable[[Any], Any] = work.prepare(work.data)

    def process(self, chunk: Any) -> Any:
        return self.work(chunk)


class RayBackend:
    """Runs on Ray's workers."""

    name: BackendName = "ray"

    def __init__(self, workers: int | None = None) -> None:
        self.ray = _import_ray()
        self.workers = workers or self._cluster_cores()

    def _cluster_cores(self) -> int:
        """The cores of the cluster if there is one, otherwise of this machine."""
        if self.ray.is_initialized() or "RAY_ADDRESS" in os.environ:
            session = _Session(self.ray, 1)
            try:
                session.wait_until_ready(never)
                return max(1, int(self.ray.cluster_resources().get("CPU", 1)))
            finally:
                session.end()
        return available_cores()

    def map(
        self, work: Work[D, C, R], chunks: Iterable[C], cancelled: CancelCheck = never
    ) -> Iterator[R]:
        """Process the chunks on actors, in turn."""
        ray = self.ray
        session = _Session(ray, self.workers)
        workers: list[Any] = []
        try:
            if not session.wait_until_ready(cancelled):
                return
            sent = ray.put(work)
            actor = ray.remote(num_cpus=1)(_Worker)
            workers += [actor.remote(sent) for _ in range(self.workers)]
            waiting: deque[Any] = deque()
            source = iter(chunks)
            sent_chunks = 0
            while not cancelled():
                while len(waiting) < CHUNKS_PER_WORKER * self.workers:
                    try:
                        chunk = next(source)
                    except StopIteration:
                        break
                    waiting.append(workers[sent_chunks % self.workers].process.remote(chunk))
                    sent_chunks += 1
                if not waiting:
                    return
                ready, _ = ray.wait([waiting[0]], timeout=POLL_SECONDS)
                if ready:
                    yield ray.get(waiting.popleft())
        except ray.exceptions.RayActorError:
            raise WorkerLostError("A Ray worker died; it may have run out of memory.") from None
        except ray.exceptions.RayTaskError as error:
            raise error.cause from None
        finally:
            for worker in workers:
                ray.kill(worker)
            session.end()


class _Session:
    """A connection to Ray: the one that exists already, that of RAY_ADDRESS, or a local cluster.

    Starting and ending a local cluster takes seconds. Both happen in a thread of its own, so that a
    cancelled batch does not wait for them; a new session, and the end of the program, do. It is one
    thread because the cluster ends with the thread that started it.
    """

    last: ClassVar[threading.Thread | None] = None

    def __init__(self, ray: Any, workers: int) -> None:
        self.ray = ray
        self.workers = workers
        if _Session.last is not None:
            _Session.last.join()
        self.problem: BaseException | None = None
        self.is_ready, self.is_over = threading.Event(), threading.Event()
        if ray.is_initialized():
            self.is_ready.set()
            return
        _Session.last = threading.Thread(target=self._keep)
        _Session.last.start()

    def _keep(self) -> None:
        """Start Ray, and end it when the session is over."""
        quiet = {"log_to_driver": False, "logging_level": logging.ERROR, "configure_logging": True}
        local = {"num_cpus": self.workers, "include_dashboard": False}
        try:
            self.ray.init(**quiet, **({} if "RAY_ADDRESS" in os.environ else local))
        except BaseException as problem:
            self.problem = problem
            return
        finally:
            self.is_ready.set()
        self.is_over.wait()
        self.ray.shutdown()

    def wait_until_ready(self, cancelled: CancelCheck) -> bool:
        """Wait until Ray has started. False if it was cancelled before."""
        while not self.is_ready.wait(POLL_SECONDS):
            if cancelled():
                return False
        if self.problem is not None:
            raise self.problem
        return True

    def end(self) -> None:
        """End the connection if it is ours, without waiting for that."""
        self.is_over.set()


def _import_ray() -> Any:
    return import_part("ray", "The backend ray", "ray")
