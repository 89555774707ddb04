"""Stat blocks as 5e.tools exports them, rewritten in the 5e-bits format that the importer reads.

Their texts have tags such as `{@hit 5}`; without them they are the prose of a stat block.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

from turnwright.bridges.encounter_files.json_lookup import int_at, items_at, objects_at, text_at

SIZES = {"T": "Tiny", "S": "Small", "M": "Medium", "L": "Large", "H": "Huge", "G": "Gargantuan"}
ABILITIES = {
    "str": "strength", "dex": "dexterity", "con": "constitution", "int": "intelligence",
    "wis": "wisdom", "cha": "charisma",
}  # fmt: skip
FRACTIONS = {"1/8": 0.125, "1/4": 0.25, "1/2": 0.5}
COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7}


def looks_like_fivetools(data: Any) -> bool:
    """Return whether these are stat blocks of 5e.tools: one, a list, or an object with a list."""
    rows = fivetools_rows(data)
    return bool(rows) and all(_is_stat_block(one) for one in rows)


def fivetools_rows(data: Any) -> list[Any]:
    """Return the stat blocks of a file."""
    if isinstance(data, Mapping) and isinstance(data.get("monster"), list):
        data = data["monster"]
    return data if isinstance(data, list) else [data]


def _is_stat_block(data: Any) -> bool:
    return (
        isinstance(data, Mapping)
        and isinstance(data.get("hp"), Mapping)
        and all(isinstance(data.get(key), int) for key in ABILITIES)
    )


def rewritten(data: Mapping[str, Any]) -> dict[str, Any]:
    """Return a stat block in 5e-bits format."""
    found: dict[str, Any] = {
        "name": text_at(data, "name") or "Monster",
        "index": text_at(data, "name") or "monster",
        "size": _size(data.get("size")),
        "type": text_at(data, "type", "type") or text_at(data, "type"),
        "armor_class": [_armor(one) for one in data.get("ac") or [] if _armor(one)],
        "hit_points": int_at(data, "hp", "average", default=1, least=1),
        "hit_dice": text_at(data, "hp", "formula").split("+")[0].strip(),
        "hit_points_roll": text_at(data, "hp", "formula"),
        "speed": _speed(data.get("speed")),
        "challenge_rating": _challenge(data.get("cr")),
        "proficiencies": [
            {"value": _signed(value), "proficiency": {"index": f"saving-throw-{key}"}}
            for key, value in items_at(data, "save")
        ],
        "damage_resistances": _types(data.get("resist"), "resist"),
        "damage_immunities": _types(data.get("immune"), "immune"),
        "damage_vulnerabilities": _types(data.get("vulnerable"), "vulnerable"),
        "condition_immunities": [
            {"index": one} for one in data.get("conditionImmune") or () if isinstance(one, str)
        ],
        "special_abilities": [
            *(_entry(one) for one in objects_at(data, "trait")),
            *(_spellcasting(one) for one in objects_at(data, "spellcasting")),
        ],
        "actions": _actions(data),
        "reactions": [_entry(one) for one in objects_at(data, "reaction")],
        "legendary_actions": [_entry(one) for one in objects_at(data, "legendary")],
    }
    return found | {name: data[key] for key, name in ABILITIES.items()}


# --- numbers --------------------------------------------------------------------------------------


def _size(size: Any) -> str:
    first = size[0] if isinstance(size, list) and size else size
    return SIZES.get(str(first), "")


def _armor(one: Any) -> dict[str, Any]:
    if isinstance(one, int):
        return {"value": one}
    if not isinstance(one, Mapping) or not isinstance(one.get("ac"), int):
        return {}
    worn = [str(text) for text in one.get("from") or ()]
    shield = [{"index": "shield"}] if any("shield" in text for text in worn) else []
    return {"value": one["ac"], **({"armor": shield} if shield else {})}


def _speed(speed: Any) -> dict[str, str]:
    if isinstance(speed, int):
        return {"walk": f"{speed} ft."}
    found = {}
    for key, value in speed.items() if isinstance(speed, Mapping) else ():
        number = value.get("number") if isinstance(value, Mapping) else value
        if isinstance(number, int) and not isinstance(number, bool):
            found[str(key)] = f"{number} ft."
    return found


def _challenge(rating: Any) -> int | float | None:
    text = str(rating.get("cr") if isinstance(rating, Mapping) else rating)
    return FRACTIONS.get(text, int(text) if text.isdecimal() else None)


def _signed(value: Any) -> int:
    text = str(value).replace("+", "").strip()
    return int(text) if re.fullmatch(r"-?\d{1,3}", text) else 0


def _types(listed: Any, key: str) -> list[str]:
    """Damage types; those with a condition are written as in the SRD."""
    found: list[str] = []
    for one in listed if isinstance(listed, list) else ():
        if isinstance(one, str):
            found.append(one)
        elif isinstance(one, Mapping):
            inner = ", ".join(_types(one.get(key), key))
            note = f"{one.get('preNote', '')} {one.get('note', '')}".strip()
            found.append(f"{inner} {note}".strip() or str(one.get("special", "")))
    return [one for one in found if one]


# --- text -------------------------------------------------------------------------------------------

_ATTACKS = {"m": "Melee", "r": "Ranged", "w": "Weapon", "s": "Spell"}
_TAG = re.compile(r"\{@(\w+)(?: ([^{}]*))?\}")


def plain(text: str) -> str:
    """Return a text without tags."""
    while (found := _TAG.sub(_shown, text)) != text:
        text = found
    return text


def _shown(found: re.Match[str]) -> str:
    tag, content = found[1], found[2] or ""
    parts = content.split("|")
    if tag in ("atk", "atkr"):
        return _attack_words(content)
    if tag in ("h", "hom"):
        return "Hit: "
    if tag == "hit":
        return f"{parts[0]}" if parts[0].startswith(("+", "-")) else f"+{parts[0]}"
    if tag == "dc":
        return f"DC {parts[0]}"
    if tag == "recharge":
        start = parts[0] or "6"
        return "(Recharge 6)" if start == "6" else f"(Recharge {start}-6)"
    if tag == "actSave":
        return f"{ABILITIES.get(parts[0], parts[0]).capitalize()} saving throw:"
    if tag in ("actSaveFail", "actSaveSuccess", "actTrigger", "actResponse"):
        return {"actSaveFail": "On a failed save,", "actSaveSuccess": "On a successful save,"}.get(
            tag, ""
        )
    return parts[2] if len(parts) > 2 and parts[2] else parts[0]


def _attack_words(content: str) -> str:
    """The words for `mw`, `rs`, or `mw,rw`."""
    kinds = [part.strip() for part in content.split(",")]
    reach = [_ATTACKS[letter] for letter in "mr" if any(letter in kind for kind in kinds)]
    how = "Spell" if any("s" in kind for kind in kinds) else "Weapon"
    return f"{' or '.join(reach) or 'Melee'} {how} Attack:"


def _text(entries: Any) -> str:
    """The text of entries, which may hold lists and tables."""
    return "\n".join(plain(line) for line in _lines(entries))


def _lines(entries: Any) -> Iterable[str]:
    if isinstance(entries, str):
        yield entries
    elif isinstance(entries, list):
        for one in entries:
            yield from _lines(one)
    elif isinstance(entries, Mapping):
        name = text_at(entries, "name")
        inner = list(_lines([entries.get(key) for key in ("entry", "entries", "items")]))
        if name and inner:
            inner[0] = f"{name}. {inner[0]}"
        yield from inner


def _entry(data: Mapping[str, Any]) -> dict[str, Any]:
    return {"name": plain(text_at(data, "name")), "desc": _text(data.get("entries"))}


# --- actions ----------------------------------------------------------------------------------------


def _actions(data: Mapping[str, Any]) -> list[dict[str, Any]]:
    entries = [_entry(one) for key in ("action", "bonus") for one in objects_at(data, key)]
    attacks = [one["name"] for one in entries if re.search(r"Attack:", one["desc"])]
    return [
        _with_multiattack(one, attacks) if one["name"].startswith("Multiattack") else one
        for one in entries
    ]


def _with_multiattack(entry: dict[str, Any], attacks: list[str]) -> dict[str, Any]:
    """A multiattack with the attacks that its text names."""
    items = multiattack_items(entry["desc"], attacks)
    if not items:
        return entry
    actions = [
        {"action_name": name, "count": count, "type": "melee"} for name, count in items.items()
    ]
    return {**entry, "multiattack_type": "actions", "actions": actions}


def multiattack_items(text: str, attacks: list[str]) -> dict[str, int]:
    """Return the attacks of a multiattack with their numbers: `two attacks: one with its bite ...`."""
    numbers = "|".join(COUNTS)
    first = re.split(r"\bor\b|\balternatively\b|\binstead\b", text.casefold())[0]
    found: dict[str, int] = {}
    for name in attacks:
        stem = re.escape(re.sub(r"\s*\(.*\)$", "", name).casefold().removesuffix("s"))
        with_it = re.search(rf"({numbers}) with (?:its|his|her|their) {stem}", first)
        plain_number = re.search(rf"({numbers}) {stem}s? attacks?|uses? {stem} ({numbers})", first)
        if with_it or plain_number:
            word = (with_it or plain_number)[1] or plain_number[2]  # type: ignore[index]  # one of them was found
            found[name] = COUNTS[word]
    any_attack = re.search(rf"makes ({numbers}) (?:melee |ranged |weapon )?attacks", first)
    if not found and any_attack and attacks:
        found[attacks[0]] = COUNTS[any_attack[1]]
    return found


def _spellcasting(data: Mapping[str, Any]) -> dict[str, Any]:
    text = _text(data.get("headerEntries"))
    dc = re.search(r"DC (\d+)", text)
    bonus = re.search(r"\+(\d+) to hit", text)
    level = re.search(r"(\d+)(?:st|nd|rd|th)-level spellcaster", text)
    spells: list[dict[str, Any]] = []
    slots: dict[str, int] = {}
    for key, listed in items_at(data, "spells"):
        if int_at(listed, "slots"):
            slots[key] = int_at(listed, "slots")
        spells += [{"name": one} for one in _spell_names(listed.get("spells"))]
    spells += [
        {"name": one, "usage": {"type": "at will"}} for one in _spell_names(data.get("will"))
    ]
    for key, listed in items_at(data, "daily"):
        times = int(found[0]) if (found := re.match(r"\d+", key)) else 1
        usage = {"type": "per day", "times": times}
        spells += [{"name": one, "usage": usage} for one in _spell_names(listed)]
    number = int(dc[1]) if dc else 13
    casting = {
        "dc": number,
        "modifier": int(bonus[1]) if bonus else number - 8,
        "level": int(level[1]) if level else 5,
        "slots": slots,
        "spells": spells,
    }
    return {"name": plain(text_at(data, "name")), "desc": text, "spellcasting": casting}


_SMALL_WORDS = {"of", "and", "the", "from", "with", "to", "in", "into", "without"}


def _spell_names(listed: Any) -> list[str]:
    """The names of spells as the SRD writes them: `Cone of Cold`."""
    found = []
    for one in listed if isinstance(listed, list) else ():
        text = one if isinstance(one, str) else text_at(one, "entry")
        words = re.sub(r"\s*[(*].*$", "", plain(text)).split()
        found.append(
            " ".join(
                word if number and word in _SMALL_WORDS else word[:1].upper() + word[1:]
                for number, word in enumerate(words)
            )
        )
    return [name for name in found if name]
