"""Conversion of monsters in 5e-bits format to combatants, with a report of what was understood.

A combatant gets a priority list: healing and parts of a multiattack first, then what recharges, then
spells and attacks by the damage they deal.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from turnwright.bridges.encounter_files.json_lookup import int_at, items_at, objects_at, text_at
from turnwright.bridges.encounter_files.terms import PLACEHOLDER, unique
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
from .conversion_notes import ConversionNotes
from .known_spells import Caster
from .monster_actions import (
    MonsterAttack,
    MonsterFacts,
    SpecialAction,
    attack_actions,
    read_attacks,
    read_choice,
    read_special_action,
    title,
    usage_of,
)
from .multiattack import read_multiattack
from .reactions import add_opportunity_attack, read_legendary_action, read_reaction
from .spells import CastingLimit, Spell, read_spell, with_following
from .stat_block_numbers import (  # fmt: skip
    HitPoints,
    about,
    armor,
    challenge,
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
from .traits import MonsterDraft, read_trait

Spells = Mapping[str, Mapping[str, Any]]
"""Spells of a file, by name."""


def looks_like_monster(data: Any) -> bool:
    """Return whether this is a monster in 5e-bits format."""
    return isinstance(data, Mapping) and "hit_points" in data and "armor_class" in data


def looks_like_spell(data: Any) -> bool:
    """Return whether this is a spell in 5e-bits format."""
    return isinstance(data, Mapping) and "casting_time" in data and "level" in data


def convert_monster(
    data: Mapping[str, Any], spells: Spells | None = None, hp: HitPoints = "average", path: str = ""
) -> tuple[Combatant, list[ImportNote]]:
    """Convert a monster; return the combatant and the notes about it."""
    combatant, notes = _monster(data, spells or {}, hp, path)
    return combatant, notes.entries


def _monster(
    data: Mapping[str, Any], spells: Spells, hp: HitPoints, path: str
) -> tuple[Combatant, ConversionNotes]:
    name = (text_at(data, "name") or text_at(data, "index") or "Monster")[:190]
    notes = ConversionNotes(name, path or text_at(data, "index") or name)
    monster = MonsterFacts(name, has_shield(data), has_magic_weapons(data))
    draft = MonsterDraft(name, speed=speed(data))
    casting = [t for t in objects_at(data, "special_abilities") if "spellcasting" in t]
    cast: list[Spell] = []
    pools: dict[str, PoolSize | int | float] = {}
    for entry in casting:
        cast += _spells(entry, spells, pools, notes)
    draft.spells = cast
    _attacks(data, draft, monster, notes)
    actions = _priority_list(draft, cast, notes, data)
    for entry in objects_at(data, "special_abilities"):
        if "spellcasting" not in entry:
            notes.add_result("special_abilities", title(entry), read_trait(draft, entry), entry)
    for entry in objects_at(data, "reactions"):
        notes.add_result("reactions", title(entry), read_reaction(draft, entry), entry)
    _legendary(data, draft, pools, notes)
    draft.reactions += [
        s.action for s in cast if s.action and isinstance(s.action.timing, Reaction)
    ]
    add_opportunity_attack(draft)
    combatant = Combatant(
        challenge=challenge(data),
        name=name,
        hp=hit_points(data, hp),
        ac=armor(data, notes),
        initiative=modifier(data, "dexterity"),
        saves=saves(data),
        resist=types(data, "damage_resistances", notes),
        immune=types(data, "damage_immunities", notes),
        vulnerable=types(data, "damage_vulnerabilities", notes),
        condition_immune=(*immunities(data), *draft.condition_immune),
        speed=draft.speed,
        reach=draft.reach,
        pools=pools,
        tags=tags(data),
        traits=tuple(draft.traits),
        actions=_distinct([*draft.first, *actions]),
        reactions=_distinct(draft.reactions),
        hit_dice=dice(data, "hit_dice"),
        con=modifier(data, "constitution"),
        notes=about(data),
    )
    return combatant, notes


def _distinct(actions: Iterable[CombatAction]) -> tuple[CombatAction, ...]:
    """Number actions with the same name, since names must differ."""
    found: list[CombatAction] = []
    taken: set[str] = set()
    for action in actions:
        name = unique(action.name, taken)
        taken.add(name)
        found.append(action if name == action.name else msgspec.structs.replace(action, name=name))
    return tuple(found)


# --- actions -------------------------------------------------------------------------------------


def _attacks(
    data: Mapping[str, Any], draft: MonsterDraft, monster: MonsterFacts, notes: ConversionNotes
) -> None:
    """Read all actions except the multiattack, which is made of them."""
    beside = _part_of_multiattack(data)
    for entry in objects_at(data, "actions"):
        name = title(entry)
        if _is_multiattack(entry):
            continue
        found = read_attacks(entry, monster)
        if found:
            _add_attacks(entry, found, draft, notes)
            continue
        chosen, words = read_choice(entry)
        one = chosen or read_special_action(entry, with_attacks=name in beside)
        notes.add_result("actions", name, None if one is None else one.lost, entry)
        if one is not None:
            draft.specials.append(one)
            notes.noted("actions", name, words)
            if one.area:
                count = one.action.targets.count
                notes.noted("actions", name, f"{one.area}: it affects {count} targets")
    reaches = [monster_attack.range for monster_attack in draft.attacks if monster_attack.is_melee]
    draft.reach = max(reaches, default=5)


def _add_attacks(
    entry: Mapping[str, Any],
    found: list[MonsterAttack],
    draft: MonsterDraft,
    notes: ConversionNotes,
) -> None:
    name, usage = title(entry), usage_of(entry)
    notes.add_result("actions", name, found[0].lost, entry)
    notes.noted("actions", name, found[0].choice)
    if usage == (None, None):
        draft.attacks += found
    else:
        draft.specials += [
            SpecialAction(action, 3, found[0].mean) for action in attack_actions(found[0], usage)
        ]


def _is_multiattack(entry: Mapping[str, Any]) -> bool:
    return bool(entry.get("multiattack_type")) or "action_options" in entry


def _part_of_multiattack(data: Mapping[str, Any]) -> set[str]:
    """Special actions that a multiattack includes, and that cost no action of their own."""
    texts = [text_at(e, "desc") for e in objects_at(data, "actions") if _is_multiattack(e)]
    names = [title(e) for e in objects_at(data, "actions") if not _is_multiattack(e)]
    found = re.compile(rf"\buses? (?:its |his |her )?({'|'.join(map(re.escape, names))})\b")
    return {name for text in texts for name in found.findall(text)} if names else set()


def _priority_list(
    draft: MonsterDraft, cast: Sequence[Spell], notes: ConversionNotes, data: Mapping[str, Any]
) -> list[CombatAction]:
    """The actions in the order in which they are tried."""
    ranked: list[tuple[float, float, CombatAction]] = []
    melee = [monster_attack for monster_attack in draft.attacks if monster_attack.is_melee]
    ranged = [monster_attack for monster_attack in draft.attacks if not monster_attack.is_melee]
    for special in draft.specials:
        ranked.append((special.rank, -special.mean, special.action))
    best = max((monster_attack.mean for monster_attack in draft.attacks), default=0.0)
    for entry in objects_at(data, "actions"):
        if _is_multiattack(entry):
            names = {special.action.name for special in draft.specials}
            multi = read_multiattack(entry, draft.attacks, names)
            notes.add_result("actions", title(entry), None if multi is None else multi.lost, entry)
            if multi is not None:
                notes.noted("actions", title(entry), multi.choice)
                best = max(best, *(prose.mean(a.effect) for a in multi.actions))  # type: ignore[arg-type]  # not a name
                ranked += [(6 + 0.5 * i, 0.0, action) for i, action in enumerate(multi.actions)]
    for monster_attack in (*melee, *ranged):
        for action in attack_actions(monster_attack):
            ranked.append((7 if monster_attack.is_melee else 8, -monster_attack.mean, action))
    for spell in cast:
        if spell.action and not isinstance(spell.action.timing, Reaction):
            ranked.append((_spell_rank(spell, best), -spell.mean, spell.action))
    ranked.sort(key=lambda one: one[:2])
    actions = _useful([action for _, _, action in ranked], notes)
    if melee and draft.speed:
        actions.insert(0, _approach(draft, melee))
    return actions


def _useful(actions: Sequence[CombatAction], notes: ConversionNotes) -> list[CombatAction]:
    """The actions without those that are never used, because one above them is always possible."""
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
            words = f"it is left out, because {better[0].name!r} is always preferred"
            notes.noted("actions", action.name, words)
            continue
        found.append(action)
        limited = action.requires or action.uses or action.recharge
        if action.targets.who == "enemy" and action.cost == (Cost("Action"),) and not limited:
            always.append(action)
    return found


def _approach(draft: MonsterDraft, melee: Sequence[MonsterAttack]) -> CombatAction:
    reach = min(monster_attack.range for monster_attack in melee)
    return CombatAction(
        name="Close in",
        cost=(Cost("Movement", draft.speed),),
        requires=(SelfCondition("nearest_enemy", ">", reach),),
        effect=(MoveCombatant(draft.speed),),
        targets=Targets(pick="nearest"),
    )


def _spell_rank(spell: Spell, best: float) -> float:
    """Spells come before attacks if they deal more damage or apply a status."""
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
    data: Mapping[str, Any], draft: MonsterDraft, pools: dict[str, Any], notes: ConversionNotes
) -> None:
    found: list[SpecialAction] = []
    for entry in objects_at(data, "legendary_actions"):
        one = read_legendary_action(draft, entry)
        notes.add_result("legendary_actions", title(entry), None if one is None else one[1], entry)
        if one is not None:
            found.append(one[0])
    if found:
        pools["Legendary"] = PoolSize(3, "turn")
        found.sort(key=lambda special: (not special.action.requires, -special.mean))
        draft.reactions += [special.action for special in found]


# --- spells ---------------------------------------------------------------------------------------


def _spells(
    entry: Mapping[str, Any], spells: Spells, pools: dict[str, Any], notes: ConversionNotes
) -> list[Spell]:
    """The spells of a spellcaster, from the structured list."""
    casting = entry["spellcasting"]
    dc = int_at(casting, "dc", default=13)
    to_hit = int_at(casting, "modifier", default=dc - 8)
    level = int_at(casting, "level", default=5, least=1, most=40)
    caster = Caster(dc, to_hit, max(0, to_hit - 2 - level // 4), level)
    for key, _ in items_at(casting, "slots"):
        count = int_at(casting, "slots", key, least=1)
        if key.isdecimal() and count:
            pools[f"SpellSlot_{int(key)}"] = PoolSize(count)
    found: list[Spell] = []
    for one in objects_at(casting, "spells"):
        spell = _spell(one, spells, caster, notes)
        if spell is not None:
            found.append(spell)
    words = ("the file has no spells",) if not spells else ()
    notes.add_result("special_abilities", title(entry), words, entry)
    return found


def _spell(
    one: Mapping[str, Any], spells: Spells, caster: Caster, notes: ConversionNotes
) -> Spell | None:
    name = text_at(one, "name")
    data = spells.get(name)
    if data is None:
        if spells:
            notes.noted("spells", name, "the file has no spell with this name")
        return None
    kind = text_at(one, "usage", "type")
    times = int_at(one, "usage", "times", default=1, least=1) if kind == "per day" else 0
    spell = read_spell(data, caster, CastingLimit(times, kind == "at will"))
    if spell.action is None:
        notes.add_unread("spells", name, data, _is_irrelevant(data))
        return None
    notes.add_result("spells", name, spell.lost, data)
    return spell


def _is_irrelevant(data: Mapping[str, Any]) -> bool:
    """Is it irrelevant in a fight: a ritual, a divination, a cantrip or a slow spell?"""
    school = text_at(data, "school", "index")
    quick = str(data.get("casting_time")) in ("1 action", "1 bonus action", "1 reaction")
    return bool(data.get("ritual")) or school == "divination" or not quick or not data.get("level")


# --- files ----------------------------------------------------------------------------------------


def convert_file(
    monsters: Sequence[Mapping[str, Any]],
    spells: Sequence[Mapping[str, Any]] = (),
    names: Sequence[str] | None = None,
    hp: HitPoints = "average",
) -> ImportedScenario:
    """Convert the monsters of a file, or those that are named, to one side of a scenario.

    The other side is a placeholder.
    """
    chosen = _chosen(monsters, names)
    known = {str(spell.get("name")): spell for spell in spells if isinstance(spell, Mapping)}
    report = ImportReport()
    combatants: list[Combatant] = []
    for index, data in chosen:
        path = f"[{index}]"
        try:
            combatant, notes = _monster(data, known, hp, path)
        except DefinitionError as error:
            report.unknown(path, f"it was left out: {error}")
            continue
        combatants.append(combatant)
        report.notes += notes.entries
        report.coverage.append(notes.coverage(_can_attack(combatant)))
    title_ = combatants[0].name if len(combatants) == 1 else f"{len(combatants)} monsters"
    sides = (Side("Monsters", tuple(combatants)), Side("Others", (PLACEHOLDER,)))
    report.noted("", "the other side is a placeholder: replace it by combatants")
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
    """Does an action deal damage, at once or each turn?"""
    actions = [action for action in combatant.actions if isinstance(action, CombatAction)]
    return any(
        getattr(effect, "damage", 0)
        or (isinstance(effect, Apply) and effect.status.damage_each_turn)
        for action in actions
        for effect in with_following(action.effect)
    )
