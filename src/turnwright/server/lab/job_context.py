"""What the work on a request knows about its job, and how it reports to the client."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Any

import msgspec

from turnwright.server.workers.frames import NO_REPORT, Frame, Kind

from .settings import LabSettings
from .worker_request import Request

STATUS = {
    "not_found": 404,
    "busy": 503,
    "lab_unavailable": 503,
    "out_of_memory": 503,
    "cancelled": 409,
    "internal": 500,
}
COUNT_SECONDS = 0.25
"""Seconds after a report in which no number of finished runs is sent."""


class JobContext:
    """What the work on a request needs: limits, and how to report to the client. The reports are sent
    by the main thread; `end` may be called by both threads, and only the first call counts."""

    def __init__(
        self, settings: LabSettings, send: Callable[[Frame], None], number: int, request: Request
    ) -> None:
        self.settings = settings
        self.number, self.request = number, request
        self.deadline = time.monotonic() + settings.seconds
        self.is_asked_to_stop = False
        self.is_late = False
        self.last_report: Any = None
        self._sent_at = time.monotonic()
        self._send_frame = send
        self._is_over = False
        self._lock = threading.Lock()

    def is_cancelled(self) -> bool:
        """Whether to stop: the client wants it, or the time is up."""
        if time.monotonic() > self.deadline:
            self.is_late = True
        return self.is_asked_to_stop or self.is_late

    def started(self, executor: str, why: str) -> None:
        """Tell the client what plays the runs."""
        self._send(Kind.STARTED, {"job": self.request.job, "executor": executor, "why": why})

    def progress(self, done: int, asked: int, report: Any) -> None:
        """Tell the client how many runs are finished, and the result so far."""
        self.last_report = report
        self._sent_at = time.monotonic()
        self._send(Kind.PROGRESS, {"done": done, "asked": asked, "report": report})

    def count(self, done: int, asked: int) -> None:
        """Tell the client how many runs are finished, if it has not heard of the job for a while."""
        now = time.monotonic()
        if now - self._sent_at > COUNT_SECONDS:
            self._sent_at = now
            self._send(Kind.PROGRESS, {"done": done, "asked": asked}, NO_REPORT)

    def progress_note(self, data: Any) -> None:
        """Send any data as progress, at once."""
        self._send(Kind.PROGRESS, data)

    def _send(self, kind: Kind, data: Any, status: int = 200) -> None:
        with self._lock:
            if not self._is_over:
                self._send_frame(Frame(kind, self.number, msgspec.json.encode(data), status))

    def end(
        self, kind: Kind, payload: bytes, status: int = 200, *, is_retiring: bool = False
    ) -> bool:
        """Send the result or the error, once. Return whether this was the first call. A retiring
        worker gets no other job."""
        with self._lock:
            if self._is_over:
                return False
            self._is_over = True
            if is_retiring:
                self._send_frame(Frame(Kind.RETIRING))
            self._send_frame(Frame(kind, self.number, payload, status))
            return True

    def fail(
        self,
        code: str,
        sentence: str,
        data: dict[str, Any] | None = None,
        *,
        is_retiring: bool = False,
    ) -> bool:
        """Send an error with a code and a sentence; see `end`."""
        detail = {"code": code, "message": sentence, "data": data or {}}
        try:
            payload = msgspec.json.encode(detail)
        except (TypeError, ValueError):
            payload = msgspec.json.encode({**detail, "data": {}})
        status = STATUS.get(code, 400)
        return self.end(Kind.ERROR, payload, status, is_retiring=is_retiring)
