"""Prompts as numbered lines of text, and replies of people or language models as answers.

    Discard down to 5 cards. Pick 2.
    1. Hedge Fund
    2. Hedge Fund (no. 2)
    3. Palisade

A reply is the number of an option, or several numbers, or the label of an option. Options that are
numbers themselves, such as amounts, are not numbered again: the reply is the amount.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec

from turnwright.core.definition.moves import humanize
from turnwright.core.errors import Refusal, Refused

NOTHING = ("none", "nothing", "done", "0")
"""Replies that pick nothing, where that is allowed."""
SHOWN = 12
"""The number of options that a refusal lists."""


class TextPrompt(msgspec.Struct, frozen=True):
    """What is asked, with the labels of the options. No two labels are equal."""

    text: str
    labels: Sequence[str]
    min: int = 1
    max: int = 1
    is_ordered: bool = False

    def __str__(self) -> str:
        head = f"{self.question}{self._count()}"
        if self.is_amount:
            return f"{head} One of: {', '.join(self.labels)}."
        return "\n".join([head, *(self._row(index) for index in range(len(self.labels)))])

    @property
    def is_amount(self) -> bool:
        """Whether the options are numbers themselves."""
        is_one = self.max == 1 and len(self.labels) > 0
        return is_one and all(label.isascii() and label.isdecimal() for label in self.labels)

    def _row(self, index: int) -> str:
        label = self.labels[index]
        return label if self.is_amount else f"{index + 1}. {label}"

    @property
    def question(self) -> str:
        """The question as a sentence. That of a move is the same everywhere."""
        place, separator, ask = self.text.rpartition(": ")
        if separator and ask == "choose a move":
            where = humanize(place.rpartition("/")[2])
            return f"Your move ({where})."
        return self.text if self.text.endswith(("?", ".", "!")) else f"{self.text}."

    def _count(self) -> str:
        if (self.min, self.max) == (1, 1):
            return ""
        if self.is_ordered:
            return " Give all numbers in the order that you want."
        if self.min == self.max:
            return f" Pick {self.min}."
        least = "none or " if self.min == 0 else f"{self.min} to "
        most = "one" if self.max == 1 else f"up to {self.max}" if self.min == 0 else str(self.max)
        return f" Pick {least}{most}."

    def read(self, reply: str) -> list[int]:
        """Return the indexes of the options that a reply picks. Raise `Refused` with a sentence that
        says what is possible if it cannot be read."""
        text = reply.strip().strip("\"'`").strip()
        by_label = self._by_label(text)
        if by_label is not None:
            return [by_label]
        if text.lower().rstrip(".") in NOTHING and self.min == 0:
            return []
        if not text or re.fullmatch(r"[\d\s,;.#]+", text) is None:
            raise self.refused(f"{reply.strip()[:80]!r} is not one of the options.")
        if self.is_amount:
            raise self.refused(f"{text} is not one of the options.")
        numbers = [int(number) for number in re.findall(r"\d+", text)]
        wrong = [number for number in numbers if not 1 <= number <= len(self.labels)]
        if wrong:
            raise self.refused(f"There is no option {wrong[0]}.")
        if len(set(numbers)) != len(numbers):
            raise self.refused("An option can be picked only once.")
        if not self.min <= len(numbers) <= self.max:
            raise self.refused(f"You picked {len(numbers)}.{self._count() or ' Pick one.'}")
        return [number - 1 for number in numbers]

    def _by_label(self, text: str) -> int | None:
        bare = re.sub(r"^\d+\.\s+", "", text).strip().rstrip(".").lower()
        for index, label in enumerate(self.labels):
            if bare and bare == label.strip().rstrip(".").lower():
                return index
        return None

    def refused(self, why: str) -> Refused:
        """An error that says why a reply is refused, and what is legal."""
        shown = "; ".join(self._row(index) for index in range(min(SHOWN, len(self.labels))))
        more = f"; and {len(self.labels) - SHOWN} more" if len(self.labels) > SHOWN else ""
        none = "; or `none`" if self.min == 0 else ""
        return Refused(Refusal("unreadable", f"{why} Legal: {shown}{more}{none}."))
