"""Matches between agents: pairs with the same seed and the sides swapped, and round robins."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from turnwright.core.definition.game import Game
from turnwright.core.errors import UnusableError
from turnwright.core.runtime.match import Match

from .base import play_out
from .greedy import Greedy
from .llm import Endpoint, use_endpoint
from .mcts import Mcts
from .ratings import Score
from .registry import find_agent
from .rollout_search import RolloutSearch

SEARCHING = (Greedy, Mcts, RolloutSearch)
"""Agents that search in copies of the match, which needs a record."""
LIMIT = 20_000
"""Number of answers after which a match is stopped without a winner."""


class ArenaMatch(msgspec.Struct, frozen=True):
    """The result of one match: the agents by seat, and the seat that won. `losers` are seats that lost
    although nobody won, as in a match of one player."""

    seed: str
    agents: tuple[str, ...]
    winner: int | None
    reason: str
    losers: tuple[int, ...] = ()

    @property
    def is_drawn(self) -> bool:
        """Whether nobody won or lost."""
        return self.winner is None and not self.losers


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


class RoundRobin(msgspec.Struct, frozen=True):
    """What is played: every agent plays `count` matches against every other one, sides swapped. In a
    game for one player, each agent plays `count` matches alone.

    Match number N is the same in every process, so the matches can be divided among workers."""

    game: Game
    agents: tuple[str, ...]
    count: int
    seed: str = "0"
    options: Mapping[str, Any] = {}
    endpoint: Endpoint | None = None
    """Where agents `llm:MODEL` find their model."""

    @property
    def pairings(self) -> list[tuple[str, ...]]:
        """The agents of every pair, or every agent alone."""
        if 2 in self.game.seats:
            return list(itertools.combinations(self.agents, 2))
        if 1 in self.game.seats:
            return [(name,) for name in self.agents]
        raise UnusableError(
            "wrong_seats", f"{self.game.name} is not a game for one or two players."
        )

    @property
    def matches(self) -> int:
        """The number of all matches."""
        return len(self.pairings) * self.count


def matches_of(given: RoundRobin) -> Callable[[int], ArenaMatch]:
    """Return the function that plays a match of a round robin by its number."""
    pairings = given.pairings
    if given.endpoint is not None:
        use_endpoint(given.endpoint)

    def play(number: int) -> ArenaMatch:
        names, index = pairings[number // given.count], number % given.count
        seed = f"{given.seed} {index // 2 if len(names) == 2 else index}"
        if index % 2:
            names = names[::-1]
        return _result(play_match(given.game, names, seed, given.options), seed, names)

    return play


def scores_of(matches: Sequence[ArenaMatch]) -> list[Score]:
    """The matches of two agents as scores of the one at seat 0. Agents that play alone are compared
    deal by deal: the one that won against the one that lost, and a draw if both did the same."""
    found: list[Score] = [
        (*one.agents, 0.5 if one.winner is None else float(one.winner == 0))
        for one in matches
        if len(one.agents) == 2 and one.agents[0] != one.agents[1]
    ]
    alone: dict[str, list[ArenaMatch]] = {}
    for one in matches:
        if len(one.agents) == 1:
            alone.setdefault(one.seed, []).append(one)
    for same_deal in alone.values():
        for one, other in itertools.combinations(same_deal, 2):
            points = [points_of(match) for match in (one, other)]
            score = 0.5 if points[0] == points[1] else float(points[0] > points[1])
            found.append((one.agents[0], other.agents[0], score))
    return found


def points_of(match: ArenaMatch) -> int:
    """How well an agent did that played alone: 1 for a win, 0 for a draw, -1 for a loss."""
    return 1 if match.winner is not None else 0 if match.is_drawn else -1


def _result(match: Match, seed: str, names: tuple[str, ...]) -> ArenaMatch:
    result = match.result
    if result is None:
        return ArenaMatch(seed, names, None, "unfinished")
    winner = result.winners[0] if result.winners else None
    return ArenaMatch(seed, names, winner, result.reason, result.losers)
