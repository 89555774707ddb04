"""The store of one machine: a SQLite file, written by one thread and read by another.

A commit is on the disk before it is acknowledged (WAL, synchronous=FULL). What it costs is pages
written and steps of statements, as Python fights for its lock after each step. So a commit of many
rooms is one line, and a row knows where the one before it in its room is: in which commit, and at
which byte. Where a room ends, and which action ids it has used, is told to `heads` and `actions` later;
who reads looks at the commits since for himself. Several processes may share the file; the epochs keep
them apart.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from pathlib import Path
from queue import SimpleQueue
from typing import Any, TypeVar

import msgspec
from msgspec.structs import astuple

from .errors import Conflict, StoreFailed, database_failed
from .store import (
    OLD_RESULT,
    AcceptedBatch,
    Batch,
    RoomHead,
    RoomInfo,
    Row,
    Store,
    last_match,
    room_info,
    sequence_error,
    stored,
    taken,
)

T = TypeVar("T")

SCHEMA = """
CREATE TABLE IF NOT EXISTS rooms (
    id INTEGER PRIMARY KEY, room TEXT NOT NULL UNIQUE, game TEXT NOT NULL, code TEXT NOT NULL,
    status TEXT NOT NULL, is_private INTEGER NOT NULL, names TEXT NOT NULL,
    created REAL NOT NULL, updated REAL NOT NULL, epoch INTEGER NOT NULL, node TEXT NOT NULL,
    result TEXT NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS rooms_by_code ON rooms (code) WHERE code <> '';
CREATE INDEX IF NOT EXISTS rooms_by_node ON rooms (node) WHERE node <> '';
CREATE INDEX IF NOT EXISTS rooms_by_status ON rooms (status, created);
CREATE TABLE IF NOT EXISTS results ( -- a line for every match that is over
    room TEXT NOT NULL, number INTEGER NOT NULL, game TEXT NOT NULL, names TEXT NOT NULL,
    players TEXT NOT NULL, is_private INTEGER NOT NULL, result TEXT NOT NULL, ended REAL NOT NULL,
    inputs INTEGER NOT NULL, PRIMARY KEY (room, number));
CREATE INDEX IF NOT EXISTS results_by_end ON results (ended, number) WHERE NOT is_private;
CREATE TABLE IF NOT EXISTS commits (id INTEGER PRIMARY KEY, rows BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS heads ( -- the last row of a room, and where it is
    id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, last INTEGER NOT NULL, deadline REAL NOT NULL);
CREATE TABLE IF NOT EXISTS told ( -- the last commit that the heads know of
    one INTEGER PRIMARY KEY, last INTEGER NOT NULL);
INSERT OR IGNORE INTO told VALUES (1, 0);
CREATE TABLE IF NOT EXISTS actions ( -- ids that were used, and by which row
    room INTEGER NOT NULL, action_id TEXT NOT NULL, place INTEGER NOT NULL,
    PRIMARY KEY (room, action_id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshots (
    room TEXT PRIMARY KEY, seq INTEGER NOT NULL, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS nodes (node TEXT PRIMARY KEY, lease_until REAL NOT NULL);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)"""
FIND = "SELECT id, epoch, seq, last, deadline FROM rooms JOIN heads USING (id) WHERE room = ?"
CHANGE = """
UPDATE rooms SET status = coalesce(?, status), names = coalesce(?, names),
    updated = coalesce(?, updated), result = coalesce(?, result) WHERE room = ?"""
ADD_RESULT = """
INSERT OR IGNORE INTO results SELECT room, :number, game, :names, :players, is_private, :result,
    :ended, :inputs FROM rooms WHERE room = :room"""
HAS_TABLE = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
SET_DEADLINE = "UPDATE heads SET deadline = ? WHERE id = ?"
TAKE = """
UPDATE rooms SET epoch = epoch + (node <> $1), node = $1 WHERE room = $2 AND (node IN ('', $1) OR
    NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.node = rooms.node AND lease_until > $3))
RETURNING epoch"""
LEASE = "REPLACE INTO nodes VALUES (?, ?)"
ADD_ROOM = "INSERT INTO rooms VALUES (NULL, ?,?,?,?,?,?,?,?,?,?,?)"
REMEMBERED = 100_000  # action ids, or rooms, that are kept in memory
UNTOLD = 200  # commits that the heads need not know of
VERSION = 2  # of the file: 1 had a line for every row
# Nothing is written when somebody else has written to the file since we last looked: then what we
# know may be wrong.
COMMIT = """
INSERT INTO commits SELECT ?, ? WHERE (SELECT data_version FROM pragma_data_version) = ?"""
NEWS = "SELECT id, rows FROM commits WHERE id > (SELECT last FROM told) ORDER BY id"
TELL = "UPDATE heads SET seq = ?, last = ? WHERE id = (SELECT id FROM rooms WHERE room = ?)"
TELL_ACTION = "INSERT OR IGNORE INTO actions SELECT id, ?, ? FROM rooms WHERE room = ?"
HAS_ACTION = "SELECT 1 FROM actions WHERE room = ? AND action_id = ?"
ACTION = """
SELECT place FROM actions JOIN rooms ON rooms.id = actions.room
WHERE rooms.room = ? AND action_id = ?"""
SPAN = 1 << 28  # bytes of a commit; where a row is, is one number
_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[Any]).decode


class Place(RoomHead):
    """Where a room stands, with its number, the place of its last row, and its timer. Of the action ids
    it may know only the latest; the others are in the table."""

    __slots__ = ("deadline", "id", "last", "older")

    def __init__(self, found: tuple[Any, ...], older: sqlite3.Connection | None) -> None:
        self.id, epoch, seq, self.last, self.deadline = found
        self.older = older
        super().__init__(epoch, seq, set())

    def has_used(self, action_id: str) -> bool:
        if super().has_used(action_id) or self.older is None:
            return super().has_used(action_id)
        return self.older.execute(HAS_ACTION, (self.id, action_id)).fetchone() is not None


class SqliteStore(Store):
    """A store in the file `path`, which is made when it is not there; its folder must be."""

    INFO = """
SELECT room, game, code, status, is_private, names, created, updated, epoch, node, result, deadline,
    coalesce((SELECT lease_until FROM nodes WHERE nodes.node = rooms.node), 0), seq
FROM rooms JOIN heads USING (id) """

    def __init__(self, path: str | Path, busy_seconds: float = 5.0) -> None:
        self.path = str(path)
        self.busy_seconds = busy_seconds
        self.transactions = 0  # that wrote submits
        self._db: sqlite3.Connection | None = None
        self._places: dict[str, Place] = {}  # true as long as nobody else writes to the file
        self._last = 0  # commit
        self._untold = 0
        self._data_version = -1
        self._remembered = 0  # action ids
        self._recent: dict[str, tuple[int, int]] = {}  # where rooms end, if their heads do not know
        self._recent_until = 0  # commit
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    async def open(self) -> None:
        await super().open()
        self._writer = threading.Thread(target=self._work, name="store-writer", daemon=True)
        self._writer.start()
        self._reader = ThreadPoolExecutor(1, "store-reader")
        try:
            await self._write(self._begin_work)
            self._reading = await self._loop.run_in_executor(self._reader, self._connect)
        except BaseException:
            await self.close()
            raise

    async def close(self) -> None:
        await super().close()
        self._jobs.put(None)
        await self._loop.run_in_executor(self._reader, self._writer.join)
        if hasattr(self, "_reading"):
            await self._loop.run_in_executor(self._reader, self._reading.close)
        self._reader.shutdown()

    def _connect(self) -> sqlite3.Connection:
        # Seeds and the secret of the tokens are for nobody else. (A file that is there is not to be
        # opened and closed: that would drop the locks which this process has on it.)
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        connection = sqlite3.connect(
            self.path, timeout=self.busy_seconds, isolation_level=None, cached_statements=256
        )
        try:
            connection.execute("PRAGMA synchronous = FULL")
        except sqlite3.Error:  # this is no database
            connection.close()
            raise
        return connection

    # --- in the writer's thread -------------------------------------------------------------------

    def _begin_work(self) -> None:
        try:
            self._prepare()
        except sqlite3.Error as error:  # whoever starts a server wants to know
            raise StoreFailed(f"The database failed: {error}.") from error

    def _prepare(self) -> None:
        db = self._db = self._connect()
        self._use_wal(db)
        db.execute("BEGIN IMMEDIATE")
        version = db.execute("PRAGMA user_version").fetchone()[0]
        if version > VERSION:
            raise StoreFailed(f"{self.path} was written by a newer version of Turnwright.")
        has_history = db.execute(HAS_TABLE, ("results",)).fetchone() is not None
        for statement in SCHEMA.split(";"):
            db.execute(statement)
        db.execute("DELETE FROM nodes WHERE lease_until < ?", (time.time() - 86400,))
        if version < VERSION:
            _convert(db)
            self._tell_heads(db)
            db.execute(f"PRAGMA user_version = {VERSION}")
        if not has_history:
            self._tell_heads(db)
            _begin_history(db)
        db.execute("COMMIT")

    def _use_wal(self, db: sqlite3.Connection) -> None:
        """For this SQLite does not wait by itself while another process does the same."""
        until = time.monotonic() + self.busy_seconds
        while True:
            try:
                db.execute("PRAGMA journal_mode = WAL")
                return
            except sqlite3.OperationalError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.01)

    def _work(self) -> None:
        while (job := self._jobs.get()) is not None:
            job()
            del job  # it holds the batch
        if self._db is not None:
            self._db.close()

    async def _write(self, work: Callable[[], T]) -> T:
        """Do something in the writer's thread."""
        future: asyncio.Future[T] = self._loop.create_future()

        def resolve(result: Any, error: Exception | None) -> None:
            if not future.done():
                future.set_result(result) if error is None else future.set_exception(error)

        def job() -> None:
            result: Any = None
            failure: Exception | None = None
            try:
                result = work()
            except Exception as error:
                failure = self._give_up(error)
            self._loop.call_soon_threadsafe(resolve, result, failure)

        self._jobs.put(job)
        return await future

    def _give_up(self, error: Exception) -> Exception:
        """Undo what was begun, forget what was known, and say what happened."""
        self._data_version = -1
        self._untold = UNTOLD  # what was told may have been taken back
        self._places.clear()
        with suppress(sqlite3.Error):
            if self._db is not None and self._db.in_transaction:
                self._db.execute("ROLLBACK")
        return error if isinstance(error, (Conflict, StoreFailed)) else database_failed(error)

    def _commit(self, batch: Batch) -> None:
        self._jobs.put(lambda: self._run(batch))

    def _run(self, batch: Batch) -> None:
        try:
            errors = self._write_batch(batch)
        except sqlite3.OperationalError as error:  # the disk is full, the file is locked, ...
            errors = dict.fromkeys(range(len(batch)), self._give_up(error))
        except Exception as error:  # one of them cannot be stored; it takes no other with it
            self._give_up(error)
            errors = {}
            for index, submit in enumerate(batch):
                try:
                    errors.update((index, e) for e in self._write_batch([submit]).values())
                except Exception as error:
                    errors[index] = self._give_up(error)
        self._loop.call_soon_threadsafe(self._finish, batch, errors)

    def _write_batch(self, batch: Batch) -> dict[int, Exception]:
        self.transactions += 1
        places = self._places
        has_room = self._remembered <= REMEMBERED and self._untold < UNTOLD
        if has_room and all([submit[0] in places for submit in batch]):
            accepted = AcceptedBatch(batch, places)
            is_plain = not (accepted.errors or accepted.changes or accepted.snapshots)
            if is_plain and self._insert(accepted.rows):
                return {}  # as nearly always
            accepted.undo(places)
        db = self._begin([submit[0] for submit in batch])
        accepted = AcceptedBatch(batch, places)
        self._change(db, accepted.changes)
        db.executemany(ADD_RESULT, accepted.results)
        self._insert(accepted.rows)
        if accepted.snapshots:
            pictures = map(astuple, accepted.snapshots.values())
            db.executemany("REPLACE INTO snapshots VALUES (?, ?, ?)", pictures)
        db.execute("COMMIT")
        return accepted.errors

    def _begin(self, rooms: Sequence[str] = ()) -> sqlite3.Connection:
        """Begin a transaction, and know where these rooms stand: as nobody else can write now, all
        that was known is true if nobody wrote since the last time, which SQLite tells."""
        assert self._db is not None
        execute, places = self._db.execute, self._places
        execute("BEGIN IMMEDIATE")
        data_version = execute("PRAGMA data_version").fetchone()[0]
        if data_version != self._data_version:
            self._data_version = data_version
            self._last = execute("SELECT coalesce(max(id), 0) FROM commits").fetchone()[0]
            places.clear()
        if self._remembered + len(places) > REMEMBERED:
            self._remembered = 0
            places.clear()
        unknown = {room for room in rooms if room not in places}
        if unknown or self._untold >= UNTOLD:
            self._tell_heads(self._db)
        for room in unknown:
            if found := execute(FIND, (room,)).fetchone():
                places[room] = Place(found, self._db)
        return self._db

    def _insert(self, rows: Sequence[Row]) -> bool:
        """Write rows; False, and nothing is written, if somebody else wrote since we last looked."""
        db, places, last = self._db, self._places, self._last + 1
        assert db is not None
        if not rows:
            return True
        packed, size = [], 0
        for row in rows:
            place = places[row.room]
            if row.action_id is not None:
                self._remembered += 1
            packed.append(_pack(place.last, astuple(row)))
            place.last = last * SPAN + size
            size += len(packed[-1])
        if size > SPAN:
            raise Conflict("These rows are too much for one commit.")
        self._last = last
        self._untold += 1
        values = (last, b"".join(packed), self._data_version)
        return db.execute(COMMIT, values).rowcount > 0

    def _tell_heads(self, db: sqlite3.Connection) -> None:
        """Let the heads of the rooms know what was committed, by whomever."""
        heads, actions, last = {}, [], 0
        for last, rows in db.execute(NEWS):
            for offset, row in rows_in(rows):
                place, room, action_id = last * SPAN + offset, row[1], row[6]
                heads[room] = (row[2], place, room)
                if action_id is not None:
                    actions.append((action_id, place, room))
        if heads:
            db.executemany(TELL, heads.values())
            db.executemany(TELL_ACTION, actions)
            db.execute("UPDATE told SET last = ?", (last,))
        self._untold = 0

    def _change(self, db: sqlite3.Connection, changes: dict[str, dict[str, Any]]) -> None:
        """Write what has changed about rooms."""
        for room, new in changes.items():
            place = self._places[room]
            if "deadline" in new:
                place.deadline = new.pop("deadline")
                db.execute(SET_DEADLINE, (place.deadline, place.id))
            if new:
                columns = ("status", "names", "updated", "result")
                db.execute(CHANGE, [*map(new.get, columns), room])

    # --- ownership --------------------------------------------------------------------------------

    async def create(self, info: RoomInfo, rows: Sequence[Row] = ()) -> None:
        *values, deadline = stored(info)

        def work() -> None:
            db = self._begin()
            try:
                number = db.execute(ADD_ROOM, values).lastrowid
            except sqlite3.IntegrityError:
                raise taken(info) from None
            db.execute("INSERT INTO heads VALUES (?, 0, 0, ?)", (number, deadline))
            place = self._places[info.room] = Place((number, info.epoch, 0, 0, deadline), None)
            if sentence := sequence_error(info.room, rows, place):
                raise Conflict(sentence)
            self._insert(rows)
            db.execute("COMMIT")

        await self._write(work)

    async def acquire(self, room: str, node: str, seconds: float) -> int | None:
        def work() -> int | None:
            db, now = self._begin(), time.time()
            db.execute(LEASE, (node, now + seconds))
            found = db.execute(TAKE, _numbered(node, room, now)).fetchall()
            db.execute("COMMIT")
            self._places.pop(room, None)
            return found[0][0] if found else None

        return await self._write(work)

    async def renew(self, node: str, seconds: float) -> set[str]:
        def work() -> set[str]:
            db = self._begin()
            db.execute(LEASE, (node, time.time() + seconds))
            db.execute("COMMIT")
            return {
                room for (room,) in db.execute("SELECT room FROM rooms WHERE node = ?", (node,))
            }

        return await self._write(work)

    async def release(self, room: str, node: str) -> None:
        sql = "UPDATE rooms SET node = '' WHERE room = ? AND node = ?"
        await self._execute(sql, room, node)

    async def set_setting(self, name: str, value: str) -> str:
        await self._execute("INSERT OR IGNORE INTO settings VALUES (?, ?)", name, value)
        return await self.setting(name) or value

    async def _execute(self, sql: str, *values: str) -> None:
        def work() -> None:
            assert self._db is not None
            self._db.execute(sql, values)

        await self._write(work)

    # --- in the reader's thread -------------------------------------------------------------------

    async def _ask(self, work: Callable[[sqlite3.Connection], T]) -> T:
        def job() -> T:
            try:
                return work(self._reading)
            except sqlite3.Error as error:
                raise database_failed(error) from error

        return await self._loop.run_in_executor(self._reader, job)

    async def _select(self, sql: str, *values: Any) -> list[Any]:
        return await self._ask(lambda db: db.execute(sql, _numbered(*values)).fetchall())

    def _ends(self, db: sqlite3.Connection) -> dict[str, tuple[int, int]]:
        """Where rooms end by the commits that the heads need not know of, each looked at once."""
        told = db.execute("SELECT last FROM told").fetchone()[0]
        if told >= self._recent_until:
            self._recent, self._recent_until = {}, told
        since = "SELECT id, rows FROM commits WHERE id > ? ORDER BY id"
        for commit, rows in db.execute(since, (self._recent_until,)):
            for offset, row in rows_in(rows):
                self._recent[row[1]] = (row[2], commit * SPAN + offset)
            self._recent_until = commit
        return self._recent

    async def read(self, room: str, after: int = 0) -> list[Row]:
        def work(db: sqlite3.Connection) -> list[Row]:
            with _one_moment(db):
                found = db.execute(FIND, (room,)).fetchone()
                seq, place = found[2:4] if found else (0, 0)
                return _read(db, *max((seq, place), self._ends(db).get(room, (0, 0))), after)

        return await self._ask(work)

    async def action(self, room: str, action_id: str) -> Row | None:
        def work(db: sqlite3.Connection) -> Row | None:
            with _one_moment(db):
                found = db.execute(ACTION, (room, action_id)).fetchone()
                if found is not None:
                    commit, offset = divmod(found[0], SPAN)
                    return Row(*_unpack(_commit(db, commit), offset)[1:])
                for _, rows in db.execute(NEWS):
                    for _, row in rows_in(rows):
                        if row[1] == room and row[6] == action_id:
                            return Row(*row[1:])
            return None

        return await self._ask(work)

    async def _infos(self, condition: str, *values: Any) -> list[RoomInfo]:
        def work(db: sqlite3.Connection) -> list[RoomInfo]:
            with _one_moment(db):
                found = db.execute(self.INFO + condition, _numbered(*values)).fetchall()
                ends = self._ends(db)
            infos = [room_info(line) for line in found]
            for info in infos:
                info.head = max(info.head, ends.get(info.room, (0, 0))[0])
            return infos

        return await self._ask(work)


@contextmanager
def _one_moment(db: sqlite3.Connection) -> Iterator[None]:
    """All that is read here is of one moment, whatever is written meanwhile."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.execute("COMMIT")


def _pack(before: int, row: Sequence[Any]) -> bytes:
    """A row behind its length and the place of the one before it in its room."""
    packed = _encode((before, *row))
    return len(packed).to_bytes(4, "big") + packed


def _unpack(rows: bytes, offset: int) -> list[Any]:
    start = offset + 4
    return _decode(rows[start : start + int.from_bytes(rows[offset:start], "big")])


def rows_in(rows: bytes) -> Iterator[tuple[int, list[Any]]]:
    """The rows of a commit: where each one is, and its fields behind the place of the one before."""
    offset = 0
    while offset < len(rows):
        yield offset, _unpack(rows, offset)
        offset += 4 + int.from_bytes(rows[offset : offset + 4], "big")


def _commit(db: sqlite3.Connection, number: int) -> bytes:
    found = db.execute("SELECT rows FROM commits WHERE id = ?", (number,)).fetchone()
    if found is None:
        raise StoreFailed(f"Commit {number} is missing in the database.")
    packed: bytes = found[0]
    return packed


def _read(db: sqlite3.Connection, seq: int, place: int, after: int) -> list[Row]:
    """The rows of a room behind row `after`, from row `seq` at a place backwards."""
    rows: list[Row] = []
    known, packed = 0, b""
    while seq > after:
        commit, offset = divmod(place, SPAN)
        if commit != known:
            known, packed = commit, _commit(db, commit)
        place, *row = _unpack(packed, offset)
        rows.append(Row(*row))
        seq -= 1
    return rows[::-1]


def _convert(db: sqlite3.Connection) -> None:
    """A file of the time when every row had a line of its own, or a new one: all is told anew."""
    db.execute("UPDATE told SET last = 0")
    if not db.execute(HAS_TABLE, ("log",)).fetchone():
        return
    columns = "room, seq, kind, seat, body, nullif(action_id, ''), digest, version, hash, at"
    found = db.execute(f"SELECT id, before, {columns} FROM log").fetchall()
    commits = [(number, _pack(before * SPAN, row)) for number, before, *row in found]
    db.executemany("INSERT INTO commits VALUES (?, ?)", commits)
    db.execute(f"UPDATE heads SET last = last * {SPAN}")
    db.execute("DROP TABLE log")


def _begin_history(db: sqlite3.Connection) -> None:
    """A file of the time when a room remembered its last result only, and only while it was over."""
    db.execute("DROP INDEX IF EXISTS rooms_over")
    for (room,) in db.execute("SELECT room FROM rooms WHERE status = 'over'").fetchall():
        _, _, seq, place, _ = db.execute(FIND, (room,)).fetchone()
        rows = _read(db, seq, place, 0)
        if number := last_match([row.kind for row in rows]):
            db.execute(OLD_RESULT, _numbered(room, number, len(rows)))


def _numbered(*values: Any) -> dict[str, Any]:
    """Values for $1, $2, ..., which are names to SQLite."""
    return {str(number): value for number, value in enumerate(values, 1)}
