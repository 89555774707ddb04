"""Prompts and answers: the only way into a match.

A prompt asks one seat something: which move to make, or, inside an effect, a question with options.
An answer names a move with its arguments or the picked option ids.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from .errors import Refusal, RulesError
from .moves import Option


class Answer(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a seat says. `prompt` may repeat the prompt's id: then a late answer is refused."""

    seat: int
    move: str = ""
    args: tuple[Any, ...] = ()
    picks: tuple[str, ...] | None = None
    prompt: int | None = None


class Question(msgspec.Struct, frozen=True):
    """What an effect yields to ask. The value of the `yield` is what `result` makes of the picks."""

    kind: str
    seat: int
    text: str
    options: tuple[Option, ...]
    min: int = 1
    max: int = 1
    source: str = ""

    def check(self, picks: Sequence[str]) -> Refusal | None:
        ids = {option.id for option in self.options}
        unknown = [pick for pick in picks if pick not in ids]
        if unknown:
            sentence = f"{unknown[0]!r} is not one of the options."
            return Refusal("unknown_option", sentence, {"pick": unknown[0]})
        if len(set(picks)) != len(picks):
            return Refusal("repeated_option", "An option may be picked only once.", {})
        if not self.min <= len(picks) <= self.max:
            wanted = str(self.min) if self.min == self.max else f"{self.min} to {self.max}"
            sentence = f"Pick {wanted} of the options, not {len(picks)}."
            return Refusal("wrong_count", sentence, {"min": self.min, "max": self.max})
        return None

    def result(self, picks: Sequence[str]) -> Any:
        values = {option.id: option.value for option in self.options}
        chosen = [values[pick] for pick in picks]
        if self.kind in ("choose_many", "order"):
            return chosen
        return chosen[0] if chosen else None

    def default(self) -> tuple[str, ...]:
        """The answer that is given for a seat that gives none: the first options, as few as may be."""
        return tuple(option.id for option in self.options[: self.min])


def options_of(
    values: Sequence[Any], label: Callable[[Any], str] | None = None
) -> tuple[Option, ...]:
    """Options for values. Their ids are stable within the prompt: the value itself if it is a
    number or a string, else its place in the list."""
    options = []
    seen: set[str] = set()
    for index, value in enumerate(values):
        key = str(value) if type(value) in (int, str) else f"#{index}"
        while key in seen:
            key += f"#{index}"
        seen.add(key)
        options.append(Option(key, label(value) if label else str(value), value=value))
    return tuple(options)


class Prompt:
    """One open question to one seat. Its options are the legal moves, listed when first looked at."""

    __slots__ = ("_list", "_options", "id", "kind", "max", "min", "seat", "text")

    def __init__(
        self,
        id: int,
        seat: int,
        kind: str,
        text: str,
        list_options: Callable[[], Sequence[Option]],
        min: int = 1,
        max: int = 1,
    ) -> None:
        self.id, self.seat, self.kind, self.text = id, seat, kind, text
        self.min, self.max = min, max
        self._list = list_options
        self._options: tuple[Option, ...] | None = None

    def __repr__(self) -> str:
        return f"<prompt {self.id} to seat {self.seat}: {self.text}>"

    @property
    def options(self) -> tuple[Option, ...]:
        if self._options is None:
            self._options = tuple(self._list())
        return self._options

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
