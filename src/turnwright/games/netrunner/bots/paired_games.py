"""Games between two bots, in pairs with the same seed and the sides swapped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from turnwright.agents import play_out
from turnwright.agents.registry import find_agent
from turnwright.games.netrunner.card_facts import CORP, NAMES, RUNNER
from turnwright.games.netrunner.context import context_of
from turnwright.games.netrunner.game import game

SEARCHING = ("greedy", "mcts")
"""Bots that search in copies of the match, which needs a record."""
LIMIT = 20_000
"""Number of answers after which a game is stopped without a winner."""


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
    """Play games between two bots. Every second game repeats the one before with sides swapped."""
    for number in range(games):
        chance, seats = f"{seed} {number // 2}", ((0, 1), (1, 0))[number % 2]
        names = [(a, b)[bot] for bot in seats]
        keeps = any(name.partition(":")[0] in SEARCHING for name in names)
        match = game.start(chance, seats=list(NAMES), options=dict(options or {}), record=keeps)
        agents = [find_agent(name, f"{chance} {side}") for side, name in enumerate(names)]
        play_out(match, agents, LIMIT)
        c = context_of(match)
        yield BotGameResult(
            chance, seats, c.G.winner, c.G.reason or "Unfinished", c.G.turn,
            (c.agenda_points(CORP), c.agenda_points(RUNNER)),
        )  # fmt: skip
