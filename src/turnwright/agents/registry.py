"""Agents by name, as a command line, a lobby or a host asks for them.

- `random`, `auto`, `greedy`, `passive` and `mcts` play every game.
- `mcts:200` searches 200 iterations.
- `priority:attack,play,pass` makes the first of these moves that is legal.
- Some games have agents of their own, such as `heuristic`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TypeAlias

from turnwright.core.errors import UnusableError
from turnwright.core.suggestions import suggestion

from .auto_selector import AutoSelector
from .base import Agent, Passive
from .greedy import Greedy
from .mcts import Mcts
from .priority_list import PriorityList
from .random import RandomAgent

MAX_ITERATIONS = 2000
MAX_ENTRIES = 50

Seed: TypeAlias = int | str

AGENTS: dict[str, Callable[[Seed], Agent]] = {
    "random": RandomAgent,
    "auto": lambda seed: AutoSelector(),
    "greedy": Greedy,
    "mcts": lambda seed: Mcts(100, seed=seed),
    "passive": lambda seed: Passive(),
}

GAME_AGENTS = {
    "netrunner": "turnwright.games.netrunner.agents",
    "spire": "turnwright.games.spire.agents",
}
"""Games with agents of their own: the module whose `BOTS` has them by name."""


def agents_for(game: str) -> list[str]:
    """Return the names of all agents that can play a game, its own ones last."""
    return [*AGENTS, *(_own(GAME_AGENTS[game]) if game in GAME_AGENTS else ())]


def _own(module: str) -> dict[str, Callable[[Seed], Agent]]:
    found: dict[str, Callable[[Seed], Agent]] = import_module(module).BOTS
    return found


def find_agent(name: str, seed: Seed = 0) -> Agent:
    """Return the agent of this name; see the head of this module."""
    if name in AGENTS:
        return AGENTS[name](seed)
    word, _, argument = name.partition(":")
    if word == "mcts" and _is_count(argument):
        return Mcts(int(argument), seed=seed)
    moves = [move.strip() for move in argument.split(",") if move.strip()]
    if word == "priority" and 0 < len(moves) <= MAX_ENTRIES:
        return PriorityList(moves, AutoSelector())
    for module in GAME_AGENTS.values():
        if name in _own(module):
            return _own(module)[name](seed)
    known = [*AGENTS, *(bot for module in GAME_AGENTS.values() for bot in _own(module))]
    hint = suggestion(word, known) if word not in known else ""
    hint = hint or f"; available agents: {', '.join(known)}, priority:MOVE,MOVE."
    raise UnusableError("unknown_agent", f"There is no agent {name[:40]!r}{hint}")


def _is_count(text: str) -> bool:
    """Whether this is a valid number of iterations."""
    is_number = text.isascii() and text.isdigit() and len(text) <= 9
    return is_number and 0 < int(text) <= MAX_ITERATIONS
