"""The pool backend: processes of this machine, one pipe to each.

A cancelled batch ends its processes instead of waiting for them, whatever they are doing. There are no
locks and no queues between the processes, so that nothing is left behind.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Iterable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any

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

END_SECONDS = 0.1
"""How long a process has to end by itself after it was asked to."""


class PoolBackend:
    """Runs in processes of this machine. They are spawned, so a script that uses it needs its
    `if __name__ == "__main__"`."""

    name: BackendName = "pool"

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or available_cores()

    def map(
        self, work: Work[D, C, R], chunks: Iterable[C], cancelled: CancelCheck = never
    ) -> Iterator[R]:
        """Process the chunks in new processes, which end with the last chunk or when cancelled."""
        workers: list[_Worker] = []
        finished: dict[int, R] = {}
        source = enumerate(chunks)
        sent = given = 0
        is_all_sent = False
        try:
            while not cancelled():
                if len(workers) < self.workers:
                    workers.append(_Worker(work))
                while not is_all_sent and sent - given < CHUNKS_PER_WORKER * len(workers):
                    numbered = next(source, None)
                    if numbered is None:
                        is_all_sent = True
                        break
                    min(workers, key=lambda worker: worker.in_progress).send(numbered)
                    sent += 1
                if is_all_sent and given == sent:
                    return
                if given in finished:
                    yield finished.pop(given)
                    given += 1
                elif len(workers) == self.workers:
                    for worker in _ready(workers, POLL_SECONDS):
                        number, result = worker.receive()
                        finished[number] = result
        finally:
            _end(workers)


class _Worker:
    """A process, and our end of the pipe to it."""

    def __init__(self, work: Work[Any, Any, Any]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process = context.Process(target=_serve, args=(theirs, work), daemon=True)
        self.process.start()
        theirs.close()
        self.in_progress = 0

    def send(self, numbered: tuple[int, Any]) -> None:
        """Send a chunk with its number."""
        try:
            self.pipe.send(numbered)
        except OSError:
            raise _lost() from None
        self.in_progress += 1

    def receive(self) -> tuple[int, Any]:
        """The number of a chunk and its result. An error of the worker is raised."""
        try:
            number, result, error = self.pipe.recv()
        except (EOFError, OSError):
            raise _lost() from None
        if error is not None:
            raise error
        self.in_progress -= 1
        return number, result


def _ready(workers: list[_Worker], seconds: float) -> list[_Worker]:
    """The workers with a result. The pipe of a process that died is ready too, and cannot be read."""
    pipes = wait([worker.pipe for worker in workers], seconds)
    return [worker for worker in workers if worker.pipe in pipes]


def _lost() -> WorkerLostError:
    return WorkerLostError(
        "A worker process died: it ran out of memory, or the script that started it has no "
        "`if __name__ == '__main__'` guard."
    )


def _end(workers: list[_Worker]) -> None:
    """End the processes at once, and leave none of them as a zombie."""
    for worker in workers:
        worker.process.terminate()
    for worker in workers:
        worker.process.join(END_SECONDS)
        if worker.process.is_alive():
            worker.process.kill()
            worker.process.join()
        worker.process.close()
        worker.pipe.close()


# --- in the process -------------------------------------------------------------------------------


def _serve(pipe: Connection, work: Work[Any, Any, Any]) -> None:
    """Process chunks until the parent ends. Ctrl-C is handled by the parent."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        process = work.prepare(work.data)
        while True:
            number, chunk = pipe.recv()
            pipe.send((number, process(chunk), None))
    except (EOFError, BrokenPipeError):
        return
    except Exception as error:
        _send_error(pipe, error)


def _send_error(pipe: Connection, error: Exception) -> None:
    try:
        pipe.send((0, None, error))
    except (TypeError, AttributeError, ValueError):  # it cannot be pickled
        pipe.send((0, None, RuntimeError(f"{type(error).__name__}: {error}")))


def _end_with_parent() -> None:
    """End this process when its parent has ended, even in the middle of a long run."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
