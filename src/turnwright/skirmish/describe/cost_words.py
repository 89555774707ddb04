"""Costs and limits in sentences: "my reaction and a level-1 slot or higher", "once per long rest"."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from turnwright.core.rules.cost import Cost
from turnwright.core.rules.ledger import Number
from turnwright.skirmish.model.expression import read
from turnwright.skirmish.model.scenario import CombatAction, RuleProfile

from .formula_words import expression_words
from .sentence_parts import joined, number, spaced, times

CostGlyph: TypeAlias = Literal["action", "bonus", "reaction", "slot", "pool", "movement"]

_OWN: dict[str, tuple[str, CostGlyph]] = {
    "Action": ("action", "action"),
    "BonusAction": ("bonus action", "bonus"),
    "Reaction": ("reaction", "reaction"),
}


class CostDescription(msgspec.Struct, frozen=True):
    """One part of a price, for a chip on a card."""

    key: str
    """The pool that pays, or the lowest one."""
    label: str
    amount: Number
    """What is paid; the least if it is chosen on payment."""
    level: int | None
    or_higher: bool
    glyph: CostGlyph


def describe_costs(action: CombatAction, profile: RuleProfile) -> list[CostDescription]:
    """Describe each cost of an action."""
    return [_described(cost, profile) for cost in action.cost]


def _described(cost: Cost, profile: RuleProfile) -> CostDescription:
    least = cost.amount if cost.variable is None else cost.variable.least
    glyph = _glyph(cost, profile)
    text = describe_cost(cost, profile).removeprefix("my ").removeprefix("a ")
    return CostDescription(
        cost.key, text[:1].upper() + text[1:], least, cost.level, cost.allow_upcast, glyph
    )


def _glyph(cost: Cost, profile: RuleProfile) -> CostGlyph:
    if cost.resource in _OWN:
        return _OWN[cost.resource][1]
    if profile.movement and cost.resource == profile.movement:
        return "movement"
    return "slot" if cost.level is not None else "pool"


def describe_cost(cost: Cost, profile: RuleProfile) -> str:
    """Return one cost as a part of a sentence: "a level-3 slot", "as much Ki as is needed"."""
    if cost.formula:
        noun = spaced(cost.resource)
        if cost.level is not None:
            noun = f"{slot_noun(cost.resource, cost.level)}s"
        return f"as much {noun} as {expression_words(read(cost.formula), 'the triggering amount')}"
    if cost.level is not None:
        return _slot(cost)
    if cost.variable is not None:
        return _variable(cost, profile)
    if profile.movement and cost.resource == profile.movement:
        return f"{number(cost.amount)} ft of movement"
    if cost.resource in _OWN and cost.amount == 1:
        return f"my {_OWN[cost.resource][0]}"
    return resource_amount(cost.resource, cost.amount)


def _slot(cost: Cost) -> str:
    noun = slot_noun(cost.resource, cost.level or 0)
    if cost.variable is not None:
        return _chosen(cost, f"{noun}s")
    if cost.amount != 1:
        return f"{number(cost.amount)} {noun}s"
    if not cost.allow_upcast:
        return f"a {noun}"
    if cost.max_level is not None:
        family = noun.partition(" ")[2]
        text = f"a {family} of level {cost.level} to {cost.max_level}"
    else:
        text = f"a {noun} or higher"
    return f"{text}, the highest first" if cost.prefer == "highest" else text


def slot_noun(family: str, level: int) -> str:
    """Return the noun for a slot of a level: `level-1 slot`, `level-3 pact slot`."""
    kind = spaced(family).lower()
    kind = "slot" if kind == "spell slot" else kind
    return f"level-{level} {kind}"


def _variable(cost: Cost, profile: RuleProfile) -> str:
    name = spaced(cost.resource)
    if profile.movement and cost.resource == profile.movement:
        name = "movement"
    return _chosen(cost, name)


def _chosen(cost: Cost, name: str) -> str:
    """An amount that is chosen on payment."""
    variable = cost.variable
    assert variable is not None
    most = "" if variable.max is None else f", at most {number(variable.max)}"
    match variable.policy:
        case "need":
            return f"as much {name} as is needed{most}"
        case "all":
            return f"all my {name}"
        case "max":
            return f"all my {name}{most}" if most else f"as much {name} as I have"
        case "min":
            return f"{number(variable.least)} {name}"
        case amount:
            return f"{number(amount)} {name}"


def resource_label(key: str) -> str:
    """Return the name of a pool as people read it: `SpellSlot_1` is Level 1 slot."""
    if key in _OWN:
        name = _OWN[key][0]
        return name[:1].upper() + name[1:]
    family, _, level = key.rpartition("_")
    if family == "HitDie" and level.isdecimal():
        return f"Hit die d{level}"
    if family and level.isdecimal():
        kind = spaced(family)
        kind = "slot" if kind == "Spell Slot" else kind.lower()
        return f"Level {level} {kind}"
    return spaced(key)


def resource_amount(key: str, amount: Number) -> str:
    """Return an amount of a resource: `an action`, `2 level-1 slots`, `3 Ki`."""
    one = amount == 1
    family, _, level = key.rpartition("_")
    if key in _OWN:
        noun = _OWN[key][0]
    elif key == "Movement":
        return f"{number(amount)} ft of movement"
    elif key == "Legendary":
        noun = "legendary action"
    elif family == "HitDie" and level.isdecimal():
        return f"a d{level} hit die" if one else f"{number(amount)} d{level} hit dice"
    elif family and level.isdecimal():
        noun = slot_noun(family, int(level))
    else:
        return f"{number(amount)} {spaced(key)}"
    if one:
        return f"{'an' if noun[0] in 'aeiou' else 'a'} {noun}"
    return f"{number(amount)} {noun}s"


def price(action: CombatAction, profile: RuleProfile) -> str:
    """Return all costs of an action as a part of a sentence; empty if it costs nothing."""
    return joined(describe_cost(cost, profile) for cost in action.cost)


_RESET = {"turn": "per turn", "round": "per round", "encounter": "per fight"}


def limits(action: CombatAction, profile: RuleProfile) -> list[str]:
    """Return what limits the use of an action: uses, recharge and cooldown."""
    found = []
    if action.uses is not None:
        per = action.uses.per
        each = _RESET.get(per, f"per {per}") if per else "in all"
        found.append(f"{times(action.uses.amount)} {each}")
    if action.recharge is not None:
        most = profile.recharge_die
        span = str(most) if action.recharge >= most else f"{action.recharge}-{most}"
        found.append(f"recharges on a roll of {span}")
    if action.cooldown is not None:
        turns = "every turn" if action.cooldown == 1 else f"every {action.cooldown} turns"
        found.append(f"at most {turns}")
    return found
