"""Statuses, compiled: what each changes, including everything that its conditions bring."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import prod
from typing import Any

from turnwright.core.errors import DefinitionError
from turnwright.core.rules.ledger import Number
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import Term, fixed_number, typed

from .dice import (
    ADVANTAGES,
    NO_DAMAGE,
    ZERO,
    AdvantagePair,
    ComputedTerm,
    DamageRoll,
    DiceRoll,
    compile_dice,
    compile_formula,
)
from .plan import STACKINGS, CompiledStatus, Plan
from .status_formulas import status_formulas
from .status_potency import status_potency

LASTING = ("", "encounter", "short rest", "long rest")
"""Durations that do not end during a fight."""
UNCHANGED: dict[str, object] = {
    "ac": 0, "dc": 0, "to_hit": ZERO, "damage": NO_DAMAGE, "save": ZERO, "reduction": ZERO,
    "conditional_modes": (), "damage_dealt": 1, "damage_taken": 1, "attacks": (False, False),
    "attacked": (False, False),
    "attacked_in_melee": (False, False), "attacked_at_range": (False, False),
    "saves": (False, False), "failed_saves": 0, "resist": 0, "immune": 0, "vulnerable": 0,
    "bypassed": (), "incapacitated": False, "no_reactions": False, "no_movement": False,
    "critical_in_melee": False, "gain": (), "formulas": None,
}  # fmt: skip
"""The numbers of a status that only has tags."""


def compile_damage(plan: Plan, damage: scenario.Damages) -> DamageRoll:
    """Compile one or several damages such as `1d8+3 slashing`."""
    parts = []
    for one in damage if isinstance(damage, tuple) else (damage,):
        formula, damage_type = typed(one)
        if formula.terms:
            parts.append((compile_formula(formula), plan.damage_types(damage_type)))
    return DamageRoll(tuple(parts))


def compile_status(plan: Plan, status: scenario.Status) -> CompiledStatus:
    """Compile a status with all its conditions, and add it to the plan."""
    if status.repeat_save is not None:
        plan.abilities(status.repeat_save.ability.lower())
    if status.released_by is not None:
        plan.abilities(status.released_by.ability.lower())
    included = _with_included(plan, status.conditions)
    names = [status.name, *included]
    layers: list[scenario.Modifiers] = [
        status, *(plan.profile.conditions[name] for name in included),
    ]  # fmt: skip
    (resist, immune, vulnerable), bypassed = compile_defences(plan, layers)
    number = next((s.number for s in plan.statuses if s.name == status.name), len(plan.statuses))
    compiled = CompiledStatus(
        number=number,
        name=status.name,
        spec=status,
        tags=plan.tags.mask(tag for layer in layers for tag in layer.tags),
        ac=sum(int(fixed_number(one) or 0) for one in _each(layers, "ac")),
        dc=sum(int(fixed_number(one) or 0) for one in _each(layers, "dc")),
        to_hit=_sum_of_dice(_each(layers, "to_hit")),
        damage=compile_damage(plan, tuple(one for one in _each(layers, "damage") if one)),
        save=_sum_of_dice(_each(layers, "save")),
        reduction=_sum_of_dice(_each(layers, "reduction")),
        damage_dealt=prod(_factor(one) for one in _each(layers, "dealt")),
        damage_taken=prod(_factor(one) for one in _each(layers, "taken")),
        conditional_modes=tuple(
            (is_bad, compile_dice(layer_formula))
            for is_bad, field in ((False, "advantage_if"), (True, "disadvantage_if"))
            for layer_formula in _each(layers, field)
            if layer_formula
        ),
        attacks=_either(_each(layers, "attacks")),
        attacked=_either(_each(layers, "attacked")),
        attacked_in_melee=_either(_each(layers, "attacked_in_melee")),
        attacked_at_range=_either(_each(layers, "attacked_at_range")),
        saves=_either(_each(layers, "saves")),
        saves_of=plan.abilities.mask(_of_saves(layers, "saves_of", lower=True)),
        saves_against=plan.tags.mask(_of_saves(layers, "saves_against")),
        failed_saves=plan.abilities.mask(
            ability for fails in _each(layers, "fails") for ability in lower_case(fails)
        ),
        resist=resist,
        immune=immune,
        vulnerable=vulnerable,
        bypassed=bypassed,
        incapacitated=any(_each(layers, "incapacitated")),
        no_reactions=any(_each(layers, "no_reactions")) or any(_each(layers, "incapacitated")),
        no_movement=any(_each(layers, "no_movement")) or status.inside,
        critical_in_melee=any(_each(layers, "critical_in_melee")),
        gain=tuple(
            (key, given)
            for gain in _each(layers, "gain")
            for key, amount in gain.items()
            if (given := fixed_number(amount)) is not None
        ),
        heal_each_turn=compile_dice(status.heal_each_turn),
        damage_each_turn=compile_damage(plan, status.damage_each_turn),
        repeat_dc=ZERO if status.repeat_save is None else compile_dice(status.repeat_save.dc or 0),
        conditions=tuple(dict.fromkeys(names)),
        stacking=STACKINGS.index(status.stacking),
        potency=status_potency(status, layers),
        temporary_hp=compile_dice(status.temporary_hp),
        formulas=status_formulas(layers),
        ends_on=tuple(plan.watch(text) for text in status.ends_on),
        only_tags=False,
        can_expire=_can_expire(status),
    )
    only_tags = all(getattr(compiled, name) == value for name, value in UNCHANGED.items())
    compiled = compiled._replace(only_tags=only_tags and not status.taunt)
    plan.statuses.append(compiled)
    return compiled


def _factor(value: scenario.Factor) -> Number:
    """A factor; 1 for one that is a formula."""
    number = fixed_number(value)
    return 1 if number is None else number


def _each(layers: Sequence[scenario.Modifiers], field: str) -> list[Any]:
    return [getattr(layer, field) for layer in layers]


def _of_saves(
    layers: Sequence[scenario.Modifiers], field: str, *, lower: bool = False
) -> Iterator[str]:
    """The abilities or tags of those layers that change how saves are rolled."""
    for layer in layers:
        if layer.saves:
            words = getattr(layer, field)
            yield from lower_case(words) if lower else words


def _can_expire(status: scenario.Status) -> bool:
    duration = status.duration
    return bool(
        duration.turns is not None
        or duration.until not in LASTING
        or status.repeat_save is not None
    )


def compile_defences(
    plan: Plan, layers: Sequence[scenario.Modifiers | scenario.Combatant]
) -> tuple[list[int], tuple[tuple[int, int, int], ...]]:
    """Damage types that are resisted, ignored and doubled, as bits; and those that an action with a
    tag bypasses: (0, 1 or 2 for which of the three; types; tag)."""
    masks, bypassed = [0, 0, 0], []
    for which, name in enumerate(("resist", "immune", "vulnerable")):
        for layer in layers:
            for word in getattr(layer, name):
                damage_type, _, tag = word.partition(" unless ")
                bit = plan.damage_types.bit(damage_type.strip().lower())
                if tag:
                    bypassed.append((which, bit, plan.tags.bit(tag.strip())))
                else:
                    masks[which] |= bit
    return masks, tuple(bypassed)


def _with_included(plan: Plan, names: tuple[str, ...]) -> list[str]:
    """These conditions, and those that they include."""
    found: list[str] = []
    open_names = list(names)
    while open_names:
        name = open_names.pop(0)
        if name in found:
            continue
        if name not in plan.profile.conditions:
            known = ", ".join(sorted(plan.profile.conditions)) or "none"
            raise DefinitionError(
                [f"{plan.profile.name} has no condition {name!r}; it has: {known}"]
            )
        found.append(name)
        open_names += plan.profile.conditions[name].includes
    return found


def _sum_of_dice(values: Iterable[scenario.Dice]) -> DiceRoll:
    flat = 0
    dice: list[tuple[int, int, int]] = []
    variable_terms: list[Term | ComputedTerm] = []
    for value in values:
        roll = compile_dice(value)
        flat += roll.flat
        dice += roll.dice
        variable_terms += roll.variable_terms
    return DiceRoll(flat, tuple(dice), tuple(variable_terms))


def _either(roll_modes: Iterable[str]) -> AdvantagePair:
    found = set(roll_modes)
    return (max(ADVANTAGES.get(one, 0) for one in (*found, "")), "disadvantage" in found)


def lower_case(words: Iterable[str]) -> list[str]:
    """These words in lower case."""
    return [word.lower() for word in words]
