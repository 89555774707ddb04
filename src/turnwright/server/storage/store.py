"""The store: the log of every room, its newest snapshot, and its owner.

An input counts once its row is durable, and nobody sees its result before. One node owns a room at a
time. Every change of owner raises the room's epoch, and the store refuses rows with an old epoch, so an
owner that was paused and wakes up too late cannot do any harm.

Group commit:
- `submit` queues rows with a callback. If no commit is running, `_gather` starts.
- `_gather` waits while every iteration of the event loop adds to the queue, but at most
  `GATHER_SECONDS`; then the whole queue becomes one batch, which `_commit` writes in one transaction.
- `AcceptedBatch` leaves out submits with an old epoch or with rows that do not follow.
- `_finish` calls the callbacks; what was queued meanwhile is the next batch.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from math import inf
from time import perf_counter
from typing import Any, ClassVar, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType
from msgspec.structs import astuple

from turnwright.server.node.histograms import COUNTS, SECONDS, Histogram

from .errors import Conflict, Fenced, StoreFailed
from .replay_archive import ReplayArchive, Statement
from .schema_version import WITH_RULES

GATHER_SECONDS = 0.004  # the longest that a commit waits for more submits


class Row(msgspec.Struct, frozen=True, gc=False):
    """One input of a room in the log. `seq` counts from 1 without gaps.

    `digest` is a hash of the client's message: the same action id with another digest is a client
    error. `version` and `hash` are those of the state after the input. The room recognises repeated
    action ids; a store need not.
    """

    room: str
    seq: int
    kind: str  # see `rooms.inputs.KINDS`
    seat: int = -1
    body: bytes = b"{}"
    action_id: str | None = None
    digest: str = ""
    version: int = 0
    hash: str = ""
    at: float = 0.0  # Unix time


class Snapshot(msgspec.Struct, frozen=True, gc=False):
    """A room after its input `seq`. Only the newest snapshot of a room is kept."""

    room: str
    seq: int
    body: bytes


class RoomInfo(msgspec.Struct, kw_only=True):
    """The facts about a room that lists need. `lease_until` and `head` are read-only."""

    room: str
    game: str
    code: str = ""  # to join with; unique
    status: str = "waiting"  # waiting, playing or over
    is_private: bool = False
    names: list[str] = []
    created: float = 0.0
    updated: float = 0.0
    epoch: int = 1
    node: str = ""
    result: str = ""
    deadline: float | None = None  # the earliest in the room
    lease_until: float = 0.0  # the lease of the owner
    head: int = 0  # seq of the last row
    rules: str = ""  # the rules it was made with; see `rules.hosted_games`


class RulesInUse(msgspec.Struct, frozen=True):
    """How many unfinished rooms of a status have the same rules."""

    game: str
    rules: str
    status: str
    count: int


class FinishedMatch(msgspec.Struct, kw_only=True):
    """A finished match in the history. It stays, whatever happens in the room later."""

    room: str
    match: int  # its number in the room, from 1
    game: str
    names: list[str]  # in the order of the slots, as in `RoomInfo`
    players: list[str]  # by seat; empty in matches of older versions
    result: str
    ended: float
    inputs: int  # seq of the last row
    created: float  # when the room was created


class InfoChanges(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """Changes of a `RoomInfo`. Fields that are not given stay; a deadline of None removes it.

    With `match`, that match of the room has ended with `result` at `updated` and is added to the
    history; `players` are the names by seat. `statements` are executed in the same transaction;
    the first value of each is the room."""

    status: str | UnsetType = UNSET
    names: list[str] | UnsetType = UNSET
    updated: float | UnsetType = UNSET
    result: str | UnsetType = UNSET
    deadline: float | UnsetType | None = UNSET
    rules: str | UnsetType = UNSET
    match: int = 0
    players: list[str] = []
    statements: list[Statement] = []


Done: TypeAlias = Callable[[Exception | None], None]
Submit: TypeAlias = tuple[str, int, Sequence[Row], InfoChanges | None, Snapshot | None, Done]
Batch: TypeAlias = list[Submit]


class Store(ABC):
    """A database of rooms. It belongs to the event loop that opened it, and never blocks that loop."""

    INFO: ClassVar[str]  # SELECT for the fields of RoomInfo; a WHERE clause follows
    is_read_only: bool
    schema_version: int  # of the open database; older ones can only be read

    @abstractmethod
    async def open(self) -> None:
        """Connect, and bring the tables up to date unless the store is read-only. A read-only store
        also reads older tables, and can be used while a server runs."""
        self._loop = asyncio.get_running_loop()
        self.replays = ReplayArchive(self._select, self.execute)
        self._queue: Batch = []
        self.commit_seconds, self.commit_inputs = Histogram(SECONDS), Histogram(COUNTS)
        self._commit_began = 0.0
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
        changes: InfoChanges | None = None,
        snapshot: Snapshot | None = None,
        *,
        done: Done,
    ) -> None:
        """Queue rows. `done` is called later on the loop: with None when they are durable, or with
        `Fenced`, `Conflict` or `StoreFailed` if nothing of this submit was written.

        The submits of a room keep their order. After one that failed the later ones fail as well,
        because their rows do not follow.
        """
        if not self._is_open:
            self._loop.call_soon(done, StoreFailed("The store is closed."))
            return
        self._queue.append((room, epoch, rows, changes, snapshot, done))
        if not self._is_busy:
            self._is_busy = True
            self._idle.clear()
            self._start_gathering()

    async def append(
        self,
        room: str,
        epoch: int,
        rows: Sequence[Row],
        changes: InfoChanges | None = None,
        snapshot: Snapshot | None = None,
    ) -> None:
        """Submit rows and wait until they are durable; raise the error that `done` would get."""
        future: asyncio.Future[None] = self._loop.create_future()

        def done(error: Exception | None) -> None:
            if not future.done():  # the caller may have been cancelled
                future.set_result(None) if error is None else future.set_exception(error)

        self.submit(room, epoch, rows, changes, snapshot, done=done)
        await future

    def _start_gathering(self) -> None:
        self._gathered, self._gather_until = 0, self._loop.time() + GATHER_SECONDS
        self._loop.call_soon(self._gather)

    def _gather(self) -> None:
        """Commit the queue once an iteration of the loop adds nothing. Clients often answer an
        update at once, and what is queued together costs one commit."""
        count = len(self._queue)
        if count > self._gathered and self._loop.time() < self._gather_until:
            self._gathered = count
            self._loop.call_soon(self._gather)
        else:
            batch, self._queue = self._queue, []
            self._commit_began = perf_counter()
            self._commit(batch)

    @abstractmethod
    def _commit(self, batch: Batch) -> None:
        """Start to write a batch, and call `_finish` on the loop afterwards."""

    def _finish(self, batch: Batch, errors: dict[int, Exception]) -> None:
        """Call the callbacks of a batch with their errors, and start the next batch."""
        self.commit_seconds.observe(perf_counter() - self._commit_began)
        self.commit_inputs.observe(len(batch))
        for index, submit in enumerate(batch):
            try:
                submit[5](errors.get(index))
            except Exception as error:
                context = {"message": f"done() for room {submit[0]} failed", "exception": error}
                self._loop.call_exception_handler(context)
        if self._queue:
            self._start_gathering()
        else:
            self._is_busy = False
            self._idle.set()

    # --- ownership --------------------------------------------------------------------------------

    @abstractmethod
    async def create(self, info: RoomInfo, rows: Sequence[Row] = ()) -> None:
        """Add a room owned by `info.node` (which should have renewed its lease) at `info.epoch`. Raises
        `Conflict` if its name or code is already used."""

    @abstractmethod
    async def acquire(self, room: str, node: str, seconds: float) -> int | None:
        """Acquire a room that is free, already owned, or owned by a node whose lease has expired.
        Returns its epoch, or None.

        The epoch rises by one when the owner changes. The node's lease is renewed as well."""

    @abstractmethod
    async def renew(self, node: str, seconds: float) -> set[str]:
        """Renew the lease of a node, which covers all its rooms: it ends in `seconds` from now by the
        database's clock. Returns the rooms that the node still owns."""

    @abstractmethod
    async def release(self, room: str, node: str) -> None:
        """Give up a room, so that the next node need not wait for the end of the lease."""

    async def owner(self, room: str) -> tuple[str, int, float]:
        """Return the owner, the epoch and the end of the lease. The owner of a free room is ""."""
        info = await self.info(room)
        return (info.node, info.epoch, info.lease_until) if info else ("", 0, 0.0)

    @abstractmethod
    async def delete(self, room: str) -> None:
        """Delete a room with its log, snapshot and results, and its rows of `people_tables`."""

    @abstractmethod
    async def execute(self, statements: Sequence[Statement]) -> None:
        """Execute statements with values for $1, $2, ... in one transaction."""

    # --- reading ----------------------------------------------------------------------------------

    async def query(self, sql: str, *values: Any) -> list[Any]:
        """Return the rows of a query with values for $1, $2, ..."""
        return await self._select(sql, *values)

    @abstractmethod
    async def _select(self, sql: str, *values: Any) -> list[Any]:
        """Return the rows of a query with values for $1, $2, ..."""

    @abstractmethod
    async def read(self, room: str, after: int = 0) -> list[Row]:
        """Return the log of a room after row `after`."""

    async def snapshot(self, room: str) -> Snapshot | None:
        """Return the newest snapshot of a room."""
        sql = "SELECT room, seq, body FROM snapshots WHERE room = $1"
        return next((Snapshot(*found) for found in await self._select(sql, room)), None)

    async def _infos(self, condition: str, *values: Any) -> list[RoomInfo]:
        return [
            room_info(found) for found in await self._select(self._info_sql + condition, *values)
        ]

    @property
    def _info_sql(self) -> str:
        has_rules = self.schema_version >= WITH_RULES
        return self.INFO if has_rules else self.INFO.replace("rooms.rules", "''")

    async def info(self, room: str) -> RoomInfo | None:
        """Return the facts about a room."""
        return next(iter(await self._infos("WHERE rooms.room = $1", room)), None)

    async def by_code(self, code: str) -> RoomInfo | None:
        """Return the room with this code."""
        return next(iter(await self._infos("WHERE code = $1 AND code <> ''", code)), None)

    async def rooms(
        self,
        *,
        status: str | None = None,
        game: str | None = None,
        is_private: bool | None = None,
        limit: int = 100,
        start: int = 0,
    ) -> list[RoomInfo]:
        """Return rooms that match all given filters, newest first; `limit` of them after the first
        `start`. The status `open` stands for waiting and playing rooms, those that wait first."""
        asked = {"status": status, "game": game, "is_private": is_private}
        given = {name: value for name, value in asked.items() if value is not None}
        terms, order = ["true"], "created DESC"
        if status == "open":
            del given["status"]
            terms, order = ["status IN ('waiting', 'playing')"], "status DESC, created DESC"
        terms += [f"{name} = ${number}" for number, name in enumerate(given, 3)]
        condition = f"WHERE {' AND '.join(terms)} ORDER BY {order}, rooms.room LIMIT $1 OFFSET $2"
        return await self._infos(condition, limit, start, *given.values())

    async def history(self, limit: int = 100, start: int = 0) -> list[FinishedMatch]:
        """Return the finished matches of public rooms, most recent first; `limit` of them after the
        first `start`."""
        return [_finished_match(found) for found in await self._select(HISTORY, limit, start)]

    async def due(self, now: float | None = None) -> list[RoomInfo]:
        """Return unfinished rooms whose deadline is before `now`; without `now`, all with a
        deadline."""
        condition = "WHERE status IN ('waiting', 'playing') AND deadline <= $1 ORDER BY deadline"
        return await self._infos(condition, 1e300 if now is None else now)

    async def inactive(
        self, waiting_before: float, playing_before: float, limit: int = 100
    ) -> list[RoomInfo]:
        """Return rooms that may be abandoned, the oldest first: waiting ones that nobody joined or left
        since a time, matches without a clock that were started before another, and matches whose
        clock has run out before it, which only happens if they cannot be played."""
        condition = """WHERE (status = 'waiting' AND updated < $1)
            OR (status = 'playing' AND updated < $2 AND (deadline > 1e300 OR deadline < $2))
            ORDER BY updated LIMIT $3"""
        return await self._infos(condition, waiting_before, playing_before, limit)

    async def unused_since(self, before: float, limit: int = 1000) -> list[RoomInfo]:
        """Return rooms that nobody joined, left or finished since a time, the oldest first. Matches
        with a clock are left out: they end by themselves."""
        condition = """WHERE updated < $1 AND (status <> 'playing' OR deadline > 1e300)
            ORDER BY updated, rooms.room LIMIT $2"""
        return await self._infos(condition, before, limit)

    async def rules_in_use(self) -> list[RulesInUse]:
        """Return the rules of unfinished rooms."""
        if self.schema_version < WITH_RULES:
            return []
        return [RulesInUse(*found) for found in await self._select(RULES_IN_USE)]

    async def setting(self, name: str) -> str | None:
        """Return a setting that all nodes share, such as the secret that signs tokens."""
        found = await self._select("SELECT value FROM settings WHERE name = $1", name)
        return str(found[0][0]) if found else None

    @abstractmethod
    async def set_setting(self, name: str, value: str) -> str:
        """Set a shared setting unless it is set already; return the value in force."""

    @abstractmethod
    async def change_setting(self, name: str, value: str) -> None:
        """Set a shared setting, whatever it was before."""


