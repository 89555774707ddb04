"""The store for several machines: PostgreSQL holds logs and leases, and notifies nodes of each other's
messages.

A batch is one statement, and so one transaction and one round trip. It locks the rooms whose epoch is
still current, and writes only for those. Leases run by the database's clock.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from math import inf
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import msgspec

from turnwright.server.node.logs import log_event

from .errors import Conflict, StoreFailed, database_failed
from .people_tables import ROOM_TABLES
from .postgres_migrations import WITHOUT_VERSION, database_version, migrate
from .replay_archive import Statement
from .schema_version import check_version
from .store import (
    AcceptedBatch,
    Batch,
    RoomHead,
    RoomInfo,
    Row,
    Store,
    fenced_error,
    info_columns,
    name_conflict,
    sequence_error,
)

FORGET_NODES = "DELETE FROM nodes WHERE lease_until < extract(epoch FROM clock_timestamp()) - 86400"
ADD_ROWS = """
INSERT INTO log SELECT room, seq, kind, seat, decode(body, 'base64'), action_id, digest, version,
    hash, at FROM json_to_recordset($1) AS new (room text, seq bigint, kind text, seat bigint,
    body text, action_id text, digest text, version bigint, hash text, at float8) """
WRITE = f"""
WITH held AS MATERIALIZED (
    SELECT room FROM rooms JOIN json_to_recordset($2) AS mine (room text, epoch bigint)
    USING (room, epoch) ORDER BY room FOR NO KEY UPDATE OF rooms),
added AS ({ADD_ROWS} JOIN held USING (room)),
changed AS (
    UPDATE rooms SET status = coalesce(new.status, rooms.status),
        names = coalesce(new.names, rooms.names), updated = coalesce(new.updated, rooms.updated),
        result = coalesce(new.result, rooms.result),
        deadline = coalesce(new.deadline, rooms.deadline),
        rules = coalesce(new.rules, rooms.rules)
    FROM held JOIN json_to_recordset($3) AS new (room text, status text, names text,
        updated float8, result text, deadline float8, rules text) USING (room)
    WHERE rooms.room = held.room),
pictured AS (
    INSERT INTO snapshots SELECT room, seq, decode(body, 'base64') FROM
    json_to_recordset($4) AS new (room text, seq bigint, body text) JOIN held USING (room)
    ON CONFLICT (room) DO UPDATE SET seq = excluded.seq, body = excluded.body),
finished AS (
    INSERT INTO results SELECT room, number, game, new.names, players, is_private, new.result,
        ended, inputs
    FROM json_to_recordset($5) AS new (room text, number bigint, names text, players text,
        result text, ended float8, inputs bigint) JOIN held USING (room) JOIN rooms USING (room)
    ON CONFLICT DO NOTHING)
SELECT room FROM held"""
FIND = """
SELECT room, epoch, coalesce((SELECT max(seq) FROM log WHERE log.room = rooms.room), 0)
FROM rooms WHERE room = ANY ($1)"""
LEASE = """
INSERT INTO nodes VALUES ($1, extract(epoch FROM clock_timestamp()) + $2::float8)
ON CONFLICT (node) DO UPDATE SET lease_until = excluded.lease_until"""
ACQUIRE = """
UPDATE rooms SET epoch = epoch + (node <> $1)::int, node = $1 WHERE room = $2 AND (node IN ('', $1)
    OR NOT EXISTS (SELECT 1 FROM nodes WHERE nodes.node = rooms.node
        AND lease_until > extract(epoch FROM clock_timestamp())))
