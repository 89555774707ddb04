"""The spells that battlesim2 files may refer to by name, as actions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from turnwright.bridges.encounter_files.terms import UNLIMITED_USES
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


class TemplateOptions(NamedTuple):
    """The options of a template in a file. For area spells, battlesim2 gives the DC as `to_hit`."""

    dc: int
    to_hit: int
    amount: Dice | None


class SpellTemplate(NamedTuple):
    """A spell with its level, default action slot and default targets.

    `effect` builds the effects from the options, `status` is the status that it applies, and
    `reactions` are the reactions that its user gets.
    """

    name: str
    level: int
    slot: int
    targets: Targets
    effect: Callable[[TemplateOptions], tuple[Effect, ...]]
    status: str = ""
    concentration: bool = False
    timing: Reaction | None = None
    reactions: tuple[CombatAction, ...] = ()
    inexact: str = ""


def _applies(**changes: Any) -> Callable[[TemplateOptions], tuple[Effect, ...]]:
    status = Status(**changes)
    return lambda options: (Apply(status),)


def _unless_saved(ability: str, **changes: Any) -> Callable[[TemplateOptions], tuple[Effect, ...]]:
    status = Status(**changes)
    return lambda options: (
        Save(options.dc or options.to_hit or 10, ability, on_fail=(Apply(status),)),
    )


def _burst(*damage: str) -> Callable[[TemplateOptions], tuple[Effect, ...]]:
    return lambda options: (Save(options.to_hit or options.dc or 10, "dex", damage, half=True),)


def _heals(
    amount: Dice, temporary: bool = False
) -> Callable[[TemplateOptions], tuple[Effect, ...]]:
    return lambda options: (Heal(amount if options.amount is None else options.amount, temporary),)


ALLIES = Targets(who="ally", pick="highest damage", count=3)
ALLY = Targets(who="ally", pick="highest damage")
SELF = Targets(who="self")

_MARK = "Hunter's Mark"
_AGATHYS = "Armor of Agathys"

MARK_DAMAGE = CombatAction(
    name=f"{_MARK}: damage",
    timing=Reaction(on="AttackHit", who="self", role="source"),
    targets=Targets(who="event target", state="any"),
    requires=(HasTag(_MARK, by_self=True),),
    effect=(ChangeDamage(add="1d6"),),
    uses=Uses(UNLIMITED_USES),
)
FROST_DAMAGE = CombatAction(
    name=f"{_AGATHYS}: cold",
    timing=Reaction(
        on="AttackHit", who="self",
        when=And((SelfCondition(_AGATHYS), SelfCondition("temp_hp", ">", 0))),
    ),
    targets=Targets(who="event source", state="any"),
    effect=(Harm("5 cold"),),
    uses=Uses(UNLIMITED_USES),
)  # fmt: skip

_ALL = (
    SpellTemplate(
        "Bane", 1, 0, Targets(pick="highest damage", count=3),
        _unless_saved("cha", name="Bane", to_hit="-1d4", save="-1d4"), "Bane", concentration=True,
    ),
    SpellTemplate("Bless", 1, 0, ALLIES, _applies(name="Bless", to_hit="1d4", save="1d4"), "Bless",
             concentration=True),
    SpellTemplate(
        "Haste", 3, 0, ALLY,
        _applies(name="Haste", ac=2, saves="advantage", saves_of=("dex",), gain={"Action": 1}), "Haste",
        concentration=True, inexact="the additional action of each turn may be any action",
    ),
    SpellTemplate("Holy Weapon", 5, 1, SELF, _applies(name="Holy Weapon", damage="2d8 radiant"),
             "Holy Weapon", concentration=True),
    SpellTemplate(
        _MARK, 1, 1, Targets(pick="least hp"), _applies(name=_MARK, tags=(_MARK,)), _MARK,
        concentration=True, reactions=(MARK_DAMAGE,),
    ),
    SpellTemplate("Fireball", 3, 0, Targets(pick="least hp", count=2), _burst("8d6 fire")),
    SpellTemplate("Heal", 6, 0, Targets(who="ally", pick="least hp", state="any"), _heals(70)),
    SpellTemplate(
        "Hypnotic Pattern", 3, 0, Targets(pick="highest damage", count=4),
        _unless_saved(
            "wis", name="Hypnotic Pattern", conditions=("incapacitated",), ends_on_damage=True,
        ),
        "Hypnotic Pattern", concentration=True,
    ),
    SpellTemplate("Meteor Swarm", 9, 0, Targets(pick="least hp", count=4),
             _burst("20d6 fire", "20d6 bludgeoning")),
    SpellTemplate("Greater Invisibility", 4, 0, ALLY,
             _applies(name="Greater Invisibility", conditions=("invisible",)), "Greater Invisibility",
             concentration=True),
    SpellTemplate(
        "Shield", 1, 4, SELF, _applies(name="Shield", ac=5, duration=Duration(turns=1)), "Shield",
        timing=Reaction(on="AttackHit", who="self", would_change_outcome=True),
    ),
    SpellTemplate(
        "Mage Armour", 1, -3, SELF, _applies(name="Mage Armour", ac=3), "Mage Armour",
        inexact="it adds 3 to the armour class, whatever armour is worn",
    ),
    SpellTemplate(
        _AGATHYS, 1, -3, SELF,
        lambda options: (
            Heal(options.amount or 5, temporary=True), Apply(Status(name=_AGATHYS)),
        ),
        _AGATHYS, reactions=(FROST_DAMAGE,), inexact="the cold damage is always 5, at every hit",
    ),
    SpellTemplate("False Life", 1, -3, SELF, _heals("1d4+4", temporary=True)),
    SpellTemplate("Shield of Faith", 1, 1, Targets(who="ally", pick="least hp"),
             _applies(name="Shield of Faith", ac=2), "Shield of Faith", concentration=True),
)  # fmt: skip

TEMPLATES = {template.name.replace(" ", "").casefold(): template for template in _ALL}
TEMPLATES["magearmor"] = TEMPLATES["magearmour"]
