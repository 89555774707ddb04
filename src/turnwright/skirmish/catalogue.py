"""The contents of the library and the samples: each name with a line about it."""

from __future__ import annotations

from typing import Literal, TypeAlias

from turnwright.core.rules.cost import Cost
from turnwright.core.rules.timing import Reaction

from .model import library, sample_encounters
from .model import scenario as model

CatalogueSection: TypeAlias = Literal["encounters", "combatants", "actions", "rules"]


def catalogue(section: CatalogueSection) -> list[tuple[str, str]]:
    """List a section of the library: names, and a line about each."""
    if section == "encounters":
        return [(name, _summary(one)) for name, one in sample_encounters.load_all().items()]
    if section == "combatants":
        return [(name, _combatant(one)) for name, one in library.combatants().items()]
    if section == "rules":
        return [
            (name, f"{one.check}, critical from {one.critical}, {len(one.conditions)} conditions")
            for name, one in library.profiles().items()
        ]
    return [(name, _action(one)) for name, one in library.actions().items()]


def _summary(scenario: model.Scenario) -> str:
    if scenario.notes:
        return scenario.notes.strip().splitlines()[0]
    encounters = [step for step in scenario.day if isinstance(step, model.Encounter)]
    sides = [*scenario.sides, *(side for one in encounters for side in one.sides)]
    return " against ".join(", ".join(map(_counted, side.combatants)) for side in sides)


def _counted(one: model.Combatant) -> str:
    return one.name if one.count == 1 else f"{one.count} {one.name}"


def _combatant(one: model.Combatant) -> str:
    actions = [action if isinstance(action, str) else action.name for action in one.actions]
    return f"{one.hp} hit points, armour class {one.ac}: {', '.join(actions)}"


def _action(one: model.CombatAction) -> str:
    """`on AttackHit, for Reaction and SpellSlot_1 or higher: Apply`"""
    when = f"on {', '.join(one.timing.events)}, " if isinstance(one.timing, Reaction) else ""
    price = " and ".join(_cost(cost) for cost in one.cost) or "nothing"
    effects = one.effect if isinstance(one.effect, tuple) else ()
    what = ", ".join(_effect(effect) for effect in effects)
    return f"{when}for {price}: {what}"


def _cost(cost: Cost) -> str:
    amount = "" if cost.variable is not None or cost.amount == 1 else f"{cost.amount} "
    return f"{amount}{cost.key}{' or higher' if cost.allow_upcast else ''}"


def _effect(effect: model.Effect) -> str:
    """`Attack 1d8+3 slashing`"""
    number = getattr(effect, "damage", None) or getattr(effect, "amount", None) or ""
    shown = " + ".join(map(str, number)) if isinstance(number, tuple) else str(number)
    return f"{model.effect_name(effect)} {shown}".strip()
