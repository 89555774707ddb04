"""What the library has, as names with a line about each."""

from __future__ import annotations

from typing import Literal, TypeAlias

from turnwright.core.rules.cost import Cost
from turnwright.core.rules.timing import Reaction

from .model import library
from .model import scenario as model

Shelf: TypeAlias = Literal["encounters", "combatants", "actions", "rules"]


def catalogue(
    what: Shelf,
) -> list[tuple[str, str]]:
    """What the library has: names, and a line about each."""
    if what == "encounters":
        return [(name, _about(one)) for name, one in library.encounters().items()]
    if what == "combatants":
        return [(name, _stats(one)) for name, one in library.combatants().items()]
    if what == "rules":
        return [
            (name, f"{one.check}, critical from {one.critical}, {len(one.conditions)} conditions")
            for name, one in library.profiles().items()
        ]
    return [(name, _line(one)) for name, one in library.actions().items()]


def _about(scenario: model.Scenario) -> str:
    if scenario.notes:
        return scenario.notes.strip().splitlines()[0]
    fights = [step for step in scenario.day if isinstance(step, model.Encounter)]
    sides = [*scenario.sides, *(side for fight in fights for side in fight.sides)]
    told = [", ".join(_counted(one) for one in side.combatants) for side in sides]
    return " against ".join(told)


def _counted(one: model.Combatant) -> str:
    return one.name if one.count == 1 else f"{one.count} {one.name}"


def _stats(one: model.Combatant) -> str:
    actions = [action if isinstance(action, str) else action.name for action in one.actions]
    return f"{one.hp} hit points, armour class {one.ac}: {', '.join(actions)}"


def _line(one: model.CombatAction) -> str:
    """`on AttackHit, for Reaction and SpellSlot_1 or higher: Apply`"""
    when = f"on {', '.join(one.timing.events)}, " if isinstance(one.timing, Reaction) else ""
    price = " and ".join(_cost(cost) for cost in one.cost) or "nothing"
    effects = one.effect if isinstance(one.effect, tuple) else ()
    what = ", ".join(_effect(effect) for effect in effects)
    return f"{when}for {price}: {what}"


def _cost(cost: Cost) -> str:
    many = "" if cost.variable is not None or cost.amount == 1 else f"{cost.amount} "
    return f"{many}{cost.key}{' or higher' if cost.allow_upcast else ''}"


def _effect(effect: model.Effect) -> str:
    """`Attack 1d8+3 slashing`"""
    number = getattr(effect, "damage", None) or getattr(effect, "amount", None) or ""
    shown = " + ".join(map(str, number)) if isinstance(number, tuple) else str(number)
    return f"{model.effect_name(effect)} {shown}".strip()
