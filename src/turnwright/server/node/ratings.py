"""Ratings of identified players, by game.

Ratings are a function of the stored matches whose players are all known (`identified_matches`), in the
order in which they ended. They are kept in memory and brought up to date when somebody asks, in a
thread: 500 matches take 20 ms. The model is Plackett-Luce of the package openskill: it knows draws and
any number of players.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from typing import Any

import msgspec

from turnwright.optional_packages import needed_by
from turnwright.server.storage.store import Store

NEXT_MATCHES = """
SELECT room, number, subjects, names, ranks FROM identified_matches WHERE game = $1
ORDER BY ended, room, number LIMIT $2 OFFSET $3"""
PAGE = 500
DIGITS = 2


class RatedPlayer(msgspec.Struct, rename="camel"):
    """A player in the ranking. `rating` is what the player reaches almost certainly, `mean` the best
    estimate; the more matches, the closer the two are. New players begin with 0 and 25."""

    game: str
    name: str
    rating: float
    mean: float
    matches: int


class RatingTable:
    """The ratings of one game, up to a match."""

    def __init__(self, game: str) -> None:
        self.game = game
        self.players: dict[str, tuple[str, Any, int]] = {}  # subject: name, rating, matches
        self.count = 0
        self.last: tuple[str, int] | None = None  # room and number of the last match
        self._ranked: list[RatedPlayer] | None = None

    def add(
        self, room: str, number: int, subjects: list[str], names: list[str], ranks: list[int]
    ) -> None:
        """Rate a match."""
        model = rating_model()
        known = [self.players.get(subject) for subject in subjects]
        before = [[model.rating() if one is None else one[1]] for one in known]
        after = model.rate(before, ranks=ranks)
        for subject, name, old, new in zip(subjects, names, known, after, strict=True):
            self.players[subject] = (name, new[0], 1 if old is None else old[2] + 1)
        self.count += 1
        self.last, self._ranked = (room, number), None

    def add_rows(self, rows: Sequence[Sequence[Any]]) -> None:
        """Rate the matches of a page of `NEXT_MATCHES`."""
        for room, number, *lists in rows:
            self.add(room, number, *map(msgspec.json.decode, lists))

    def ranking(self) -> list[RatedPlayer]:
        """Return all players, the best first, without their subjects."""
        if self._ranked is not None:
            return self._ranked
        found = [
            RatedPlayer(
                self.game, name, round(rating.ordinal(), DIGITS), round(rating.mu, DIGITS), matches
            )
            for name, rating, matches in self.players.values()
        ]
        self._ranked = sorted(found, key=lambda one: (-one.rating, -one.mean, one.name))
        return self._ranked


class Ratings:
    """The ratings of all games of a store."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._tables: dict[str, RatingTable] = {}
        self._lock = asyncio.Lock()

    async def games(self) -> list[str]:
        """Return the games that have rated players."""
        sql = "SELECT DISTINCT game FROM identified_matches ORDER BY game"
        return [row[0] for row in await self.store.query(sql)]

    async def ranking(self, game: str) -> list[RatedPlayer]:
        """Return the players of a game, the best first."""
        async with self._lock:
            table = self._tables.setdefault(game, RatingTable(game))
            is_complete = False
            while not is_complete:
                skipped = max(0, table.count - 1)
                found = await self.store.query(NEXT_MATCHES, game, PAGE, skipped)
                if table.last is not None and (not found or tuple(found[0][:2]) != table.last):
                    # A match was deleted, or one came late from another node: begin again.
                    table = self._tables[game] = RatingTable(game)
                    continue
                rows = found if table.last is None else found[1:]
                if rows:
                    await asyncio.to_thread(table.add_rows, rows)
                is_complete = len(found) < PAGE
            return await asyncio.to_thread(table.ranking)


@cache
def rating_model() -> Any:
    """Return the rating model; raise `missing_package` if openskill is not installed."""
    with needed_by("The rating of players", "server"):
        return import_module("openskill.models").PlackettLuce()
