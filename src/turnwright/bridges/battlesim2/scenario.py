"""Conversion of battlesim2 files: a day with a timeline, a list of encounters, or one encounter.

The report lists what the file leaves open and what a scenario cannot express.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from turnwright.bridges.encounter_files.fields import Fields, fold
from turnwright.bridges.encounter_files.terms import PLACEHOLDER, unique
from turnwright.core.errors import DefinitionError
from turnwright.core.rules.definition_base import Malformed
from turnwright.skirmish.model.import_report import ImportedScenario, ImportReport
from turnwright.skirmish.model.scenario import (
    CombatAction,
    Combatant,
    DayStep,
    Encounter,
    Rest,
    Scenario,
    Side,
)

from .combatant_draft import MONSTERS, PLAYERS, CombatantDraft
from .creatures import convert_creature, heals_the_fallen

LISTS = ("timeline", "encounters", "monsters")
ACTION_KINDS = {"atk", "heal", "buff", "debuff", "template"}


class Party(NamedTuple):
    """The players, who are there all day, and the drafts of everybody they met so far."""

    drafts: list[CombatantDraft]
    names: set[str]
    met: list[CombatantDraft]


def looks_like_battlesim(data: Any) -> bool:
    """Return whether this is a battlesim2 file, a list of days as the browser stores it, or a list of
    creatures, bare or in an object."""
    if isinstance(data, list):
        return bool(data) and (
            all(isinstance(one, Mapping) and _is_day(one) for one in data)
            or all(_is_creature(one) for one in data)
        )
    return isinstance(data, Mapping) and (_is_day(data) or bool(_creatures(data)))


def _is_day(data: Mapping[str, Any]) -> bool:
    keys = {fold(str(key)) for key in data}
    return "players" in keys and bool(keys & set(LISTS))


def _is_creature(data: Any) -> bool:
    """Is this a creature of battlesim2 or of its ancestor?"""
    if not isinstance(data, Mapping):
        return False
    keys = {fold(str(key)) for key in data}
    actions = data.get("actions")
    if not {"hp", "ac", "actions"} <= keys or not isinstance(actions, list):
        return False
    kinds = {one.get("type") for one in actions if isinstance(one, Mapping)}
    return bool(kinds & ACTION_KINDS) or "savebonus" in keys


def _has_days(data: Any) -> bool:
    return any(_is_day(one) for one in (data if isinstance(data, list) else [data]))


def _creatures(data: Any) -> list[Any]:
    """The creatures of a file without encounters: a list of them, one of them, or an object with a list
    of them."""
    if isinstance(data, list):
        return data if data and all(_is_creature(one) for one in data) else []
    if not isinstance(data, Mapping):
        return []
    if _is_creature(data):
        return [data]
    lists = [one for one in data.values() if isinstance(one, list) and one]
    return next((one for one in lists if all(_is_creature(inner) for inner in one)), [])


def _as_encounter(creatures: list[Any]) -> dict[str, Any]:
    """An encounter with these creatures: the players among them against the others."""
    players = [one for one in creatures if fold(str(one.get("mode", ""))) == "player"]
    return {"players": players, "monsters": [one for one in creatures if one not in players]}


def _with_placeholders(scenario: Scenario, report: ImportReport) -> Scenario:
    """The scenario with a placeholder on a side without combatants."""

    def filled(side: Side) -> Side:
        if side.combatants:
            return side
        report.noted("", f"the side {side.name} is a placeholder: replace it by combatants")
        return msgspec.structs.replace(side, combatants=(PLACEHOLDER,))

    steps = tuple(
        msgspec.structs.replace(step, sides=tuple(filled(side) for side in step.sides))
        if isinstance(step, Encounter)
        else step
        for step in scenario.day
    )
    sides = tuple(filled(side) for side in scenario.sides)
    return msgspec.structs.replace(scenario, sides=sides, day=steps)


def days(data: Any) -> list[str]:
    """Return the names of the days in a file; most files have one."""
    if not _has_days(data):
        return ["Imported encounter"]
    entries = data if isinstance(data, list) else [data]
    names: list[str] = []
    for number, one in enumerate(entries, 1):
        names.append(unique(str(one.get("name") or f"Day {number}"), set(names)))
    return names


def convert_battlesim(data: Any, day: str | None = None) -> ImportedScenario:
    """Convert the data of a file to a scenario; `day` chooses one of several days."""
    if not looks_like_battlesim(data):
        expected = "'players' and 'timeline', 'encounters' or 'monsters', or a list of creatures"
        raise DefinitionError([f"this is not a battlesim2 file: expected {expected}"])
    report = ImportReport()
    if not _has_days(data):
        fields = Fields(_as_encounter(_creatures(data)), "", report)
        return ImportedScenario(_with_placeholders(_day(fields), report), report)
    if not isinstance(data, list):
        return ImportedScenario(_day(Fields(data, "", report)), report)
    names = days(data)
    if day is not None and day not in names:
        raise DefinitionError(
            [f"there is no day {day!r} in this file; the days are {', '.join(names)}"]
        )
    index = 0 if day is None else names.index(day)
    if day is None and len(names) > 1:
        report.noted("", f"this is the first of {len(names)} days: {', '.join(names)}")
    return ImportedScenario(_day(Fields(data[index], f"[{index}]", report)), report)


def _day(fields: Fields) -> Scenario:
    report = fields.report
    players, ours = _team(fields, "players", raised=True, taken=set())
    party = Party(ours, {one.name for one in players}, [])
    steps: list[DayStep] = []
    for key in LISTS[:2]:
        for one in fields.objects(key):
            steps.extend(_step(one, party))
    if "monsters" in fields:
        steps.append(_encounter(fields, party))
    if fields.raw("iterations", "runs") is not None:
        report.noted(
            fields.at("iterations"), "the number of runs is chosen when the scenario is run"
        )
    fields.skip("updated", "id", "version", "type")
    name = fields.text("name", default="Imported day" if len(steps) > 1 else "Imported encounter")
    fields.finish()
    if not any(isinstance(step, Encounter) for step in steps):
        report.unknown(fields.path, "there is no encounter in this file")
    # Statuses from enemies may give the players reactions, which are known only now.
    side = Side(PLAYERS, _with_shared_reactions(players, ours, party.met))
    return Scenario(name=name, sides=(side,), day=tuple(steps))


def _step(fields: Fields, party: Party) -> list[DayStep]:
    kind = fold(fields.text("type", default="combat"))
    if kind in ("shortrest", "longrest"):
        fields.skip("id", "name")
        fields.finish()
        return [Rest("short rest" if kind == "shortrest" else "long rest")]
    if kind not in ("combat", "encounter"):
        fields.report.unknown(
            fields.at("type"), "expected combat or shortRest; it was left out", kind
        )
        return []
    # In older files an encounter may have a rest before it.
    rest = [Rest()] if fields.flag("shortRest") else []
    fight = _encounter(fields, party)
    role = fields.text("targetRole")
    if role:
        fields.report.noted(fields.at("targetRole"), f"the role {role!r} has no effect", role)
    fields.skip("id")
    fields.finish()
    return [*rest, fight]


def _encounter(fields: Fields, party: Party) -> Encounter:
    raised = heals_the_fallen(fields.raw("monsters"))
    if raised:
        sentence = "some of them heal the fallen, so they are dying at 0 hit points"
        fields.report.noted(fields.at("monsters"), sentence)
    monsters, their = _team(fields, "monsters", raised, party.names)
    names = {"playersSurprised": PLAYERS, "monstersSurprised": MONSTERS}
    surprised = tuple(side for key, side in names.items() if fields.flag(key))
    party.met.extend(their)
    shared = _with_shared_reactions(monsters, their, party.drafts)
    title = fields.text("title", "encounterName")
    return Encounter(title, (Side(MONSTERS, shared),), surprised, _precast(fields))


def _precast(fields: Fields) -> bool | tuple[str, ...]:
    """Which sides may use Setup actions; both by default."""
    names = {"playersPrecast": PLAYERS, "monstersPrecast": MONSTERS}
    sides = tuple(side for key, side in names.items() if fields.flag(key, default=True))
    return bool(sides) if len(sides) != 1 else sides


def _team(
    fields: Fields, key: str, raised: bool, taken: set[str]
) -> tuple[list[Combatant], list[CombatantDraft]]:
    """The creatures of one side, with unique names."""
    combatants: list[Combatant] = []
    drafts: list[CombatantDraft] = []
    names = set(taken)
    for one in fields.objects(key):
        if one.raw("count") in (0, "0"):
            fields.report.noted(one.at("count"), "the count is 0; it was left out")
            continue
        text = one.text("name", default="Combatant")[:190]
        name = unique(text, names)
        names.add(name)
        if name != text:
            fields.report.noted(
                one.at("name"), f"it was renamed to {name!r}, because names must differ"
            )
        try:
            draft, combatant = convert_creature(one, name, raised)
        except Malformed as error:
            fields.report.unknown(one.path, f"it was left out: {error}", one.data)
            continue
        drafts.append(draft)
        combatants.append(combatant)
    return combatants, drafts


def _with_shared_reactions(
    combatants: Sequence[Combatant], own: Sequence[CombatantDraft], others: Sequence[CombatantDraft]
) -> tuple[Combatant, ...]:
    """Add reactions that come with a status to everybody who may have it."""
    shared = [reaction for draft in own for reaction in draft.for_allies]
    shared += [reaction for draft in others for reaction in draft.for_enemies]
    return tuple(
        msgspec.structs.replace(one, reactions=(*one.reactions, *_without_known(shared, one)))
        for one in combatants
    )


def _without_known(shared: Sequence[CombatAction], combatant: Combatant) -> list[CombatAction]:
    have = {
        a.name for a in (*combatant.actions, *combatant.reactions) if isinstance(a, CombatAction)
    }
    return list({one.name: one for one in shared if one.name not in have}.values())
