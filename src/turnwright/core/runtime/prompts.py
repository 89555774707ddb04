"""Prompts and answers: the only way into a match.

A prompt asks one seat something: which move to make, or, inside an effect, a question with options.
An answer names a move with its arguments or the picked option ids.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import msgspec

from turnwright.core.definition.moves import Option, humanize
from turnwright.core.errors import Refusal, RulesError

if TYPE_CHECKING:
    from .match import Match


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a seat says. `prompt` may repeat the prompt's id: then a late answer is refused."""

    seat: int
    move: str = ""
    args: tuple[Any, ...] = ()
    picks: tuple[str, ...] | None = None
    prompt: int | None = None


class Question(msgspec.Struct, gc=False):
    """What an effect yields to ask. The value of the `yield` is what `result` makes of the picks.

    `intent` tells why: to pay a "cost", to "harm" or to "benefit" what is picked; bots read it.
    `id` names the requirement within its effect, `is_field` asks for a click on the board instead of a
    list, and `valid` is a rule over all picks together (a sum of levels, say). `about` names the card
    that an option is about where the options themselves are no cards, `source` the card that asks. The
    options are written out when somebody looks at them.
    """

    kind: str
    seat: int
    text: str
    values: Sequence[Any]
    min: int = 1
    max: int = 1
    label: Callable[[Any], str] | None = None
    id: str = ""
    intent: str = ""
    is_cards: bool = False
    is_field: bool = False
    valid: Callable[[list[Any]], bool] | None = None
    why_invalid: str = ""
    about: Callable[[Any], int | None] | None = None
    source: int | None = None
    _options: tuple[Option, ...] | None = None

    @property
    def options(self) -> tuple[Option, ...]:
        if self._options is None:
            self._options = YES_NO if self.kind == "yes_no" else options_of(self.values, self.label)
        return self._options

    def check(self, picks: Sequence[str]) -> Refusal | None:
        values = {option.id: option.value for option in self.options}
        unknown = [pick for pick in picks if pick not in values]
        if unknown:
            sentence = f"{unknown[0]!r} is not one of the options."
            return Refusal("unknown_option", sentence, {"pick": unknown[0]})
        if len(set(picks)) != len(picks):
            return Refusal("repeated_option", "An option may be picked only once.", {})
        if not self.min <= len(picks) <= self.max:
            wanted = str(self.min) if self.min == self.max else f"{self.min} to {self.max}"
            sentence = f"Pick {wanted} of the options, not {len(picks)}."
            return Refusal("wrong_count", sentence, {"min": self.min, "max": self.max})
        if self.valid is not None and not self.valid([values[pick] for pick in picks]):
            sentence = self.why_invalid or "These options do not go together."
            return Refusal("wrong_combination", sentence, {})
        return None

    def result(self, picks: Sequence[str]) -> Any:
        if self.kind == "yes_no":
            return picks[0] == "yes"
        if self.kind in ("choose_many", "order"):
            values = {option.id: option.value for option in self.options}
            return [values[pick] for pick in picks]
        for pick in picks:
            for option in self.options:
                if option.id == pick:
                    return option.value
        return None

    def default(self) -> tuple[str, ...]:
        """The answer for a seat that gives none: no, nothing, or the first options that will do."""
        if self.kind == "yes_no":
            return ("no",)
        for count in range(self.min, self.max + 1):
            for picks in itertools.combinations([option.id for option in self.options], count):
                if self.check(picks) is None:
                    return picks
        raise RulesError(f"the question {self.text!r} has no valid answer")


YES_NO = (Option("yes", "Yes", value=True), Option("no", "No", value=False))


def options_of(
    values: Sequence[Any], label: Callable[[Any], str] | None = None
) -> tuple[Option, ...]:
    """Options for values. Their ids are stable within the prompt: the value itself if it is a
    number or a string, else its place in the list."""
    if label is None and type(values) is range:
        return _numbers(values)
    options = []
    seen: set[str] = set()
    for index, value in enumerate(values):
        key = str(value) if type(value) in (int, str) else f"#{index}"
        while key in seen:
            key += f"#{index}"
        seen.add(key)
        options.append(Option(key, label(value) if label else str(value), "", (), value))
    return tuple(options)


@lru_cache(256)
def _numbers(values: range) -> tuple[Option, ...]:
    return tuple(Option(str(value), str(value), "", (), value) for value in values)


class Prompt:
    """One open question to one seat. Its options are the legal moves, listed when first looked at."""

    __slots__ = (
        "_match",
        "_options",
        "id",
        "kind",
        "max",
        "min",
        "question",
        "seat",
        "text",
    )

    def __init__(
        self,
        id: int,
        seat: int,
        kind: str,
        text: str,
        question: Question | None = None,
        match: Match | None = None,
    ) -> None:
        self.id, self.seat, self.kind, self.text = id, seat, kind, text
        self.question, self._match = question, match
        self._options: tuple[Option, ...] | None
        if question is not None:
            self.min, self.max, self._options = question.min, question.max, question.options
        else:
            self.min = self.max = 1
            self._options = None

    def __repr__(self) -> str:
        return f"<prompt {self.id} to seat {self.seat}: {self.text}>"

    @property
    def options(self) -> tuple[Option, ...]:
        if self._options is None:
            match = self._match
            self._options = () if match is None else tuple(match.legal(self.seat, must=True))
        return self._options

    def moves(self) -> list[tuple[str, tuple[Any, ...]]]:
        """The options of a move prompt as bare (move, arguments), without names for people: for
        bots that play by the thousand."""
        if self._match is None:
            return [(option.move, option.args) for option in self.options]
        return self._match.legal_moves(self.seat, True)

    @property
    def intent(self) -> str:
        """Why a question asks: "cost", "harm", "benefit", or nothing in particular."""
        return self.question.intent if self.question else ""

    def allows(self, *picks: Option) -> bool:
        """May these options be picked together?"""
        if self.question is None:
            return len(picks) == 1
        return self.question.check([pick.id for pick in picks]) is None

    def default(self) -> Answer:
        """The answer that is given when nobody gives one: to a question its own default, to the
        choice of a move the first move that passes or ends something, else the first."""
        if self.question is not None:
            return Answer(self.seat, picks=self.question.default(), prompt=self.id)
        for option in self.options:
            if humanize(option.move).split()[0] in ("pass", "end", "done", "keep", "no"):
                return self.answer(option)
        return self.answer(self.options[0])

    def answer(self, *picks: Option | str) -> Answer:
        """The answer that picks these options (or option ids)."""
        chosen = [self._find(pick) if isinstance(pick, str) else pick for pick in picks]
        if self.kind == "move":
            (option,) = chosen
            return Answer(self.seat, option.move, option.args, None, self.id)
        return Answer(self.seat, picks=tuple(option.id for option in chosen), prompt=self.id)

    def _find(self, key: str) -> Option:
        for option in self.options:
            if option.id == key:
                return option
        raise RulesError(f"{key!r} is not one of the options of this prompt")

    def data(self) -> dict[str, Any]:
        """What leaves: plain data, without the values that only the rules need."""
        return {
            "id": self.id,
            "seat": self.seat,
            "kind": self.kind,
            "text": self.text,
            "min": self.min,
            "max": self.max,
            "options": [
                {"id": option.id, "label": option.label}
                | ({"move": option.move, "args": list(option.args)} if option.move else {})
                for option in self.options
            ],
        }
