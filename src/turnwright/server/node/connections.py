"""Connections of clients, and the rooms that this node owns."""

from __future__ import annotations

import asyncio
from collections import deque
from math import inf
from time import perf_counter
from typing import Protocol

from turnwright.server.http.limits import Bucket
from turnwright.server.rooms.message_handler import MessageHandler
from turnwright.server.rooms.reply import Reply
from turnwright.server.storage.store import Done, Snapshot
from turnwright.server.views import protocol as wire
from turnwright.server.views.protocol import encode
from turnwright.server.views.state_patch import SentStates, StateFrame

from .logs import log_event
from .settings import Settings

SNAPSHOT_SECONDS = 0.0005  # that the first snapshot of a room is expected to take
STORE_SECONDS = 0.0002  # of which the store takes
SNAPSHOT_RATIO = 10.0  # inputs take that many times as long as their snapshot, so it costs little
ABSENT = 60.0  # seconds for which an absent player keeps a slot while no match is running


class Socket(Protocol):
    """A client's socket, connected to this node or to another one."""

    address: str
    bearer: str  # the bearer token of the request that opened it

    def send(self, frame: bytes) -> None:
        """Send a text frame."""

    def close(self, code: int, reason: str) -> None:
        """Close with a WebSocket close code."""


class Connection:
    """A socket with its limits and, once it has joined, its room and slot."""

    __slots__ = (
        "address_bucket", "bad_frames_seen", "bucket", "chat", "excess", "is_forwarded", "is_joining",
        "is_warned", "owned", "queued_frames", "sent_states", "shown_name", "slot", "socket",
        "spectator", "subject", "unanswered",
    )  # fmt: skip

    def __init__(self, socket: Socket, settings: Settings) -> None:
        self.socket = socket
        self.owned: OwnedRoom | None = None
        self.slot: int | None = None  # None: a spectator
        self.spectator = 0  # the number of a spectator in the room
        self.subject = self.shown_name = ""  # of an identified client
        rate, burst = settings.message_rate, settings.message_burst
        self.bucket = Bucket(rate, burst) if rate else None
        self.address_bucket: Bucket | None = None  # of all sockets of its address
        self.chat: Bucket | None = None  # created with the first line of chat
        self.sent_states: SentStates | None = None  # if it takes patches
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

    def send_frame(self, frame: bytes | StateFrame) -> None:
        """Send a frame, a state as a patch if this client takes patches and has the state before."""
        if self.sent_states is not None:
            frame = self.sent_states.select(frame)
        self.socket.send(frame if type(frame) is bytes else frame.full)  # type: ignore[union-attr]


class OwnedRoom:
    """A room that this node owns, with its connections and its outbox."""

    __slots__ = (
        "absent", "bot", "chat", "connections", "done", "empty_since", "handle", "handler", "outbox",
        "passing", "plan", "replaced_bots", "room", "snapshot_seconds", "snapshot_seq",
        "spectator_count", "spectators", "speed", "timer_at",
    )  # fmt: skip

    def __init__(self, handler: MessageHandler, now: float) -> None:
        self.handler, self.room = handler, handler.room
        self.connections: dict[int, Connection] = {}  # by slot
        self.spectators: set[Connection] = set()
        self.spectator_count = 0  # numbers of spectators given so far
        # Replies with their senders, oldest first. The rows of the first one are not durable yet.
        self.outbox: deque[tuple[Reply, Connection | None]] = deque()
        self.done: Done | None = None  # called by the store
        self.snapshot_seconds = SNAPSHOT_SECONDS  # that a snapshot takes; infinite if it fails
        self.snapshot_seq = 0  # the input of the last snapshot that was taken here
        self.timer_at: float | None = None
        self.handle: asyncio.TimerHandle | None = None
        self.bot: asyncio.Task[None] | None = None
        self.plan: asyncio.Task[None] | None = None
        self.chat: Bucket | None = None  # created with the first line of chat
        self.speed: Bucket | None = None  # created when somebody who watches changes it
        self.passing: asyncio.Task[None] | None = None  # passes in response windows
        self.empty_since = now
        self.replaced_bots: set[int] = set()  # seats whose bot the rules do not have
        self.absent: dict[int, float] = {}  # slots without a socket, and since when

    def automatic_players(self) -> tuple[bool, bool, bool]:
        """Whether a bot must act and somebody is there to see it, whether a plan has something to do,
        and whether the server passes for somebody."""
        room, handler = self.room, self.handler
        return (
            room.has_bots
            and not self.is_empty
            and not handler.are_bots_paused
            and room.bot_to_act is not None,
            handler.plans.due is not None,
            handler.delayed_passes.due is not None,
        )

    def take_snapshot(self, ratio: float = SNAPSHOT_RATIO) -> Snapshot | None:
        """Return a snapshot if replaying the inputs since the last one would take `ratio` times as long
        as the snapshot itself, otherwise None."""
        room = self.room
        if room.replay_seconds <= ratio * self.snapshot_seconds:
            return None
        begun = perf_counter()
        try:
            body = room.to_snapshot()
        except Exception as error:  # the game's state cannot be encoded
            log_event("snapshot_failed", room=room.id, error=repr(error))
            self.snapshot_seconds = inf
            return None
        self.snapshot_seconds = perf_counter() - begun + STORE_SECONDS
        room.replay_seconds = 0.0
        self.snapshot_seq = room.seq
        return Snapshot(room.id, room.seq, body)

    def rest_if_empty(self) -> None:
        """Stop a bot that is thinking if nobody is there to see it."""
        if self.bot is not None and self.is_empty:
            self.bot.cancel()

    @property
    def is_played(self) -> bool:
        """Whether a match is running and a player is connected."""
        return self.room.status == "playing" and bool(self.connections)

    @property
    def is_empty(self) -> bool:
        """Whether nobody is connected."""
        return not self.connections and not self.spectators
