"""What a server remembers: the log of every room, its newest snapshot, and who owns it.

An input counts once its row is durable, and nobody sees its result before. One node owns a room at
a time; every change of owner raises the room's epoch, and a store refuses what comes with an old
one, so an owner that was paused and wakes up too late can do no harm.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import inf
from typing import Any, ClassVar, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import astuple

from .errors import Conflict, Fenced, StoreFailed

GATHER_SECONDS = 0.004  # a commit waits no longer than this for more to come


class Row(msgspec.Struct, frozen=True, gc=False):
    """One input of a room, as it is kept in the log. `seq` counts from 1 without gaps.

    `digest` is of the body as the client sent it: an action id that comes again with another digest
    is a mistake of the client. `version` and `hash` are those of the state after the input.
    """

    room: str
    seq: int
    kind: str  # create, sit, ready, move, pick, timeout, resign, rematch, chat, leave, admin
    seat: int = -1
    body: bytes = b"{}"
    action_id: str | None = None
    digest: str = ""
    version: int = 0
    hash: str = ""
    at: float = 0.0  # unix seconds


class Snapshot(msgspec.Struct, frozen=True, gc=False):
    """A room after its input `seq`. Only the last one that was written is kept."""

    room: str
    seq: int
    body: bytes


class RoomInfo(msgspec.Struct, kw_only=True):
    """What can be asked about a room without its log. `lease_until` and `head` are only read."""

    room: str
    game: str
    code: str = ""  # of a private room; no two rooms have the same one
    status: str = "waiting"  # waiting, playing or over
    is_private: bool = False
    names: list[str] = []
    created: float = 0.0
    updated: float = 0.0
    epoch: int = 1
    node: str = ""
    result: str = ""
    deadline: float | None = None  # of the room's earliest timer
    lease_until: float = 0.0  # of the node that owns the room
    head: int = 0  # seq of the last row


class FinishedMatch(msgspec.Struct, kw_only=True):
    """A match that is over, as the history tells it: a line that stays, whatever the room does next."""

    room: str
    match: int  # which one of its room, from 1
    game: str
    names: list[str]  # of those around the table, as in `RoomInfo`
    players: list[str]  # the same by seat; empty if it ended before this was kept
    result: str
    ended: float
    inputs: int  # seq of the row that ended it
    created: float  # the room


class Changes(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """What a submit changes in the `RoomInfo`. What is not given stays; no deadline is None.

    With `match`, that match of the room has ended with `result` at `updated`, and goes into the
    history; `players` are its `names` by seat."""

    status: str | UnsetType = UNSET
    names: list[str] | UnsetType = UNSET
    updated: float | UnsetType = UNSET
    result: str | UnsetType = UNSET
    deadline: float | UnsetType | None = UNSET
    match: int = 0
    players: list[str] = []


Done: TypeAlias = Callable[[Exception | None], None]
Submit: TypeAlias = tuple[str, int, Sequence[Row], Changes | None, Snapshot | None, Done]
Batch: TypeAlias = list[Submit]


class Store(ABC):
    """A database. Everything belongs to the loop that opened it, and nothing blocks that loop."""

    INFO: ClassVar[str]  # the fields of RoomInfo from rooms, to be followed by WHERE

    @abstractmethod
    async def open(self) -> None:
        """Connect, and make the tables if they are not there."""
        self._loop = asyncio.get_running_loop()
        self._queue: Batch = []
        self._is_open, self._is_busy = True, False
        self._gathered, self._gather_until = 0, 0.0
        self._idle = asyncio.Event()
        self._idle.set()

    @abstractmethod
    async def close(self) -> None:
        """Write what is queued, then disconnect."""
        self._is_open = False
        await self._idle.wait()

    # --- writing ----------------------------------------------------------------------------------

    def submit(
        self,
        room: str,
        epoch: int,
        rows: Sequence[Row],
        changes: Changes | None = None,
        snapshot: Snapshot | None = None,
        *,
        done: Done,
    ) -> None:
        """Queue rows. `done` is called on the loop, later: with None when they are durable, or with
        `Fenced`, `Conflict` or `StoreFailed`, and then nothing of this submit was written.

        What is queued while a commit runs goes into the next one. The submits of a room keep their
        order, and those that were built on one that failed fail too: their rows do not follow.
        """
        if not self._is_open:
            self._loop.call_soon(done, StoreFailed("The store is closed."))
            return
        self._queue.append((room, epoch, rows, changes, snapshot, done))
        if not self._is_busy:
            self._is_busy = True
            self._idle.clear()
            self._begin_to_gather()

    async def append(
        self,
        room: str,
        epoch: int,
        rows: Sequence[Row],
        changes: Changes | None = None,
        snapshot: Snapshot | None = None,
    ) -> None:
        """A submit to wait for; raises what `done` would get."""
        future: asyncio.Future[None] = self._loop.create_future()

        def done(error: Exception | None) -> None:
            if not future.done():  # the one who waits may have been cancelled
                future.set_result(None) if error is None else future.set_exception(error)

        self.submit(room, epoch, rows, changes, snapshot, done=done)
        await future

    def _begin_to_gather(self) -> None:
        self._gathered, self._gather_until = 0, self._loop.time() + GATHER_SECONDS
        self._loop.call_soon(self._gather)

    def _gather(self) -> None:
        """Hand over what is queued as soon as a turn of the loop brings nothing more. Whoever was told
        the news often answers at once, and what comes together costs one commit."""
        count = len(self._queue)
        if count > self._gathered and self._loop.time() < self._gather_until:
            self._gathered = count
            self._loop.call_soon(self._gather)
        else:
            batch, self._queue = self._queue, []
            self._commit(batch)

    @abstractmethod
    def _commit(self, batch: Batch) -> None:
        """Start to write; `_finish` is called on the loop when it is over."""

    def _finish(self, batch: Batch, errors: dict[int, Exception]) -> None:
        """A commit is over; `errors` are by index in the batch."""
        for index, submit in enumerate(batch):
            try:
                submit[5](errors.get(index))
            except Exception as error:
                context = {"message": f"done() for room {submit[0]} failed", "exception": error}
                self._loop.call_exception_handler(context)
        if self._queue:
            self._begin_to_gather()
        else:
            self._is_busy = False
            self._idle.set()

    # --- ownership --------------------------------------------------------------------------------

    @abstractmethod
    async def create(self, info: RoomInfo, rows: Sequence[Row] = ()) -> None:
        """Add a room that belongs to `info.node` (which should have renewed its lease) at
        `info.epoch`. `Conflict` if there is a room of that name or code already."""

    @abstractmethod
    async def acquire(self, room: str, node: str, seconds: float) -> int | None:
        """Take a room that is free, mine, or of a node whose lease has run out: its epoch, or None.

        The epoch rises by one when the room changes hands. The node's lease is renewed as well."""

    @abstractmethod
    async def renew(self, node: str, seconds: float) -> set[str]:
        """The node lives: its lease, which is that of all its rooms, ends in so many seconds from
        now by the clock of the database. Returns the rooms that it still owns."""

    @abstractmethod
    async def release(self, room: str, node: str) -> None:
        """Give a room up, so that the next node need not wait for the end of the lease."""

    async def owner(self, room: str) -> tuple[str, int, float]:
        """Node, epoch and end of the lease. A room that is free or not there has no node: ""."""
        info = await self.info(room)
        return (info.node, info.epoch, info.lease_until) if info else ("", 0, 0.0)

    # --- reading ----------------------------------------------------------------------------------

    @abstractmethod
    async def _select(self, sql: str, *values: Any) -> list[Any]:
        """The rows of a query with values for $1, $2, ..."""

    @abstractmethod
    async def read(self, room: str, after: int = 0) -> list[Row]:
        """The log of a room behind row `after`."""

    async def snapshot(self, room: str) -> Snapshot | None:
        """The last snapshot of a room."""
        sql = "SELECT room, seq, body FROM snapshots WHERE room = $1"
        return next((Snapshot(*found) for found in await self._select(sql, room)), None)

    @abstractmethod
    async def action(self, room: str, action_id: str) -> Row | None:
        """The row that was written for an action id."""

    async def _infos(self, condition: str, *values: Any) -> list[RoomInfo]:
        return [room_info(found) for found in await self._select(self.INFO + condition, *values)]

    async def info(self, room: str) -> RoomInfo | None:
        """What is known about a room."""
        return next(iter(await self._infos("WHERE rooms.room = $1", room)), None)

    async def by_code(self, code: str) -> RoomInfo | None:
        """The room with this code."""
        return next(iter(await self._infos("WHERE code = $1 AND code <> ''", code)), None)

    async def rooms(
        self,
        *,
        status: str | None = None,
        game: str | None = None,
        is_private: bool | None = None,
        limit: int = 100,
    ) -> list[RoomInfo]:
        """Rooms to list, the newest first."""
        asked = {"status": status, "game": game, "is_private": is_private}
        given = {name: value for name, value in asked.items() if value is not None}
        terms = [f"{name} = ${number}" for number, name in enumerate(given, 2)]
        condition = f"WHERE {' AND '.join(['true', *terms])} ORDER BY created DESC LIMIT $1"
        return await self._infos(condition, limit, *given.values())

    async def history(self, limit: int = 100) -> list[FinishedMatch]:
        """Matches of rooms that are not private, the one that ended last first."""
        return [_played(found) for found in await self._select(HISTORY, limit)]

    async def due(self, now: float | None = None) -> list[RoomInfo]:
        """Rooms not over whose timer has run out at `now`; without `now` all that have a timer."""
        condition = "WHERE status IN ('waiting', 'playing') AND deadline <= $1 ORDER BY deadline"
        return await self._infos(condition, 1e300 if now is None else now)

    async def setting(self, name: str) -> str | None:
        """What all nodes agree on, such as the secret that signs the tokens."""
        found = await self._select("SELECT value FROM settings WHERE name = $1", name)
        return str(found[0][0]) if found else None

    @abstractmethod
    async def set_setting(self, name: str, value: str) -> str:
        """Set it unless it is set already; returns what holds."""


