"""The version of a database's tables: which one this program knows, and what else both stores share.

The steps from one version to the next are in `sqlite_migrations` and `postgres_migrations`. A store
takes all missing steps in one transaction when it is opened, and refuses a newer database.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from .errors import StoreFailed

VERSION = 7
"""The version that this program reads and writes: 2 has packed commits (SQLite), 3 the history of
matches, 4 the rules of rooms and stored replays, 5 chat and what is known about people,
6 no table of action ids (SQLite): they are in the log, 7 replays of matches that are being played."""

WITH_RULES = 4
"""The first version in which rooms have a column for their rules, and replays are stored."""

REPLAY_TABLES = (
    # Version 4. What a match was, what each viewer saw of it (-1: a spectator), and what the pages
    # need to know about a version of a game. `results.frames` is one of `store.FRAMES_*`.
    "CREATE TABLE replays (room text NOT NULL, number bigint NOT NULL, body {bytes} NOT NULL,"
    " PRIMARY KEY (room, number))",
    "CREATE TABLE frames (room text NOT NULL, number bigint NOT NULL, viewer bigint NOT NULL,"
    " body {bytes} NOT NULL, PRIMARY KEY (room, number, viewer))",
    "CREATE TABLE game_descriptions (game text NOT NULL, rules text NOT NULL, body {bytes} NOT NULL,"
    " PRIMARY KEY (game, rules))",
    "ALTER TABLE results ADD COLUMN frames bigint NOT NULL DEFAULT 0",
    "CREATE INDEX results_without_frames ON results (ended) WHERE frames = 0",
    "ALTER TABLE rooms ADD COLUMN rules text NOT NULL DEFAULT ''",
)

PARTS_TABLE = (
    # Version 7. What viewers saw of a match that is being played: a part for each time that it was
    # stored. `seq` is the last row of the room's log that it includes.
    "CREATE TABLE frame_parts (room text NOT NULL, number bigint NOT NULL, viewer bigint NOT NULL,"
    " seq bigint NOT NULL, body {bytes} NOT NULL, PRIMARY KEY (room, number, viewer, seq))"
)

OLD_RESULT = """
INSERT INTO results SELECT room, $2, game, names, '[]', is_private, result, updated, $3
FROM rooms WHERE room = $1"""
"""Adds the last match of a room from before the history: the room, its number, and its inputs."""

MOVES = ("move", "pick", "cancel", "timeout", "resign")


def check_version(found: int, where: str) -> None:
    """Raise if a database is newer than this program."""
    if found > VERSION:
        raise StoreFailed(
            f"{where} was written by a newer version of Turnwright (tables of version {found}; this "
            f"one knows version {VERSION}). Install that version, or use another database with --db."
        )


def rules_in(create: bytes) -> str:
    """Return the rules in the first row of a room; empty if they cannot be read."""
    try:
        return msgspec.json.decode(create, type=_Created).rules
    except msgspec.DecodeError:
        return ""


def last_match(kinds: Sequence[str]) -> int:
    """Return the number of a room's last match from the kinds of its rows; 0 if none was played."""
    number, before = 0, ""
    for kind in kinds:
        if kind in ("chat", "sit", "stand"):
            continue
        if (not number and kind in MOVES) or (before == "rematch" and kind != "rematch"):
            number += 1
        before = kind
    return number


class _Created(msgspec.Struct):
    rules: str = ""
