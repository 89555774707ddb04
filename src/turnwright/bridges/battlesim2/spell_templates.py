"""The ready spells that battlesim2 files may only name, written out as actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from turnwright.bridges.encounter_files.terms import OFTEN
from turnwright.core.rules.action import Uses
from turnwright.core.rules.requirement import And, HasTag, SelfCondition
from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.model.scenario import (  # fmt: skip
    Apply,
    ChangeDamage,
    CombatAction,
    Dice,
    Duration,
    Effect,
    Harm,
    Heal,
    Save,
    Status,
    Targets,
)


class Options(NamedTuple):
    """What a file may say about a template; for spells of battlesim2 that burn an area, the number to
    hit is the DC."""

    dc: int
    to_hit: int
    amount: Dice | None


class Template(NamedTuple):
    """A spell by its level, its usual action slot and its usual targets. The effect is made from the
    options; `status` is the name of what it leaves, `reactions` what its user gets with it."""

    name: str
    level: int
    slot: int
    targets: Targets
    effect: Callable[[Options], tuple[Effect, ...]]
    status: str = ""
    concentration: bool = False
    timing: Reaction | None = None
    reactions: tuple[CombatAction, ...] = ()
    inexact: str = ""


def _puts(**changes: Any) -> Callable[[Options], tuple[Effect, ...]]:
    status = Status(**changes)
    return lambda options: (Apply(status),)


def _unless_saved(ability: str, **changes: Any) -> Callable[[Options], tuple[Effect, ...]]:
    status = Status(**changes)
    return lambda options: (
        Save(options.dc or options.to_hit or 10, ability, on_fail=(Apply(status),)),
    )


def _burst(*damage: str) -> Callable[[Options], tuple[Effect, ...]]:
    return lambda options: (Save(options.to_hit or options.dc or 10, "dex", damage, half=True),)


def _heals(amount: Dice, temporary: bool = False) -> Callable[[Options], tuple[Effect, ...]]:
    return lambda options: (Heal(amount if options.amount is None else options.amount, temporary),)


FRIENDS = Targets(who="ally", pick="highest damage", count=3)
FRIEND = Targets(who="ally", pick="highest damage")
ONESELF = Targets(who="self")

_MARK = "Hunter's Mark"
_FROST = "Armor of Agathys"

HUNT = CombatAction(
    name=f"{_MARK}: damage",
    timing=Reaction(on="AttackHit", who="self", role="source"),
    targets=Targets(who="event target", state="any"),
    requires=(HasTag(_MARK, by_self=True),),
    effect=(ChangeDamage(add="1d6"),),
    uses=Uses(OFTEN),
)
FROST = CombatAction(
    name=f"{_FROST}: cold",
    timing=Reaction(
        on="AttackHit", who="self",
        when=And((SelfCondition(_FROST), SelfCondition("temp_hp", ">", 0))),
    ),
    targets=Targets(who="event source", state="any"),
    effect=(Harm("5 cold"),),
    uses=Uses(OFTEN),
)  # fmt: skip

_ALL = (
    Template(
        "Bane", 1, 0, Targets(pick="highest damage", count=3),
        _unless_saved("cha", name="Bane", to_hit="-1d4", save="-1d4"), "Bane", concentration=True,
    ),
    Template("Bless", 1, 0, FRIENDS, _puts(name="Bless", to_hit="1d4", save="1d4"), "Bless",
             concentration=True),
    Template(
        "Haste", 3, 0, FRIEND,
        _puts(name="Haste", ac=2, saves="advantage", saves_of=("dex",), gain={"Action": 1}), "Haste",
        concentration=True, inexact="the further action of each turn may be any action",
    ),
    Template("Holy Weapon", 5, 1, ONESELF, _puts(name="Holy Weapon", damage="2d8 radiant"),
             "Holy Weapon", concentration=True),
    Template(
        _MARK, 1, 1, Targets(pick="least hp"), _puts(name=_MARK, tags=(_MARK,)), _MARK,
        concentration=True, reactions=(HUNT,),
    ),
    Template("Fireball", 3, 0, Targets(pick="least hp", count=2), _burst("8d6 fire")),
    Template("Heal", 6, 0, Targets(who="ally", pick="least hp", state="any"), _heals(70)),
    Template(
        "Hypnotic Pattern", 3, 0, Targets(pick="highest damage", count=4),
        _unless_saved(
            "wis", name="Hypnotic Pattern", conditions=("incapacitated",), ends_on_damage=True,
        ),
        "Hypnotic Pattern", concentration=True,
    ),
    Template("Meteor Swarm", 9, 0, Targets(pick="least hp", count=4),
             _burst("20d6 fire", "20d6 bludgeoning")),
    Template("Greater Invisibility", 4, 0, FRIEND,
             _puts(name="Greater Invisibility", conditions=("invisible",)), "Greater Invisibility",
             concentration=True),
    Template(
        "Shield", 1, 4, ONESELF, _puts(name="Shield", ac=5, duration=Duration(turns=1)), "Shield",
        timing=Reaction(on="AttackHit", who="self", would_change_outcome=True),
    ),
    Template(
        "Mage Armour", 1, -3, ONESELF, _puts(name="Mage Armour", ac=3), "Mage Armour",
        inexact="its armour is worth 3 more than none, whatever is worn",
    ),
    Template(
        _FROST, 1, -3, ONESELF,
        lambda options: (
            Heal(options.amount or 5, temporary=True), Apply(Status(name=_FROST)),
        ),
        _FROST, reactions=(FROST,), inexact="the cold is always 5, and answers every hit",
    ),
    Template("False Life", 1, -3, ONESELF, _heals("1d4+4", temporary=True)),
    Template("Shield of Faith", 1, 1, Targets(who="ally", pick="least hp"),
             _puts(name="Shield of Faith", ac=2), "Shield of Faith", concentration=True),
)  # fmt: skip

TEMPLATES = {template.name.replace(" ", "").casefold(): template for template in _ALL}
TEMPLATES["magearmor"] = TEMPLATES["magearmour"]
