"""The Ray backend: on this machine, or on the cluster that Ray is connected to.

Every worker is an actor that prepares the work once. Without a cluster (RAY_ADDRESS) a local one is
started for the batch and shut down after it.
"""

from __future__ import annotations

import logging
import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from turnwright.core.errors import UnusableError

from .backends import (
    CHUNKS_PER_WORKER,
    POLL_SECONDS,
    BackendName,
    C,
    CancelCheck,
    D,
    R,
    Work,
    WorkerLostError,
    available_cores,
    never,
)


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
            with _Session(self.ray, 1):
                return max(1, int(self.ray.cluster_resources().get("CPU", 1)))
        return available_cores()

    def map(
        self, work: Work[D, C, R], chunks: Iterable[C], cancelled: CancelCheck = never
    ) -> Iterator[R]:
        """Process the chunks on actors, in turn."""
        ray = self.ray
        with _Session(ray, self.workers):
            sent = ray.put(work)
            actor = ray.remote(num_cpus=1)(_Worker)
            workers = [actor.remote(sent) for _ in range(self.workers)]
            waiting: deque[Any] = deque()
            source = iter(chunks)
            sent_chunks = 0
            try:
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


class _Session:
    """A connection to Ray: the one that exists already, that of RAY_ADDRESS, or a local cluster."""

    def __init__(self, ray: Any, workers: int) -> None:
        self.ray = ray
        self.workers = workers
        self.is_ours = not ray.is_initialized()

    def __enter__(self) -> None:
        if not self.is_ours:
            return
        quiet = {"log_to_driver": False, "logging_level": logging.ERROR, "configure_logging": True}
        if "RAY_ADDRESS" in os.environ:
            self.ray.init(**quiet)
        else:
            self.ray.init(num_cpus=self.workers, include_dashboard=False, **quiet)

    def __exit__(self, *error: object) -> None:
        if self.is_ours:
            self.ray.shutdown()


def _import_ray() -> Any:
    try:
        import ray
    except ModuleNotFoundError:
        sentence = "The backend ray needs Ray: pip install 'turnwright[ray]'."
        raise UnusableError("missing_package", sentence) from None
    return ray
