"""Encounters that cannot be played: fewer than two sides, empty sides, too many combatants.

Works on plain data, so that a file with other problems is checked as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from .file_problems import ProblemCollector
from .parsed_document import LocatedMapping, Path, location_at
from .scenario import MAX_COMBATANTS

CODE = "bad_encounter"

Sides = list[tuple[Path, Mapping[str, Any]]]


class PlainEncounter(NamedTuple):
    """An encounter in the data of a scenario."""

    path: Path
    holder: Mapping[str, Any]
    """The mapping that says who is surprised: the scenario, or a step of its day."""
    sides: Sides


def encounters(data: Mapping[str, Any]) -> Iterator[PlainEncounter]:
    """The encounters of a scenario: those of its day, or else one of its sides."""
    common = _sides(data, ())
    day = data.get("day")
    if not isinstance(day, (list, tuple)) or not day:
        yield PlainEncounter((), data, common)
        return
    for index, step in enumerate(day):
        if isinstance(step, Mapping) and step.get("type") == "Fight":
            path = ("day", index)
            yield PlainEncounter(path, step, [*common, *_sides(step, path)])


def _sides(holder: Mapping[str, Any], path: Path) -> Sides:
    sides = holder.get("sides")
    if not isinstance(sides, (list, tuple)):
        return []
    numbered = [((*path, "sides", number), side) for number, side in enumerate(sides)]
    return [(where, side) for where, side in numbered if isinstance(side, Mapping)]


def check(data: LocatedMapping, problems: ProblemCollector) -> None:
    """Report encounters that cannot be played."""
    found = list(encounters(data))
    day = data.get("day")
    if not found and isinstance(day, list) and all(isinstance(step, dict) for step in day):
        problems.add(location_at(data, ("day",)), "a day needs at least one encounter", CODE)
    for encounter in found:
        for path, side in encounter.sides:
            if side.get("combatants") in ([], (), None):
                name = side.get("name", path[-1])
                sentence = f"side {name!r} has no combatants"
                problems.add(location_at(data, path), sentence, CODE)
        at = location_at(data, encounter.path or ("sides",))
        for sentence in _sentences(encounter.sides):
            problems.add(at, sentence, CODE)


def _sentences(sides: Sides) -> Iterator[str]:
    if len(sides) < 2:
        yield f"an encounter needs at least two sides, got {len(sides) or 'none'}"
    names = [str(side.get("name")) for _, side in sides]
    for name in sorted({name for name in names if names.count(name) > 1}):
        yield f"more than one side is named {name!r}"
    count = 0
    for _, side in sides:
        members = side.get("combatants")
        for member in members if isinstance(members, list) else ():
            copies = member.get("count", 1) if isinstance(member, dict) else 1
            count += copies if type(copies) is int else 1
    if count > MAX_COMBATANTS:
        yield f"{count:,} combatants are too many: an encounter has at most {MAX_COMBATANTS:,}"
