"""Matches between agents: pairs with the same seed and the sides swapped, and round robins."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.core.runtime.match import Match

from .base import play_out
from .greedy import Greedy
from .mcts import Mcts
from .registry import find_agent
from .rollout_search import RolloutSearch

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game

SEARCHING = (Greedy, Mcts, RolloutSearch)
"""Agents that search in copies of the match, which needs a record."""
LIMIT = 20_000
"""Number of answers after which a match is stopped without a winner."""


class ArenaMatch(msgspec.Struct, frozen=True):
    """The result of one match: the agents by seat, and the seat that won."""

    seed: str
    agents: tuple[str, ...]
    winner: int | None
    reason: str

    @property
    def is_drawn(self) -> bool:
        """Whether nobody won."""
        return self.winner is None


def play_pairs(
    game: Game,
    a: str,
    b: str,
    count: int,
    seed: str = "0",
    options: Mapping[str, Any] | None = None,
    seats: Sequence[str] | None = None,
) -> Iterator[tuple[str, tuple[int, int], Match]]:
    """Play matches between two agents, and yield the seed, which agent (0 or 1) had which seat, and
    the match.

    Every second match has the seed of the one before, with sides swapped. Between equal agents that
    could be the same match again, so each match has its own seed."""
    for number in range(count):
        pair = number if a == b else number // 2
        chance, order = f"{seed} {pair}", ((0, 1), (1, 0))[number % 2]
        names = [(a, b)[index] for index in order]
        yield chance, order, play_match(game, names, chance, options, seats)


def play_match(
    game: Game,
    names: Sequence[str],
    seed: str,
    options: Mapping[str, Any] | None = None,
    seats: Sequence[str] | None = None,
) -> Match:
    """Play one match between agents, which are given by name and seat."""
    agents = [find_agent(name, f"{seed} {seat}") for seat, name in enumerate(names)]
    keeps = any(isinstance(agent, SEARCHING) for agent in agents)
    players: Any = list(seats) if seats is not None else len(names)
    match = game.start(seed, seats=players, options=dict(options or {}), record=keeps)
    return play_out(match, agents, LIMIT)


def round_robin(
    game: Game,
    names: Sequence[str],
    count: int,
    seed: str = "0",
    options: Mapping[str, Any] | None = None,
) -> Iterator[ArenaMatch]:
    """Let every agent play `count` matches against every other one, sides swapped.

    In a game for one player, each agent plays `count` matches alone."""
    if 2 in game.seats:
        for a, b in itertools.combinations(names, 2):
            for chance, order, match in play_pairs(game, a, b, count, seed, options):
                yield _result(match, chance, tuple((a, b)[index] for index in order))
    elif 1 in game.seats:
        for name in names:
            for number in range(count):
                match = play_match(game, [name], f"{seed} {number}", options)
                yield _result(match, f"{seed} {number}", (name,))
    else:
        raise UnusableError("wrong_seats", f"{game.name} is not a game for one or two players.")


def _result(match: Match, seed: str, names: tuple[str, ...]) -> ArenaMatch:
    result = match.result
    if result is None:
        return ArenaMatch(seed, names, None, "unfinished")
    return ArenaMatch(seed, names, result.winners[0] if result.winners else None, result.reason)
