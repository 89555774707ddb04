"""Checks a database: the file itself, the log of every room, its snapshot, and whether it replays."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.server.rules.hosted_games import HostedGames

from .errors import StoreFailed
from .recovery import restore
from .sqlite_backup import connect_read_only
from .store import RoomInfo, Row, Store

MAX_PROBLEMS = 20  # of the file
RULES_MISSING = ("unknown_game", "rules_missing", "room_other_game", "room_other_rules")
"""Errors of rooms whose rules are not installed: they cannot be replayed, but nothing is damaged."""


class RoomCheck(msgspec.Struct):
    """What was found in a room."""

    room: str
    rows: int = 0
    has_snapshot: bool = False
    is_replayed: bool = False
    is_without_rules: bool = False
    problems: list[str] = []


def check_file(path: Path) -> list[str]:
    """Return what SQLite finds wrong with a file."""
    try:
        with closing(connect_read_only(path)) as db:
            found = db.execute(f"PRAGMA integrity_check({MAX_PROBLEMS})").fetchall()
            tables = {name for (name,) in db.execute("SELECT name FROM sqlite_master")}
    except sqlite3.Error as error:
        return [f"{path} cannot be read: {error}."]
    if not {"rooms", "settings"} <= tables:
        return [f"{path} is not a database of Turnwright."]
    return [f"{path}: {line}." for (line,) in found if line != "ok"]


async def all_rooms(store: Store) -> list[RoomInfo]:
    """Return all rooms; rooms that are created meanwhile may be missing."""
    found: dict[str, RoomInfo] = {}
    while page := await store.rooms(limit=1000, start=len(found)):
        before = len(found)
        found |= {info.room: info for info in page}
        if len(found) == before:
            break
    return list(found.values())


def sample(rooms: Sequence[RoomInfo], number: int) -> set[str]:
    """Choose rooms to replay: unfinished ones first, then finished ones from all times."""
    live = [info.room for info in rooms if info.status != "over"]
    over = [info.room for info in rooms if info.status == "over"]
    chosen = live[:number]
    rest = number - len(chosen)
    if rest > 0 and over:
        step = max(1, len(over) // rest)
        chosen += over[::step][:rest]
    return set(chosen)


async def check_room(
    store: Store, games: HostedGames, info: RoomInfo, *, is_replayed: bool
) -> RoomCheck:
    """Check the log and the snapshot of a room, and replay all its inputs if `is_replayed`."""
    result = RoomCheck(info.room, problems=[])
    try:
        rows = await store.read(info.room)
    except (StoreFailed, msgspec.DecodeError, TypeError, ValueError) as error:
        result.problems.append(
            f"Room {info.room}: its log cannot be read: {error}.".replace("..", ".")
        )
        return result
    result.rows = len(rows)
    result.problems += _log_problems(info, rows)
    if not result.problems:
        try:
            await _check_replay(store, games, rows, result, is_replayed=is_replayed)
        except UnusableError as error:
            result.is_without_rules = error.code in RULES_MISSING
            if not result.is_without_rules:
                result.problems.append(str(error))
        except Exception as error:  # whatever a damaged body makes the rules raise
            text = f"Room {info.room} cannot be rebuilt: {type(error).__name__}: {error}."
            result.problems.append(text)
    return result


async def _check_replay(
    store: Store,
    games: HostedGames,
    rows: list[Row],
    result: RoomCheck,
    *,
    is_replayed: bool,
) -> None:
    snapshot = await store.snapshot(result.room)
    if snapshot is not None:
        result.has_snapshot = True
        restore(result.room, games, snapshot, rows[snapshot.seq :])
    if is_replayed:
        restore(result.room, games, None, rows)
        result.is_replayed = True


def _log_problems(info: RoomInfo, rows: list[Row]) -> list[str]:
    """Return why a log is not continuous."""
    name = f"Room {info.room}"
    if not rows:
        return [f"{name} has no log."]
    if rows[0].kind != "create":
        return [f"{name}: its log does not begin with its creation."]
    for seq, row in enumerate(rows, 1):
        if row.room != info.room or row.seq != seq:
            return [f"{name}: row {seq} of its log is missing."]
    if len(rows) < info.head:
        return [f"{name}: its log ends at row {len(rows)} instead of {info.head}."]
    ids = [row.action_id for row in rows if row.action_id is not None]
    if len(ids) != len(set(ids)):
        return [f"{name}: an action id was used twice."]
    return []
