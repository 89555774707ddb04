"""Databases of older versions are brought up to date when they are opened, or not touched at all."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest

from turnwright.server.http.app import open_store
from turnwright.server.storage.errors import StoreFailed
from turnwright.server.storage.postgres import PostgresStore
from turnwright.server.storage.schema_version import VERSION
from turnwright.server.storage.sqlite import SqliteStore
from turnwright.server.storage.store import FinishedMatch, RoomInfo, Row, Store

Connect = Callable[[], Store]

# --- the tables as older versions created them ------------------------------------------------------

SQLITE_1 = """
CREATE TABLE rooms (
    id INTEGER PRIMARY KEY, room TEXT NOT NULL UNIQUE, game TEXT NOT NULL, code TEXT NOT NULL,
    status TEXT NOT NULL, is_private INTEGER NOT NULL, names TEXT NOT NULL,
    created REAL NOT NULL, updated REAL NOT NULL, epoch INTEGER NOT NULL, node TEXT NOT NULL,
    result TEXT NOT NULL);
CREATE INDEX rooms_over ON rooms (updated) WHERE status = 'over';
CREATE TABLE heads (
    id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, last INTEGER NOT NULL, deadline REAL NOT NULL);
CREATE TABLE log (
    id INTEGER PRIMARY KEY, before INTEGER NOT NULL, room TEXT NOT NULL, seq INTEGER NOT NULL,
    kind TEXT NOT NULL, seat INTEGER NOT NULL, body BLOB NOT NULL, action_id TEXT,
    digest TEXT NOT NULL, version INTEGER NOT NULL, hash TEXT NOT NULL, at REAL NOT NULL);
CREATE TABLE snapshots (room TEXT PRIMARY KEY, seq INTEGER NOT NULL, body BLOB NOT NULL);
CREATE TABLE nodes (node TEXT PRIMARY KEY, lease_until REAL NOT NULL);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
"""
SQLITE_2 = """
CREATE TABLE rooms (
    id INTEGER PRIMARY KEY, room TEXT NOT NULL UNIQUE, game TEXT NOT NULL, code TEXT NOT NULL,
    status TEXT NOT NULL, is_private INTEGER NOT NULL, names TEXT NOT NULL,
    created REAL NOT NULL, updated REAL NOT NULL, epoch INTEGER NOT NULL, node TEXT NOT NULL,
    result TEXT NOT NULL);
CREATE UNIQUE INDEX rooms_by_code ON rooms (code) WHERE code <> '';
CREATE INDEX rooms_by_node ON rooms (node) WHERE node <> '';
CREATE INDEX rooms_by_status ON rooms (status, created);
CREATE TABLE results (
    room TEXT NOT NULL, number INTEGER NOT NULL, game TEXT NOT NULL, names TEXT NOT NULL,
    players TEXT NOT NULL, is_private INTEGER NOT NULL, result TEXT NOT NULL, ended REAL NOT NULL,
    inputs INTEGER NOT NULL, PRIMARY KEY (room, number));
CREATE INDEX results_by_end ON results (ended, number) WHERE NOT is_private;
CREATE TABLE commits (id INTEGER PRIMARY KEY, rows BLOB NOT NULL);
CREATE TABLE heads (
    id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, last INTEGER NOT NULL, deadline REAL NOT NULL);
CREATE TABLE told (one INTEGER PRIMARY KEY, last INTEGER NOT NULL);
INSERT INTO told VALUES (1, 0);
CREATE TABLE actions (
    room INTEGER NOT NULL, action_id TEXT NOT NULL, place INTEGER NOT NULL,
    PRIMARY KEY (room, action_id)) WITHOUT ROWID;
