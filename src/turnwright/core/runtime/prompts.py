"""Prompts and answers: how a match asks, and how a seat replies.

A prompt asks one seat for a move, or for an answer to a question of an effect. An answer names a move
with its arguments, or the ids of the picked options.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Generator, Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypedDict

import msgspec

from turnwright.core.definition.moves import LabelNumbers, Option, humanize
from turnwright.core.errors import Refusal, RulesError
from turnwright.core.type_parameters import AnswerT

from .pickling import reduce_prompt

if TYPE_CHECKING:
    from .context import Context
    from .match import Match


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A seat's answer. With the id of the prompt in `prompt`, a late answer is refused."""

    seat: int
    move: str = ""
    args: tuple[Any, ...] = ()
    picks: tuple[str, ...] | None = None
    prompt: int | None = None


class Question(msgspec.Struct, Generic[AnswerT]):
    """What an effect yields to ask. The value of the `yield` is the `result` of the picks.

    `answer = yield from question` is the same as `answer = yield question`, and type checkers know the
    type of the answer.

    Options are created when they are first read. See `QuestionSettings` for the optional fields.
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
    selected: Sequence[Any] = ()
    responds_to: int | None = None
    reveals: bool = True
    hidden: frozenset[int] = frozenset()
    is_open: bool = False
    _options: tuple[Option, ...] | None = None

    def __iter__(self) -> Generator[Question, Any, AnswerT]:
        """Ask this question: `yield from` iterates over it, and its value is the answer."""
        answer: AnswerT = yield self
        return answer

    def refresh(self, c: Context) -> None:
        """Drop values that are gone. Called before and after other moves interrupt this question."""

    @property
    def options(self) -> tuple[Option, ...]:
        """The options of the question."""
        if self._options is None:
            self._options = (
                YES_NO
                if self.kind == "yes_no"
                else options_of(self.values, self.label, self.hidden)
            )
        return self._options

    @property
    def unselected(self) -> tuple[Option, ...]:
        """The options that do not take an earlier pick back."""
        if not self.selected:
            return self.options
        return tuple(option for option in self.options if option.value not in self.selected)

    def check(self, picks: Sequence[str]) -> Refusal | None:
        """Return why these picks are not a valid answer, or None."""
        if self._is_number(picks):
            return None
        values = {option.id: option.value for option in self.options}
        unknown = [pick for pick in picks if pick not in values]
        if unknown:
            sentence = f"{unknown[0]!r} is not one of the options."
            return Refusal("unknown_option", sentence, {"pick": unknown[0]})
        if len(set(picks)) != len(picks):
            return Refusal("repeated_option", "An option can be picked only once.", {})
        if not self.min <= len(picks) <= self.max:
            wanted = str(self.min) if self.min == self.max else f"{self.min} to {self.max}"
            noun = "option" if wanted == "1" else "options"
            sentence = f"Pick {wanted} {noun}, not {len(picks)}."
            return Refusal("wrong_count", sentence, {"min": self.min, "max": self.max})
        if self.valid is not None and not self.valid([values[pick] for pick in picks]):
            sentence = self.why_invalid or "These options cannot be picked together."
            return Refusal("wrong_combination", sentence, {})
        return None

    def result(self, picks: Sequence[str]) -> Any:
        """The value that the effect receives for these picks."""
        if self.kind == "yes_no":
            return picks[0] == "yes"
        if self._is_number(picks):
            return int(picks[0])
        if self.kind in ("choose_many", "order"):
            values = {option.id: option.value for option in self.options}
            return [values[pick] for pick in picks]
        for pick in picks:
            for option in self.options:
                if option.id == pick:
                    return option.value
        return None

    def _is_number(self, picks: Sequence[str]) -> bool:
        """Whether this is the answer to a question for a number or a button: a fast path, because the
        options need not be listed."""
        values = self.values
        if type(values) is not range or len(picks) != 1 or self.kind != "choose":
            return False
        pick = picks[0]
        if type(pick) is not str or len(pick) > 4 or not pick.isdecimal() or not pick.isascii():
            return False
        is_plain = pick == "0" or pick[0] != "0"
        return is_plain and int(pick) in values and self.valid is None and self.min <= 1 <= self.max

    def ids_of(self, picks: Iterable[object]) -> list[object]:
        """Return the option ids of picks, which are ids, values or labels. Unknown picks are kept. A
        label that is numbered also stands, without its number, for the first of these options that was
        not picked yet."""
        known = {option.id for option in self.options}
        ids: list[object] = []
        for pick in picks:
            if type(pick) is str and pick in known:
                ids.append(pick)
                continue
            same = [o.id for o in self.options if o.value == pick and type(o.value) is type(pick)]
            same = same or [o.id for o in self.options if o.label == pick and o.id not in ids]
            same = same or [o.id for o in self.options if o.name == pick and o.id not in ids]
            ids.append(same[0] if same else pick)
        return ids

    def default(self) -> tuple[str, ...]:
        """The picks for a seat that does not answer: no, nothing, or the first valid options."""
        if self.kind == "yes_no":
            return ("no",)
        for count in range(self.min, self.max + 1):
            for picks in itertools.combinations([option.id for option in self.unselected], count):
                if self.check(picks) is None:
                    return picks
        raise RulesError(f"The question {self.text!r} has no valid answer.")


Asking: TypeAlias = Generator[Any, Any, AnswerT]
"""What a rule that asks returns: a generator of questions. `Asking[int]` has a number as its value."""


class WaitForMoves(msgspec.Struct, frozen=True):
    """What a move yields to let the seats make other moves before it goes on.

    It goes on once `until` is true after a move. If the game ends before, it is dropped. Hooks cannot
    wait.
    """

    until: Callable[[Any], bool]


class ResumeWaitingMoves(msgspec.Struct, frozen=True, gc=False):
    """What a move yields to let the moves whose wait is over go on at once, before it goes on itself.

    They go on as far as they can. What they ask is answered after this move.
    """


class QuestionSettings(TypedDict, total=False):
    """Optional settings of a question.

    - `seat` is asked; by default the acting seat.
    - `label` returns the label of a value.
    - `id` names the question within its effect.
    - `intent` tells agents why it is asked: "cost", "harm" or "benefit".
    - `is_cards` says that the values are card ids, `is_field` that they are picked on the board.
    - `valid` checks all picks together, for example a sum of levels; `why_invalid` explains a failure.
    - `about` returns the card that a value is about, if the values are not cards.
    - `source` is the card that asks.
    - `selected` lists the values picked so far, if each answer adds one pick to a selection and picking
      a value again takes it back. Agents do not take picks back.
    - `reveals` shows the seat cards that it does not see otherwise: a search of a deck, a look at a
      hand. Without it, `choose_card` and its likes name a hidden card only by its position.
    - `is_open` lets everybody read in the log what was answered, if the card that asks is public. Which
      hidden cards were chosen stays secret.
    - `responds_to` makes it a response window: the seat may respond to what this seat did, or pass.
      Nobody must learn from a window which cards a seat holds, so it may have no options.
    """

    seat: int | None
    label: Callable[[Any], str] | None
    id: str
    intent: str
    is_cards: bool
    is_field: bool
    valid: Callable[[list[Any]], bool] | None
    why_invalid: str
    about: Callable[[Any], int | None] | None
    source: int | None
    selected: Sequence[Any]
    responds_to: int | None
    reveals: bool
    is_open: bool
    hidden: frozenset[int]  # the cards that the seat picks unseen; set by `card_question`


YES_NO = (Option("yes", "Yes", value=True), Option("no", "No", value=False))


def options_of(
    values: Sequence[object],
    label: Callable[[Any], str] | None = None,
    hidden: frozenset[int] = frozenset(),
) -> tuple[Option, ...]:
    """Create options for values. The id of an option is its value if that is an integer or a string,
    else its index in the list. So is the id of a hidden card, whose number must not be known."""
    if label is None and type(values) is range:
        return _numbers(values)
    options = []
    seen: set[str] = set()
    numbers = LabelNumbers()
    for index, value in enumerate(values):
        is_open = type(value) in (int, str) and value not in hidden
        key = str(value) if is_open else f"#{index}"
        while key in seen:
            key += f"#{index}"
        seen.add(key)
        text = label(value) if label else str(value)
        options.append(Option(key, numbers.distinct(text), "", (), value))
    return tuple(options)


@lru_cache(256)
def _numbers(values: range) -> tuple[Option, ...]:
    return tuple(Option(str(value), str(value), "", (), value) for value in values)


class Prompt:
    """What one seat is asked: to move, or to answer a question. Options are listed on first use."""

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

    def __reduce__(self) -> tuple[Any, ...]:
        return reduce_prompt(self, self._match)

    @property
    def options(self) -> tuple[Option, ...]:
        """The legal moves, or the options of the question."""
        if self._options is None:
            match = self._match
            self._options = () if match is None else tuple(match.legal(self.seat, must=True))
        return self._options

    @property
    def unselected(self) -> tuple[Option, ...]:
        """The options that do not take an earlier pick of a selection back."""
        return self.options if self.question is None else self.question.unselected

    def moves(self) -> list[tuple[str, tuple[Any, ...]]]:
        """The options of a move prompt as (move, arguments) without labels, for fast agents."""
        if self._match is None or self.question is not None:
            return [(option.move, option.args) for option in self.options]
        return self._match.legal_moves(self.seat, True)

    @property
    def intent(self) -> str:
        """Why the question is asked: "cost", "harm", "benefit" or ""."""
        return self.question.intent if self.question else ""

    def allows(self, *picks: Option) -> bool:
        """Whether these options can be picked together."""
        if self.question is None:
            return len(picks) == 1
        return self.question.check([pick.id for pick in picks]) is None

    def default(self) -> Answer:
        """The answer for a seat that does not answer: the default of a question; in a window the move
        that passes; otherwise the first move that passes or ends something, else the first move."""
        if self.question is not None:
            return Answer(self.seat, picks=self.question.default(), prompt=self.id)
        passing = None if self._match is None else self._match.window_move
        for option in self.options:
            if option.move == passing:
                return self.answer(option)
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
        raise RulesError(f"{key!r} is not an option of this prompt.")

    def data(self) -> dict[str, Any]:
        """The prompt as plain data, without the values of options."""
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
