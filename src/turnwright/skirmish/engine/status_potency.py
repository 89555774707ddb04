"""How potent a status is: of those with `stacking: highest` only the most potent one counts."""

from __future__ import annotations

from collections.abc import Sequence

from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import parse, typed

NUMBERS = ("ac", "dc", "to_hit", "save", "damage", "reduction")
FACTORS = ("dealt", "taken")
TURN_NUMBERS = ("heal_each_turn", "damage_each_turn")


def status_potency(status: scenario.Status, layers: Sequence[scenario.Modifiers]) -> float:
    """How much a status and its conditions (`layers`) change: the sum of the mean of every number,
    whether it helps or hurts, of the change by every factor, and 1 for every other modifier."""
    total = sum(_size(getattr(status, name)) for name in TURN_NUMBERS)
    default = scenario.Modifiers()
    for layer in layers:
        for name in scenario.Modifiers.__struct_fields__:
            value = getattr(layer, name)
            if value == getattr(default, name):
                continue
            if name in NUMBERS:
                total += _size(value)
            elif name in FACTORS:
                total += abs(_mean(value) - 1)
            elif name == "gain":
                total += sum(_mean(amount) for amount in value.values())
            elif name != "tags":
                total += 1
    return total


def _mean(value: scenario.Factor) -> float:
    return parse(value).mean() if isinstance(value, str) else value


def _size(value: scenario.Damages) -> float:
    several = value if isinstance(value, tuple) else (value,)
    return abs(sum(typed(one)[0].mean() for one in several))
