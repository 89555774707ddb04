"""The question that a side must answer, with what clients of jinteki.net show about it.

A match keeps its open questions itself (`match.asked`); this adds the buttons, the source and the
selection of a prompt. Prompts that nobody answers are `StatusPrompt`s in the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.core.runtime.prompts import Question

if TYPE_CHECKING:
    import turnwright as tw


class NetrunnerQuestion(Question, kw_only=True, gc=False):
    """A question with buttons, or with cards to select."""

    type: str = "other"
    choices: list[str | int] = []
    """What the buttons show: a text, or a card by its number."""
    card: int | None = None
    """The card that asks."""
    title: str = ""
    """The name of the source if it is not a card in play."""
    selectable: list[int] | None = None
    """The cards that may be selected; None if the question has only buttons."""
    selected: list[int] = []
    button_texts: dict[int, str] = {}
    """Texts of the buttons that stand for cards."""
    eid: int = 0
    """The number by which clients answer it."""


def open_question(match: tw.Match, seat: int) -> NetrunnerQuestion | None:
    """Return the question that this side must answer now, if there is one."""
    question = match.asked.get(seat)
    assert question is None or isinstance(question, NetrunnerQuestion)
    return question
