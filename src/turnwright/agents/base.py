"""The agent's side of a match, and the loop that lets agents play one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from turnwright.core.errors import RulesError
from turnwright.core.match import Match
from turnwright.core.prompts import Answer, Prompt


class Agent(Protocol):
    """Anything that answers prompts."""

    def decide(self, prompt: Prompt, match: Match) -> Answer: ...


def play_out(
    match: Match, agents: Sequence[Agent] | Mapping[int, Agent], limit: int = 100_000
) -> Match:
    """Let agents answer until the match has a result (or `limit` answers were given)."""
    for _ in range(limit):
        if match.result is not None:
            return match
        prompts = match.prompts
        if not prompts:
            raise RulesError(f"nobody is asked anything at {match.ctx.place}")
        prompt = prompts[0]
        match.apply(agents[prompt.seat].decide(prompt, match))
    return match
