"""The steps by which the tables of an older SQLite file become those of today.

The version is SQLite's own number in the file (`user_version`), which changes with the transaction.
A new file has version 0 and takes all steps. To change the tables, add a step with the next version.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from .commit_format import FIND, SPAN, pack, read_back, update_heads
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

HAS_TABLE = "SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?"
COMMIT_TABLES = """
CREATE TABLE IF NOT EXISTS rooms (
    id INTEGER PRIMARY KEY, room TEXT NOT NULL UNIQUE, game TEXT NOT NULL, code TEXT NOT NULL,
    status TEXT NOT NULL, is_private INTEGER NOT NULL, names TEXT NOT NULL,
    created REAL NOT NULL, updated REAL NOT NULL, epoch INTEGER NOT NULL, node TEXT NOT NULL,
    result TEXT NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS rooms_by_code ON rooms (code) WHERE code <> '';
CREATE INDEX IF NOT EXISTS rooms_by_node ON rooms (node) WHERE node <> '';
CREATE INDEX IF NOT EXISTS rooms_by_status ON rooms (status, created);
CREATE TABLE IF NOT EXISTS commits (id INTEGER PRIMARY KEY, rows BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS heads ( -- the last row of a room, and its position
    id INTEGER PRIMARY KEY, seq INTEGER NOT NULL, last INTEGER NOT NULL, deadline REAL NOT NULL);
CREATE TABLE IF NOT EXISTS told ( -- the last commit that `heads` includes
    one INTEGER PRIMARY KEY, last INTEGER NOT NULL);
INSERT OR IGNORE INTO told VALUES (1, 0);
CREATE TABLE IF NOT EXISTS actions ( -- used ids, and the positions of their rows
    room INTEGER NOT NULL, action_id TEXT NOT NULL, place INTEGER NOT NULL,
    PRIMARY KEY (room, action_id)) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS snapshots (
    room TEXT PRIMARY KEY, seq INTEGER NOT NULL, body BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS nodes (node TEXT PRIMARY KEY, lease_until REAL NOT NULL);
CREATE TABLE IF NOT EXISTS settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)"""
RESULT_TABLES = """
CREATE TABLE results ( -- one row per finished match
    room TEXT NOT NULL, number INTEGER NOT NULL, game TEXT NOT NULL, names TEXT NOT NULL,
    players TEXT NOT NULL, is_private INTEGER NOT NULL, result TEXT NOT NULL, ended REAL NOT NULL,
    inputs INTEGER NOT NULL, PRIMARY KEY (room, number));
CREATE INDEX results_by_end ON results (ended, number) WHERE NOT is_private;
DROP INDEX IF EXISTS rooms_over"""


def migrate(db: sqlite3.Connection, path: str) -> None:
    """Take the missing steps, inside the caller's transaction. Raise if the file is newer."""
    found = file_version(db)
    check_version(found, path)
    for version, step in STEPS:
        if version > found:
            step(db)
    if found < VERSION:
        db.execute(f"PRAGMA user_version = {VERSION}")


def file_version(db: sqlite3.Connection) -> int:
    """Return the version of a file's tables; 0 for a new file."""
    return int(db.execute("PRAGMA user_version").fetchone()[0])


def _has_table(db: sqlite3.Connection, name: str) -> bool:
    return db.execute(HAS_TABLE, (name,)).fetchone() is not None


def _execute_all(db: sqlite3.Connection, statements: str) -> None:
    for statement in statements.split(";"):
        db.execute(statement)


def _pack_commits(db: sqlite3.Connection) -> None:
    """Version 2: rows are packed by commit. Before there was one table row per log row."""
    _execute_all(db, COMMIT_TABLES)
    db.execute("UPDATE told SET last = 0")
    if _has_table(db, "log"):
        columns = "room, seq, kind, seat, body, nullif(action_id, ''), digest, version, hash, at"
        found = db.execute(f"SELECT id, before, {columns} FROM log").fetchall()
        commits = [(number, pack(before * SPAN, row)) for number, before, *row in found]
        db.executemany("INSERT INTO commits VALUES (?, ?)", commits)
        db.execute(f"UPDATE heads SET last = last * {SPAN}")
        db.execute("DROP TABLE log")
    update_heads(db)


def _begin_history(db: sqlite3.Connection) -> None:
    """Version 3: every match has a result. Before, a room had only its last one. Some files of
    version 2 have the table already."""
    if _has_table(db, "results"):
        return
    _execute_all(db, RESULT_TABLES)
    update_heads(db)
    for (room,) in db.execute("SELECT room FROM rooms WHERE status = 'over'").fetchall():
        _, _, seq, position, _ = db.execute(FIND, (room,)).fetchone()
        rows = read_back(db, seq, position, 0)
        if number := last_match([row.kind for row in rows]):
            db.execute(OLD_RESULT, {"1": room, "2": number, "3": len(rows)})


def _pin_rules(db: sqlite3.Connection) -> None:
    """Version 4: rooms have rules, and replays are stored."""
    for statement in REPLAY_TABLES:
        db.execute(statement.format(bytes="blob"))
    update_heads(db)
    for (room,) in db.execute("SELECT room FROM rooms WHERE status <> 'over'").fetchall():
        _, _, seq, position, _ = db.execute(FIND, (room,)).fetchone()
        rows = read_back(db, seq, position, 0)
        if rows and rows[0].kind == "create":
            sql = "UPDATE rooms SET rules = ? WHERE room = ?"
            db.execute(sql, (rules_in(rows[0].body), room))


def _add_people(db: sqlite3.Connection) -> None:
    """Version 5: chat, restrictions, reports and identified players."""
    _execute_all(db, PEOPLE_TABLES)


def _drop_actions(db: sqlite3.Connection) -> None:
    """Version 6: the used action ids are only in the log."""
    db.execute("DROP TABLE IF EXISTS actions")


def _add_frame_parts(db: sqlite3.Connection) -> None:
    """Version 7: replays of matches that are being played."""
    db.execute(PARTS_TABLE.format(bytes="blob"))


STEPS: tuple[tuple[int, Callable[[sqlite3.Connection], None]], ...] = (
    (2, _pack_commits),
    (3, _begin_history),
    (4, _pin_rules),
    (5, _add_people),
    (6, _drop_actions),
    (7, _add_frame_parts),
)
"""The versions and the steps that lead to them, in order."""
