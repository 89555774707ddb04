"""AutoSelector: answers questions by why they ask, for seats that no person sits at.

A cost is paid with what is worth least; harm goes to the most valuable of the opponents', a benefit to
the most valuable of one's own. It never looks ahead, and leaves the choice of a move to its fallback.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import ClassVar

from turnwright.core.definition.moves import Option
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer, Prompt

from .base import Agent, Passive
from .evaluation import Value, card_of, side_of, value_of

TRIES = 2000


class AutoSelector:
    """`value(match, seat, option)` says what an option is worth; by default the game does."""

    controller_type: ClassVar = "ai"

    def __init__(self, fallback: Agent | None = None, value: Value = value_of) -> None:
        self.fallback: Agent = fallback if fallback is not None else Passive()
        self.value = value

    def __repr__(self) -> str:
        return f"AutoSelector({self.fallback!r})"

    def decide(self, prompt: Prompt, match: Match) -> Answer:
        question = prompt.question
        if question is None or not (question.intent or self._is_about_cards(prompt, match)):
            return self.fallback.decide(prompt, match)
        ranked = self.rank(prompt, match)
        if prompt.min == 0 and (not ranked or not self._is_worth_it(prompt, match, ranked[0])):
            return prompt.answer() if prompt.allows() else prompt.default()
        return pick_first(prompt, ranked, max(1, prompt.min))

    def rank(self, prompt: Prompt, match: Match) -> list[Option]:
        """The options, those to pick first in front. Equals stay in the order of the prompt."""
        seat, intent = prompt.seat, prompt.intent

        def key(option: Option) -> tuple[bool, float]:
            worth = self.value(match, seat, option)
            if intent == "cost":
                return False, worth
            is_right = self._is_right_side(prompt, match, option)
            return not is_right, -worth if is_right else worth

        return sorted(prompt.options, key=key)

    def _is_about_cards(self, prompt: Prompt, match: Match) -> bool:
        return any(card_of(match, prompt.question, option) is not None for option in prompt.options)

    def _is_right_side(self, prompt: Prompt, match: Match, option: Option) -> bool:
        """Harm is for others, a benefit for oneself. What is no card has no side."""
        card_id = card_of(match, prompt.question, option)
        if card_id is None or not prompt.intent:
            return True
        return (side_of(match, card_id) == prompt.seat) == (prompt.intent == "benefit")

    def _is_worth_it(self, prompt: Prompt, match: Match, option: Option) -> bool:
        """Would one pick what need not be picked?"""
        if prompt.intent == "cost":
            return False
        if prompt.intent:
            return self._is_right_side(prompt, match, option)
        return self.value(match, prompt.seat, option) > 0


def pick_first(prompt: Prompt, ranked: Sequence[Option], count: int) -> Answer:
    """The answer with the options ranked first: `count` of them, or more where that many do not go
    together. What comes earlier in the ranking is preferred."""
    sizes = range(count, min(prompt.max, len(ranked)) + 1)
    sets = (picks for size in sizes for picks in itertools.combinations(ranked, size))
    for picks in itertools.islice(sets, TRIES):
        if prompt.allows(*picks):
            return prompt.answer(*picks)
    return prompt.default()
