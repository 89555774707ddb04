"""Multiattacks: several attacks for one action."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from turnwright.bridges.encounter_files.json_lookup import rows, written
from turnwright.core.rules.cost import Cost
from turnwright.skirmish.model.scenario import CombatAction, Targets

from .monster_actions import Blow


class Multi(NamedTuple):
    actions: list[CombatAction]
    beside: tuple[str, ...]
    """Powers that are used along with the attacks, by name."""
    lost: tuple[str, ...]
    choice: str


def multiattack(entry: Mapping[str, Any], known: Sequence[Blow], powers: set[str]) -> Multi | None:
    """A multiattack: the best option for arm's length, and the best from afar."""
    options = _options(entry)
    if not options:
        return None
    by_name: dict[tuple[str, bool], Blow] = {}
    for blow in known:
        by_name.setdefault((_key(blow.name), blow.is_melee), blow)
    built: list[tuple[float, bool, list[tuple[Blow, int]]]] = []
    beside: dict[str, None] = {}
    lost: list[str] = []
    for option in options:
        used: list[tuple[Blow, int]] = []
        for name, count, kind in option:
            meant = _meant(name, kind, by_name)
            if meant is not None:
                used.append((meant, count))
            elif name in powers:
                beside[name] = None
            else:
                lost.append(f"{name} is not part of the multiattack")
        if used:
            melee = all(blow.is_melee for blow, _ in used)
            mixed = not melee and any(blow.is_melee for blow, _ in used)
            worth = sum(blow.mean * count for blow, count in used) - (1000 if mixed else 0)
            built.append((worth, melee or mixed, used))
    if not built:
        return None
    actions: list[CombatAction] = []
    for is_melee in (True, False):
        best = max(
            (one for one in built if one[1] == is_melee), default=None, key=lambda one: one[0]
        )
        if best is not None:
            name = "Multiattack" if is_melee or len(actions) == 0 else "Multiattack (ranged)"
            actions.append(_joined(name, best[2]))
    choice = ""
    if len(options) > 1:
        choice = f"of {len(options)} ways to attack it uses the one that does most damage"
    return Multi(actions, tuple(beside), tuple(dict.fromkeys(lost)), choice)


def _key(name: str) -> str:
    return re.sub(r"\s*\(.*\)$", "", name).casefold()


def _meant(name: str, kind: str, by_name: Mapping[tuple[str, bool], Blow]) -> Blow | None:
    wanted = _key(name)
    first = kind != "ranged"
    return by_name.get((wanted, first)) or by_name.get((wanted, not first))


def _options(entry: Mapping[str, Any]) -> list[list[tuple[str, int, str]]]:
    """What may be done: lists of (action, how often, melee or ranged)."""
    options = rows(entry, "action_options", "from", "options")
    if options:
        return [items for option in options if (items := _items(option))]
    fixed = [item for one in rows(entry, "actions") for item in _items(one)]
    return [fixed] if fixed else []


def _items(option: Mapping[str, Any]) -> list[tuple[str, int, str]]:
    if option.get("option_type") == "multiple":
        return [item for one in rows(option, "items") for item in _items(one)]
    name, count = written(option, "action_name"), str(option.get("count", 1))
    number = int(count) if re.fullmatch(r"\d{1,3}", count) else 1
    return [(name, max(1, number), written(option, "type"))] if name else []


def _joined(name: str, used: Sequence[tuple[Blow, int]]) -> CombatAction:
    attacks = tuple(
        msgspec.structs.replace(blow.attack, times=count) if count > 1 else blow.attack
        for blow, count in used
    )
    tags = [tag for blow, _ in used for tag in blow.tags]
    if "Melee" in tags and "Ranged" in tags:
        tags = [tag for tag in tags if tag != "Ranged"]
    return CombatAction(
        name=name,
        cost=(Cost("Action"),),
        effect=attacks,
        tags=tuple(dict.fromkeys(tags)),
        targets=Targets(range=min(blow.range for blow, _ in used)),
    )
