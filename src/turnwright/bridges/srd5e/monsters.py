"""Conversion of monsters in 5e-bits format to combatants, with a report of what was understood."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from turnwright.bridges.encounter_files.json_lookup import int_at, items_at, objects_at, text_at
from turnwright.bridges.encounter_files.terms import PLACEHOLDER, unique
from turnwright.core.errors import DefinitionError
from turnwright.core.rules.timing import Reaction, Setup
from turnwright.skirmish.model.import_report import ImportedScenario, ImportNote, ImportReport
from turnwright.skirmish.model.scenario import (  # fmt: skip
    Apply,
    CombatAction,
    Combatant,
    PoolSize,
    Scenario,
    Side,
    Targets,
)

from .conversion_notes import ConversionNotes
from .corrections import corrected
from .known_spells import Caster
from .monster_actions import (
    MonsterAttack,
    MonsterFacts,
    SpecialAction,
    attack_actions,
    read_attacks,
    read_choice,
    read_special_action,
    read_swallow,
    title,
    usage_of,
)
from .multiattack import heads_of, read_multiattack
from .priority_list import expected_damage, priority_list, worth
from .reactions import add_opportunity_attack, read_legendary_action, read_reaction
from .shipped_spells import shipped_spell
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
    data = corrected(data)
    notes = ConversionNotes(name, path or text_at(data, "index") or name)
    monster = MonsterFacts(name, has_shield(data), has_magic_weapons(data))
    draft = MonsterDraft(name, speed=speed(data))
    casting = [t for t in objects_at(data, "special_abilities") if "spellcasting" in t]
    cast: list[Spell] = []
    pools: dict[str, PoolSize | int | float] = {}
    for entry in casting:
        cast += _spells(entry, spells, pools, notes)
    draft.spells = cast
    expected = expected_damage(challenge(data) or 0)
    _attacks(data, draft, monster, notes)
    actions, disabled = priority_list(
        draft, cast, _multiattacks(data, draft, notes), expected, notes
    )
    for entry in objects_at(data, "special_abilities"):
        if "spellcasting" not in entry:
            before = draft.parts()
            lost = read_trait(draft, entry)
            notes.add_result("special_abilities", title(entry), lost, entry, draft.since(before))
    for entry in objects_at(data, "reactions"):
        before = draft.parts()
        lost = read_reaction(draft, entry)
        notes.add_result("reactions", title(entry), lost, entry, draft.since(before))
    _legendary(data, draft, pools, expected, notes)
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
        actions=_distinct(_aimed([*draft.first, *actions], data)),
        reactions=_distinct(draft.reactions),
        disabled=disabled,
        hit_dice=dice(data, "hit_dice"),
        con=modifier(data, "constitution"),
        notes=about(data),
    )
    return combatant, notes


def _aimed(actions: Iterable[CombatAction], data: Mapping[str, Any]) -> list[CombatAction]:
    """The actions of a monster that spells cannot hurt aim at armoured enemies, who fight with weapons,
    instead of those who deal the most damage."""
    traits = {title(entry) for entry in objects_at(data, "special_abilities")}
    if "Limited Magic Immunity" not in traits:
        return list(actions)
    return [
        msgspec.structs.replace(
            action, targets=msgspec.structs.replace(action.targets, pick="highest ac")
        )
        if action.targets.who == "enemy" and action.targets.pick == "highest damage"
        else action
        for action in actions
    ]


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
        bite = next((one for one in draft.attacks if one.name.startswith("Bite")), None)
        one = chosen or read_swallow(entry, bite)
        one = one or read_special_action(entry, with_attacks=name in beside)
        produced = [] if one is None else [one.action]
        notes.add_result("actions", name, None if one is None else one.lost, entry, produced)
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
    notes.add_result("actions", name, found[0].lost, entry, found)
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
    """Special actions that a multiattack includes."""
    texts = [text_at(e, "desc") for e in objects_at(data, "actions") if _is_multiattack(e)]
    names = [title(e) for e in objects_at(data, "actions") if not _is_multiattack(e)]
    found = re.compile(rf"\buses? (?:its |his |her )?({'|'.join(map(re.escape, names))})\b")
    return {name for text in texts for name in found.findall(text)} if names else set()


def _multiattacks(
    data: Mapping[str, Any], draft: MonsterDraft, notes: ConversionNotes
) -> list[CombatAction]:
    """The multiattacks: in melee, and at range."""
    found: list[CombatAction] = []
    heads = heads_of(data)
    for entry in objects_at(data, "actions"):
        if not _is_multiattack(entry):
            continue
        names = {special.action.name for special in draft.specials}
        names |= {title(e) for e in objects_at(data, "special_abilities") if "spellcasting" in e}
        multi = read_multiattack(entry, draft.attacks, names, heads)
        lost, produced = (None, []) if multi is None else (multi.lost, multi.actions)
        notes.add_result("actions", title(entry), lost, entry, produced)
        if multi is not None:
            notes.noted("actions", title(entry), multi.choice)
            found += multi.actions
    return found


def _legendary(
    data: Mapping[str, Any],
    draft: MonsterDraft,
    pools: dict[str, Any],
    expected: float,
    notes: ConversionNotes,
) -> None:
    found: list[SpecialAction] = []
    for entry in objects_at(data, "legendary_actions"):
        one = read_legendary_action(draft, entry)
        lost, produced = (None, []) if one is None else (one[1], [one[0].action])
        notes.add_result("legendary_actions", title(entry), lost, entry, produced)
        if one is not None:
            found.append(one[0])
    if found:
        pools["Legendary"] = PoolSize(3, "turn")
        found.sort(key=lambda one: -worth(one.action, expected) / one.action.cost[0].amount)
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
    before = _cast_before_combat(text_at(entry, "desc"))
    for one in objects_at(casting, "spells"):
        spell = _spell(one, spells, caster, text_at(entry, "desc"), notes)
        if spell is not None and spell.action and spell.name.casefold() in before:
            cost = tuple(cost for cost in spell.action.cost if cost.level is not None)
            spell = spell._replace(
                action=msgspec.structs.replace(
                    spell.action, timing=Setup(), cost=cost, targets=Targets(who="self")
                )
            )
        if spell is not None:
            found.append(spell)
    produced = [casting, *(spell.action for spell in found)]
    notes.add_result("special_abilities", title(entry), (), entry, produced)
    return found


SENDS_AWAY = {"Plane Shift", "Banishment"}
"""Spells that a monster uses to leave if it can only cast them on itself."""


def _cast_before_combat(text: str) -> set[str]:
    """The spells that are marked as cast on itself before a fight."""
    if "before combat" not in text:
        return set()
    return {name.strip().casefold() for name in re.findall(r"([\w' ]+)\*", text)}


def _spell(
    one: Mapping[str, Any], spells: Spells, caster: Caster, text: str, notes: ConversionNotes
) -> Spell | None:
    """A spell of the list of a spellcaster, whose text may limit it."""
    name = text_at(one, "name")
    if name in SENDS_AWAY and f"{name} (self only)".casefold() in text.casefold():
        notes.noted("spells", name, "it only sends away whoever casts it")
        return None
    kind = text_at(one, "usage", "type")
    times = int_at(one, "usage", "times", default=1, least=1) if kind == "per day" else 0
    limit = CastingLimit(times, kind == "at will")
    data = spells.get(name)
    if data is None:
        shipped = shipped_spell(name, caster, limit)
        if shipped is None:
            notes.noted("spells", name, "there is no spell with this name")
            return None
        notes.add_spell(name, shipped.lost)
        return shipped
    spell = read_spell(data, caster, limit)
    if spell.action is None:
        notes.add_unread("spells", name, data, _is_irrelevant(data))
        return None
    notes.add_spell(name, spell.lost)
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
