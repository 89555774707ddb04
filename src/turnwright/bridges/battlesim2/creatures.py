"""Conversion of battlesim2 creatures to combatants."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from turnwright.bridges.encounter_files.fields import Fields, fold, plain_number
from turnwright.bridges.encounter_files.terms import ABILITIES
from turnwright.core.rules.action import Uses
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.definition_base import Malformed
from turnwright.core.rules.timing import Reaction, Setup
from turnwright.skirmish.model.formula import parse
from turnwright.skirmish.model.import_report import ImportReport
from turnwright.skirmish.model.scenario import (
    Apply,
    CombatAction,
    Combatant,
    Duration,
    PoolSize,
    Status,
    Targets,
)

from .actions import convert_action
from .buffs import read_buff
from .combatant_draft import CombatantDraft
from .costs import level_of, slot_number
from .triggers import as_reaction, buff_reaction, read_trigger

SHORT_REST = {
    "ki", "kipoints", "focus", "focuspoints", "actionsurge", "secondwind", "superioritydice",
    "wildshape", "channeldivinity", "warlockspellslot", "warlockspellslots", "pactmagic",
    "pactslots", "bardicinspiration", "breathweapon", "frenzy",
}  # fmt: skip
"""Class resources that reset at a short rest; the others reset at a long rest."""


def convert_creature(fields: Fields, name: str, raised: bool) -> tuple[CombatantDraft, Combatant]:
    """Convert a creature. `raised`: its side is dying at 0 hit points, so that it can be healed."""
    report = fields.report
    hp = fields.dice("hp", "hitPoints", default=1)
    draft = CombatantDraft(name, hp=_average(hp), can_be_raised=raised)
    _pools(fields, draft)
    known = dict(_named_buffs(fields))
    for one in fields.objects("actions"):
        action = convert_action(one, draft, known)
        if action is not None:
            draft.add(action)
    _triggers(fields, draft, known)
    items = _items(fields, draft, known)
    ward = fields.whole("maxArcaneWardHp", default=0) or 0
    if ward:
        sentence = "an arcane ward is temporary hit points; it does not come back"
        report.approximated(fields.at("maxArcaneWardHp"), sentence)
    combatant = Combatant(
        name=name,
        count=_count(fields),
        hp=max(1, hp) if isinstance(hp, int) else hp,
        temporary_hp=max(0, ward),
        ac=fields.whole("ac", "armorClass", default=10) or 0,
        initiative=fields.dice("initiativeBonus", drop_d20=True),
        initiative_lean="advantage" if fields.flag("initiativeAdvantage") else "",
        save=fields.number("saveBonus") or 0,
        saves=_saves(fields),
        save_lean=_save_leans(fields),
        speed=_speed(fields),
        pools=dict(draft.pools),
        tags=tuple(filter(None, [fields.text("type")])),
        traits=tuple(draft.traits),
        actions=tuple(draft.actions),
        reactions=tuple(draft.reactions),
        death_saves=draft.can_be_raised,
        arrival=max(1, fields.whole("arrival", default=1) or 1),
        hit_dice=_hit_dice(fields),
        con=fields.whole("conModifier") or 0,
        notes=_notes(fields, items),
    )
    fields.skip("id", "mode", "name")
    fields.finish()
    return draft, _tag_granted(combatant, draft, fields)


def _average(hp: int | str) -> int:
    return max(1, round(parse(hp).mean()))


def _count(fields: Fields) -> int:
    count = fields.whole("count", default=1)
    if count is not None and 1 <= count <= 1000:
        return count
    fields.report.unknown(fields.at("count"), "expected a number from 1 to 1000; 1 is used", count)
    return 1


def _saves(fields: Fields) -> dict[str, int | float]:
    found = {name: fields.number(f"{name}SaveBonus", default=None) for name in ABILITIES}
    return {name: bonus for name, bonus in found.items() if bonus is not None}


def _save_leans(fields: Fields) -> dict[str, Any]:
    names = {"*": "saveAdvantage"} | {name: f"{name}SaveAdvantage" for name in ABILITIES}
    return {name: "advantage" for name, key in names.items() if fields.flag(key)}


def _speed(fields: Fields) -> int | float:
    walk = fields.number("speed", default=30) or 0
    fly = fields.number("speed_fly", default=0) or 0
    if fly > walk:
        fields.report.noted(fields.at("speed_fly"), f"its speed is {fly}, because it flies")
    return max(0, walk, fly)


def _hit_dice(fields: Fields) -> str:
    text = re.sub(r"\[[^\]]*\]", "", fields.text("hitDice"))
    try:
        dice = parse(text)
    except Malformed:
        fields.report.unknown(fields.at("hitDice"), "expected dice such as 5d10", text)
        return ""
    return text if any(term.sides > 1 for term in dice.terms) else ""


def _notes(fields: Fields, items: list[str]) -> str:
    found: list[str] = []
    job = fields.object("class")
    if job is not None:
        found.append(f"{job.text('type')} {job.text('level')}".strip())
        job.skip("options")
    for key, label in (("cr", "challenge"), ("src", "source")):
        text = fields.text(key)
        if text:
            found.append(f"{label} {text}")
    return "; ".join([*found, *items])


# --- resources ------------------------------------------------------------------------------------


def _pools(fields: Fields, draft: CombatantDraft) -> None:
    report = fields.report
    slots = fields.object("spellSlots")
    for key, value in _pairs(slots):
        level, amount = level_of(key), plain_number(value)
        if level is None or amount is None or amount < 0:
            report.unknown(
                fields.at(f"spellSlots.{key}"), "expected a level and a number of slots", value
            )
        else:
            draft.pools[f"SpellSlot_{level}"] = PoolSize(amount)
    for key, value in _pairs(fields.object("classResources")):
        amount = plain_number(value)
        if amount is None or amount < 0:
            report.unknown(
                fields.at(f"classResources.{key}"), "expected a number of at least 0", value
            )
            continue
        is_short = fold(key) in SHORT_REST
        draft.pools[key] = PoolSize(amount, "short rest" if is_short else "long rest")


def _pairs(fields: Fields | None) -> Iterator[tuple[str, Any]]:
    return iter(()) if fields is None else fields.pairs()


# --- buffs, items and triggers --------------------------------------------------------------------


def _named_buffs(fields: Fields) -> Iterator[tuple[str, Status]]:
    """All buffs of a creature by id and by name, because triggers may refer to them."""
    ignored = ImportReport()
    for path, raw in _walk(fields.data, fields.path):
        name = raw.get("displayName") or raw.get("id")
        if isinstance(name, str) and name:
            status = read_buff(Fields(raw, path, ignored), name, None).status
            yield name, status
            if isinstance(raw.get("id"), str):
                yield raw["id"], status


def _walk(data: Any, path: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    if isinstance(data, Mapping):
        for key, value in data.items():
            if fold(str(key)) == "buff" and isinstance(value, Mapping):
                yield f"{path}.{key}", value
            if fold(str(key)) in ("buffs", "initialbuffs") and isinstance(value, list):
                yield from ((f"{path}.{key}", one) for one in value if isinstance(one, Mapping))
            yield from _walk(value, f"{path}.{key}")
    elif isinstance(data, list):
        for index, value in enumerate(data):
            yield from _walk(value, f"{path}[{index}]")


def _items(fields: Fields, draft: CombatantDraft, known: Mapping[str, Status]) -> list[str]:
    """Add the buffs of magic items and the initial buffs. Return the names of the items."""
    names: list[str] = []
    for index, item in enumerate(fields.list("magicItems")):
        path = f"{fields.at('magicItems')}[{index}]"
        if isinstance(item, str):
            names.append(item)
            fields.report.noted(path, f"{item!r} is only a name; it has no effect")
        elif isinstance(item, Mapping):
            one = Fields(item, path, fields.report)
            title = one.text("name", default="Item")
            names.append(title)
            one.skip("id", "description")
            for buffs in one.objects("buffs"):
                _add_permanent_buff(buffs, draft, title, known)
            one.finish()
        else:
            fields.report.unknown(path, "expected a name or an object", item)
    for buffs in fields.objects("initialBuffs"):
        _add_permanent_buff(buffs, draft, "Initial buff", known)
    return names


def _add_permanent_buff(
    fields: Fields, draft: CombatantDraft, name: str, known: Mapping[str, Status]
) -> None:
    applied = read_buff(fields, name, None)
    if applied.status.duration == Duration():
        draft.traits.append(applied.status)
    else:
        title = draft.free_name(applied.status.name)
        once = CombatAction(
            name=title, timing=Setup(), effect=(Apply(applied.status),), targets=Targets(who="self"),
            uses=Uses(1, "encounter"),
        )  # fmt: skip
        draft.actions.append(once)
    for number, trigger in enumerate(applied.triggers, 1):
        title = draft.free_name(f"{applied.status.name}: trigger {number}")
        reaction = buff_reaction(trigger, draft, title, applied.status.name, known)
        if reaction is not None:
            draft.reactions.append(reaction)


def _triggers(fields: Fields, draft: CombatantDraft, known: Mapping[str, Status]) -> None:
    for one in fields.objects("triggers"):
        event = read_trigger(one.raw("condition"), draft, one.at("condition"), fields.report)
        inner = one.object("action")
        slot = slot_number(one, "cost")
        one.skip("id")
        one.finish()
        action = None if inner is None else convert_action(inner, draft, known, is_triggered=True)
        if action is None or event is None:
            continue
        if slot == 4 and Cost("Reaction") not in action.cost:
            action = msgspec.structs.replace(action, cost=(Cost("Reaction"), *action.cost))
        if not isinstance(action.timing, Reaction):  # a template may have its own trigger
            action = as_reaction(action, event, one.path, fields.report)
        draft.reactions.append(action)


def _tag_granted(combatant: Combatant, draft: CombatantDraft, fields: Fields) -> Combatant:
    """Tag the actions that an effect grants, so that the effect finds them."""
    if not draft.granted:
        return combatant
    for wanted in sorted(draft.granted - set(draft.ids)):
        fields.report.unknown(
            fields.path, f"an effect grants the action {wanted!r}, but no action has that id"
        )
    tags = {draft.ids[key]: f"granted {key}" for key in draft.granted if key in draft.ids}

    def tagged(action: CombatAction | str) -> CombatAction | str:
        if isinstance(action, str) or action.name not in tags:
            return action
        return msgspec.structs.replace(action, tags=(*action.tags, tags[action.name]))

    return msgspec.structs.replace(
        combatant,
        actions=tuple(map(tagged, combatant.actions)),
        reactions=tuple(map(tagged, combatant.reactions)),
    )


def heals_the_fallen(data: Any) -> bool:
    """Return whether somebody on a side has an action for allies at 0 hit points."""
    if isinstance(data, Mapping):
        words = [fold(str(v)) for key, v in data.items() if fold(str(key)) == "condition"]
        return "allyat0hp" in words or any(map(heals_the_fallen, data.values()))
    return isinstance(data, list) and any(map(heals_the_fallen, data))
