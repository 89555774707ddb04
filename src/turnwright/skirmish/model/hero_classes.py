"""Heroes by class and level, `Fighter 7`, built from the data of the twelve classes.

A class file is a combatant with values by level: a mapping whose keys are levels, `{1: 1, 5: 2}`, has
the value of the highest level that is reached, and an entry of a list with `from` or `until` is there
at these levels. In text, `{hit}`, `{dc}`, `{mod}`, `{prof}`, `{level}`, `{str}` and so on are numbers
of the hero. Hit points, saves, spell slots and hit dice follow from the class.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from . import library
from .file_problems import ProblemCollector
from .parsed_document import LocatedMapping, load, located
from .shorthand import ShorthandExpander
from .use_references import Definitions

LEVELS = range(1, 21)
ABILITIES = ("str", "dex", "con", "int", "wis", "cha")
INCREASE_LEVELS = (4, 8, 12, 16, 19)

_FULL_SLOTS = (
    (2,), (3,), (4, 2), (4, 3), (4, 3, 2), (4, 3, 3), (4, 3, 3, 1), (4, 3, 3, 2), (4, 3, 3, 3, 1),
    (4, 3, 3, 3, 2), (4, 3, 3, 3, 2, 1), (4, 3, 3, 3, 2, 1), (4, 3, 3, 3, 2, 1, 1),
    (4, 3, 3, 3, 2, 1, 1), (4, 3, 3, 3, 2, 1, 1, 1), (4, 3, 3, 3, 2, 1, 1, 1),
    (4, 3, 3, 3, 2, 1, 1, 1, 1), (4, 3, 3, 3, 3, 1, 1, 1, 1), (4, 3, 3, 3, 3, 2, 1, 1, 1),
    (4, 3, 3, 3, 3, 2, 2, 1, 1),
)  # fmt: skip
"""Spell slots of a full caster by level, from level 1 on; a half caster has those of half its level."""


class HeroClasses(Mapping[str, LocatedMapping]):
    """The heroes of all classes and levels by name, each built when it is looked up."""

    def __getitem__(self, name: str) -> LocatedMapping:
        if name not in _names():
            raise KeyError(name)
        kind, _, level = name.rpartition(" ")
        return hero(kind, int(level))

    def __contains__(self, name: object) -> bool:
        return name in _names()

    def __iter__(self) -> Iterator[str]:
        return iter(_names())

    def __len__(self) -> int:
        return len(_names())


@cache
def _names() -> dict[str, None]:
    return {f"{kind} {level}": None for kind in classes() for level in LEVELS}


@cache
def classes() -> Mapping[str, LocatedMapping]:
    """The data of the classes by name."""
    return {file.capitalize(): load(text, file)[0] for file, text in library.texts("classes")}


@cache
def hero(kind: str, level: int) -> LocatedMapping:
    """Return a hero as data in full form."""
    written = classes()[kind]
    numbers = _numbers(written, level)
    at_level = _at_level(written, level, numbers)
    mods = {ability: numbers[ability] for ability in ABILITIES}
    die, con = int(written["hit_die"]), mods["con"]
    bonus = int(at_level.get("save_bonus", 0))
    saves = {
        ability: mods[ability] + bonus + (numbers["prof"] if ability in written["saves"] else 0)
        for ability in ABILITIES
    }
    data = {
        "name": f"{kind} {level}",
        "hp": die + con + (level - 1) * (die // 2 + 1 + con),
        "ac": at_level["ac"],
        "initiative": mods["dex"],
        "saves": saves,
        "death_saves": True,
        "hit_dice": f"{level}d{die}",
        "con": con,
        "tags": ["Humanoid"],
        "pools": {**at_level.get("pools", {}), **_slots(written.get("slots"), level)},
        "actions": at_level["actions"],
        "reactions": at_level.get("reactions", []),
        **{key: at_level[key] for key in ("speed", "save_lean") if key in at_level},
    }
    return _completed(located(data))


def _completed(combatant: LocatedMapping) -> LocatedMapping:
    problems = ProblemCollector()
    ShorthandExpander(problems).combatant(combatant)
    library.complete_actions(combatant, Definitions("action", {}, library.action_data, problems))
    problems.raise_if_any(combatant["name"])
    return combatant


# --- numbers ----------------------------------------------------------------------------------------


def _numbers(written: Mapping[str, Any], level: int) -> dict[str, int]:
    scores = {ability: int(written["scores"][ability]) for ability in ABILITIES}
    levels = written.get("increase_levels", INCREASE_LEVELS)
    for ability, when in zip(written["increases"], levels, strict=True):
        if int(when) <= level:
            scores[ability] = min(20, scores[ability] + 2)
    mods = {ability: (score - 10) // 2 for ability, score in scores.items()}
    prof, mod = 2 + (level - 1) // 4, mods[written["ability"]]
    return mods | {
        "level": level,
        "prof": prof,
        "mod": mod,
        "hit": prof + mod,
        "dc": 8 + prof + mod,
        "half_up": (level + 1) // 2,
        "cantrip": 1 + (level >= 5) + (level >= 11) + (level >= 17),
        "pact": min(5, (level + 1) // 2),
    }


def _slots(kind: str | None, level: int) -> dict[str, Any]:
    if kind == "full":
        return {"SpellSlot": list(_FULL_SLOTS[level - 1])}
    if kind == "half" and level >= 2:
        return {"SpellSlot": list(_FULL_SLOTS[(level + 1) // 2 - 1])}
    if kind == "pact":
        count = 1 + (level >= 2) + (level >= 11) + (level >= 17)
        return {f"SpellSlot_{min(5, (level + 1) // 2)}": f"{count} per short rest"}
    return {}


# --- values by level --------------------------------------------------------------------------------


class _Absent:
    """The value of what is not there yet at a level."""


def _at_level(value: Any, level: int, numbers: Mapping[str, int]) -> Any:
    """Return data as it is at a level."""
    if isinstance(value, dict):
        if value and all(str(key).isdecimal() for key in value):
            reached = [key for key in value if int(key) <= level]
            if not reached:
                return _Absent
            return _at_level(value[max(reached, key=int)], level, numbers)
        inner = {key: _at_level(one, level, numbers) for key, one in value.items()}
        return {key: one for key, one in inner.items() if one is not _Absent}
    if isinstance(value, list):
        return [_at_level(_bare(one), level, numbers) for one in value if _is_there(one, level)]
    return _filled(value, numbers) if isinstance(value, str) else value


def _is_there(entry: Any, level: int) -> bool:
    if not isinstance(entry, dict):
        return True
    return int(entry.get("from", 1)) <= level <= int(entry.get("until", 20))


def _bare(entry: Any) -> Any:
    """An entry of a list without the levels at which it is there."""
    if not isinstance(entry, dict):
        return entry
    return {key: one for key, one in entry.items() if key not in ("from", "until")}


_NUMBER = re.compile(r"\{(\w+)\}")
_SUM = re.compile(r"-?\d+(?:[+*]-?\d+)*")


def _filled(text: str, numbers: Mapping[str, int]) -> Any:
    """Put numbers into text. Text that is only a sum or product of numbers becomes a number."""
    if "{" not in text:
        return text
    filled = _NUMBER.sub(lambda found: str(numbers[found[1]]), text).replace("+-", "-")
    if _SUM.fullmatch(filled):
        return sum(_product(term) for term in filled.split("+"))
    return filled


def _product(term: str) -> int:
    result = 1
    for factor in term.split("*"):
        result *= int(factor)
    return result
