"""Agents, the controllers of seats, and the loop that plays a match.

The type of a seat's controller says whether a person or a program decides for it. Names and seat
numbers mean nothing. Agents carry their own `controller_type`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Literal, Protocol, TypeAlias

import msgspec

from turnwright.core.errors import RulesError
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer, Prompt


class Agent(Protocol):
    """Anything that answers prompts."""

    def decide(self, prompt: Prompt, match: Match) -> Answer:
        """Return the answer to a prompt."""
        ...


class Controller(msgspec.Struct, frozen=True):
    """Who decides for a seat: a person, or the agent of an AI."""

    controller_type: Literal["human", "ai"] = "human"
    agent: Any = None  # an Agent; msgspec cannot check a protocol
    name: str = ""

    def __str__(self) -> str:
        return self.name or (str(self.agent) if self.agent is not None else self.controller_type)


def is_ai(controller: object) -> bool:
    """Whether a program decides, according to the controller type of an object or of plain data."""
    if isinstance(controller, Mapping):
        return "ai" in (controller.get("controller_type"), controller.get("controllerType"))
    kinds = (getattr(controller, word, None) for word in ("controller_type", "controllerType"))
    return "ai" in kinds


def is_human(controller: object) -> bool:
    """Whether a person decides: everything that is not an AI."""
    return not is_ai(controller)


class Passive:
    """Gives the default answer of every prompt: it passes, declines or takes the first option."""

    controller_type: ClassVar = "ai"

    def __repr__(self) -> str:
        return "Passive()"

    def decide(self, prompt: Prompt, match: Match) -> Answer:
        """Return the default answer."""
        return prompt.default()


Players: TypeAlias = Sequence[Agent | Controller] | Mapping[int, Agent | Controller]


def agent_of(players: Players, seat: int) -> Agent | None:
    """Return the agent of a seat, or None if a person decides."""
    player = players.get(seat) if isinstance(players, Mapping) else players[seat]
    if player is None or isinstance(player, Controller):
        return player.agent if player is not None and is_ai(player) else None
    return player


def play_out(match: Match, players: Players, limit: int = 100_000) -> Match:
    """Let agents answer until the match is over, only people are asked, or `limit` is reached.

    `players` are agents or controllers by seat.
    """
    agents = {seat: agent_of(players, seat) for seat in match.ctx.player_order}
    for _ in range(limit):
        if match.result is not None:
            return match
        acting = match.acting
        if not acting:
            raise RulesError(f"No seat can act at {match.ctx.place}, but the match is not over.")
        for seat in acting:
            agent = agents[seat]
            if agent is not None:
                match.apply(agent.decide(match.prompt(seat), match))
                break
        else:
            return match
    return match
