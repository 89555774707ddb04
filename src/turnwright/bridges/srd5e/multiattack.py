"""Conversion of multiattacks: several attacks for one action."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from turnwright.bridges.encounter_files.json_lookup import objects_at, text_at
from turnwright.core.rules.cost import Cost
from turnwright.skirmish.model.formula import parse
from turnwright.skirmish.model.scenario import CombatAction, Targets

from .areas import NUMBERS
from .monster_actions import MonsterAttack


class Multiattack(NamedTuple):
    """The actions of a multiattack: one for melee, one for range."""

    actions: list[CombatAction]
    lost: tuple[str, ...]
    choice: str


class _Option(NamedTuple):
    """A combination of attacks, each with its number."""

    attacks: list[tuple[MonsterAttack, int | str]]

    @property
    def has_melee(self) -> bool:
        return any(one.is_melee for one, _ in self.attacks)

    @property
    def value(self) -> float:
        """The expected damage; combinations that need both reach and range come last."""
        is_mixed = self.has_melee and not all(one.is_melee for one, _ in self.attacks)
        damage = sum(one.mean * parse(count).mean() for one, count in self.attacks)
        return damage - (1000 if is_mixed else 0)


def read_multiattack(
    entry: Mapping[str, Any], known: Sequence[MonsterAttack], specials: set[str], heads: int = 1
) -> Multiattack | None:
    """Convert a multiattack: its best option in melee, and its best option at range. `specials` are the
    names of special actions, which are used beside the attacks, and `heads` is the number of heads."""
    by_name: dict[tuple[str, bool], MonsterAttack] = {}
    for one in known:
        by_name.setdefault((_key(one.name), one.is_melee), one)
    written = _options(entry, heads)
    options: list[_Option] = []
    lost: dict[str, None] = {}
    for items in written:
        found = [(_find_attack(name, kind, by_name), name, count) for name, count, kind in items]
        attacks = [(one, count) for one, _, count in found if one is not None]
        unknown = [name for one, name, _ in found if one is None and name not in specials]
        lost |= {f"{name} is not part of the multiattack": None for name in unknown}
        if attacks:
            options.append(_Option(attacks))
    if not options:
        return None
    choice = ""
    if len(written) > 1:
        choice = f"of {len(written)} options it uses the one that deals the most damage"
    return Multiattack(_best_actions(options), tuple(lost), choice)


def _best_actions(options: Sequence[_Option]) -> list[CombatAction]:
    actions: list[CombatAction] = []
    for is_melee in (True, False):
        fitting = [one for one in options if one.has_melee == is_melee]
        if fitting:
            name = "Multiattack" if not actions else "Multiattack (ranged)"
            best = max(fitting, key=lambda one: one.value)
            actions.append(_joined(name, best.attacks))
    return actions


def _key(name: str) -> str:
    return re.sub(r"\s*\(.*\)$", "", name).casefold()


def _find_attack(
    name: str, kind: str, by_name: Mapping[tuple[str, bool], MonsterAttack]
) -> MonsterAttack | None:
    """The attack with a name; the names of the SRD differ in the plural."""
    first = kind != "ranged"
    names = (_key(name), _key(name) + "s", _key(name).removesuffix("s"))
    found = (by_name.get((one, melee)) for melee in (first, not first) for one in names)
    return next((one for one in found if one is not None), None)


def heads_of(data: Mapping[str, Any]) -> int:
    """Return the number of heads that a trait of the monster gives, by default 1."""
    texts = " ".join(text_at(trait, "desc") for trait in objects_at(data, "special_abilities"))
    found = re.search(rf"has ({'|'.join(NUMBERS)}) heads", texts)
    return NUMBERS[found[1]] if found else 1


def _options(entry: Mapping[str, Any], heads: int) -> list[list[tuple[str, int | str, str]]]:
    """The options: lists of (name of the attack, number, melee or ranged)."""
    options = objects_at(entry, "action_options", "from", "options")
    if options:
        return [items for option in options if (items := _items(option, heads))]
    fixed = [item for one in objects_at(entry, "actions") for item in _items(one, heads)]
    text = text_at(entry, "desc").casefold()
    return (
        [[(name, _said(name, text, count), kind) for name, count, kind in fixed]] if fixed else []
    )


def _said(name: str, text: str, count: int | str) -> int | str:
    """The number of attacks as the prose has it, which is right where the fields differ."""
    found = re.search(
        rf"\bmakes? (a|an|{'|'.join(NUMBERS)}) {re.escape(_key(name))} attacks?\b", text
    )
    if found is None or isinstance(count, str):
        return count
    return NUMBERS.get(found[1], 1)


def _items(option: Mapping[str, Any], heads: int) -> list[tuple[str, int | str, str]]:
    if option.get("option_type") == "multiple":
        return [item for one in objects_at(option, "items") for item in _items(one, heads)]
    name, count = text_at(option, "action_name"), str(option.get("count", 1))
    number: int | str = max(1, int(count)) if re.fullmatch(r"\d{1,3}", count) else 1
    if re.fullmatch(r"\dd\d{1,2}", count):
        number = count
    elif "heads" in count.casefold():
        number = heads
    return [(name, number, text_at(option, "type"))] if name else []


def _joined(name: str, used: Sequence[tuple[MonsterAttack, int | str]]) -> CombatAction:
    attacks = tuple(
        msgspec.structs.replace(monster_attack.attack, times=count)
        if count != 1
        else monster_attack.attack
        for monster_attack, count in used
    )
    tags = [tag for monster_attack, _ in used for tag in monster_attack.tags]
    if "Melee" in tags and "Ranged" in tags:
        tags = [tag for tag in tags if tag != "Ranged"]
    return CombatAction(
        name=name,
        cost=(Cost("Action"),),
        effect=attacks,
        tags=tuple(dict.fromkeys(tags)),
        targets=Targets(range=min(monster_attack.range for monster_attack, _ in used)),
    )
