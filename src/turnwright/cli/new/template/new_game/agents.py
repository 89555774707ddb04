"""A bot for New Game. It decides by what its seat may know, and nothing else."""

from __future__ import annotations

from typing import ClassVar

import turnwright as tw
from turnwright.agents import RandomAgent

from .game import POINTS_TO_WIN


class Careful:
    """Answers only with high cards, unless it would lose; bets at random."""

    controller_type: ClassVar = "ai"
    games: ClassVar = ("new-game",)  # where the lobby offers it

    def __init__(self, seed: int | str = 0) -> None:
        self.others = RandomAgent(seed)

    def decide(self, prompt: tw.Prompt, match: tw.Match) -> tw.Answer:
        """Return the answer to a prompt."""
        answers = [option for option in prompt.options if option.move == "answer"]
        if not answers:
            return self.others.decide(prompt, match)
        cards, points = match.ctx.cards, match.G.points
        best = max(answers, key=lambda option: int(cards[option.args[0]].kind))
        must = points[match.ctx.turn_player] + 1 >= POINTS_TO_WIN
        if must or int(cards[best.args[0]].kind) >= 5:
            return prompt.answer(best)
        return prompt.default()  # in a window: pass
