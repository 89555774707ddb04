"""Games between two bots, in pairs with the same seed and the sides swapped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from turnwright.agents.arena import play_pairs
from turnwright.games.netrunner.card_facts import CORP, NAMES, RUNNER
from turnwright.games.netrunner.context import context_of
from turnwright.games.netrunner.game import game


class BotGameResult(msgspec.Struct, frozen=True):
    """The result of one game, and which of the two bots played which side."""

    seed: str
    seats: tuple[int, int]
    winner: int | None
    """The side that won."""
    reason: str
    turns: int
    points: tuple[int, int]


def paired(
    a: str, b: str, games: int, seed: str = "0", options: Mapping[str, Any] | None = None
) -> Iterator[BotGameResult]:
    """Play games between two bots. Every second game repeats the one before with sides swapped; equal
    bots play a new game each time."""
    for chance, seats, match in play_pairs(game, a, b, games, seed, options, NAMES):
        c = context_of(match)
        yield BotGameResult(
            chance, seats, c.G.winner, c.G.reason or "Unfinished", c.G.turn,
            (c.agenda_points(CORP), c.agenda_points(RUNNER)),
        )  # fmt: skip