# --- shared by the stores --------------------------------------------------------------------------

RULES_IN_USE = """
SELECT game, rules, status, count(*) FROM rooms WHERE status IN ('waiting', 'playing')
GROUP BY game, rules, status ORDER BY game, rules, status"""
HISTORY = """
SELECT results.room, number, results.game, results.names, players, results.result, ended, inputs,
    created FROM results JOIN rooms ON rooms.room = results.room
WHERE NOT results.is_private ORDER BY ended DESC, number DESC LIMIT $1 OFFSET $2"""


class RoomHead:
    """The head of a room's log: its epoch and its last row."""

    __slots__ = ("epoch", "seq")

    def __init__(self, epoch: int, seq: int) -> None:
        self.epoch, self.seq = epoch, seq


class AcceptedBatch:
    """The part of a batch that is written: submits of the current epoch whose rows follow.

    `heads` must hold every existing room of the batch. It is updated, so it must be discarded or undone
    if the commit fails. `changes` are the new column values of the rooms.
    """

    def __init__(self, batch: Batch, heads: dict[str, Any]) -> None:
        self.rows: list[Row] = []
        self.changes: dict[str, dict[str, Any]] = {}
        self.snapshots: dict[str, Snapshot] = {}
        self.results: list[dict[str, Any]] = []  # of finished matches
        self.statements: list[Statement] = []  # of the changes
        self.errors: dict[int, Exception] = {}
        for index, (room, epoch, rows, changes, snapshot, _) in enumerate(batch):
            head: RoomHead | None = heads.get(room)
            if head is None or head.epoch != epoch:
                self.errors[index] = fenced_error(room, epoch)
                continue
            if sentence := sequence_error(room, rows, head):
                self.errors[index] = Conflict(sentence)
                continue
            self.rows += rows
            if changes is not None:
                self.changes.setdefault(room, {}).update(_changed(changes))
                if changes.match:
                    self.results.append(_result(room, head.seq, changes))
                self.statements += changes.statements
            if snapshot is not None:
                self.snapshots[room] = snapshot

    def undo(self, heads: dict[str, Any]) -> None:
        """Undo the updates of the heads: nothing was written."""
        for row in self.rows:
            heads[row.room].seq -= 1


