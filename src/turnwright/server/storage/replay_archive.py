"""Stored replays: what a match was and what each viewer saw of it, which needs no rules.

A finished match is stored as a whole. One that is being played is stored in parts, which are replaced
when it is over.

Bodies are opaque here; `http.replays` knows their format.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from typing import Any, TypeAlias

Statement: TypeAlias = tuple[str, tuple[Any, ...]]
"""SQL that both databases understand, and the values for $1, $2, ..."""

STORED, IMPOSSIBLE = 1, 2  # `results.frames`; 0 if nobody has tried yet
SET_FRAMES = "UPDATE results SET frames = $3 WHERE room = $1 AND number = $2"
MISSING = "SELECT room, number FROM results WHERE frames {} ORDER BY ended LIMIT $1"


BEHIND = """
SELECT r.room FROM rooms r LEFT JOIN snapshots s ON s.room = r.room
WHERE r.status = 'playing' AND NOT EXISTS (
    SELECT 1 FROM frame_parts p WHERE p.room = r.room AND p.seq >= coalesce(s.seq, 0))
ORDER BY r.updated DESC"""


class ReplayArchive:
    """The stored replays of a database, and the descriptions of the games that they are of."""

    def __init__(
        self,
        select: Callable[..., Awaitable[list[Any]]],
        write_all: Callable[[Sequence[Statement]], Awaitable[None]],
    ) -> None:
        self._select, self._write_all = select, write_all

    async def save(self, room: str, number: int, body: bytes, frames: Mapping[int, bytes]) -> None:
        """Store a match, and what each viewer saw of it (-1: a spectator)."""
        key = (room, number)
        adding = [
            ("INSERT INTO frames VALUES ($1, $2, $3, $4)", (*key, viewer, frame))
            for viewer, frame in frames.items()
        ]
        set_frames = (SET_FRAMES, (*key, STORED))
        await self._write_all(
            [*_delete_frames(key), *_replace_match(key, body), *adding, set_frames]
        )

    async def save_part(
        self, room: str, number: int, seq: int, body: bytes, frames: Mapping[int, bytes],
        *, is_first: bool,
    ) -> None:  # fmt: skip
        """Store a match that is being played up to row `seq` of its room, and what each viewer saw of
        it since the last part. The first part replaces what was stored of the match before."""
        key = (room, number)
        adding = [
            ("INSERT INTO frame_parts VALUES ($1, $2, $3, $4, $5)", (*key, viewer, seq, frame))
            for viewer, frame in frames.items()
        ]
        deleting = _delete_frames(key) if is_first else []
        await self._write_all([*deleting, *_replace_match(key, body), *adding])

    async def behind(self) -> list[str]:
        """Return the rooms whose running match is not stored, or not up to the snapshot."""
        return [room for (room,) in await self._select(BEHIND)]

    async def mark_impossible(self, room: str, number: int) -> None:
        """Note that the frames of a match cannot be made with the rules that are installed."""
        await self._write_all([(SET_FRAMES, (room, number, IMPOSSIBLE))])

    async def match(self, room: str, number: int) -> bytes | None:
        """Return the body of a stored match."""
        sql = "SELECT body FROM replays WHERE room = $1 AND number = $2"
        return next((bytes(found[0]) for found in await self._select(sql, room, number)), None)

    async def is_complete(self, room: str, number: int) -> bool:
        """Were the frames of a match stored when it was over? Otherwise they may end before it."""
        sql = "SELECT frames FROM results WHERE room = $1 AND number = $2"
        return any(found[0] == STORED for found in await self._select(sql, room, number))

    async def frames(self, room: str, number: int, viewer: int) -> bytes | None:
        """Return what a viewer saw of a stored match."""
        where = "WHERE room = $1 AND number = $2 AND viewer = $3"
        found = await self._select(f"SELECT body FROM frames {where}", room, number, viewer)
        if not found:
            sql = f"SELECT body FROM frame_parts {where} ORDER BY seq"
            found = await self._select(sql, room, number, viewer)
        return b"".join(bytes(body) for (body,) in found) if found else None

    async def missing(self, limit: int, is_retry: bool = False) -> list[tuple[str, int]]:
        """Return finished matches without stored frames, oldest first; with `is_retry` also those
        for which it was impossible before."""
        sql = MISSING.format(f"<> {STORED}" if is_retry else "= 0")
        return [(room, number) for room, number in await self._select(sql, limit)]

    async def last_match(self, room: str) -> int:
        """Return the number of a room's last finished match; 0 if there is none."""
        sql = "SELECT coalesce(max(number), 0) FROM results WHERE room = $1"
        return int((await self._select(sql, room))[0][0])

    async def save_description(self, game: str, rules: str, body: bytes) -> None:
        """Store what pages need to know about a version of a game, once."""
        sql = "INSERT INTO game_descriptions VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
        await self._write_all([(sql, (game, rules, body))])

    async def description(self, game: str, rules: str) -> bytes | None:
        """Return what was stored about a version of a game."""
        sql = "SELECT body FROM game_descriptions WHERE game = $1 AND rules = $2"
        return next((bytes(found[0]) for found in await self._select(sql, game, rules)), None)


def _delete_frames(key: tuple[str, int]) -> list[Statement]:
    return [
        (f"DELETE FROM {table} WHERE room = $1 AND number = $2", key)
        for table in ("frames", "frame_parts")
    ]


def _replace_match(key: tuple[str, int], body: bytes) -> list[Statement]:
    return [
        ("DELETE FROM replays WHERE room = $1 AND number = $2", key),
        ("INSERT INTO replays VALUES ($1, $2, $3)", (*key, body)),
    ]
