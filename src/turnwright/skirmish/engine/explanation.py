"""What an explanation consists of, as published JSON types: decisions and events, in order."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from turnwright.core.rules.facts import Scalar
from turnwright.core.rules.ledger import Number

from .run_outcome import RunOutcome

HealthState: TypeAlias = Literal["up", "down", "stable", "dead", "absent"]
"""Absent: it has not arrived yet."""


class ConsideredAction(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry of a list that was considered: valid, or the first thing that failed, with numbers."""

    action: str
    ok: bool
    place: int
    """Its place in the list, counted from 1. Entries that are switched off count too."""
    why: str = ""
    data: dict[str, Scalar] = {}
    off: bool = False
    """Whether it is switched off in the list."""


class TargetCandidate(msgspec.Struct, frozen=True, omit_defaults=True):
    """Somebody who could have been the target, with the scores that decide (lower is better)."""

    name: str
    scores: dict[str, Number] = {}


class HealthChange(msgspec.Struct, frozen=True):
    """The health of a combatant that has changed, or that is not known yet, since the entry before."""

    who: str
    before: int
    """Its hit points before; at the start of an encounter those that it has."""
    hp: int
    max_hp: int
    temp: int
    state: HealthState


class Decision(msgspec.Struct, frozen=True, omit_defaults=True, tag=True):
    """What one combatant chose, among what, and why."""

    encounter: int
    """The number of the encounter, counted from 0."""
    round: int
    who: str
    selected: str | None
    considered: list[ConsideredAction]
    hp: int
    max_hp: int
    pools: dict[str, Number]
    """What is left in the combatant's pools."""
    changes: list[HealthChange] = []
    candidates: list[TargetCandidate] = []
    answers: str = ""
    """The event that a reaction answers."""

    @property
    def available(self) -> list[str]:
        """The names of the valid actions."""
        return [one.action for one in self.considered if one.ok]

    def __str__(self) -> str:
        names = ", ".join(self.available)
        considered = [one for one in self.considered if not one.off]
        failed = [f"{one.action} {one.why}" for one in considered if not one.ok and one.why]
        passed = f" Passed over: {'; '.join(failed)}." if failed else ""
        if self.selected is None and names:
            return f"AI Actions Available: [{names}]. Selected nothing: it passes.{passed}"
        if self.selected is None:
            return f"AI Actions Available: []. Selected nothing because nothing is valid.{passed}"
        place = next(one.place for one in considered if one.action == self.selected and one.ok)
        is_first = self.selected == self.available[0]
        why = f"entry {place} is the first that is valid" if is_first else "it was chosen"
        return f"AI Actions Available: [{names}]. Selected {self.selected} because {why}.{passed}"


class LoggedEvent(msgspec.Struct, frozen=True, omit_defaults=True, tag="Happening"):
    """Something that happened, in words and as data. `depth` counts the reactions it is nested in."""

    encounter: int
    """The number of the encounter, counted from 0; a rest belongs to the one before it."""
    round: int
    text: str
    event: str = ""
    source: str | None = None
    target: str | None = None
    value: Number = 0
    depth: int = 0
    changes: list[HealthChange] = []
    """What has changed since the entry before. The first entry of an encounter has everybody, so that
    the health at any entry follows from the changes up to it."""


LogEntry: TypeAlias = Decision | LoggedEvent


class Explanation(msgspec.Struct, frozen=True):
    """A run replayed from its seed."""

    seed: int
    winner: str | None
    outcome: RunOutcome
    entries: list[LogEntry]

    @property
    def decisions(self) -> list[Decision]:
        """The decisions without the events."""
        return [entry for entry in self.entries if isinstance(entry, Decision)]

    def __str__(self) -> str:
        lines = []
        for entry in self.entries:
            if isinstance(entry, Decision):
                lines.append(f"    {entry}")
            else:
                lines.append("  " * entry.depth + entry.text)
        return "\n".join(lines)
