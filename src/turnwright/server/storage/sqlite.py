"""The store for one machine: a SQLite file, written by one thread and read by another.

A commit is on disk before it is acknowledged (WAL, synchronous=FULL). Its cost is the pages it
writes and the statements it steps through, since the thread must reacquire the GIL after each step.
So a commit is one INSERT, however many rooms it concerns:

- `commits` holds the packed rows of one batch per line (see `commit_format`).
- `heads` (the last row of each room) lags behind by up to `MAX_PENDING_COMMITS` commits, and is then
  updated (`update_heads`; the table `told` notes up to where). Readers scan the newer commits
  themselves (`_recent_ends`).
- The writer remembers the heads of its rooms. The INSERT has a condition on `data_version`, so it
  writes nothing if another process has written to the file; then the heads are read again in a
  transaction.
- Rows with changes or snapshots, and unknown rooms, take an ordinary transaction (`_begin`).

Several processes may share the file; epochs keep them apart.
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

from msgspec.structs import astuple

from .commit_format import (
    FIND,
    SPAN,
    erase_log,
    pack,
    read_back,
    rows_in,
    update_heads,
)
from .errors import Conflict, StoreFailed, database_failed
from .people_tables import ROOM_TABLES
from .replay_archive import Statement
from .schema_version import check_version
from .sqlite_migrations import file_version, migrate
from .store import (
    AcceptedBatch,
    Batch,
    RoomHead,
    RoomInfo,
    Row,
    Store,
    info_columns,
    name_conflict,
    room_info,
    sequence_error,
)

T = TypeVar("T")

CHANGE = """
UPDATE rooms SET status = coalesce(?, status), names = coalesce(?, names),
    updated = coalesce(?, updated), result = coalesce(?, result), rules = coalesce(?, rules)
WHERE room = ?"""
ADD_RESULT = """
INSERT OR IGNORE INTO results SELECT room, :number, game, :names, :players, is_private, :result,
    :ended, :inputs, 0 FROM rooms WHERE room = :room"""
SET_DEADLINE = "UPDATE heads SET deadline = ? WHERE id = ?"
TAKE = """
UPDATE rooms SET epoch = epoch + (node <> $1), node = $1 WHERE room = $2 AND (node IN ('', $1) OR
    NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.node = rooms.node AND lease_until > $3))
RETURNING epoch"""
LEASE = "REPLACE INTO nodes VALUES (?, ?)"
ADD_ROOM = "INSERT INTO rooms VALUES (NULL, ?,?,?,?,?,?,?,?,?,?,?,?)"
MAX_REMEMBERED = 100_000  # rooms whose heads are kept in memory
MAX_PENDING_COMMITS = 200  # commits that `heads` need not include
# Writes nothing if another process has written since `data_version` was read.
COMMIT = """
INSERT INTO commits SELECT ?, ? WHERE (SELECT data_version FROM pragma_data_version) = ?"""


class SqliteRoomHead(RoomHead):
    """The head of a room, with its number, the position of its last row, and its deadline."""

    __slots__ = ("deadline", "id", "last")

    def __init__(self, found: tuple[Any, ...]) -> None:
        self.id, epoch, seq, self.last, self.deadline = found
        super().__init__(epoch, seq)


class SqliteStore(Store):
    """A store in the file `path`, which is created if needed. Its folder must exist."""

    INFO = """
SELECT room, game, code, status, is_private, names, created, updated, epoch, node, result, deadline,
    coalesce((SELECT lease_until FROM nodes WHERE nodes.node = rooms.node), 0), seq,
    rooms.rules