# --- for the stores -------------------------------------------------------------------------------

HISTORY = """
SELECT results.room, number, results.game, results.names, players, results.result, ended, inputs,
    created FROM results JOIN rooms ON rooms.room = results.room
WHERE NOT results.is_private ORDER BY ended DESC, number DESC LIMIT $1"""
OLD_RESULT = """
INSERT INTO results SELECT room, $2, game, names, '[]', is_private, result, updated, $3
FROM rooms WHERE room = $1"""
MOVES = ("move", "pick", "cancel", "timeout", "resign")


class RoomHead:
    """Where a room stands: its epoch, its last row, and, if the database does not look after them
    itself, the action ids that were used."""

    __slots__ = ("epoch", "head", "used")

    def __init__(self, epoch: int, head: int, used: set[str] | None = None) -> None:
        self.epoch, self.head, self.used = epoch, head, used

    def has_used(self, action_id: str) -> bool:
        return self.used is not None and action_id in self.used


class AcceptedBatch:
    """What a batch writes: only submits of the right epoch whose rows follow the room's last row.

    `known` holds every room that there is in the batch. It is brought up to date, so it must be
    forgotten when the commit fails. `changes` are columns of the rooms, as they are written.
    """

    def __init__(self, batch: Batch, known: dict[str, Any]) -> None:
        self.rows: list[Row] = []
        self.changes: dict[str, dict[str, Any]] = {}
        self.snapshots: dict[str, Snapshot] = {}
        self.results: list[dict[str, Any]] = []  # of matches that have ended
        self.errors: dict[int, Exception] = {}
        for index, (room, epoch, rows, changes, snapshot, _) in enumerate(batch):
            place: RoomHead | None = known.get(room)
            if place is None or place.epoch != epoch:
                self.errors[index] = fenced(room, epoch)
                continue
            if sentence := sequence_error(room, rows, place):
                self.errors[index] = Conflict(sentence)
                continue
            self.rows += rows
            if changes is not None:
                self.changes.setdefault(room, {}).update(_changed(changes))
                if changes.match:
                    self.results.append(_result(room, place.head, changes))
            if snapshot is not None:
                self.snapshots[room] = snapshot

    def undo(self, known: dict[str, Any]) -> None:
        """Nothing was written: the rooms stand where they stood."""
        for row in self.rows:
            place: RoomHead = known[row.room]
            place.head -= 1
            if place.used is not None and row.action_id is not None:
                place.used.discard(row.action_id)