RETURNING epoch"""
READ = """
SELECT room, seq, kind, seat, body, action_id, digest, version, hash, at
FROM log WHERE room = $1 AND """
NOTIFY = (
    "SELECT pg_notify(channel, payload) FROM unnest($1::text[], $2::text[]) AS n (channel, payload)"
)
DATABASE_ERRORS = (  # a timeout is an OSError; a closed idle connection raises the last one
    OSError,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
)
RETRY_SECONDS = 0.2
MAX_NOTIFICATIONS = 10_000  # that wait while the database is unreachable


class PostgresStore(Store):
    """A store in the database at `url` (postgresql://user:password@host:port/name)."""

    INFO = """
SELECT room, game, code, status, is_private, names, created, updated, epoch, node, result, deadline,
    coalesce((SELECT lease_until FROM nodes WHERE nodes.node = rooms.node), 0),
    coalesce((SELECT max(seq) FROM log WHERE log.room = rooms.room), 0),
    rooms.rules
FROM rooms """

    def __init__(self, url: str, timeout: float = 10.0, is_read_only: bool = False) -> None:
        self.url = url
        self.is_read_only = is_read_only
        self.timeout = timeout  # seconds for a statement, and to connect
        self.transactions = 0  # commits of submits so far
        self._heads: dict[str, RoomHead] = {}  # as written by this node; `WRITE` checks the epoch
        self._pool: Any = None
        self._writing: Any = None
        self._listening: Any = None
        self._callbacks: dict[str, Callable[[str], None]] = {}
        self._channels: set[str] = set()  # that the connection listens to
        self._lock = asyncio.Lock()
        self._notifications: list[tuple[str, str]] = []
        self._is_notifying = False
        self._tasks: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Implement `Store.open`."""
        await super().open()
        options: dict[str, Any] = {"timeout": self.timeout, "command_timeout": self.timeout}
        if self.is_read_only:
            options["server_settings"] = {"default_transaction_read_only": "on"}
        try:
            self._pool = await asyncpg.create_pool(
                self.url, min_size=1, max_size=4, reset=_no_reset, **options
            )
            async with self._pool.acquire() as connection, connection.transaction():
                if not self.is_read_only:
                    await migrate(connection, "The database")
                    await connection.execute(FORGET_NODES)
                self.schema_version = await self._readable_version(connection)
        except StoreFailed:
            await self.close()
            raise
        except DATABASE_ERRORS as error:
            await self.close()
            raise StoreFailed(f"The database failed: {_text(error)}.") from error

    async def _readable_version(self, connection: Any) -> int:
        if await connection.fetchval("SELECT to_regclass('results')") is None:
            sentence = (
                "This is not a database of Turnwright, or of a very old version. Start a server"
            )
            raise StoreFailed(f"{sentence} with it once, which brings it up to date.")
        version = await database_version(connection)
        check_version(version, "The database")
        return version or WITHOUT_VERSION

    async def close(self) -> None:
        """Implement `Store.close`."""
        await super().close()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for connection in (self._writing, self._listening, self._pool):
            if connection is not None:
                await connection.close()

    async def _connect(self) -> Any:
        return await asyncpg.connect(self.url, timeout=self.timeout, command_timeout=self.timeout)

    def _start(self, work: Any) -> None:
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # --- writing ----------------------------------------------------------------------------------

    def _commit(self, batch: Batch) -> None:
        self._start(self._run(batch))

    async def _run(self, batch: Batch) -> None:
        stopped = StoreFailed("The store was closed.")
        errors: dict[int, Exception] = dict.fromkeys(range(len(batch)), stopped)
        try:
            if self._writing is None or self._writing.is_closed():
                self._writing = await self._connect()
            errors = await self._write_batch(batch)
        except Exception as error:
            errors = await self._write_singly(batch, error)
        finally:
            self._finish(batch, errors)

    async def _write_singly(self, batch: Batch, error: Exception) -> dict[int, Exception]:
        """Write submits one by one after a batch has failed, unless the database is unreachable."""
        self._heads.clear()
        errors: dict[int, Exception] = {}
        failed: StoreFailed | None = None
        for index, submit in enumerate(batch):
            is_gone = self._writing is None or self._writing.is_closed()
            if is_gone or isinstance(error, TimeoutError):
                errors[index] = failed = failed or database_failed(error)
                continue
            try:
                errors.update((index, e) for e in (await self._write_batch([submit])).values())
            except asyncpg.UniqueViolationError:
                errors[index] = Conflict(f"Room {submit[0]} already has such a row or action id.")
                self._heads.clear()
            except Exception as problem:
                failed = errors[index] = database_failed(problem)
                error = problem
                self._heads.clear()
        if isinstance(error, TimeoutError) and self._writing is not None:
            self._writing.terminate()  # do not wait for the statement that timed out
        return errors

    async def _write_batch(self, batch: Batch) -> dict[int, Exception]:
        heads = self._heads
        if len(heads) > 100_000:
            heads.clear()
        await self._find({s[0] for s in batch if s[0] not in heads or heads[s[0]].epoch != s[1]})
        accepted = AcceptedBatch(batch, heads)
        errors = accepted.errors
        rooms = list({submit[0] for index, submit in enumerate(batch) if index not in errors})
        values = (
            _json(accepted.rows),
            _json([{"room": room, "epoch": heads[room].epoch} for room in rooms]),
            _json([_change(room, new) for room, new in accepted.changes.items()]),
            _json(list(accepted.snapshots.values())),
            _json(accepted.results),
        )
        if accepted.statements:
            async with self._writing.transaction():
                held = await self._writing.fetch(WRITE, *values)
                mine = {record[0] for record in held}
                await _execute(self._writing, [s for s in accepted.statements if s[1][0] in mine])
        else:
            held = await self._writing.fetch(WRITE, *values)
        self.transactions += 1
        lost = set(rooms) - {record[0] for record in held}
        doubtful = lost | {batch[i][0] for i, e in errors.items() if isinstance(e, Conflict)}
        if doubtful:  # the known head may be from before a new owner
            await self._find(doubtful)
            for index, (room, epoch, *_) in enumerate(batch):
                is_conflict = isinstance(errors.get(index), Conflict)
                if room in lost or (is_conflict and heads[room].epoch != epoch):
                    errors[index] = fenced_error(room, epoch)
        return errors

    async def _find(self, rooms: set[str]) -> None:
        if rooms:
            for room, epoch, head in await self._writing.fetch(FIND, rooms):
                self._heads[room] = RoomHead(epoch, head)

    # --- ownership --------------------------------------------------------------------------------

    async def create(self, info: RoomInfo, rows: Sequence[Row] = ()) -> None:
        """Implement `Store.create`."""
        if sentence := sequence_error(info.room, rows, RoomHead(info.epoch, 0)):
            raise Conflict(sentence)
        places = ", ".join(f"${number}" for number in range(1, 14))
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(
                    f"INSERT INTO rooms VALUES ({places})", *info_columns(info)
                )
                await connection.execute(ADD_ROWS, _json(list(rows)))
        except asyncpg.UniqueViolationError:
            raise name_conflict(info) from None
        except DATABASE_ERRORS as error:
            raise database_failed(error) from error

    async def acquire(self, room: str, node: str, seconds: float) -> int | None:
        """Implement `Store.acquire`."""
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                await connection.execute(LEASE, node, seconds)
                lock = "SELECT FROM rooms WHERE room = $1 FOR NO KEY UPDATE"
                await connection.execute(lock, room)  # so that ACQUIRE sees the latest lease
                epoch = await connection.fetchval(ACQUIRE, node, room)
        except DATABASE_ERRORS as error:
            raise database_failed(error) from error
        return None if epoch is None else int(epoch)

    async def renew(self, node: str, seconds: float) -> set[str]:
        """Implement `Store.renew`."""
        await self._select(LEASE, node, seconds)
        return {
            found[0] for found in await self._select("SELECT room FROM rooms WHERE node = $1", node)
        }

    async def nodes(self) -> set[str]:
        """Return the nodes with a valid lease, by the database's clock."""
        sql = "SELECT node FROM nodes WHERE lease_until > extract(epoch FROM clock_timestamp())"
        return {row[0] for row in await self._select(sql)}

    async def release(self, room: str, node: str) -> None:
        """Implement `Store.release`."""
        await self._select("UPDATE rooms SET node = '' WHERE room = $1 AND node = $2", room, node)

    async def set_setting(self, name: str, value: str) -> str:
        """Implement `Store.set_setting`."""
        sql = "INSERT INTO settings VALUES ($1, $2) ON CONFLICT DO NOTHING"
        await self._select(sql, name, value)
        return await self.setting(name) or value

    async def change_setting(self, name: str, value: str) -> None:
        """Implement `Store.change_setting`."""
        sql = "INSERT INTO settings VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET value = $2"
        await self._select(sql, name, value)

    async def execute(self, statements: Sequence[Statement]) -> None:
        """Implement `Store.execute`."""
        try:
            async with self._pool.acquire() as connection, connection.transaction():
                await _execute(connection, statements)
        except DATABASE_ERRORS as error:
            raise database_failed(error) from error

    async def delete(self, room: str) -> None:
        """Implement `Store.delete`."""
        tables = ("rooms", "log", *ROOM_TABLES)
        await self.execute([(f"DELETE FROM {table} WHERE room = $1", (room,)) for table in tables])
        self._heads.pop(room, None)

    async def read(self, room: str, after: int = 0) -> list[Row]:
        """Implement `Store.read`."""
        rows = await self._select(READ + "seq > $2 ORDER BY seq", room, after)
        return [Row(*row) for row in rows]

    async def _select(self, sql: str, *values: Any) -> list[Any]:
        try:
            return list(await self._pool.fetch(sql, *values))
        except DATABASE_ERRORS as error:
            raise database_failed(error) from error

    # --- notifications between nodes ---------------------------------------------------------------

    def notify(self, channel: str, payload: str) -> None:
        """Notify all listeners of a channel soon, in order. Notifications wait while the database is
        unreachable, and some may then be sent twice. If too many wait, each channel gets one empty
        payload instead."""
        if len(payload.encode()) >= 8000:
            raise StoreFailed("A notification must be shorter than 8000 bytes.")
        self._notifications.append((channel, payload))
        if not self._is_notifying:
            self._is_notifying = True
            self._loop.call_soon(lambda: self._start(self._send_notifications()))

    async def _send_notifications(self) -> None:
        try:
            has_failed = False
            while self._notifications:
                batch: dict[tuple[str, str], None] = {}
                for item in self._notifications:
                    if item in batch:
                        break  # PostgreSQL merges equal notifications of a transaction
                    batch[item] = None
                try:
                    await self._pool.fetch(NOTIFY, *map(list, zip(*batch, strict=True)))
                except Exception as error:
                    if not has_failed:
                        log_event(
                            "notify_failed", error=_text(error), waiting=len(self._notifications)
                        )
                    has_failed = True
                    if isinstance(error, asyncpg.DataError):  # it can never be sent
                        self._notifications[: len(batch)] = _missed(list(batch))
                    elif len(self._notifications) > MAX_NOTIFICATIONS:
                        self._notifications = _missed(self._notifications)
                    await asyncio.sleep(RETRY_SECONDS)
                else:
                    has_failed = False
                    del self._notifications[: len(batch)]
        finally:
            self._is_notifying = False

    async def listen(self, channel: str, callback: Callable[[str], None]) -> None:
        """Call back on the loop with every payload, possibly twice. An empty payload means that
        some may have been missed, such as after a lost connection."""
        self._callbacks[channel] = callback
        try:
            await self._listen()
        except DATABASE_ERRORS as error:
            raise database_failed(error) from error

    async def _listen(self) -> None:
        async with self._lock:
            if self._listening is None or self._listening.is_closed():
                self._channels.clear()
                self._listening = await self._connect()
                self._listening.add_termination_listener(self._on_disconnect)
            for channel in self._callbacks.keys() - self._channels:
                await self._listening.add_listener(channel, self._on_notification)
                self._channels.add(channel)

    async def check_listener(self) -> None:
        """Check the listening connection, which may be lost without notice; reconnect if it is."""
        async with self._lock:
            connection = self._listening
            if connection is None or connection.is_closed():
                return
            try:
                for channel in self._channels:
                    await connection.execute(f'LISTEN "{channel}"')  # repeating it changes nothing
            except Exception as error:
                log_event("listen_failed", error=_text(error))
                connection.terminate()

    def _on_notification(self, _connection: Any, _process: int, channel: str, payload: str) -> None:
        self._callbacks[channel](payload)

    def _on_disconnect(self, _connection: Any) -> None:
        if self._is_open:
            self._start(self._listen_again())

    async def _listen_again(self) -> None:
        while True:
            try:
                await self._listen()
                break
            except Exception as error:
                log_event("listen_failed", error=_text(error))
                await asyncio.sleep(RETRY_SECONDS)
        for callback in list(self._callbacks.values()):
            callback("")


async def _execute(connection: Any, statements: Sequence[Statement]) -> None:
    for sql, values in statements:
        await connection.execute(sql, *values)


def _json(value: list[Any]) -> str:
    """Return rows for `json_to_recordset`, which is cheaper than arrays. Bytes become base64."""
    return msgspec.json.encode(value).decode()


def _change(room: str, new: dict[str, Any]) -> dict[str, Any]:
    """Return changed columns of a room. JSON has no infinity, so it is written as text."""
    if new.get("deadline") == inf:
        new["deadline"] = "Infinity"
    return {"room": room, **new}


def _missed(notifications: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return the empty notifications that replace lost ones."""
    return [(channel, "") for channel in dict.fromkeys([channel for channel, _ in notifications])]


def _text(error: BaseException) -> str:
    return str(error) or type(error).__name__


async def _no_reset(_connection: Any) -> None:
    """Do nothing: no statement leaves state behind on a pooled connection."""