CREATE TABLE snapshots (room TEXT PRIMARY KEY, seq INTEGER NOT NULL, body BLOB NOT NULL);
CREATE TABLE nodes (node TEXT PRIMARY KEY, lease_until REAL NOT NULL);
CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL);
PRAGMA user_version = 2;
"""
POSTGRES = """
CREATE TABLE rooms (
    room text PRIMARY KEY, game text NOT NULL, code text NOT NULL, status text NOT NULL,
    is_private boolean NOT NULL, names text NOT NULL, created float8 NOT NULL,
    updated float8 NOT NULL, epoch bigint NOT NULL, node text NOT NULL, result text NOT NULL,
    deadline float8 NOT NULL) WITH (fillfactor = 70);
CREATE UNIQUE INDEX rooms_by_code ON rooms (code) WHERE code <> '';
CREATE INDEX rooms_by_node ON rooms (node) WHERE node <> '';
CREATE INDEX rooms_by_status ON rooms (status, created);
CREATE TABLE results (
    room text NOT NULL, number bigint NOT NULL, game text NOT NULL, names text NOT NULL,
    players text NOT NULL, is_private boolean NOT NULL, result text NOT NULL, ended float8 NOT NULL,
    inputs bigint NOT NULL, PRIMARY KEY (room, number));
CREATE INDEX results_by_end ON results (ended, number) WHERE NOT is_private;
CREATE TABLE log (
    room text NOT NULL, seq bigint NOT NULL, kind text NOT NULL, seat bigint NOT NULL,
    body bytea NOT NULL, action_id text, digest text NOT NULL, version bigint NOT NULL,
    hash text NOT NULL, at float8 NOT NULL, PRIMARY KEY (room, seq));
