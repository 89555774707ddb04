"""The numbers of a stat block: hit points, armour, saves, what it resists."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from turnwright.bridges.encounter_files.json_lookup import pairs, rows, whole, written
from turnwright.bridges.encounter_files.terms import ABILITIES, CONDITIONS, DAMAGE_TYPES
from turnwright.core.rules.definitions import Malformed
from turnwright.skirmish.model.formula import parse

from .conversion_notes import Findings

SCORES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")

HitPoints = Literal["average", "dice"]


def modifier(data: Mapping[str, Any], ability: str) -> int:
    return (whole(data, ability, default=10, least=0, most=100) - 10) // 2


def saves(data: Mapping[str, Any]) -> dict[str, int | float]:
    saves = {key: modifier(data, name) for key, name in zip(ABILITIES, SCORES, strict=True)}
    for one in rows(data, "proficiencies"):
        index = written(one, "proficiency", "index")
        key = index.removeprefix("saving-throw-")
        if key in saves and key != index:
            saves[key] = whole(one, "value", default=saves[key])
    return dict(saves)


def hit_points(data: Mapping[str, Any], how: HitPoints) -> int | str:
    """The average, or the dice that are rolled anew for every fight."""
    roll = dice(data, "hit_points_roll")
    return roll if how == "dice" and roll else whole(data, "hit_points", default=1, least=1)


def dice(data: Mapping[str, Any], key: str) -> str:
    """Dice of a stat block such as `18d10+36`; empty if they are none."""
    squeezed = re.sub(r"\s+", "", written(data, key))
    try:
        return squeezed if parse(squeezed).terms else ""
    except Malformed:
        return ""


def armor(data: Mapping[str, Any], findings: Findings) -> int:
    """The armour class; of several, such as with a spell, the first."""
    numbers = [whole(one, "value", default=10) for one in rows(data, "armor_class")]
    if len(numbers) > 1:
        findings.noted("armor_class", str(numbers[0]), f"of {numbers} the first counts")
    return numbers[0] if numbers else whole(data, "armor_class", default=10)


def has_shield(data: Mapping[str, Any]) -> bool:
    worn = [armor for one in rows(data, "armor_class") for armor in rows(one, "armor")]
    return any("shield" in written(armor, "index") for armor in worn)


def has_magic_weapons(data: Mapping[str, Any]) -> bool:
    traits = rows(data, "special_abilities")
    return any("weapon attacks are magical" in written(trait, "desc") for trait in traits)


def speed(data: Mapping[str, Any]) -> int:
    """The fastest way it moves."""
    said = [str(value) for _, value in pairs(data, "speed")] or [written(data, "speed")]
    found = [int(match[1]) for one in said if (match := re.match(r"(\d{1,5})\b", one))]
    return max(found, default=30)


def types(data: Mapping[str, Any], key: str, findings: Findings) -> tuple[str, ...]:
    """Damage types. What only helps against plain weapons says so: `slashing unless Magical`."""
    found: list[str] = []
    listed = data.get(key)
    for said in listed if isinstance(listed, list) else ():
        words = str(said).casefold()
        types = [kind for kind in DAMAGE_TYPES if re.search(rf"\b{kind}\b", words)]
        if not types or "damage from spells" in words:
            findings.approximate(key, f"{said!r} cannot be said; it was left out")
        elif words in DAMAGE_TYPES:
            found.append(words)
        elif "nonmagical" in words:
            found += [f"{kind} unless Magical" for kind in types]
            if "silvered" in words or "adamantine" in words:
                findings.approximate(key, "silver and adamantine are weapons like others")
        else:
            found += types
            findings.approximate(key, f"{said!r} is said as {', '.join(types)}")
    return tuple(dict.fromkeys(found))


def immunities(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Conditions it never has."""
    names: list[str] = []
    for one in rows(data, "condition_immunities"):
        name = written(one, "index")
        levels = range(1, 6) if name == "exhaustion" else ()
        names += [f"{name} {level}" for level in levels] or ([name] if name in CONDITIONS else [])
    return tuple(dict.fromkeys(names))


def tags(data: Mapping[str, Any]) -> tuple[str, ...]:
    kinds = [written(data, key) for key in ("size", "type", "subtype")]
    return tuple(filter(None, kinds))


def about(data: Mapping[str, Any]) -> str:
    rating = data.get("challenge_rating")
    return f"challenge {rating}, {data.get('xp', 0)} XP" if rating is not None else ""
