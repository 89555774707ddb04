"""The numbers of a stat block: hit points, armour class, saves, resistances."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from turnwright.bridges.encounter_files.json_lookup import int_at, items_at, objects_at, text_at
from turnwright.bridges.encounter_files.terms import ABILITIES, CONDITIONS, DAMAGE_TYPES
from turnwright.core.rules.definition_base import Malformed
from turnwright.skirmish.model.formula import parse

from .conversion_notes import ConversionNotes

SCORES = ("strength", "dexterity", "constitution", "intelligence", "wisdom", "charisma")

HitPoints = Literal["average", "dice"]


def modifier(data: Mapping[str, Any], ability: str) -> int:
    """Return the modifier of an ability."""
    return (int_at(data, ability, default=10, least=0, most=100) - 10) // 2


def saves(data: Mapping[str, Any]) -> dict[str, int | float]:
    """Return the save bonuses by ability."""
    saves = {key: modifier(data, name) for key, name in zip(ABILITIES, SCORES, strict=True)}
    for one in objects_at(data, "proficiencies"):
        index = text_at(one, "proficiency", "index")
        key = index.removeprefix("saving-throw-")
        if key in saves and key != index:
            saves[key] = int_at(one, "value", default=saves[key])
    return dict(saves)


def hit_points(data: Mapping[str, Any], how: HitPoints) -> int | str:
    """Return the average hit points, or the dice that are rolled in every run."""
    roll = dice(data, "hit_points_roll")
    return roll if how == "dice" and roll else int_at(data, "hit_points", default=1, least=1)


def dice(data: Mapping[str, Any], key: str) -> str:
    """Return dice such as `18d10+36`, or an empty string if they cannot be read."""
    squeezed = re.sub(r"\s+", "", text_at(data, key))
    try:
        return squeezed if parse(squeezed).terms else ""
    except Malformed:
        return ""


def armor(data: Mapping[str, Any], notes: ConversionNotes) -> int:
    """Return the armour class, the first one if there are several."""
    numbers = [int_at(one, "value", default=10) for one in objects_at(data, "armor_class")]
    if len(numbers) > 1:
        notes.noted("armor_class", str(numbers[0]), f"the first of {numbers} is used")
    return numbers[0] if numbers else int_at(data, "armor_class", default=10)


def has_shield(data: Mapping[str, Any]) -> bool:
    """Does the monster carry a shield?"""
    worn = [armor for one in objects_at(data, "armor_class") for armor in objects_at(one, "armor")]
    return any("shield" in text_at(armor, "index") for armor in worn)


def has_magic_weapons(data: Mapping[str, Any]) -> bool:
    """Are its weapon attacks magical?"""
    traits = objects_at(data, "special_abilities")
    return any("weapon attacks are magical" in text_at(trait, "desc") for trait in traits)


def speed(data: Mapping[str, Any]) -> int:
    """Return its highest speed."""
    texts = [str(value) for _, value in items_at(data, "speed")] or [text_at(data, "speed")]
    found = [int(match[1]) for one in texts if (match := re.match(r"(\d{1,5})\b", one))]
    return max(found, default=30)


def types(data: Mapping[str, Any], key: str, notes: ConversionNotes) -> tuple[str, ...]:
    """Return damage types; those of nonmagical weapons only are `slashing unless Magical`."""
    found: list[str] = []
    listed = data.get(key)
    for written in listed if isinstance(listed, list) else ():
        words = str(written).casefold()
        types = [kind for kind in DAMAGE_TYPES if re.search(rf"\b{kind}\b", words)]
        if not types or "damage from spells" in words:
            notes.note_approximation(key, f"{written!r} cannot be expressed; it was left out")
        elif words in DAMAGE_TYPES:
            found.append(words)
        elif "nonmagical" in words:
            found += [f"{kind} unless Magical" for kind in types]
            if "silvered" in words or "adamantine" in words:
                notes.note_approximation(key, "silvered and adamantine weapons have no effect")
        else:
            found += types
            notes.note_approximation(key, f"{written!r} became {', '.join(types)}")
    return tuple(dict.fromkeys(found))


def immunities(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return the conditions to which it is immune."""
    names: list[str] = []
    for one in objects_at(data, "condition_immunities"):
        name = text_at(one, "index")
        levels = range(1, 6) if name == "exhaustion" else ()
        names += [f"{name} {level}" for level in levels] or ([name] if name in CONDITIONS else [])
    return tuple(dict.fromkeys(names))


def tags(data: Mapping[str, Any]) -> tuple[str, ...]:
    """Return its size, type and subtype."""
    kinds = [text_at(data, key) for key in ("size", "type", "subtype")]
    return tuple(filter(None, kinds))


def about(data: Mapping[str, Any]) -> str:
    """Return its challenge rating and experience points as a note."""
    rating = data.get("challenge_rating")
    return f"challenge {rating}, {data.get('xp', 0)} XP" if rating is not None else ""


def challenge(data: Mapping[str, Any]) -> int | float | None:
    """Return its challenge rating, if it is a number."""
    rating = data.get("challenge_rating")
    if not isinstance(rating, (int, float)) or isinstance(rating, bool):
        return None
    return rating if 0 <= rating <= 100 else None