CREATE UNIQUE INDEX log_by_action ON log (room, action_id) WHERE action_id IS NOT NULL;
CREATE TABLE snapshots (room text PRIMARY KEY, seq bigint NOT NULL, body bytea NOT NULL);
CREATE TABLE nodes (node text PRIMARY KEY, lease_until float8 NOT NULL);
CREATE TABLE settings (name text PRIMARY KEY, value text NOT NULL);
"""
# A commit of version 2: the length of a packed row, the position of the room's previous row, the row.
CREATED = b'{"type":"create","game":"duel","rules":"1-5eed","seed":"s","chairs":2}'
PACKED_ROWS = (
    b"\x00\x00\x00\x65\x9b\x00\xa3now\x01\xa6create\xff\xc4\x46" + CREATED + b"\xc0\xa0\x00\xa0"
    b"\xcb\x3f\xf0\x00\x00\x00\x00\x00\x00"
)
NOW = "'now', 'duel', '', 'playing', {no}, '[\"Ann\",\"Ben\"]', 1, 2, 1, '', ''"
DONE = "'done', 'duel', '', 'over', {no}, '[\"Ann\",\"Ben\"]', 1, 5, 1, '', 'Ann won'"
RESULT = "'done', 1, 'duel', '[\"Ann\",\"Ben\"]', '[]', {no}, 'Ann won', 5, 0"
FIRST_ROW = Row("now", 1, "create", body=CREATED, at=1.0)
FINISHED = FinishedMatch(
    room="done", match=1, game="duel", names=["Ann", "Ben"], players=[], result="Ann won",
    ended=5.0, inputs=0, created=1.0,
)  # fmt: skip


def run_sql(address: str, sql: str) -> None:
    """Execute statements on a database, without our code."""
    if not address.startswith("postgresql:"):
        with closing(sqlite3.connect(address)) as db:
            db.executescript(sql)
            db.commit()
        return

    async def execute() -> None:
        connection = await asyncpg.connect(address)
        await connection.execute(sql)
        await connection.close()

    asyncio.run(execute())


def make_old(address: str) -> None:
    """Create a database as the last version without pinned rules had it: a match and a result."""
    if address.startswith("postgresql:"):
        run_sql(
            address,
            POSTGRES + f"INSERT INTO rooms VALUES ({NOW.format(no='false')}, 'Infinity');"
            f"INSERT INTO rooms VALUES ({DONE.format(no='false')}, 'Infinity');"
            f"INSERT INTO results VALUES ({RESULT.format(no='false')});"
            f"INSERT INTO log VALUES ('now', 1, 'create', -1, '\\x{CREATED.hex()}',"
            " NULL, '', 0, '', 1)",
        )
    else:
        run_sql(
            address,
            SQLITE_2 + f"INSERT INTO rooms VALUES (1, {NOW.format(no=0)});"
            f"INSERT INTO rooms VALUES (2, {DONE.format(no=0)});"
            f"INSERT INTO results VALUES ({RESULT.format(no=0)});"
            f"INSERT INTO heads VALUES (1, 0, 0, 9e999), (2, 0, 0, 9e999);"
            f"INSERT INTO commits VALUES (1, x'{PACKED_ROWS.hex()}');",
        )


def look(connect: Connect, check: Callable[[Store], Any]) -> Any:
    """Open a store, let `check` read from it, and close it."""

    async def scenario() -> Any:
        store = connect()
        await store.open()
        try:
            return await check(store)
        finally:
            await store.close()

    return asyncio.run(scenario())


async def check_new(store: Store) -> None:
    assert store.schema_version == VERSION
    assert await store.read("now") == [FIRST_ROW]
    now, done = await store.info("now"), await store.info("done")
    assert now is not None
    assert done is not None
    assert (now.status, now.rules, now.head) == ("playing", "1-5eed", 1)
    assert (done.status, done.rules) == ("over", "")  # read from the log when somebody asks
    assert await store.history() == [FINISHED]
    assert await store.replays.missing(10) == [("done", 1)]
    assert [(used.rules, used.count) for used in await store.rules_in_use()] == [("1-5eed", 1)]


def test_a_database_without_pinned_rules_is_brought_up_to_date(
    address: str, connect: Connect
) -> None:
    make_old(address)
    look(connect, check_new)
    look(connect, check_new)  # once more, as after every restart


def test_a_new_room_is_stored_in_an_old_database(address: str, connect: Connect) -> None:
    make_old(address)

    async def play(store: Store) -> None:
        await store.create(RoomInfo(room="new", game="duel", rules="2-abc"), [])
        found = await store.info("new")
        assert found is not None
        assert found.rules == "2-abc"

    look(connect, play)


def test_a_database_of_a_newer_version_is_refused(address: str, connect: Connect) -> None:
    async def nothing(store: Store) -> None:
        return None

    look(connect, nothing)
    is_sqlite = not address.startswith("postgresql:")
    newer = "PRAGMA user_version = 999" if is_sqlite else "UPDATE schema_version SET version = 999"
    run_sql(address, newer)
    with pytest.raises(StoreFailed, match="newer version of Turnwright"):
        look(connect, nothing)
    readers = open_store(address, is_read_only=True)
    with pytest.raises(StoreFailed, match="newer version of Turnwright"):
        look(lambda: readers, nothing)


def test_a_reader_changes_nothing_and_reads_older_tables(address: str) -> None:
    make_old(address)

    async def read(store: Store) -> None:
        assert store.schema_version < VERSION
        assert await store.read("now") == [FIRST_ROW]
        rooms = [(info.room, info.rules) for info in await store.rooms()]
        assert sorted(rooms) == [("done", ""), ("now", "")]
        with pytest.raises(StoreFailed):
            await store.set_setting("secret", "x")

    look(lambda: open_store(address, is_read_only=True), read)
    look(lambda: open_store(address), check_new)


def test_a_migration_that_fails_changes_nothing(address: str, connect: Connect) -> None:
    """A table in the way makes the step fail halfway; without it, it succeeds."""
    make_old(address)
    run_sql(address, "CREATE TABLE game_descriptions (game text)")
    with pytest.raises(StoreFailed, match="already exists"):
        look(connect, check_new)
    run_sql(address, "DROP TABLE game_descriptions")
    look(connect, check_new)


OPEN = """
import asyncio, sys
from turnwright.server.http.app import check_store
print("opening", flush=True)
asyncio.run(check_store(sys.argv[1]))
print("open", flush=True)
"""


def test_a_migration_that_is_killed_is_done_again(address: str, connect: Connect) -> None:
    """Kill the process at some moments of the migration; the last one may finish."""
    make_old(address)
    for seconds in (0.0, 0.01, 0.03, 0.1):
        command = [sys.executable, "-c", OPEN, address]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            assert process.stdout.readline() == "opening\n"
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                process.kill()
    look(connect, check_new)


def test_nodes_that_start_together_migrate_once(postgres_url: str) -> None:
    make_old(postgres_url)

    async def scenario() -> None:
        stores = [PostgresStore(postgres_url) for _ in range(5)]
        await asyncio.gather(*(store.open() for store in stores))
        for store in stores:
            await check_new(store)
        await asyncio.gather(*(store.close() for store in stores))

    asyncio.run(scenario())


def test_an_older_node_goes_on_while_a_newer_one_starts(postgres_url: str) -> None:
    """PostgreSQL: what an older node still writes fits into the new tables."""
    make_old(postgres_url)
    look(lambda: PostgresStore(postgres_url), check_new)
    run_sql(
        postgres_url,
        f"INSERT INTO rooms VALUES ({NOW.format(no='false').replace('now', 'late')}, 'Infinity');"
        f"INSERT INTO results VALUES ({RESULT.format(no='false').replace('done', 'late')})",
    )

    async def check(store: Store) -> None:
        assert {info.room for info in await store.rooms()} == {"now", "done", "late"}

    look(lambda: PostgresStore(postgres_url), check)


def test_a_file_of_the_first_version_is_converted(tmp_path: Path) -> None:
    """SQLite: version 1 had one table row per log row, and no history of matches."""
    path = tmp_path / "old.db"
    plays = {
        "once": "create sit sit ready ready move chat move",
        "thrice": "create sit sit ready ready move chat resign rematch rematch rematch chat move "
        "chat move rematch rematch pick timeout chat rematch",
        "ended": "create sit sit ready ready move rematch rematch end",
        "never": "create sit stand end",
        "now": "create sit sit ready ready move",
    }
    with closing(sqlite3.connect(path)) as db:
        db.executescript(SQLITE_1)
        number = 0
        for room_number, (room, kinds) in enumerate(plays.items(), 1):
            status = "playing" if room == "now" else "over"
            db.execute(
                "INSERT INTO rooms VALUES (?, ?, 'duel', '', ?, 0, '[\"Ä\"]', 0, ?, 1, '', ?)",
                (room_number, room, status, room_number, room),
            )
            before = 0
            for seq, kind in enumerate(kinds.split(), 1):
                number += 1
                action_id = f"a{seq}" if kind == "move" else ""
                body = CREATED if kind == "create" else b"{}"
                values = (number, before, room, seq, kind, -1, body, action_id, "d", seq, "h", 1.0)
                db.execute("INSERT INTO log VALUES (?,?,?,?,?,?,?,?,?,?,?,?)", values)
                before = number
            db.execute("INSERT INTO heads VALUES (?, ?, ?, 9e999)", (room_number, seq, before))
        db.commit()

    async def check(store: Store) -> None:
        for room, kinds in plays.items():
            assert [row.kind for row in await store.read(room)] == kinds.split()
        assert (await store.read("once"))[5].action_id == "a6"
        history = [(played.room, played.match, played.inputs) for played in await store.history()]
        assert history == [("ended", 2, 9), ("thrice", 3, 21), ("once", 1, 8)]
        now = await store.info("now")
        assert now is not None
        assert now.rules == "1-5eed"

    look(lambda: SqliteStore(path), check)
    look(lambda: SqliteStore(path), check)
