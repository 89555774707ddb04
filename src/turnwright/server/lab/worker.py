"""A worker process of the lab: `python -m turnwright.server.lab.worker FD SETTINGS`.

The main thread works on one request after the other. Another thread reads the socket: it notes that a
job is cancelled, and ends the process with all its children when the server is gone.
"""

from __future__ import annotations

import contextlib
import os
import queue
import signal
import socket
import sys
import threading
import traceback
from typing import NoReturn

import msgspec

from turnwright.core.errors import TurnwrightError
from turnwright.optional_packages import explained
from turnwright.server.workers.child_process import (
    end_group,
    end_with_server,
    limit_memory,
    lower_priority,
    resident_mb,
    server_socket,
)
from turnwright.server.workers.frames import Frame, FrameReader, Kind

from .job_context import JobContext
from .settings import LabSettings
from .worker_request import decode_request

CANCEL_SECONDS = 0.15
"""Seconds in which the main thread may end a cancelled job; then its last interim report is sent."""
RETIRE_SHARE = 0.6
"""The share of its memory limit from which on a worker ends after a job, to be replaced."""


class Worker:
    """The worker's end of the socket, and its loop."""

    def __init__(self, connection: socket.socket, settings: LabSettings) -> None:
        self.settings = settings
        self.connection = connection
        self.requests: queue.SimpleQueue[Frame] = queue.SimpleQueue()
        self.current: JobContext | None = None
        self._lock = threading.Lock()
        self._cancelled_early: set[int] = set()

    def send(self, frame: Frame) -> None:
        """Send a frame to the server; end the process if it is gone."""
        try:
            with self._lock:
                self.connection.sendall(frame.encode())
        except OSError:
            end_group()

    def read(self) -> None:
        """Read frames until the server is gone; then end the process. Runs in a thread of its own."""
        reader = FrameReader()
        while True:
            try:
                data = self.connection.recv(1 << 18)
            except OSError:
                data = b""
            if not data:
                end_group()
            for frame in reader.feed(data):
                if frame.kind is Kind.CANCEL:
                    self._cancel(frame.job)
                else:
                    self.requests.put(frame)

    def _cancel(self, number: int) -> None:
        context = self.current
        if context is None or context.number != number:
            self._cancelled_early.add(number)
            return
        context.is_asked_to_stop = True
        threading.Timer(CANCEL_SECONDS, self._give_up, [context]).start()

    def _give_up(self, context: JobContext) -> None:
        """End a job that does not stop, with its last interim report, and the process with it."""
        report = context.last_report
        sentence = "The job was cancelled before its first result."
        if report is None:
            is_first = context.fail("cancelled", sentence, is_retiring=True)
        else:
            with contextlib.suppress(TypeError, AttributeError):
                report = msgspec.structs.replace(report, stopped="cancelled")
            payload = msgspec.json.encode({"report": report})
            is_first = context.end(Kind.RESULT, payload, is_retiring=True)
        if is_first:
            end_group()

    def run(self) -> NoReturn:
        """Work on requests until the server is gone."""
        threading.Thread(target=self.read, daemon=True).start()
        with contextlib.suppress(ImportError):  # every request will say so
            from . import worker_routes  # noqa: F401  # takes a while, which is not part of a job
        self.send(Frame(Kind.READY))
        while True:
            frame = self.requests.get()
            if frame.kind is Kind.WARM_UP:
                if self.requests.empty():
                    _warm_up(frame.payload)
                else:
                    self.requests.put(frame)  # requests come first
                continue
            request = decode_request(frame.payload)
            context = JobContext(self.settings, self.send, frame.job, request)
            self.current = context
            if frame.job in self._cancelled_early:
                context.is_asked_to_stop = True
            self._cancelled_early.clear()
            _work(context)
            self.current = None


def _warm_up(lane: bytes) -> None:
    """Load what the requests of a lane need. If that fails, they will say why."""
    with contextlib.suppress(Exception):
        from . import kernel_jobs, short_requests

        if lane == b"short":
            short_requests.warm_up()
        else:
            kernel_jobs.warm_up()


def _work(context: JobContext) -> None:
    """Do the work of a request. Nothing but its code and sentence is told about an error."""
    try:
        from .worker_routes import ROUTES

        answer = msgspec.json.encode(ROUTES[context.request.route](context, context.request.body))
        much = context.settings.memory_mb * RETIRE_SHARE
        context.end(Kind.RESULT, answer, is_retiring=0 < much < resident_mb())
    except TurnwrightError as error:
        context.fail(error.code, str(error), dict(error.data))
    except (msgspec.ValidationError, msgspec.DecodeError, UnicodeError) as error:
        context.fail("bad_request", f"Invalid request: {error}.")
    except RecursionError:
        context.fail("bad_request", "Invalid request: it is nested too deeply.")
    except MemoryError:
        limit = context.settings.memory_mb
        sentence = f"This needs more than {limit:,} MB of memory."
        context.fail("out_of_memory", sentence, {"limit": limit}, is_retiring=True)
    except ModuleNotFoundError as error:
        context.fail("lab_unavailable", str(explained(error, "The lab", "sim") or error))
    except Exception:
        traceback.print_exc()
        context.fail("internal", "Internal server error.")


def main(descriptor: str, settings_text: str) -> NoReturn:
    """Serve requests from a socket."""
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, signal.SIG_IGN)  # the server decides
    settings = msgspec.json.decode(settings_text, type=LabSettings)
    end_with_server()
    lower_priority(settings.cpus)
    if settings.backend != "ray":  # Ray maps more memory than it uses
        limit_memory(settings.memory_mb)
    for name in ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "NUMBA_NUM_THREADS"):
        os.environ.setdefault(name, "1")
    Worker(server_socket(descriptor), settings).run()


if __name__ == "__main__":
    main(*sys.argv[1:])