FROM rooms JOIN heads USING (id) """

    def __init__(
        self, path: str | Path, busy_seconds: float = 5.0, is_read_only: bool = False
    ) -> None:
        self.path = str(path)
        self.is_read_only = is_read_only
        self.busy_seconds = busy_seconds
        self.transactions = 0  # commits of submits so far
        self._db: sqlite3.Connection | None = None
        self._heads: dict[str, SqliteRoomHead] = {}  # valid while no other process writes
        self._last = 0  # number of the last commit
        self._pending_commits = 0
        self._data_version = -1
        self._recent: dict[str, tuple[int, int]] = {}  # heads that the table lacks
        self._recent_until = 0  # commit up to which `_recent` is complete
        self._jobs: SimpleQueue[Callable[[], None] | None] = SimpleQueue()

    async def open(self) -> None:
        """Implement `Store.open`."""
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
        """Implement `Store.close`."""
        await super().close()
        self._jobs.put(None)
        await self._loop.run_in_executor(self._reader, self._writer.join)
        if hasattr(self, "_reading"):
            await self._loop.run_in_executor(self._reader, self._reading.close)
        self._reader.shutdown()

    def _connect(self) -> sqlite3.Connection:
        if self.is_read_only:
            if not Path(self.path).is_file():
                raise StoreFailed(f"There is no file {self.path!r}.")
            address = f"{Path(self.path).resolve().as_uri()}?mode=ro"
            return sqlite3.connect(
                address, uri=True, timeout=self.busy_seconds, isolation_level=None
            )
        # The file holds seeds and the token secret, so only its owner may read it. (Do not open and
        # close an existing file: that would drop this process's locks on it.)
        with suppress(FileExistsError):
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        connection = sqlite3.connect(
            self.path, timeout=self.busy_seconds, isolation_level=None, cached_statements=256
        )
        try:
            connection.execute("PRAGMA synchronous = FULL")
        except sqlite3.Error:  # not a database
            connection.close()
            raise
        return connection

    # --- in the writer's thread -------------------------------------------------------------------

    def _begin_work(self) -> None:
        try:
            self._prepare()
        except sqlite3.Error as error:  # shown to whoever starts the server
            raise StoreFailed(f"The database failed: {error}.") from error

    def _prepare(self) -> None:
        db = self._db = self._connect()
        if self.is_read_only:
            self._check_readable(db)
            return
        self._use_wal(db)
        db.execute("BEGIN IMMEDIATE")
        migrate(db, self.path)
        db.execute("DELETE FROM nodes WHERE lease_until < ?", (time.time() - 86400,))
        self.schema_version = file_version(db)
        db.execute("COMMIT")

    def _check_readable(self, db: sqlite3.Connection) -> None:
        version = self.schema_version = file_version(db)
        check_version(version, self.path)
        if version < 2:
            raise StoreFailed(
                f"{self.path} is not a database of Turnwright, or of a very old version. Start a "
                "server with it once, which brings it up to date."
            )

    def _use_wal(self, db: sqlite3.Connection) -> None:
        """Switch to WAL. SQLite does not wait by itself while another process does the same."""
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
        """Run work in the writer's thread."""
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
                failure = self._abort(error)
            self._loop.call_soon_threadsafe(resolve, result, failure)

        self._jobs.put(job)
        return await future

    def _abort(self, error: Exception) -> Exception:
        """Roll back, forget the heads, and return the error to report."""
        self._data_version = -1
        self._pending_commits = MAX_PENDING_COMMITS  # updates of `heads` may have been rolled back
        self._heads.clear()
        with suppress(sqlite3.Error):
            if self._db is not None and self._db.in_transaction:
                self._db.execute("ROLLBACK")
        return error if isinstance(error, (Conflict, StoreFailed)) else database_failed(error)

    def _commit(self, batch: Batch) -> None:
        self._jobs.put(lambda: self._run(batch))

    def _run(self, batch: Batch) -> None:
        try:
            errors = self._write_batch(batch)
        except (
            sqlite3.OperationalError
        ) as error:  # for example: the disk is full, the file is locked
            errors = dict.fromkeys(range(len(batch)), self._abort(error))
        except Exception as error:  # one submit cannot be info_columns: write them one by one
            self._abort(error)
            errors = {}
            for index, submit in enumerate(batch):
                try:
                    errors.update((index, e) for e in self._write_batch([submit]).values())
                except Exception as error:
                    errors[index] = self._abort(error)
        self._loop.call_soon_threadsafe(self._finish, batch, errors)

    def _write_batch(self, batch: Batch) -> dict[int, Exception]:
        self.transactions += 1
        heads = self._heads
        is_within_limit = self._pending_commits < MAX_PENDING_COMMITS
        if is_within_limit and all([submit[0] in heads for submit in batch]):
            accepted = AcceptedBatch(batch, heads)
            is_plain = not (accepted.errors or accepted.changes or accepted.snapshots)
            if is_plain and self._insert(accepted.rows):
                return {}  # the usual case
            accepted.undo(heads)
        db = self._begin([submit[0] for submit in batch])
        accepted = AcceptedBatch(batch, heads)
        self._change(db, accepted.changes)
        db.executemany(ADD_RESULT, accepted.results)
        _execute(db, accepted.statements)
        self._insert(accepted.rows)
        if accepted.snapshots:
            snapshots = map(astuple, accepted.snapshots.values())
            db.executemany("REPLACE INTO snapshots VALUES (?, ?, ?)", snapshots)
        db.execute("COMMIT")
        return accepted.errors

    def _begin(self, rooms: Sequence[str] = ()) -> sqlite3.Connection:
        """Begin a transaction and load the heads of these rooms. Nobody else can write now; the known
        heads are valid if `data_version` says that nobody else has written."""
        assert self._db is not None
        execute, heads = self._db.execute, self._heads
        execute("BEGIN IMMEDIATE")
        data_version = execute("PRAGMA data_version").fetchone()[0]
        if data_version != self._data_version:
            self._data_version = data_version
            self._last = execute("SELECT coalesce(max(id), 0) FROM commits").fetchone()[0]
            heads.clear()
        if len(heads) > MAX_REMEMBERED:
            heads.clear()
        unknown = {room for room in rooms if room not in heads}
        if unknown or self._pending_commits >= MAX_PENDING_COMMITS:
            update_heads(self._db)
            self._pending_commits = 0
        for room in unknown:
            if found := execute(FIND, (room,)).fetchone():
                heads[room] = SqliteRoomHead(found)
        return self._db

    def _insert(self, rows: Sequence[Row]) -> bool:
        """Write rows; return False, having written nothing, if another process has written
        meanwhile."""
        db, heads, last = self._db, self._heads, self._last + 1
        assert db is not None
        if not rows:
            return True
        packed, size = [], 0
        for row in rows:
            head = heads[row.room]
            packed.append(pack(head.last, astuple(row)))
            head.last = last * SPAN + size
            size += len(packed[-1])
        if size > SPAN:
            raise Conflict("These rows are too large for one commit.")
        self._last = last
        self._pending_commits += 1
        values = (last, b"".join(packed), self._data_version)
        return db.execute(COMMIT, values).rowcount > 0

    def _change(self, db: sqlite3.Connection, changes: dict[str, dict[str, Any]]) -> None:
        """Write changed columns of rooms."""
        for room, new in changes.items():
            head = self._heads[room]
            if "deadline" in new:
                head.deadline = new.pop("deadline")
                db.execute(SET_DEADLINE, (head.deadline, head.id))
            if new:
                columns = ("status", "names", "updated", "result", "rules")
                db.execute(CHANGE, [*map(new.get, columns), room])

    # --- ownership --------------------------------------------------------------------------------

    async def create(self, info: RoomInfo, rows: Sequence[Row] = ()) -> None:
        """Implement `Store.create`."""
        *values, deadline, rules = info_columns(info)

        def work() -> None:
            db = self._begin()
            try:
                number = db.execute(ADD_ROOM, [*values, rules]).lastrowid
            except sqlite3.IntegrityError:
                raise name_conflict(info) from None
            db.execute("INSERT INTO heads VALUES (?, 0, 0, ?)", (number, deadline))
            head = self._heads[info.room] = SqliteRoomHead((number, info.epoch, 0, 0, deadline))
            if sentence := sequence_error(info.room, rows, head):
                raise Conflict(sentence)
            self._insert(rows)
            db.execute("COMMIT")

        await self._write(work)

    async def acquire(self, room: str, node: str, seconds: float) -> int | None:
        """Implement `Store.acquire`."""

        def work() -> int | None:
            db, now = self._begin(), time.time()
            db.execute(LEASE, (node, _lease_end(now, seconds)))
            found = db.execute(TAKE, _numbered(node, room, now)).fetchall()
            db.execute("COMMIT")
            self._heads.pop(room, None)
            return found[0][0] if found else None

        return await self._write(work)

    async def renew(self, node: str, seconds: float) -> set[str]:
        """Implement `Store.renew`."""

        def work() -> set[str]:
            db = self._begin()
            db.execute(LEASE, (node, _lease_end(time.time(), seconds)))
            db.execute("COMMIT")
            return {
                room for (room,) in db.execute("SELECT room FROM rooms WHERE node = ?", (node,))
            }

        return await self._write(work)

    async def release(self, room: str, node: str) -> None:
        """Implement `Store.release`."""
        sql = "UPDATE rooms SET node = '' WHERE room = ? AND node = ?"
        await self._execute(sql, room, node)

    async def set_setting(self, name: str, value: str) -> str:
        """Implement `Store.set_setting`."""
        await self._execute("INSERT OR IGNORE INTO settings VALUES (?, ?)", name, value)
        return await self.setting(name) or value

    async def change_setting(self, name: str, value: str) -> None:
        """Implement `Store.change_setting`."""
        await self._execute("REPLACE INTO settings VALUES (?, ?)", name, value)

    async def _execute(self, sql: str, *values: str) -> None:
        def work() -> None:
            assert self._db is not None
            self._db.execute(sql, values)

        await self._write(work)

    async def execute(self, statements: Sequence[Statement]) -> None:
        """Implement `Store.execute`."""

        def work() -> None:
            db = self._begin()
            _execute(db, statements)
            db.execute("COMMIT")

        await self._write(work)

    async def delete(self, room: str) -> None:
        """Implement `Store.delete`."""

        def work() -> None:
            db = self._begin()
            update_heads(db)
            self._pending_commits = 0
            found = db.execute(FIND, (room,)).fetchone()
            if found is not None:
                number, _, seq, position, _ = found
                erase_log(db, seq, position)
                for table in ("rooms", "heads"):
                    db.execute(f"DELETE FROM {table} WHERE id = ?", (number,))
            for table in ROOM_TABLES:
                db.execute(f"DELETE FROM {table} WHERE room = ?", (room,))
            db.execute("COMMIT")
            self._heads.pop(room, None)

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

    def _recent_ends(self, db: sqlite3.Connection) -> dict[str, tuple[int, int]]:
        """Return the heads of rooms in commits that the table lacks; each commit is scanned once."""
        known = db.execute("SELECT last FROM told").fetchone()[0]
        if known >= self._recent_until:
            self._recent, self._recent_until = {}, known
        since = "SELECT id, rows FROM commits WHERE id > ? ORDER BY id"
        for commit, rows in db.execute(since, (self._recent_until,)):
            for offset, row in rows_in(rows):
                self._recent[row[1]] = (row[2], commit * SPAN + offset)
            self._recent_until = commit
        return self._recent

    async def read(self, room: str, after: int = 0) -> list[Row]:
        """Implement `Store.read`."""

        def work(db: sqlite3.Connection) -> list[Row]:
            with _read_transaction(db):
                found = db.execute(FIND, (room,)).fetchone()
                seq, position = found[2:4] if found else (0, 0)
                return read_back(
                    db, *max((seq, position), self._recent_ends(db).get(room, (0, 0))), after
                )

        return await self._ask(work)

    async def _infos(self, condition: str, *values: Any) -> list[RoomInfo]:
        def work(db: sqlite3.Connection) -> list[RoomInfo]:
            with _read_transaction(db):
                found = db.execute(self._info_sql + condition, _numbered(*values)).fetchall()
                ends = self._recent_ends(db)
            infos = [room_info(line) for line in found]
            for info in infos:
                info.head = max(info.head, ends.get(info.room, (0, 0))[0])
            return infos

        return await self._ask(work)


@contextmanager
def _read_transaction(db: sqlite3.Connection) -> Iterator[None]:
    """Read from one consistent snapshot of the database."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.execute("COMMIT")


def _lease_end(now: float, seconds: float) -> float:
    """Return when a lease ends. One of no seconds has ended already, even if the clock is set back
    before the next process needs the room."""
    return now + seconds if seconds else 0.0


def _execute(db: sqlite3.Connection, statements: Sequence[Statement]) -> None:
    for sql, values in statements:
        db.execute(sql, _numbered(*values))


def _numbered(*values: Any) -> dict[str, Any]:
    """Return the values for $1, $2, ..., which SQLite treats as names."""
    return {str(number): value for number, value in enumerate(values, 1)}