def fenced(room: str, epoch: int) -> Fenced:
    return Fenced(f"Room {room} is not, or no longer, owned at epoch {epoch}.")


def sequence_error(room: str, rows: Sequence[Row], place: RoomHead) -> str:
    """Why these rows do not follow. If they do, they are the last ones now."""
    head, used = place.head, place.used
    new = []
    for row in rows:
        head += 1
        if row.seq != head or row.room != room:
            return (
                f"Row {row.seq} of room {row.room} does not follow row {head - 1} of room {room}."
            )
        action_id = row.action_id
        if used is not None and action_id is not None:
            if action_id in new or place.has_used(action_id):
                return f"Room {room} has used the action id {action_id!r} before."
            new.append(action_id)
    place.head = head
    if used is not None:
        used.update(new)
    return ""


def taken(info: RoomInfo) -> Conflict:
    return Conflict(f"There is a room {info.room} already, or one with its code.")


def _changed(changes: Changes) -> dict[str, Any]:
    values = zip(Changes.__struct_fields__, astuple(changes), strict=True)
    new = {name: value for name, value in values if value is not UNSET}
    del new["match"], new["players"]
    if "names" in new:
        new["names"] = msgspec.json.encode(new["names"]).decode()
    if "deadline" in new and new["deadline"] is None:
        new["deadline"] = inf
    return new


