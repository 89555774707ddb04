"""Monsters in 5e-bits format as combatants, with a report of what was understood.

A combatant gets a priority list: what frightens or heals first, then what recharges, then spells and
attacks by the damage they do.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from turnwright.bridges.encounter_files.json_lookup import pairs, rows, whole, written
from turnwright.bridges.encounter_files.terms import STRAW_MAN, unique
from turnwright.core.errors import DefinitionError
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import SelfCondition
from turnwright.core.rules.timing import Main, Reaction
from turnwright.skirmish.model.import_report import ImportedScenario, ImportNote, ImportReport
from turnwright.skirmish.model.scenario import (  # fmt: skip
    Apply,
    CombatAction,
    Combatant,
    MoveCombatant,
    PoolSize,
    Scenario,
    Side,
    Targets,
)

from . import prose_parser as prose
from .conversion_notes import Findings
from .known_spells import Caster
from .monster_actions import Blow, Monster, Power, blows, breath, power, single, title, usage_of
from .multiattack import multiattack
from .reactions import legendary, opportunity_attack, read_reaction
from .spells import Spell, Usage, inside, read_spell
from .stat_block_numbers import (  # fmt: skip
    HitPoints,
    about,
    armor,
    dice,
    has_magic_weapons,
    has_shield,
    hit_points,
    immunities,
    modifier,
    saves,
    speed,
    tags,
    types,
)
from .traits import Build, read_trait

Spells = Mapping[str, Mapping[str, Any]]
"""Spells of a file, by name."""


def looks_like_monster(data: Any) -> bool:
    return isinstance(data, Mapping) and "hit_points" in data and "armor_class" in data


def looks_like_spell(data: Any) -> bool:
    return isinstance(data, Mapping) and "casting_time" in data and "level" in data


def convert_monster(
    data: Mapping[str, Any], spells: Spells | None = None, hp: HitPoints = "average", path: str = ""
) -> tuple[Combatant, list[ImportNote]]:
    """A combatant, and what is to be said about it."""
    combatant, findings = _monster(data, spells or {}, hp, path)
    return combatant, findings.notes


def _monster(
    data: Mapping[str, Any], spells: Spells, hp: HitPoints, path: str
) -> tuple[Combatant, Findings]:
    name = (written(data, "name") or written(data, "index") or "Monster")[:190]
    findings = Findings(name, path or written(data, "index") or name)
    monster = Monster(name, has_shield(data), has_magic_weapons(data))
    build = Build(name, speed=speed(data))
    casting = [t for t in rows(data, "special_abilities") if "spellcasting" in t]
    cast: list[Spell] = []
    pools: dict[str, PoolSize | int | float] = {}
    for entry in casting:
        cast += _spells(entry, spells, pools, findings)
    build.spells = cast
    _attacks(data, build, monster, findings)
    actions = _listed(build, cast, findings, data)
    for entry in rows(data, "special_abilities"):
        if "spellcasting" not in entry:
            findings.read("special_abilities", title(entry), read_trait(build, entry), entry)
    for entry in rows(data, "reactions"):
        findings.read("reactions", title(entry), read_reaction(build, entry), entry)
    _legendary(data, build, pools, findings)
    build.reactions += [
        s.action for s in cast if s.action and isinstance(s.action.timing, Reaction)
    ]
    opportunity_attack(build)
    combatant = Combatant(
        name=name,
        hp=hit_points(data, hp),
        ac=armor(data, findings),
        initiative=modifier(data, "dexterity"),
        saves=saves(data),
        resist=types(data, "damage_resistances", findings),
        immune=types(data, "damage_immunities", findings),
        vulnerable=types(data, "damage_vulnerabilities", findings),
        condition_immune=(*immunities(data), *build.condition_immune),
        speed=build.speed,
        reach=build.reach,
        pools=pools,
        tags=tags(data),
        traits=tuple(build.traits),
        actions=_distinct([*build.first, *actions]),
        reactions=_distinct(build.reactions),
        hit_dice=dice(data, "hit_dice"),
        con=modifier(data, "constitution"),
        notes=about(data),
    )
    return combatant, findings


def _distinct(actions: Iterable[CombatAction]) -> tuple[CombatAction, ...]:
    """Names must differ: two attacks of one name get numbers."""
    found: list[CombatAction] = []
    taken: set[str] = set()
    for action in actions:
        name = unique(action.name, taken)
        taken.add(name)
        found.append(action if name == action.name else msgspec.structs.replace(action, name=name))
    return tuple(found)


# --- what it does --------------------------------------------------------------------------------


def _attacks(data: Mapping[str, Any], build: Build, monster: Monster, findings: Findings) -> None:
    """All actions but the multiattack, which is made of them."""
    beside = _beside(data)
    for entry in rows(data, "actions"):
        name = title(entry)
        if _is_multiattack(entry):
            continue
        found = blows(entry, monster)
        if found:
            _take_blows(entry, found, build, findings)
            continue
        chosen, words = breath(entry)
        one = chosen or power(entry, with_attacks=name in beside)
        findings.read("actions", name, None if one is None else one.lost, entry)
        if one is not None:
            build.powers.append(one)
            findings.noted("actions", name, words)
            if one.area:
                count = one.action.targets.count
                findings.noted("actions", name, f"{one.area}: it is counted as {count}")
    reaches = [blow.range for blow in build.blows if blow.is_melee]
    build.reach = max(reaches, default=5)


def _take_blows(
    entry: Mapping[str, Any], found: list[Blow], build: Build, findings: Findings
) -> None:
    name, usage = title(entry), usage_of(entry)
    findings.read("actions", name, found[0].lost, entry)
    findings.noted("actions", name, found[0].choice)
    if usage == (None, None):
        build.blows += found
    else:
        build.powers += [Power(action, 3, found[0].mean) for action in single(found[0], usage)]


def _is_multiattack(entry: Mapping[str, Any]) -> bool:
    return bool(entry.get("multiattack_type")) or "action_options" in entry


def _beside(data: Mapping[str, Any]) -> set[str]:
    """Powers that a multiattack includes: they take no action of their own."""
    texts = [written(e, "desc") for e in rows(data, "actions") if _is_multiattack(e)]
    names = [title(e) for e in rows(data, "actions") if not _is_multiattack(e)]
    found = re.compile(rf"\buses? (?:its |his |her )?({'|'.join(map(re.escape, names))})\b")
    return {name for said in texts for name in found.findall(said)} if names else set()


def _listed(
    build: Build, cast: Sequence[Spell], findings: Findings, data: Mapping[str, Any]
) -> list[CombatAction]:
    """The priority list."""
    ranked: list[tuple[float, float, CombatAction]] = []
    melee = [blow for blow in build.blows if blow.is_melee]
    ranged = [blow for blow in build.blows if not blow.is_melee]
    for power_ in build.powers:
        ranked.append((power_.rank, -power_.mean, power_.action))
    best = max((blow.mean for blow in build.blows), default=0.0)
    for entry in rows(data, "actions"):
        if _is_multiattack(entry):
            names = {power_.action.name for power_ in build.powers}
            multi = multiattack(entry, build.blows, names)
            findings.read("actions", title(entry), None if multi is None else multi.lost, entry)
            if multi is not None:
                findings.noted("actions", title(entry), multi.choice)
                best = max(best, *(prose.mean(a.effect) for a in multi.actions))  # type: ignore[arg-type]  # entries, no name
                ranked += [(6 + 0.5 * i, 0.0, action) for i, action in enumerate(multi.actions)]
    for blow in (*melee, *ranged):
        for action in single(blow):
            ranked.append((7 if blow.is_melee else 8, -blow.mean, action))
    for spell in cast:
        if spell.action and not isinstance(spell.action.timing, Reaction):
            ranked.append((_spell_rank(spell, best), -spell.mean, spell.action))
    ranked.sort(key=lambda one: one[:2])
    actions = _useful([action for _, _, action in ranked], findings)
    if melee and build.speed:
        actions.insert(0, _close_in(build, melee))
    return actions


def _useful(actions: Sequence[CombatAction], findings: Findings) -> list[CombatAction]:
    """Without what is never done, as something above it can always be done instead."""
    found: list[CombatAction] = []
    always: list[CombatAction] = []
    for action in actions:
        distance = action.targets.range
        better = [
            other
            for other in always
            if other.cost == action.cost
            and (other.targets.range is None or (distance or 0) <= other.targets.range)
        ]
        if action.targets.who == "enemy" and better:
            words = f"it is not in the list: {better[0].name!r} is always preferred"
            findings.noted("actions", action.name, words)
            continue
        found.append(action)
        limited = action.requires or action.uses or action.recharge
        if action.targets.who == "enemy" and action.cost == (Cost("Action"),) and not limited:
            always.append(action)
    return found


def _close_in(build: Build, melee: Sequence[Blow]) -> CombatAction:
    reach = min(blow.range for blow in melee)
    return CombatAction(
        name="Close in",
        cost=(Cost("Movement", build.speed),),
        requires=(SelfCondition("nearest_enemy", ">", reach),),
        effect=(MoveCombatant(build.speed),),
        targets=Targets(pick="nearest"),
    )


def _spell_rank(spell: Spell, best: float) -> float:
    """Spells come before attacks if they do more damage, or change the odds."""
    action = spell.action
    assert action is not None
    if not isinstance(action.timing, Main):
        return 0
    if any(getattr(effect, "amount", None) for effect in action.effect):
        return 2.5
    if spell.mean:
        return 5 if spell.mean > best else 8.5
    lasting = [effect.status for effect in action.effect if isinstance(effect, Apply)]
    fleeting = any(status.duration.until == "next attack made" for status in lasting)
    return 9 if fleeting or any("charmed" in words for words in spell.lost) else 4.5


def _legendary(
    data: Mapping[str, Any], build: Build, pools: dict[str, Any], findings: Findings
) -> None:
    found: list[Power] = []
    for entry in rows(data, "legendary_actions"):
        one = legendary(build, entry)
        findings.read("legendary_actions", title(entry), None if one is None else one[1], entry)
        if one is not None:
            found.append(one[0])
    if found:
        pools["Legendary"] = PoolSize(3, "turn")
        found.sort(key=lambda power_: (not power_.action.requires, -power_.mean))
        build.reactions += [power_.action for power_ in found]


# --- spells --------------------------------------------------------------------------------------


def _spells(
    entry: Mapping[str, Any], spells: Spells, pools: dict[str, Any], findings: Findings
) -> list[Spell]:
    """What a spellcaster casts, from the structured list of its spells."""
    casting = entry["spellcasting"]
    dc = whole(casting, "dc", default=13)
    to_hit = whole(casting, "modifier", default=dc - 8)
    level = whole(casting, "level", default=5, least=1, most=40)
    caster = Caster(dc, to_hit, max(0, to_hit - 2 - level // 4), level)
    for key, _ in pairs(casting, "slots"):
        count = whole(casting, "slots", key, least=1)
        if key.isdecimal() and count:
            pools[f"SpellSlot_{int(key)}"] = PoolSize(count)
    found: list[Spell] = []
    for one in rows(casting, "spells"):
        spell = _spell(one, spells, caster, findings)
        if spell is not None:
            found.append(spell)
    words = ("its spells were not given with it",) if not spells else ()
    findings.read("special_abilities", title(entry), words, entry)
    return found


def _spell(
    one: Mapping[str, Any], spells: Spells, caster: Caster, findings: Findings
) -> Spell | None:
    name = written(one, "name")
    data = spells.get(name)
    if data is None:
        if spells:
            findings.noted("spells", name, "there is no spell of this name in the file")
        return None
    kind = written(one, "usage", "type")
    times = whole(one, "usage", "times", default=1, least=1) if kind == "per day" else 0
    spell = read_spell(data, caster, Usage(times, kind == "at will"))
    if spell.action is None:
        findings.leave("spells", name, data, _is_slow(data))
        return None
    findings.read("spells", name, spell.lost, data)
    return spell


def _is_slow(data: Mapping[str, Any]) -> bool:
    """Is it a spell for before or after a fight? The others would matter in one."""
    school = written(data, "school", "index")
    quick = str(data.get("casting_time")) in ("1 action", "1 bonus action", "1 reaction")
    return bool(data.get("ritual")) or school == "divination" or not quick or not data.get("level")


# --- files ---------------------------------------------------------------------------------------


def convert_file(
    monsters: Sequence[Mapping[str, Any]],
    spells: Sequence[Mapping[str, Any]] = (),
    names: Sequence[str] | None = None,
    hp: HitPoints = "average",
) -> ImportedScenario:
    """The monsters of a file, or those that are named, on one side of a scenario; on the other side
    is a straw man."""
    chosen = _chosen(monsters, names)
    known = {str(spell.get("name")): spell for spell in spells if isinstance(spell, Mapping)}
    report = ImportReport()
    combatants: list[Combatant] = []
    for index, data in chosen:
        path = f"[{index}]"
        try:
            combatant, findings = _monster(data, known, hp, path)
        except DefinitionError as error:
            report.unknown(path, f"it was left out: {error}")
            continue
        combatants.append(combatant)
        report.notes += findings.notes
        report.coverage.append(findings.row(_can_attack(combatant)))
    title_ = combatants[0].name if len(combatants) == 1 else f"{len(combatants)} monsters"
    sides = (Side("Monsters", tuple(combatants)), Side("Others", (STRAW_MAN,)))
    report.noted("", "they meet a straw man, so that the file can be read: put others in its place")
    return ImportedScenario(Scenario(name=title_, sides=sides), report)


def _chosen(
    monsters: Sequence[Mapping[str, Any]], names: Sequence[str] | None
) -> list[tuple[int, Mapping[str, Any]]]:
    if names is None:
        return list(enumerate(monsters))
    by_name = {
        str(data.get(key, "")).casefold(): (index, data)
        for index, data in enumerate(monsters)
        for key in ("index", "name")
    }
    missing = [name for name in names if name.casefold() not in by_name]
    if missing:
        raise DefinitionError([f"there is no monster {name!r} in this file" for name in missing])
    return [by_name[name.casefold()] for name in names]


def _can_attack(combatant: Combatant) -> bool:
    """Has it an action that harms somebody, at once or turn by turn?"""
    actions = [action for action in combatant.actions if isinstance(action, CombatAction)]
    return any(
        getattr(effect, "damage", 0)
        or (isinstance(effect, Apply) and effect.status.damage_each_turn)
        for action in actions
        for effect in inside(action.effect)
    )
