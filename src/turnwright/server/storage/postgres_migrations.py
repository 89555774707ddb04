"""The steps by which the tables of an older PostgreSQL database become those of today.

The version is in the table `schema_version`; databases from before it have none. Only one node at a
time takes steps, and the others wait for it. To change the tables, add a step with the next version.
Older nodes that are still running must be able to go on: only add tables, and columns with a default.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from .people_tables import PEOPLE_TABLES
from .schema_version import (
    OLD_RESULT,
    PARTS_TABLE,
    REPLAY_TABLES,
    VERSION,
    check_version,
    last_match,
    rules_in,
)

LOCK = "SELECT pg_advisory_xact_lock(7208916)"
WITHOUT_VERSION = 3  # of databases that have a history, but no table `schema_version`
SECONDS = 3600.0  # for a step, or to wait for another node's steps
LOG_TABLES = """
CREATE TABLE IF NOT EXISTS rooms (
    room text PRIMARY KEY, game text NOT NULL, code text NOT NULL, status text NOT NULL,
    is_private boolean NOT NULL, names text NOT NULL, created float8 NOT NULL,
    updated float8 NOT NULL, epoch bigint NOT NULL, node text NOT NULL, result text NOT NULL,
    deadline float8 NOT NULL) WITH (fillfactor = 70);
CREATE UNIQUE INDEX IF NOT EXISTS rooms_by_code ON rooms (code) WHERE code <> '';
CREATE INDEX IF NOT EXISTS rooms_by_node ON rooms (node) WHERE node <> '';
CREATE INDEX IF NOT EXISTS rooms_by_status ON rooms (status, created);
CREATE TABLE IF NOT EXISTS results (
    room text NOT NULL, number bigint NOT NULL, game text NOT NULL, names text NOT NULL,
    players text NOT NULL, is_private boolean NOT NULL, result text NOT NULL, ended float8 NOT NULL,
    inputs bigint NOT NULL, PRIMARY KEY (room, number));
CREATE INDEX IF NOT EXISTS results_by_end ON results (ended, number) WHERE NOT is_private;
CREATE TABLE IF NOT EXISTS log (
    room text NOT NULL, seq bigint NOT NULL, kind text NOT NULL, seat bigint NOT NULL,
    body bytea NOT NULL, action_id text, digest text NOT NULL, version bigint NOT NULL,
    hash text NOT NULL, at float8 NOT NULL, PRIMARY KEY (room, seq));
CREATE UNIQUE INDEX IF NOT EXISTS log_by_action ON log (room, action_id)
    WHERE action_id IS NOT NULL;
CREATE TABLE IF NOT EXISTS snapshots (
    room text PRIMARY KEY, seq bigint NOT NULL, body bytea NOT NULL);
CREATE TABLE IF NOT EXISTS nodes (node text PRIMARY KEY, lease_until float8 NOT NULL);
CREATE TABLE IF NOT EXISTS settings (name text PRIMARY KEY, value text NOT NULL)"""
KINDS = """
SELECT room, array_agg(kind ORDER BY seq) FROM log JOIN rooms USING (room)
WHERE status = 'over' GROUP BY room"""
FIRST_ROWS = """
SELECT room, body FROM log JOIN rooms USING (room)
WHERE seq = 1 AND kind = 'create' AND status <> 'over'"""


async def migrate(connection: Any, where: str) -> None:
    """Take the missing steps, inside the caller's transaction. Raise if the database is newer."""
    await connection.execute(LOCK, timeout=SECONDS)
    found = await database_version(connection)
    check_version(found, where)
    for version, step in STEPS:
        if version > found:
            await step(connection)
    if found < VERSION:
        await connection.execute("CREATE TABLE IF NOT EXISTS schema_version (version int NOT NULL)")
        await connection.execute("DELETE FROM schema_version")
        await connection.execute("INSERT INTO schema_version VALUES ($1)", VERSION)


async def database_version(connection: Any) -> int:
    """Return the version of a database's tables; 0 if it has no version."""
    if await connection.fetchval("SELECT to_regclass('schema_version')") is None:
        return 0
    return int(await connection.fetchval("SELECT version FROM schema_version") or 0)


async def _begin_history(connection: Any) -> None:
    """Version 3: every match has a result. Before, a room had only its last one."""
    has_history = await connection.fetchval("SELECT to_regclass('results')")
    await connection.execute(LOG_TABLES, timeout=SECONDS)
    if has_history is None:
        await connection.execute("DROP INDEX IF EXISTS rooms_over")
        found = await connection.fetch(KINDS, timeout=SECONDS)
        numbers = [(room, last_match(kinds), len(kinds)) for room, kinds in found]
        old = [values for values in numbers if values[1]]
        await connection.executemany(OLD_RESULT, old, timeout=SECONDS)


async def _pin_rules(connection: Any) -> None:
    """Version 4: rooms have rules, and replays are stored."""
    for statement in REPLAY_TABLES:
        await connection.execute(statement.format(bytes="bytea"), timeout=SECONDS)
    found = await connection.fetch(FIRST_ROWS, timeout=SECONDS)
    rules = [(room, rules_in(body)) for room, body in found]
    sql = "UPDATE rooms SET rules = $2 WHERE room = $1"
    await connection.executemany(sql, rules, timeout=SECONDS)


async def _add_people(connection: Any) -> None:
    """Version 5: chat, restrictions, reports and identified players."""
    await connection.execute(PEOPLE_TABLES, timeout=SECONDS)


async def _add_frame_parts(connection: Any) -> None:
    """Version 7: replays of matches that are being played."""
    await connection.execute(PARTS_TABLE.format(bytes="bytea"), timeout=SECONDS)


STEPS: tuple[tuple[int, Callable[[Any], Awaitable[None]]], ...] = (
    (3, _begin_history),
    (4, _pin_rules),
    (5, _add_people),
    (7, _add_frame_parts),
)
"""The versions and the steps that lead to them, in order."""
