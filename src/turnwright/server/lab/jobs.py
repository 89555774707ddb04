"""A job of the lab as the server sees it: who asked, and the frames that wait to be forwarded."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import deque
from itertools import count
from typing import TYPE_CHECKING, Literal, TypeAlias

import msgspec

from turnwright.server.workers.frames import LAST_KINDS, NO_REPORT, Frame, Kind

if TYPE_CHECKING:
    from .lab_worker import LabWorker

Lane: TypeAlias = Literal["short", "long"]

_numbers = count(1)


class Job:
    """One request on its way through the lab. Its `id` cannot be guessed. `lane` says which workers
    may take it, and `address` whose it is."""

    def __init__(self, route: str, body: bytes, address: str, lane: Lane) -> None:
        self.number = next(_numbers) & 0xFFFFFFFF
        self.id = secrets.token_urlsafe(16)
        self.route, self.body, self.address, self.lane = route, body, address, lane
        self.worker: LabWorker | None = None
        self.timers: list[asyncio.TimerHandle] = []
        self.started_at = 0.0
        self.is_over = False
        self.is_cancelled = False
        self._frames: deque[Frame] = deque()
        self._wake_up = asyncio.Event()

    def start(self, worker: LabWorker) -> None:
        """Note that a worker has taken the job."""
        self.worker, self.started_at = worker, time.monotonic()

    def put(self, frame: Frame) -> None:
        """Keep a frame for the client. A newer progress replaces one that was not sent yet, unless it
        has no report and the older one does."""
        if self.is_over:
            return
        last = self._frames[-1] if self._frames else None
        if last is not None and last.kind is frame.kind is Kind.PROGRESS:
            if frame.status == NO_REPORT != last.status:
                return
            self._frames.pop()
        self._frames.append(frame)
        if frame.kind in LAST_KINDS:
            self.is_over = True
        self._wake_up.set()

    def fail(self, code: str, sentence: str, status: int, **data: object) -> None:
        """End the job with an error."""
        detail = {"code": code, "message": sentence, "data": data}
        self.put(Frame(Kind.ERROR, self.number, msgspec.json.encode(detail), status))

    async def next_frame(self, seconds: float) -> Frame | None:
        """Return the next frame for the client, or None if there is none within so many seconds."""
        if not self._frames:
            self._wake_up.clear()
            try:
                async with asyncio.timeout(seconds):
                    await self._wake_up.wait()
            except TimeoutError:
                return None
        return self._frames.popleft() if self._frames else None

    def stop_timers(self) -> None:
        """Stop the timers that would kill the worker."""
        for timer in self.timers:
            timer.cancel()
        self.timers.clear()
