"""Ranges of numbers that requirements allow for a fact: `hp_percent < 20 and hp_percent > 50` allows
none."""

from __future__ import annotations

from math import ceil, floor, inf
from typing import NamedTuple

from turnwright.core.rules.ledger import Number, tidy

OPPOSITE = {"<": ">=", "<=": ">", "==": "!=", "!=": "==", ">=": "<", ">": "<="}


class NumberRange(NamedTuple):
    """Numbers from `low` to `high` except those in `holes`; an open end is excluded."""

    low: Number = -inf
    high: Number = inf
    low_open: bool = False
    high_open: bool = False
    whole: bool = False
    """Only whole numbers are in the range."""
    holes: frozenset[Number] = frozenset()

    def where(self, op: str, value: Number) -> NumberRange:
        """Return the numbers of the range for which a comparison is true."""
        if op == "!=":
            return self._replace(holes=self.holes | {value})
        if op == "==":
            return self.where("<=", value).where(">=", value)
        is_open = op in ("<", ">")
        if op in ("<", "<="):
            if value > self.high or (value == self.high and not is_open):
                return self
            return self._replace(high=value, high_open=is_open)
        if value < self.low or (value == self.low and not is_open):
            return self
        return self._replace(low=value, low_open=is_open)

    @property
    def is_empty(self) -> bool:
        """Is there no number in the range?"""
        low, high = self.low, self.high
        if self.whole:
            low = low if low == -inf else floor(low) + 1 if self.low_open else ceil(low)
            high = high if high == inf else ceil(high) - 1 if self.high_open else floor(high)
            if low > high:
                return True
            if low == -inf or high == inf or high - low > len(self.holes):
                return False
            return all(number in self.holes for number in range(int(low), int(high) + 1))
        if low > high or (low == high and (self.low_open or self.high_open)):
            return True
        return low == high and low in self.holes

    @property
    def words(self) -> str:
        """The range in words: `from 0 to 100`, `at most 4`, `always 1`."""
        if self.low == self.high:
            return f"always {tidy(self.low)}"
        if self.high == inf:
            return f"at least {tidy(self.low)}"
        if self.low == -inf:
            return f"at most {tidy(self.high)}"
        return f"from {tidy(self.low)} to {tidy(self.high)}"


ANYTHING = NumberRange()
YES_OR_NO = NumberRange(0, 1, whole=True)
COUNT = NumberRange(0, whole=True)
PERCENT = NumberRange(0, 100)
