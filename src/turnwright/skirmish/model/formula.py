"""Dice formulas: `2d6+5[STR]+10[GWM]`, `(slot_level+2)d4`, `spent`, `max(1, floor(hp / 2))`.

A formula is a sum of terms. Each term is a number of dice or a plain number, and either may depend on a
variable that is known when it is rolled. What is not such a sum is a single term with an expression
(`expression.py`). Labels in brackets are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from math import floor
from typing import NamedTuple

from turnwright.core.rules.definition_base import Malformed

from . import expression_range
from .expression import MAX_DICE, MAX_SIDES, Expression, is_name, read
from .expression import MAX_NUMBER as MAX_NUMBER

VARIABLES = ("", "spent", "slot_level", "value")
"""The variables of formulas: the amount of a variable cost, the level of the slot that was paid, and
the value of the event that triggered a reaction."""


class Term(NamedTuple):
    """`sign` times (`count` + `factor` times a variable) dice of `sides`; 1 side is a plain number."""

    sign: int
    count: int  # type: ignore[assignment]  # number of dice; hides tuple.count
    sides: int
    variable: str = ""
    factor: int = 0
    expression: Expression | None = None
    """If it is one, the other fields say nothing."""

    def dice(self, values: Mapping[str, int]) -> int:
        """Return the number of dice, at least 0."""
        if not self.variable:
            return self.count
        return max(0, self.count + self.factor * int(values.get(self.variable, 0)))


class Formula(NamedTuple):
    """A sum of terms."""

    terms: tuple[Term, ...]

    @property
    def flat(self) -> int | None:
        """The value if it is constant, else None."""
        total = 0
        for term in self.terms:
            if term.variable or term.sides != 1:
                return None
            total += term.sign * term.count
        return total

    def bounds(
        self, values: Mapping[str, int] | None = None, crit: bool = False
    ) -> tuple[int, int]:
        """Return the least and the greatest possible value."""
        low = high = 0
        for term in self.terms:
            if term.expression is not None:
                least, most = expression_range.bounds(term.expression, values or {})
                low, high = low + floor(least), high + floor(most)
                continue
            count = term.dice(values or {})
            if term.sides > 1 and crit:
                count *= 2
            small, large = count * term.sign, count * term.sides * term.sign
            low, high = low + min(small, large), high + max(small, large)
        return low, high

    def mean(self, values: Mapping[str, int] | None = None) -> float:
        """Return the expected value."""
        return sum(
            t.sign * t.dice(values or {}) * (t.sides + 1) / 2
            if t.expression is None
            else expression_range.mean(t.expression, values or {})
            for t in self.terms
        )

    @property
    def expression(self) -> Expression | None:
        """The expression, if it is not a plain sum of terms."""
        return self.terms[0].expression if len(self.terms) == 1 else None


ZERO = Formula(())

_LABEL = re.compile(r"\[[^\]]*\]")
_SPACE = re.compile(r"\s*([-+*()]|(?<=\d)[dD](?=\d))\s*")
_NAMES = "|".join(VARIABLES[1:])
_AMOUNT = rf"(?:\d+\*)?(?:{_NAMES})(?:[+-]\d+)?|\d+\+(?:\d+\*)?(?:{_NAMES})"
_TERM = re.compile(
    rf"([+-]?)(?:(?:(\d*)|\(({_AMOUNT})\)|({_NAMES}))[dD](\d+)|(\d+)\*({_NAMES})|({_NAMES})|(\d+))"
)
_INNER = re.compile(rf"(?:(\d+)\+)?(?:(\d+)\*)?({_NAMES})([+-]\d+)?")


@lru_cache(4096)
def parse(text: str | int) -> Formula:
    """Parse a formula. Raises `Malformed` with a sentence for people."""
    if isinstance(text, int):
        return Formula((Term(1 if text >= 0 else -1, abs(text), 1),)) if text else ZERO
    squeezed = _SPACE.sub(r"\1", _LABEL.sub("", text)).strip()
    if squeezed in ("", "0"):
        return ZERO
    terms: list[Term] = []
    location_of = 0
    while location_of < len(squeezed):
        found = _TERM.match(squeezed, location_of)
        if found is None or (terms and not found[1]):
            return _with_expression(text)
        location_of = found.end()
        terms.append(_term(found, text))
    return Formula(tuple(terms))


def _with_expression(text: str) -> Formula:
    """A formula that is not a plain sum."""
    found = read(_LABEL.sub("", text))
    if found.op == "number" and found.number == int(found.number):
        return parse(int(found.number))
    return Formula((Term(1, 0, 0, "=", 0, found),))


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
        before, by, variable, after = _INNER.fullmatch(inner).groups()  # type: ignore[union-attr]  # it matches
        term = Term(sign, int(before or 0) + int(after or 0), int(sides), variable, int(by or 1))
    else:
        term = Term(sign, int(count or 1), int(sides))
    if term.sides == 0 or term.sides > MAX_SIDES:
        raise Malformed([f"{text!r} has a die with {term.sides} sides"])
    if term.sides > 1 and max(abs(term.count), term.factor) > MAX_DICE:
        raise Malformed([f"{text!r} has more than {MAX_DICE} dice"])
    if abs(term.count) > MAX_NUMBER or term.factor > MAX_NUMBER:
        raise Malformed([f"{text!r} has a number above {MAX_NUMBER}"])
    return term


def fixed_number(value: int | float | str) -> int | float | None:
    """A number, as a number or as text; None for a formula that is not one."""
    return parse(value).flat if isinstance(value, str) else value


def typed(text: str | int) -> tuple[Formula, str]:
    """Parse damage: a formula, and optionally a word for its type, `2d6+3 fire`."""
    if isinstance(text, int):
        return parse(text), ""
    amount, _, kind = text.strip().rpartition(" ")
    if amount and re.fullmatch(r"[A-Za-z][\w -]*", kind) and not is_name(kind):
        return parse(amount), kind.lower()
    return parse(text), ""
