"""AutoSelector: an agent that answers questions by their intent.

It pays a cost with the least valuable option, harms the opponents' most valuable card and benefits its
own most valuable one. It does not look ahead and leaves moves to its fallback.
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

MAX_SETS = 2000  # sets of picks that are tried for one question


class AutoSelector:
    """Answers questions by intent. `value(match, seat, option)` rates an option (default: the game)."""

    controller_type: ClassVar = "ai"

    def __init__(self, fallback: Agent | None = None, value: Value = value_of) -> None:
        self.fallback: Agent = fallback if fallback is not None else Passive()
        self.value = value

    def __repr__(self) -> str:
        return f"AutoSelector({self.fallback!r})"

    def decide(self, prompt: Prompt, match: Match) -> Answer:
        """Answer a question by its intent; leave anything else to the fallback."""
        question = prompt.question
        if question is None or not (question.intent or self._is_about_cards(prompt, match)):
            return self.fallback.decide(prompt, match)
        ranked = self.rank(prompt, match)
        if prompt.min == 0 and (not ranked or not self._is_worth_picking(prompt, match, ranked[0])):
            return prompt.answer() if prompt.allows() else prompt.default()
        return pick_first(prompt, ranked, max(1, prompt.min))

    def rank(self, prompt: Prompt, match: Match) -> list[Option]:
        """The options, best first. Equal options keep their order."""
        seat, intent = prompt.seat, prompt.intent

        def key(option: Option) -> tuple[bool, float]:
            value = self.value(match, seat, option)
            if intent == "cost":
                return False, value
            is_right = self._is_right_side(prompt, match, option)
            return not is_right, -value if is_right else value

        return sorted(prompt.unselected, key=key)

    def _is_about_cards(self, prompt: Prompt, match: Match) -> bool:
        return any(card_of(match, prompt.question, option) is not None for option in prompt.options)

    def _is_right_side(self, prompt: Prompt, match: Match, option: Option) -> bool:
        """Whether the card is on the side that the intent is for. Other options have no side."""
        card_id = card_of(match, prompt.question, option)
        if card_id is None or not prompt.intent:
            return True
        return (side_of(match, card_id) == prompt.seat) == (prompt.intent == "benefit")

    def _is_worth_picking(self, prompt: Prompt, match: Match, option: Option) -> bool:
        """Whether to pick an option that need not be picked."""
        if prompt.intent == "cost":
            return False
        if prompt.intent:
            return self._is_right_side(prompt, match, option)
        return self.value(match, prompt.seat, option) > 0


def pick_first(prompt: Prompt, ranked: Sequence[Option], count: int) -> Answer:
    """Answer with the first `count` options of a ranking, or with more if fewer are not allowed."""
    sizes = range(count, min(prompt.max, len(ranked)) + 1)
    sets = (picks for size in sizes for picks in itertools.combinations(ranked, size))
    for picks in itertools.islice(sets, MAX_SETS):
        if prompt.allows(*picks):
            return prompt.answer(*picks)
    return prompt.default()
