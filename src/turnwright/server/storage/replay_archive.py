"""Stored replays: what a finished match was and what each viewer saw of it, which needs no rules.

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
        await self._write_all(
            [
                ("DELETE FROM replays WHERE room = $1 AND number = $2", key),
                ("DELETE FROM frames WHERE room = $1 AND number = $2", key),
                ("INSERT INTO replays VALUES ($1, $2, $3)", (*key, body)),
                *adding,
                (SET_FRAMES, (*key, STORED)),
            ]
        )

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
        sql = "SELECT body FROM frames WHERE room = $1 AND number = $2 AND viewer = $3"
        found = await self._select(sql, room, number, viewer)
        return bytes(found[0][0]) if found else None

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
