"""Failures of played matches: the exception, where it comes from, and how to see it again."""

from __future__ import annotations

import re

import msgspec

from turnwright.core.analysis.error_hints import hint_of
from turnwright.core.errors import Refused, RulesError, RulesInterrupted
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
    hint: str = ""  # what to write instead

    def __str__(self) -> str:
        times = "" if self.count == 1 else f" ({self.count} matches)"
        if not self.where:
            return f"{self.sentence}{times}"
        if self.sentence.endswith((".", "?")):
            return f"{self.sentence[:-1]} ({self.where}){self.sentence[-1]}{times}"
        return f"{self.sentence} at {self.where}{times}"


class FailureGroups:
    """Failures, those of the same kind and line together: numbers in the sentence do not count."""

    def __init__(self) -> None:
        self._groups: dict[tuple[str, str], MatchFailure] = {}
        self.has_interrupted = False  # whether a rule did not return

    def add(self, error: BaseException, seed: int | str, record: Record | None = None) -> None:
        """Add the failure of a match. What a rule raised counts, unless the error that wraps it says
        which rule it was."""
        if isinstance(error, Refused) and error.__cause__ is not None:
            error = error.__cause__
        self.has_interrupted = self.has_interrupted or isinstance(error, RulesInterrupted)
        cause = error.__cause__ or error
        sentence, where = str(error), where_raised(cause) or where_raised(error)
        if not isinstance(error, RulesError | Refused):
            sentence = f"{type(error).__name__}: {error}"
        if where and f"({where})" in sentence:
            where = ""
        key = (re.sub(r"\d+", "0", sentence), where)
        found = self._groups.get(key)
        if found is None:
            hint = hint_of(cause) if f"{type(cause).__name__}: " in sentence else ""
            self._groups[key] = MatchFailure(sentence, where, seed, record, hint=hint)
        else:
            found.count += 1

    @property
    def failures(self) -> list[MatchFailure]:
        """The failures, the most frequent first."""
        return sorted(self._groups.values(), key=lambda failure: -failure.count)
