"""Connections of clients, and the rooms that this node owns."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Protocol

from turnwright.server.http.limits import Bucket
from turnwright.server.rooms.message_handler import MessageHandler
from turnwright.server.rooms.reply import Reply
from turnwright.server.storage.store import Done
from turnwright.server.views import protocol as wire
from turnwright.server.views.protocol import encode

from .settings import Settings

ABSENT = 60.0  # seconds for which an absent player keeps a slot while no match is running


class Socket(Protocol):
    """A client's socket, connected to this node or to another one."""

    address: str

    def send(self, frame: bytes) -> None:
        """Send a text frame."""

    def close(self, code: int, reason: str) -> None:
        """Close with a WebSocket close code."""


class Connection:
    """A socket with its limits and, once it has joined, its room and slot."""

    __slots__ = (
        "bad_frames_seen", "bucket", "excess", "is_forwarded", "is_joining", "is_warned", "owned",
        "queued_frames", "slot", "socket", "unanswered",
    )  # fmt: skip

    def __init__(self, socket: Socket, settings: Settings) -> None:
        self.socket = socket
        self.owned: OwnedRoom | None = None
        self.slot: int | None = None  # None: a spectator
        rate, burst = settings.message_rate, settings.message_burst
        self.bucket = Bucket(rate, burst) if rate else None
        self.bad_frames_seen = 0
        self.excess = 0  # frames over the limit lately
        self.unanswered = 0  # of those, since the last warning
        self.is_warned = False  # about its rate, within this second
        self.is_joining = False
        self.is_forwarded = False  # its room is owned by another node
        self.queued_frames: list[bytes | str] = []  # received while joining

    def send(self, message: wire.FromServer) -> None:
        """Send a message."""
        self.socket.send(encode(message))


class OwnedRoom:
    """A room that this node owns, with its connections and its outbox."""

    __slots__ = (
        "absent", "bot", "connections", "done", "empty_since", "handle", "handler", "outbox", "room",
        "snapshot_at", "spectators", "timer_at",
    )  # fmt: skip

    def __init__(self, handler: MessageHandler, snapshot_at: int) -> None:
        self.handler, self.room = handler, handler.room
        self.connections: dict[int, Connection] = {}  # by slot
        self.spectators: set[Connection] = set()
        # Replies with their senders, oldest first. The rows of the first one are not durable yet.
        self.outbox: deque[tuple[Reply, Connection | None]] = deque()
        self.done: Done | None = None  # called by the store
        self.snapshot_at = snapshot_at  # the seq at which the next snapshot is due
        self.timer_at: float | None = None
        self.handle: asyncio.TimerHandle | None = None
        self.bot: asyncio.Task[None] | None = None
        self.empty_since = time.time()
        self.absent: dict[int, float] = {}  # slots without a socket, and since when

    @property
    def is_empty(self) -> bool:
        """Whether nobody is connected."""
        return not self.connections and not self.spectators
