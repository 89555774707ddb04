"""Agents by name: what a host, a command line or a lobby asks for as `greedy` or `mcts:200`."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from turnwright.core.errors import UnusableError
from turnwright.core.suggestions import suggestion

from .auto_selector import AutoSelector
from .base import Agent, Passive
from .greedy import Greedy
from .mcts import Mcts
from .random import RandomAgent

MAX_ITERATIONS = 2000

AGENTS: dict[str, Callable[[Any, int], Agent]] = {
    "random": lambda seed, _: RandomAgent(seed),
    "auto": lambda seed, _: AutoSelector(),
    "greedy": lambda seed, _: Greedy(seed),
    "mcts": lambda seed, iterations: Mcts(iterations or 100, seed=seed),
    "passive": lambda seed, _: Passive(),
}

OF_GAMES = {
    "netrunner": "turnwright.games.netrunner.agents",
    "spire": "turnwright.games.spire.agents",
}
"""Games that bring agents of their own: the module, where they are called `BOTS`."""


def agents_for(game: str) -> list[str]:
    """The names of all agents that can play a game, its own ones last."""
    return [*AGENTS, *(_own(OF_GAMES[game]) if game in OF_GAMES else ())]


def _own(module: str) -> dict[str, Callable[[Any], Agent]]:
    found: dict[str, Callable[[Any], Agent]] = import_module(module).BOTS
    return found


def find_agent(name: str, seed: int | str = 0) -> Agent:
    """`random`, `auto`, `greedy`, `passive`, or `mcts` with its iterations: `mcts:200`. Or the agent of
    a game, like `heuristic`."""
    word, _, number = name.partition(":")
    is_number = not number or (
        number.isascii()
        and number.isdigit()
        and len(number) <= 9
        and 0 < int(number) <= MAX_ITERATIONS
    )
    for module in OF_GAMES.values() if name not in AGENTS else ():
        if name in _own(module):
            return _own(module)[name](seed)
    if word not in AGENTS or not is_number or (number and word != "mcts"):
        known = [*AGENTS, *(bot for module in OF_GAMES.values() for bot in _own(module))]
        hint = suggestion(word, known) if word not in AGENTS else ""
        hint = hint or f"; available agents: {', '.join(known)}."
        raise UnusableError("unknown_agent", f"There is no agent {name[:40]!r}{hint}")
    return AGENTS[word](seed, int(number or 0))
