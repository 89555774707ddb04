"""Agents by name, as a command line, a lobby or a host asks for them.

- `random`, `auto`, `greedy`, `passive` and `mcts` play every game.
- `mcts:200` searches 200 iterations.
- `priority:attack,play,pass` makes the first of these moves that is legal.
- Some games have agents of their own, such as `heuristic`. Those that search take a budget:
  `search:100` makes 100 roll-outs for a decision, `search:0.5s` searches for half a second.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import ClassVar, TypeAlias

from turnwright.core.errors import UnusableError
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer, Prompt
from turnwright.core.suggestions import suggestion

from .auto_selector import AutoSelector
from .base import Agent, Passive
from .greedy import Greedy
from .mcts import Mcts
from .priority_list import PriorityList
from .random import RandomAgent

MAX_ITERATIONS = 2000
MAX_SECONDS = 60
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
"""Games with agents of their own: the module whose `BOTS` has them by name. Those with a budget are
in its `SEARCHES` as well: `make(seed, iterations, seconds)`."""


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
    found = {game: agent for game in GAME_AGENTS if (agent := _own_agent(game, name, seed))}
    if len(found) > 1:
        return AgentByGame(found)
    for agent in found.values():
        return agent
    own = (bot for module in GAME_AGENTS.values() for bot in _own(module))
    known = list(dict.fromkeys([*AGENTS, *own]))
    hint = suggestion(word, known) if word not in known else ""
    hint = hint or f"; available agents: {', '.join(known)}, priority:MOVE,MOVE."
    raise UnusableError("unknown_agent", f"There is no agent {name[:40]!r}{hint}")


def _own_agent(game: str, name: str, seed: Seed) -> Agent | None:
    """Return the agent that a game has under this name, if there is one."""
    module = GAME_AGENTS[game]
    if name in _own(module):
        return _own(module)[name](seed)
    word, _, argument = name.partition(":")
    make = getattr(import_module(module), "SEARCHES", {}).get(word)
    if make is None or not (_is_count(argument) or _is_duration(argument)):
        return None
    budget = (int(argument),) if _is_count(argument) else (MAX_ITERATIONS, float(argument[:-1]))
    return make(seed, *budget)  # type: ignore[no-any-return]


class AgentByGame:
    """An agent that several games have under one name: it plays as the one of the match's game."""

    controller_type: ClassVar = "ai"

    def __init__(self, agents: Mapping[str, Agent]) -> None:
        self.agents = agents
        self._last: Agent | None = None

    def __repr__(self) -> str:
        return f"AgentByGame({dict(self.agents)!r})"

    def decide(self, prompt: Prompt, match: Match) -> Answer:
        """Let the agent of this game decide; in other games, the first one."""
        agent = self.agents.get(match.game.name) or next(iter(self.agents.values()))
        self._last = agent
        return agent.decide(prompt, match)

    def explain(self) -> str:
        """Say how the last decision was made."""
        explain = getattr(self._last, "explain", None)
        return "No decision was made yet." if explain is None else str(explain())


def _is_duration(text: str) -> bool:
    """Whether this is a valid time for a search, such as `0.5s`."""
    is_time = re.fullmatch(r"[0-9]{1,2}(\.[0-9]{1,3})?s", text) is not None
    return is_time and 0 < float(text[:-1]) <= MAX_SECONDS


def _is_count(text: str) -> bool:
    """Whether this is a valid number of iterations."""
    is_number = text.isascii() and text.isdigit() and len(text) <= 9
    return is_number and 0 < int(text) <= MAX_ITERATIONS