def _result(room: str, head: int, changes: Changes) -> dict[str, Any]:
    """A line of `results`; the rest of it stands in the room."""
    return {
        "room": room,
        "number": changes.match,
        "names": msgspec.json.encode(changes.names or []).decode(),
        "players": msgspec.json.encode(changes.players).decode(),
        "result": changes.result or "",
        "ended": changes.updated or 0.0,
        "inputs": head,
    }


def last_match(kinds: Sequence[str]) -> int:
    """Which match of its room was the last one, by the kinds of the room's rows; 0 if none was played.
    It is for rooms that ended when there was no history yet."""
    number, before = 0, ""
    for kind in kinds:
        if kind in ("chat", "sit", "stand"):
            continue
        if (not number and kind in MOVES) or (before == "rematch" and kind != "rematch"):
            number += 1
        before = kind
    return number


def stored(info: RoomInfo) -> list[Any]:
    """The fields of a new room as they are written, up to its deadline; the rest is only read."""
    values = list(astuple(info)[:12])
    values[5] = msgspec.json.encode(info.names).decode()
    values[11] = inf if info.deadline is None else info.deadline
    return values


def room_info(found: Sequence[Any]) -> RoomInfo:
    fields = dict(zip(RoomInfo.__struct_fields__, found, strict=True))
    fields["names"] = msgspec.json.decode(fields["names"], type=list[str])
    fields["is_private"] = bool(fields["is_private"])
    fields["deadline"] = None if fields["deadline"] == inf else fields["deadline"]
    return RoomInfo(**fields)


def _played(found: Sequence[Any]) -> FinishedMatch:
    fields = dict(zip(FinishedMatch.__struct_fields__, found, strict=True))
    for name in ("names", "players"):
        fields[name] = msgspec.json.decode(fields[name], type=list[str])
    return FinishedMatch(**fields)
