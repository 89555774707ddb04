"""The question that a side must answer, with what clients of jinteki.net show about it.

A match keeps its open questions itself (`match.asked`); this adds the buttons, the source and the
selection of a prompt. Prompts that nobody answers are `StatusPrompt`s in the state.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from turnwright.core.runtime.prompts import Question

from .wording import spell_out_symbols

if TYPE_CHECKING:
    import turnwright as tw
    from turnwright.core.runtime.context import Context

    from .state import StatusPrompt


BAD_PUBLICITY = "bad-publicity"
"""The answer to a question for a source of credits that takes a credit of bad publicity."""


class NumberRange(msgspec.Struct, frozen=True, gc=False):
    """The numbers that a side may answer: from `least` to `most`, both included."""

    most: int
    least: int = 0
    default: int | None = None
    """The number that clients show first; None if they show their own."""


class NetrunnerQuestion(Question, kw_only=True):
    """A question with buttons, with cards to select, or for a number."""

    type: str = "other"
    choices: list[str | int] = []
    """What the buttons show: a text, or a card by its number."""
    card: int | None = None
    """The card that asks."""
    title: str = ""
    """The name of the source if it is not a card in play."""
    selectable: list[int] | None = None
    """The cards that may be selected; None if the question has only buttons."""
    button_texts: dict[int, str] = {}
    """Texts of the buttons that stand for cards."""
    number: NumberRange | None = None
    """The numbers that may be answered; None if the question does not ask for a number."""
    trace: dict[str, Any] | None = None
    """What clients show about a trace, by the keys of jinteki.net (`base`, `link`, `strength`)."""
    waiting_text: str = ""
    """If both sides are asked at once: shown to the other side after it has answered."""
    offers_bad_publicity: bool = False
    """A payment may be made with bad publicity: `BAD_PUBLICITY` is one of the answers."""
    eid: int = 0
    """The number by which clients answer it."""
    wire_text: str = ""
    """The text for clients of jinteki.net; `text` has words in place of their symbols."""
    places: dict[int, tuple[str, str]] | None = None
    """The zone and the title of each card in it, if another move has interrupted the question."""

    def __post_init__(self) -> None:
        if not self.wire_text:
            self.wire_text, self.text = self.text, spell_out_symbols(self.text)

    def refresh(self, c: Context) -> None:
        """Take out the cards that have moved since they were offered."""
        cards, zones = c.ctx.cards, c.ctx.card_zones
        if self.places is None:
            numbers = {self.card, *self.choices, *(self.selectable or ())}
            self.places = {
                number: (zones[number], cards[number].kind) for number in numbers if number in zones
            }
            return
        gone = {n: kind for n, (zone, kind) in self.places.items() if zones.get(n) != zone}
        if not gone:
            return
        self._options = None
        if self.selectable is not None:
            self.values = [one for one in self.values if one not in gone]
            self.selectable = [one for one in self.selectable if one not in gone]
            self.selected = [one for one in self.selected if one not in gone]
            self.min = min(self.min, len(self.values))
        missing = {number: kind for number, kind in gone.items() if number not in cards}
        self.choices = [missing.get(one, one) if type(one) is int else one for one in self.choices]
        if self.card in missing:
            self.title, self.card, self.source = self.title or missing[self.card], None, None


def wire_text(asked: NetrunnerQuestion | StatusPrompt) -> str:
    """Return the text of a prompt for clients of jinteki.net."""
    return asked.wire_text if isinstance(asked, NetrunnerQuestion) else asked.text


def open_question(match: tw.Match, seat: int) -> NetrunnerQuestion | None:
    """Return the question that this side must answer now, if there is one."""
    question = match.asked.get(seat)
    assert question is None or isinstance(question, NetrunnerQuestion)
    return question


def open_questions(match: tw.Match, seat: int) -> list[NetrunnerQuestion]:
    """Return all open questions of this side, the newest first.

    It must answer the newest one first."""
    return [one for one in match.questions(seat) if isinstance(one, NetrunnerQuestion)]
