"""Effects that wait for an answer while other moves are made."""

from __future__ import annotations

from collections.abc import Sequence
from types import GeneratorType
from typing import Any, NamedTuple

from .compiled_flow import Transition
from .prompts import Question


class HeldEffect(NamedTuple):
    """A suspended effect with its open questions, and what the flow runner knows about it."""

    generator: GeneratorType[Any, Any, Any]
    questions: dict[int, Question]
    """The questions that are not yet answered, by seat."""
    sealed: dict[int, Any]
    """The answers given so far, if several seats were asked at once."""
    asker: int
    is_move: bool
    is_shared: bool
    passed: int
    rest: tuple[Transition, int, bool] | None

    def has_asked(self, question: Question) -> bool:
        """Whether this effect asked this question."""
        return any(one is question for one in self.questions.values())


def newest_questions(held: Sequence[HeldEffect]) -> dict[int, Question]:
    """Return the newest question of each seat."""
    return {seat: question for effect in held for seat, question in effect.questions.items()}
