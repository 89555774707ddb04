"""Who is connected, and to which room of this node."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Protocol

from turnwright.server.http.limits import Bucket
from turnwright.server.rooms.message_handler import Desk
from turnwright.server.rooms.outgoing import Reply
from turnwright.server.storage.store import Done
from turnwright.server.views import protocol as wire
from turnwright.server.views.protocol import encode

from .settings import Settings

ABSENT = 60.0  # seconds a seat is kept for somebody who has gone, while no match is played


class Socket(Protocol):
    """A connection, whoever made it."""

    address: str

    def send(self, frame: bytes) -> None: ...
    def close(self, code: int, reason: str) -> None: ...


class Guest:
    """A socket, and where it sits once it has joined."""

    __slots__ = (
        "bucket", "chair", "early", "excess", "is_away", "is_joining", "is_told", "live", "socket",
        "strikes", "unanswered",
    )  # fmt: skip

    def __init__(self, socket: Socket, settings: Settings) -> None:
        self.socket = socket
        self.live: Live | None = None
        self.chair: int | None = None
        rate, burst = settings.message_rate, settings.message_burst
        self.bucket = Bucket(rate, burst) if rate else None
        self.strikes = 0
        self.excess = 0  # frames over the limit, of late
        self.unanswered = 0  # of those, since the last answer
        self.is_told = False  # that it is too fast, in this second
        self.is_joining = False
        self.is_away = False  # in a room of another node
        self.early: list[bytes | str] = []  # what came while the room was being found

    def send(self, message: wire.FromServer) -> None:
        self.socket.send(encode(message))


class Live:
    """A room that this node owns."""

    __slots__ = (
        "absent", "bot", "desk", "done", "empty_since", "guests", "handle", "outbox", "room",
        "snapshot_at", "timer_at", "watchers",
    )  # fmt: skip

    def __init__(self, desk: Desk, snapshot_at: int) -> None:
        self.desk, self.room = desk, desk.room
        self.guests: dict[int, Guest] = {}  # by chair
        self.watchers: set[Guest] = set()
        # Replies and who asked, oldest first: one whose rows are not durable yet, and those behind it.
        self.outbox: deque[tuple[Reply, Guest | None]] = deque()
        self.done: Done | None = None  # what the store is to call
        self.snapshot_at = snapshot_at
        self.timer_at: float | None = None
        self.handle: asyncio.TimerHandle | None = None
        self.bot: asyncio.Task[None] | None = None
        self.empty_since = time.time()
        self.absent: dict[int, float] = {}  # chairs of people without a socket, and since when

    @property
    def is_empty(self) -> bool:
        return not self.guests and not self.watchers
