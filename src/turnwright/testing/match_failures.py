"""Failures of played matches: the exception, where it comes from, and how to see it again."""

from __future__ import annotations

import re

import msgspec

from turnwright.core.runtime.record import Record
from turnwright.core.runtime.rule_errors import where_raised


class MatchFailure(msgspec.Struct):
    """An error in the rules that matches met, once or several times.

    `seed` and `record` are those of the first match; the last entry of the record reproduces it.
    """

    sentence: str
    where: str
    seed: int | str
    record: Record | None = None
    count: int = 1

    def __str__(self) -> str:
        times = "" if self.count == 1 else f" ({self.count} matches)"
        place = f" at {self.where}" if self.where else ""
        return f"{self.sentence}{place}{times}"


class FailureGroups:
    """Failures, those of the same kind and line together: numbers in the sentence do not count."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, str], MatchFailure] = {}

    def add(self, error: BaseException, seed: int | str, record: Record | None = None) -> None:
        """Add the failure of a match."""
        sentence, where = f"{type(error).__name__}: {error}", where_raised(error)
        key = (re.sub(r"\d+", "0", sentence), where)
        found = self._groups.get(key)
        if found is None:
            self._groups[key] = MatchFailure(sentence, where, seed, record)
        else:
            found.count += 1

    @property
    def failures(self) -> list[MatchFailure]:
        """The failures, the most frequent first."""
        return sorted(self._groups.values(), key=lambda failure: -failure.count)
