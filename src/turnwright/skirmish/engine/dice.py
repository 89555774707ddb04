"""Dice formulas, compiled: what `FightRun.roll` reads while a run is played."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.expression import Expression
from turnwright.skirmish.model.formula import Formula, Term, parse

if TYPE_CHECKING:
    from .expressions import Evaluate

AdvantagePair: TypeAlias = tuple[int, bool]
"""(advantage, disadvantage). A roll with both is a plain roll. Advantage is 0, 1, or 2 for the highest
of three dice."""
ADVANTAGES = {"advantage": 1, "highest of three": 2}


class ComputedTerm(NamedTuple):
    """A term that is an expression."""

    expression: Expression
    evaluate: Evaluate


class DiceRoll(NamedTuple):
    """A compiled formula: a constant, fixed dice, and terms that depend on a variable."""

    flat: int = 0
    dice: tuple[tuple[int, int, int], ...] = ()
    """(sign, count, sides)"""
    variable_terms: tuple[Term | ComputedTerm, ...] = ()
    """Terms whose count depends on `spent`, `slot_level` or `value`, and expressions."""

    @property
    def is_zero(self) -> bool:
        """Whether the formula has no terms at all."""
        return not self.flat and not self.dice and not self.variable_terms

    @property
    def reads_target(self) -> bool:
        """Whether the amount depends on the target, so that it must be rolled for each of them."""
        return any(
            isinstance(term, ComputedTerm) and term.expression.reads_target
            for term in self.variable_terms
        )


ZERO = DiceRoll()
ONE = DiceRoll(1)


class DamageRoll(NamedTuple):
    """Damage: (roll, number of the damage type) for each part."""

    parts: tuple[tuple[DiceRoll, int], ...]


NO_DAMAGE = DamageRoll(())


def compile_formula(formula: Formula) -> DiceRoll:
    """Sort the terms of a formula into constants, fixed dice and variable terms."""
    if formula.expression is not None:
        from .expressions import evaluator

        computed = ComputedTerm(formula.expression, evaluator(formula.expression))
        return DiceRoll(0, (), (computed,))
    flat = sum(t.sign * t.count for t in formula.terms if t.sides == 1 and not t.variable)
    dice = tuple(
        (t.sign, t.count, t.sides) for t in formula.terms if t.sides > 1 and not t.variable
    )
    return DiceRoll(flat, dice, tuple(t for t in formula.terms if t.variable))


def compile_dice(value: scenario.Dice) -> DiceRoll:
    """Compile a number or a formula such as `2d6+3`."""
    return compile_formula(parse(value)) if value else ZERO


def advantage_pair(roll_mode: str) -> AdvantagePair:
    """Convert a word such as `advantage`, or the empty string."""
    return (ADVANTAGES.get(roll_mode, 0), roll_mode == "disadvantage")
