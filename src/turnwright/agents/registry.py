"""Agents by name, as a command line, a lobby or a host asks for them.

- `random`, `auto`, `greedy`, `passive` and `mcts` play every game.
- `mcts:200` searches 200 iterations.
- `priority:attack,play,pass` makes the first of these moves that is legal.
- Some games have agents of their own, such as `heuristic`. Those that search take a budget:
  `search:100` makes 100 roll-outs for a decision, `search:0.5s` searches for half a second.
- `llm:MODEL` asks a language model, if the process has an endpoint for it (`turnwright.agents.llm`).
- Installed packages add agents as entry points of the group `turnwright.agents`. The attribute `games`
  of the class or function lists the games that it plays; without it, the agent plays every game.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import ClassVar, TypeAlias

from turnwright.core.errors import TurnwrightError, UnusableError
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer, Prompt
from turnwright.core.suggestions import suggestion
from turnwright.entry_points import AGENTS as ENTRY_POINTS
from turnwright.entry_points import EntryPoint, find_entry_points

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
    """Return the names of all agents that can play a game, its own ones last. Agents of installed
    packages that cannot be loaded are left out."""
    own = _own(GAME_AGENTS[game]) if game in GAME_AGENTS else ()
    added = [
        declared.name
        for declared in find_entry_points(ENTRY_POINTS)
        if (make := _load_installed(declared)) is not None
        and (not _games_of(make) or game in _games_of(make))
    ]
    return list(dict.fromkeys([*AGENTS, *own, *added]))


@cache
def _load_installed(declared: EntryPoint) -> Callable[[Seed], Agent] | None:
    """Return what makes an agent of an installed package; None, with a warning, if that fails."""
    try:
        return _checked(declared)
    except TurnwrightError as error:
        print(error, file=sys.stderr)
        return None


def _checked(declared: EntryPoint) -> Callable[[Seed], Agent]:
    make: Callable[[Seed], Agent] = declared.load()
    if not callable(make):
        raise declared.unusable(f"{declared.value} is not a class or function")
    games = getattr(make, "games", ())
    if isinstance(games, str) or not isinstance(games, Sequence):
        raise declared.unusable("its `games` must be a tuple of names")
    return make


def _games_of(make: Callable[[Seed], Agent]) -> Sequence[str]:
    found: Sequence[str] = getattr(make, "games", ())
    return found


def _installed_agents(name: str, seed: Seed) -> dict[str, Agent]:
    """Return the agents that installed packages have under this name, by game; that of all games has
    the key `""`. Raise the error of a package that cannot be loaded."""
    found: dict[str, Agent] = {}
    for declared in find_entry_points(ENTRY_POINTS):
        if declared.name == name:
            make = _checked(declared)
            for game in _games_of(make) or ("",):
                if game not in found:
                    found[game] = make(seed)
    return found


def _own(module: str) -> dict[str, Callable[[Seed], Agent]]:
    found: dict[str, Callable[[Seed], Agent]] = import_module(module).BOTS
    return found


def find_agent(name: str, seed: Seed = 0, modules: Mapping[str, ModuleType] | None = None) -> Agent:
    """Return the agent of this name; see the head of this module. `modules` have the agents of games,
    by game, instead of `GAME_AGENTS`: those of an older version of a game."""
    if name in AGENTS:
        return AGENTS[name](seed)
    word, _, argument = name.partition(":")
    if word == "mcts" and _is_count(argument):
        return Mcts(int(argument), seed=seed)
    if word == "llm" and argument:
        from .llm import configured_llm  # rarely used, and slow to import

        return configured_llm(argument)
    moves = [move.strip() for move in argument.split(",") if move.strip()]
    if word == "priority" and 0 < len(moves) <= MAX_ENTRIES:
        return PriorityList(moves, AutoSelector())
    if modules is None:
        modules = {game: import_module(module) for game, module in GAME_AGENTS.items()}
    found = _installed_agents(name, seed)
    for game, module in modules.items():
        agent = _own_agent(module, name, seed)
        if agent is not None:
            found[game] = agent
    if len(found) > 1:
        return AgentByGame(found)
    for agent in found.values():
        return agent
    own = (bot for module in modules.values() for bot in module.BOTS)
    added = (declared.name for declared in find_entry_points(ENTRY_POINTS))
    known = list(dict.fromkeys([*AGENTS, *own, *added]))
    hint = suggestion(word, known) if word not in known else ""
    hint = hint or f"; available agents: {', '.join(known)}, priority:MOVE,MOVE."
    raise UnusableError("unknown_agent", f"There is no agent {name[:40]!r}{hint}")


def _own_agent(module: ModuleType, name: str, seed: Seed) -> Agent | None:
    """Return the agent that a game has under this name in its module, if there is one."""
    if name in module.BOTS:
        return module.BOTS[name](seed)  # type: ignore[no-any-return]
    word, _, argument = name.partition(":")
    make = getattr(module, "SEARCHES", {}).get(word)
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
        """Let the agent of this game decide; in other games, that of all games or the first one."""
        first = next(iter(self.agents.values()))
        agent = self.agents.get(match.game.name) or self.agents.get("", first)
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
