"""The report of an import: everything that was not understood or only approximated, by path.

An importer drops nothing silently. What a scenario cannot express is kept in the report, as written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, TypeAlias

import msgspec

from turnwright.skirmish.model.scenario import Scenario

Severity: TypeAlias = Literal["unknown", "approximated", "noted"]


class ImportNote(msgspec.Struct, frozen=True, omit_defaults=True):
    """One note. `unknown`: left out, `value` is what the file has. `approximated`: imported, but not
    exactly as in the file. `noted`: what the importer decided where the file leaves it open."""

    severity: Severity
    path: str
    sentence: str
    value: Any = None

    def __str__(self) -> str:
        return f"{self.severity}: {self.path}: {self.sentence}"


class ClauseCounts(msgspec.Struct, frozen=True, omit_defaults=True):
    """What became of the clauses of a text. Those that were approximated or left out have a note with
    a sentence; none is skipped in silence."""

    understood: int = 0
    approximated: int = 0
    left_out: int = 0

    def __add__(self, other: ClauseCounts) -> ClauseCounts:
        return ClauseCounts(
            self.understood + other.understood,
            self.approximated + other.approximated,
            self.left_out + other.left_out,
        )

    @property
    def all(self) -> int:
        """The number of clauses."""
        return self.understood + self.approximated + self.left_out


class Coverage(msgspec.Struct, frozen=True, omit_defaults=True):
    """How much of a monster or spell was understood, by the names of its actions and traits."""

    name: str
    understood: tuple[str, ...] = ()
    approximated: tuple[str, ...] = ()
    text: tuple[str, ...] = ()
    """Left as text: they matter in a fight, but were not understood."""
    aside: tuple[str, ...] = ()
    """Irrelevant in a fight: breathing under water, keen senses."""
    can_attack: bool = False
    """Does at least one action deal damage?"""
    clauses: ClauseCounts = ClauseCounts()


class CoverageTotals(msgspec.Struct, frozen=True):
    """The coverage of a whole file."""

    all: int
    can_attack: int
    understood: int
    approximated: int
    text: int
    aside: int
    clauses: ClauseCounts = ClauseCounts()

    @property
    def covered(self) -> float:
        """The share of the actions and traits relevant in a fight that have an effect."""
        working = self.understood + self.approximated
        return working / (working + self.text) if working + self.text else 1.0

    def __str__(self) -> str:
        return (
            f"{self.all} converted, {self.can_attack} of them can attack; of their actions and traits "
            f"{self.understood} were understood, {self.approximated} approximated, {self.text} left as "
            f"text ({self.covered:.1%} covered), and {self.aside} are irrelevant in a fight"
            f"; of {self.clauses.all} clauses {self.clauses.understood} were understood, "
            f"{self.clauses.approximated} approximated and {self.clauses.left_out} left out"
        )


class ImportReport(msgspec.Struct, omit_defaults=True):
    """All notes of an import, in the order of the file."""

    notes: list[ImportNote] = []
    coverage: list[Coverage] = []

    def unknown(self, path: str, sentence: str, value: Any = None) -> None:
        """Add a note about something that was left out."""
        self.notes.append(ImportNote("unknown", path, sentence, value))

    def approximated(self, path: str, sentence: str, value: Any = None) -> None:
        """Add a note about something that was imported with differences."""
        self.notes.append(ImportNote("approximated", path, sentence, value))

    def noted(self, path: str, sentence: str, value: Any = None) -> None:
        """Add a note about a decision of the importer."""
        self.notes.append(ImportNote("noted", path, sentence, value))

    def of(self, severity: Severity) -> list[ImportNote]:
        """Return the notes with a severity."""
        return [note for note in self.notes if note.severity == severity]

    @property
    def totals(self) -> CoverageTotals:
        """The coverage of the whole file."""
        return totals(self.coverage)

    def __str__(self) -> str:
        return "\n".join([*map(str, self.notes), *([str(self.totals)] if self.coverage else [])])


def totals(coverage: Iterable[Coverage]) -> CoverageTotals:
    """Add up the coverage of monsters or spells."""
    rows = list(coverage)
    return CoverageTotals(
        len(rows),
        sum(row.can_attack for row in rows),
        sum(len(row.understood) for row in rows),
        sum(len(row.approximated) for row in rows),
        sum(len(row.text) for row in rows),
        sum(len(row.aside) for row in rows),
        sum((row.clauses for row in rows), ClauseCounts()),
    )


class ImportedScenario(msgspec.Struct, frozen=True):
    """The result of an import: the scenario, and the report about it."""

    scenario: Scenario
    report: ImportReport


class ImportedText(msgspec.Struct, frozen=True):
    """The result of an import as text that a page can open or take parts of.

    An encounter has `sides`, or a `day`. Monsters come as the only side of such a text, spells as its
    `actions`; a file with many of them has no text until some are chosen by their names.
    """

    format: Literal["encounter", "battlesim", "monsters", "spells"]
    text: str
    names: list[str]
    """What the file holds: combatants, monsters, spells, or the days of a battlesim2 file."""
    report: ImportReport
