"""An agent that answers with a random legal option."""

from __future__ import annotations

from typing import ClassVar

from turnwright.core.errors import RulesError
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer, Prompt
from turnwright.core.runtime.rng import Stream

MAX_TRIES = 20


class RandomAgent:
    """Picks options with equal probability. The number of picks is random as well."""

    controller_type: ClassVar = "ai"

    def __init__(self, seed: int | str = 0) -> None:
        self.seed = seed
        self.rng = Stream.named(seed, "random agent")

    def __repr__(self) -> str:
        return f"RandomAgent({self.seed!r})"

    def decide(self, prompt: Prompt, match: Match) -> Answer:
        """Answer with a random option."""
        if prompt.kind == "move":
            moves = prompt.moves()
            if not moves:
                raise RulesError(f"{prompt!r} has no options.")
            move, args = self.rng.choice(moves)
            return Answer(prompt.seat, move, args, None, prompt.id)
        options = prompt.options
        if len(options) < prompt.min:
            raise RulesError(f"{prompt!r} has no options.")
        question = prompt.question
        if prompt.min == prompt.max == 1 and (question is None or question.valid is None):
            return prompt.answer(self.rng.choice(options))
        for _ in range(MAX_TRIES):  # some sets of picks may not be allowed
            count = self.rng.between(prompt.min, min(prompt.max, len(options)))
            picks = self.rng.sample(options, count)
            if prompt.allows(*picks):
                return prompt.answer(*picks)
        return prompt.default()