def fenced_error(room: str, epoch: int) -> Fenced:
    """Return the error for rows with an outdated epoch."""
    return Fenced(f"Room {room} is not owned at epoch {epoch}, or no longer.")


def sequence_error(room: str, rows: Sequence[Row], head: RoomHead) -> str:
    """Return why rows do not follow the head; if they do, return "" and advance the head."""
    seq = head.seq
    for row in rows:
        seq += 1
        if row.seq != seq or row.room != room:
            return f"Row {row.seq} of room {row.room} does not follow row {seq - 1} of room {room}."
    head.seq = seq
    return ""


def name_conflict(info: RoomInfo) -> Conflict:
    """Return the error for a room whose name or code is used."""
    return Conflict(f"There is already a room {info.room}, or one with its code.")


def _changed(changes: InfoChanges) -> dict[str, Any]:
    values = zip(InfoChanges.__struct_fields__, astuple(changes), strict=True)
    new = {name: value for name, value in values if value is not UNSET}
    del new["match"], new["players"], new["statements"]
    if "names" in new:
        new["names"] = msgspec.json.encode(new["names"]).decode()
    if "deadline" in new and new["deadline"] is None:
        new["deadline"] = inf
    return new


def _result(room: str, seq: int, changes: InfoChanges) -> dict[str, Any]:
    """Return a row of `results`; the other columns are copied from the room."""
    return {
        "room": room,
        "number": changes.match,
        "names": msgspec.json.encode(changes.names or []).decode(),
        "players": msgspec.json.encode(changes.players).decode(),
        "result": changes.result or "",
        "ended": changes.updated or 0.0,
        "inputs": seq,
    }


def info_columns(info: RoomInfo) -> list[Any]:
    """Return the column values of a new room."""
    values = list(astuple(info)[:12])
    values[5] = msgspec.json.encode(info.names).decode()
    values[11] = inf if info.deadline is None else info.deadline
    return [*values, info.rules]


def room_info(found: Sequence[Any]) -> RoomInfo:
    """Return the facts about a room from its columns."""
    fields = dict(zip(RoomInfo.__struct_fields__, found, strict=True))
    fields["names"] = msgspec.json.decode(fields["names"], type=list[str])
    fields["is_private"] = bool(fields["is_private"])
    fields["deadline"] = None if fields["deadline"] == inf else fields["deadline"]
    return RoomInfo(**fields)


def _finished_match(found: Sequence[Any]) -> FinishedMatch:
    fields = dict(zip(FinishedMatch.__struct_fields__, found, strict=True))
    for name in ("names", "players"):
        fields[name] = msgspec.json.decode(fields[name], type=list[str])
    return FinishedMatch(**fields)
