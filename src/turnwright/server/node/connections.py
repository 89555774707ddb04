"""Who is connected, and to which room of this node."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Protocol

from turnwright.server.http.limits import Bucket
from turnwright.server.rooms.message_handler import MessageHandler
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


class Connection:
    """A socket, and where it sits once it has joined."""

    __slots__ = (
        "bad_frames_seen",
        "bucket",
        "excess",
        "is_forwarded",
        "is_joining",
        "is_warned",
        "owned",
        "queued_frames",
        "slot",
        "socket",
        "unanswered",
    )  # fmt: skip

    def __init__(self, socket: Socket, settings: Settings) -> None:
        self.socket = socket
        self.owned: OwnedRoom | None = None
        self.slot: int | None = None
        rate, burst = settings.message_rate, settings.message_burst
        self.bucket = Bucket(rate, burst) if rate else None
        self.bad_frames_seen = 0
        self.excess = 0  # frames over the limit, of late
        self.unanswered = 0  # of those, since the last answer
        self.is_warned = False  # that it is too fast, in this second
        self.is_joining = False
        self.is_forwarded = False  # in a room of another node
        self.queued_frames: list[bytes | str] = []  # what came while the room was being found

    def send(self, message: wire.FromServer) -> None:
        self.socket.send(encode(message))


class OwnedRoom:
    """A room that this node owns."""

    __slots__ = (
        "absent",
        "bot",
        "connections",
        "done",
        "empty_since",
        "handle",
        "handler",
        "outbox",
        "room",
        "snapshot_at",
        "spectators",
        "timer_at",
    )  # fmt: skip

    def __init__(self, handler: MessageHandler, snapshot_at: int) -> None:
        self.handler, self.room = handler, handler.room
        self.connections: dict[int, Connection] = {}  # by chair
        self.spectators: set[Connection] = set()
        # Replies and who asked, oldest first: one whose rows are not durable yet, and those behind it.
        self.outbox: deque[tuple[Reply, Connection | None]] = deque()
        self.done: Done | None = None  # what the store is to call
        self.snapshot_at = snapshot_at
        self.timer_at: float | None = None
        self.handle: asyncio.TimerHandle | None = None
        self.bot: asyncio.Task[None] | None = None
        self.empty_since = time.time()
        self.absent: dict[int, float] = {}  # chairs of people without a socket, and since when

    @property
    def is_empty(self) -> bool:
        return not self.connections and not self.spectators
