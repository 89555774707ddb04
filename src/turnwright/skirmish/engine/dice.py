"""Dice formulas, compiled: what `FightRun.roll` reads while a run is played."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import Formula, Term, parse

AdvantagePair: TypeAlias = tuple[bool, bool]
"""(advantage, disadvantage). A roll with both is a plain roll."""


class DiceRoll(NamedTuple):
    """A compiled formula: a constant, fixed dice, and terms that depend on a variable."""

    flat: int = 0
    dice: tuple[tuple[int, int, int], ...] = ()
    """(sign, count, sides)"""
    variable_terms: tuple[Term, ...] = ()
    """Terms whose count depends on `spent`, `slot_level` or `value`."""

    @property
    def is_zero(self) -> bool:
        """Whether the formula has no terms at all."""
        return not self.flat and not self.dice and not self.variable_terms


ZERO = DiceRoll()


class DamageRoll(NamedTuple):
    """Damage: (roll, number of the damage type) for each part."""

    parts: tuple[tuple[DiceRoll, int], ...]


NO_DAMAGE = DamageRoll(())


def compile_formula(formula: Formula) -> DiceRoll:
    """Sort the terms of a formula into constants, fixed dice and variable terms."""
    flat = sum(t.sign * t.count for t in formula.terms if t.sides == 1 and not t.variable)
    dice = tuple(
        (t.sign, t.count, t.sides) for t in formula.terms if t.sides > 1 and not t.variable
    )
    return DiceRoll(flat, dice, tuple(t for t in formula.terms if t.variable))


def compile_dice(value: scenario.Dice) -> DiceRoll:
    """Compile a number or a formula such as `2d6+3`."""
    return compile_formula(parse(value)) if value else ZERO


def advantage_pair(roll_mode: str) -> AdvantagePair:
    """Convert `advantage`, `disadvantage` or the empty string."""
    return (roll_mode == "advantage", roll_mode == "disadvantage")
