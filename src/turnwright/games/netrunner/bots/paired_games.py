"""Bots against each other: pairs of games with the same chance and the sides swapped."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from turnwright.agents import play_out
from turnwright.agents.registry import find_agent
from turnwright.games.netrunner.card_facts import CORP, NAMES, RUNNER
from turnwright.games.netrunner.game import game

SEARCHING = ("greedy", "mcts")
"""Bots that try things out in copies of the match, which takes a record."""
LIMIT = 20_000
"""Answers after which a game counts as nobody's."""


class BotGameResult(msgspec.Struct, frozen=True):
    """One game: which of the two bots sat where, and how it ended."""

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
    """Games of two bots; every second one is the one before with the sides swapped."""
    for number in range(games):
        chance, seats = f"{seed} {number // 2}", ((0, 1), (1, 0))[number % 2]
        names = [(a, b)[bot] for bot in seats]
        keeps = any(name.partition(":")[0] in SEARCHING for name in names)
        match = game.start(chance, seats=list(NAMES), options=dict(options or {}), record=keeps)
        agents = [find_agent(name, f"{chance} {side}") for side, name in enumerate(names)]
        play_out(match, agents, LIMIT)
        c: Any = match.c
        yield BotGameResult(
            chance, seats, c.G.winner, c.G.reason or "Unfinished", c.G.turn,
            (c.agenda_points(CORP), c.agenda_points(RUNNER)),
        )  # fmt: skip
