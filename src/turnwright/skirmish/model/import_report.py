"""What an import says about itself: everything that was not understood or only approximated, by path.

Nothing of a file is dropped silently. What a scenario cannot hold is kept here, as it was written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

import msgspec

from turnwright.skirmish.model.scenario import Scenario

Severity: TypeAlias = Literal["unknown", "approximated", "noted"]


class ImportNote(msgspec.Struct, frozen=True, omit_defaults=True):
    """One remark. `unknown`: left out, `value` is what the file says. `approximated`: it is there, but
    not quite as in the file. `noted`: what the importer decided where the file left it open."""

    severity: Severity
    path: str
    sentence: str
    value: Any = None

    def __str__(self) -> str:
        return f"{self.severity}: {self.path}: {self.sentence}"


class Coverage(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much of one monster or spell was understood, by the names of its actions and traits."""

    name: str
    understood: tuple[str, ...] = ()
    approximated: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    """Left as text: they would matter in a fight, but are not in it."""
    aside: tuple[str, ...] = ()
    """They change nothing in a fight: breathing under water, keen noses."""
    can_attack: bool = False
    """Is there at least one action that harms somebody?"""


class CoverageTotals(msgspec.Struct, frozen=True):
    """The coverage of a whole file."""

    all: int
    can_attack: int
    understood: int
    approximated: int
    text: int
    aside: int

    @property
    def covered(self) -> float:
        """Of the actions and traits that matter in a fight, the share that does something."""
        working = self.understood + self.approximated
        return working / (working + self.text) if working + self.text else 1.0

    def __str__(self) -> str:
        return (
            f"{self.all} converted, {self.can_attack} of them can attack; of their actions and traits "
            f"{self.understood} were understood, {self.approximated} approximated, {self.text} left as "
            f"text ({self.covered:.1%} covered), and {self.aside} change nothing in a fight"
        )


class ImportReport(msgspec.Struct, omit_defaults=True):
    """All remarks of an import, in the order of the file."""

    notes: list[ImportNote] = []
    coverage: list[Coverage] = []

    def unknown(self, path: str, sentence: str, value: Any = None) -> None:
        self.notes.append(ImportNote("unknown", path, sentence, value))

    def approximated(self, path: str, sentence: str, value: Any = None) -> None:
        self.notes.append(ImportNote("approximated", path, sentence, value))

    def noted(self, path: str, sentence: str, value: Any = None) -> None:
        self.notes.append(ImportNote("noted", path, sentence, value))

    def of(self, severity: Severity) -> list[ImportNote]:
        return [note for note in self.notes if note.severity == severity]

    @property
    def totals(self) -> CoverageTotals:
        return totals(self.coverage)

    def __str__(self) -> str:
        return "\n".join([*map(str, self.notes), *([str(self.totals)] if self.coverage else [])])


def totals(coverage: Iterable[Coverage]) -> CoverageTotals:
    rows = list(coverage)
    return CoverageTotals(
        len(rows),
        sum(row.can_attack for row in rows),
        sum(len(row.understood) for row in rows),
        sum(len(row.approximated) for row in rows),
        sum(len(row.text) for row in rows),
        sum(len(row.aside) for row in rows),
    )


class ImportedScenario(msgspec.Struct, frozen=True):
    """What came of a file."""

    scenario: Scenario
    report: ImportReport
