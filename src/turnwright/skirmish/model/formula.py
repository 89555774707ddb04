"""Formulas: amounts with dice, as people write them: `2d6+5[STR]+10[GWM]`, `(slot_level+2)d4`, `spent`.

A formula is a sum of terms. Each is a number of dice, or a plain number, and either may grow with a
value that is known when it is rolled. Labels in brackets are for people.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import NamedTuple

from turnwright.core.rules.definitions import Malformed

VARIABLES = ("", "spent", "slot_level", "value")
"""What a formula may ask for: what a variable cost came to, the level of the slot that was paid, the
value of the event that is answered."""


class Term(NamedTuple):
    """`sign` times (`count` + `factor` times a variable) dice of `sides`; 1 side is a plain number."""

    sign: int
    count: int  # type: ignore[assignment]  # of dice; nobody counts in the tuple
    sides: int
    variable: str = ""
    factor: int = 0

    def dice(self, values: Mapping[str, int]) -> int:
        """How many; never less than none."""
        if not self.variable:
            return self.count
        return max(0, self.count + self.factor * int(values.get(self.variable, 0)))


class Formula(NamedTuple):
    terms: tuple[Term, ...]

    @property
    def flat(self) -> int | None:
        """Its value if it is always the same, else None."""
        total = 0
        for term in self.terms:
            if term.variable or term.sides != 1:
                return None
            total += term.sign * term.count
        return total

    def bounds(
        self, values: Mapping[str, int] | None = None, crit: bool = False
    ) -> tuple[int, int]:
        """The least and the largest it can be."""
        low = high = 0
        for term in self.terms:
            count = term.dice(values or {})
            if term.sides > 1 and crit:
                count *= 2
            small, large = count * term.sign, count * term.sides * term.sign
            low, high = low + min(small, large), high + max(small, large)
        return low, high

    def mean(self, values: Mapping[str, int] | None = None) -> float:
        return sum(t.sign * t.dice(values or {}) * (t.sides + 1) / 2 for t in self.terms)


ZERO = Formula(())

_LABEL = re.compile(r"\[[^\]]*\]")
_SPACE = re.compile(r"\s*([-+*()]|(?<=\d)[dD](?=\d))\s*")
_NAMES = "|".join(VARIABLES[1:])
_AMOUNT = rf"(?:\d+\*)?(?:{_NAMES})(?:[+-]\d+)?|\d+\+(?:\d+\*)?(?:{_NAMES})"
_TERM = re.compile(
    rf"([+-]?)(?:(?:(\d*)|\(({_AMOUNT})\)|({_NAMES}))[dD](\d+)|(\d+)\*({_NAMES})|({_NAMES})|(\d+))"
)
_INNER = re.compile(rf"(?:(\d+)\+)?(?:(\d+)\*)?({_NAMES})([+-]\d+)?")

MOST_DICE, MOST_SIDES, MOST = 1000, 10_000, 1_000_000


@lru_cache(4096)
def parse(text: str | int) -> Formula:
    """A formula from its text; what is none is refused with a sentence."""
    if isinstance(text, int):
        return Formula((Term(1 if text >= 0 else -1, abs(text), 1),)) if text else ZERO
    squeezed = _SPACE.sub(r"\1", _LABEL.sub("", text)).strip()
    if squeezed in ("", "0"):
        return ZERO
    terms: list[Term] = []
    place = 0
    while place < len(squeezed):
        found = _TERM.match(squeezed, place)
        if found is None or (terms and not found[1]):
            raise Malformed([f"{text!r} is no roll of dice; write it like 2d6+3"])
        place = found.end()
        terms.append(_term(found, text))
    return Formula(tuple(terms))


def _term(found: re.Match[str], text: str) -> Term:
    sign = -1 if found[1] == "-" else 1
    _, count, inner, name, sides, factor, times, alone, number = found.groups()
    if sides is None:
        if number is not None:
            term = Term(sign, int(number), 1)
        else:
            term = Term(sign, 0, 1, times or alone, int(factor or 1))
    elif name is not None:
        term = Term(sign, 0, int(sides), name, 1)
    elif inner is not None:
        before, by, variable, after = _INNER.fullmatch(inner).groups()  # type: ignore[union-attr]  # it does
        term = Term(sign, int(before or 0) + int(after or 0), int(sides), variable, int(by or 1))
    else:
        term = Term(sign, int(count or 1), int(sides))
    if term.sides == 0 or term.sides > MOST_SIDES:
        raise Malformed([f"{text!r} has a die with {term.sides} sides"])
    if term.sides > 1 and max(abs(term.count), term.factor) > MOST_DICE:
        raise Malformed([f"{text!r} has more than {MOST_DICE} dice"])
    if abs(term.count) > MOST or term.factor > MOST:
        raise Malformed([f"{text!r} has a number above {MOST}"])
    return term


def typed(text: str | int) -> tuple[Formula, str]:
    """Damage is a formula and a word for its type, which may be missing: `2d6+3 fire`."""
    if isinstance(text, int):
        return parse(text), ""
    amount, _, kind = text.strip().rpartition(" ")
    if amount and re.fullmatch(r"[A-Za-z][\w -]*", kind) and kind not in VARIABLES:
        return parse(amount), kind.lower()
    return parse(text), ""
