"""Statuses in numbers: what each changes, with all that its conditions bring."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from turnwright.core.errors import DefinitionError
from turnwright.core.rules.ledger import Number
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import Term, typed

from .plan import NOTHING, Parts, Plan, Roll, Worn, roll_of, rolled


def lean(word: str) -> tuple[bool, bool]:
    """(advantage, disadvantage)"""
    return (word == "advantage", word == "disadvantage")


def parts_of(plan: Plan, damage: scenario.Damages) -> Parts:
    parts = []
    for one in damage if isinstance(damage, tuple) else (damage,):
        formula, kind = typed(one)
        if formula.terms:
            parts.append((rolled(formula), plan.types(kind)))
    mask = 0
    for _, number in parts:
        mask |= 1 << number
    return Parts(tuple(parts), mask)


def worn(plan: Plan, status: scenario.Status) -> Worn:
    """A status, with all that its conditions bring."""
    if status.repeat_save is not None:
        plan.abilities(status.repeat_save.ability.lower())
    names = [status.name]
    layers: list[scenario.Modifiers] = [status]
    for name in _with_included(plan, status.conditions):
        names.append(name)
        layers.append(plan.profile.conditions[name])
    (resist, immune, vulnerable), unless = guards(plan, layers)
    number = next((w.number for w in plan.statuses if w.name == status.name), len(plan.statuses))
    found = Worn(
        number=number,
        name=status.name,
        spec=status,
        tags=plan.tags.mask(tag for layer in layers for tag in layer.tags),
        ac=sum(layer.ac for layer in layers),
        dc=sum(layer.dc for layer in layers),
        to_hit=_sum(layer.to_hit for layer in layers),
        damage=parts_of(plan, tuple(layer.damage for layer in layers if layer.damage)),
        save=_sum(layer.save for layer in layers),
        reduction=_sum(layer.reduction for layer in layers),
        dealt=_product(layer.dealt for layer in layers),
        taken=_product(layer.taken for layer in layers),
        attacks=_leans(layer.attacks for layer in layers),
        attacked=_leans(layer.attacked for layer in layers),
        in_melee=_leans(layer.attacked_in_melee for layer in layers),
        at_range=_leans(layer.attacked_at_range for layer in layers),
        saves=_leans(layer.saves for layer in layers),
        saves_of=_saves_of(plan, layers),
        saves_against=plan.tags.mask(t for lay in layers if lay.saves for t in lay.saves_against),
        fails=plan.abilities.mask(a for layer in layers for a in lower(layer.fails)),
        resist=resist,
        immune=immune,
        vulnerable=vulnerable,
        unless=unless,
        incapacitated=any(layer.incapacitated for layer in layers),
        no_reactions=any(layer.no_reactions or layer.incapacitated for layer in layers),
        no_movement=any(layer.no_movement for layer in layers),
        critical_in_melee=any(layer.critical_in_melee for layer in layers),
        gain=tuple(pair for layer in layers for pair in layer.gain.items()),
        heal=roll_of(status.heal_each_turn),
        harm=parts_of(plan, status.damage_each_turn),
        conditions=tuple(dict.fromkeys(names)),
        is_plain=False,
        passes=_passes(status),
    )
    found = found._replace(is_plain=_changes_nothing(found))
    plan.statuses.append(found)
    return found


def _passes(status: scenario.Status) -> bool:
    duration = status.duration
    lasting = ("", "encounter", "short rest", "long rest")
    return bool(
        duration.turns is not None
        or duration.until not in lasting
        or status.repeat_save is not None
    )


def guards(
    plan: Plan, layers: Sequence[scenario.Modifiers | scenario.Combatant]
) -> tuple[list[int], tuple[tuple[int, int, int], ...]]:
    """Damage types that are resisted, ignored and suffered doubly, as bits; and those for which that
    holds only if the action lacks a tag: (0, 1 or 2 for which of the three, types, tag)."""
    masks, unless = [0, 0, 0], []
    for which, name in enumerate(("resist", "immune", "vulnerable")):
        for layer in layers:
            for word in getattr(layer, name):
                kind, _, tag = word.partition(" unless ")
                bit = plan.types.bit(kind.strip().lower())
                if tag:
                    unless.append((which, bit, plan.tags.bit(tag.strip())))
                else:
                    masks[which] |= bit
    return masks, tuple(unless)


def _changes_nothing(one: Worn) -> bool:
    blank = Worn(
        one.number, one.name, one.spec, one.tags, 0, 0, NOTHING, Parts((), 0), NOTHING, NOTHING, 1, 1,
        (False, False), (False, False), (False, False), (False, False), (False, False), one.saves_of,
        one.saves_against, 0, 0,
        0, 0, (), False, False, False, False, (), one.heal, one.harm, one.conditions, False, one.passes,
    )  # fmt: skip
    return one == blank


def _with_included(plan: Plan, names: tuple[str, ...]) -> list[str]:
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


def _saves_of(plan: Plan, layers: list[scenario.Modifiers]) -> int:
    """Bits of the saves that a lean is about; 0 for all."""
    return plan.abilities.mask(a for layer in layers if layer.saves for a in lower(layer.saves_of))


def _sum(values: Iterator[scenario.Dice]) -> Roll:
    flat = 0
    dice: list[tuple[int, int, int]] = []
    growing: list[Term] = []
    for value in values:
        roll = roll_of(value)
        flat += roll.flat
        dice += roll.dice
        growing += roll.growing
    return Roll(flat, tuple(dice), tuple(growing))


def _product(values: Iterator[Number]) -> Number:
    product: Number = 1
    for value in values:
        product *= value
    return product


def _leans(words: Iterator[str]) -> tuple[bool, bool]:
    found = set(words)
    return ("advantage" in found, "disadvantage" in found)


def lower(words: tuple[str, ...]) -> list[str]:
    return [word.lower() for word in words]
