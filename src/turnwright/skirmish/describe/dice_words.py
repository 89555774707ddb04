"""Dice and damage in sentences: `(slot_level+2)d6 fire` is "3d6 fire (+1d6 per higher slot level)"."""

from __future__ import annotations

from typing import NamedTuple

from turnwright.skirmish.model.formula import Formula, Term, parse, typed
from turnwright.skirmish.model.scenario import Damages, Dice

from .formula_words import expression_words
from .sentence_parts import joined, plain, sign


class DiceContext(NamedTuple):
    """What the variables of formulas stand for in an action."""

    level: int = 0
    """The lowest level of the slot that pays, or the level of the spell."""
    is_upcast: bool = False
    """May a higher slot pay?"""
    value: str = "the triggering amount"
    """What the value of the triggering event is."""


def dice(formula: Dice, context: DiceContext) -> str:
    """Return a formula as text: `2d6+3`, `4d4+4 (+1d4+1 per higher slot level)`."""
    return " ".join(part for part in _text(parse(formula), context) if part)


def base_and_more(formula: Dice, context: DiceContext) -> tuple[str, str]:
    """Return a formula at the lowest level, and what higher slots add: `(+1 per higher slot level)`."""
    return _text(parse(formula), context)


def base_value(formula: Dice, context: DiceContext) -> int | None:
    """Return the number that a formula is at the lowest level; None if it is not a number then."""
    total = 0
    for term in parse(formula).terms:
        if term.sides != 1 or term.variable not in ("", "slot_level"):
            return None
        total += term.sign * (term.count + term.factor * context.level)
    return total


def bonus(formula: Dice, context: DiceContext) -> str:
    """Return a formula as a bonus with its sign: +7, +1d4, -1d6."""
    text = dice(formula, context)
    return text if text.startswith("-") else f"+{text}"


def is_negative(formula: Dice) -> bool:
    """Is a formula nowhere above 0, and somewhere below?"""
    low, high = parse(formula).bounds()
    return low < 0 and high <= 0


def magnitude(formula: Dice, context: DiceContext) -> str:
    """Return a formula without its sign: 1d6 for -1d6."""
    terms = parse(formula).terms
    if is_negative(formula) and parse(formula).expression is None:
        terms = tuple(term._replace(sign=-term.sign) for term in terms)
    return " ".join(part for part in _text(Formula(terms), context) if part)


def damage(amounts: Damages, context: DiceContext, noun: str = "") -> str:
    """Return damage as text: `1d8+3 slashing and 2d6 fire`. Empty if there is none.

    `noun` follows damage without a type.
    """
    parts = []
    for one in amounts if isinstance(amounts, tuple) else (amounts,):
        formula, kind = typed(one)
        if formula.terms:
            text, more = _text(formula, context)
            parts.append(" ".join(word for word in (text, plain(kind) or noun, more) if word))
    return joined(parts)


def has_damage(amounts: Damages) -> bool:
    """Is there any damage at all?"""
    return any(
        typed(one)[0].terms for one in (amounts if isinstance(amounts, tuple) else (amounts,))
    )


def _text(formula: Formula, context: DiceContext) -> tuple[str, str]:
    """A formula at the lowest level, and what higher slots add."""
    if formula.expression is not None:
        return expression_words(formula.expression, context.value), ""
    fixed: list[Term] = []
    higher: list[Term] = []
    spent: list[Term] = []
    values: list[Term] = []
    for term in formula.terms:
        constant = term._replace(variable="", factor=0)
        if term.variable == "slot_level":
            fixed.append(constant._replace(count=max(0, term.count + term.factor * context.level)))
            higher.append(constant._replace(count=term.factor))
        elif term.variable:
            fixed.append(constant)
            rising = constant._replace(count=term.factor)
            (spent if term.variable == "spent" else values).append(rising)
        else:
            fixed.append(term)
    text = _sum(fixed)
    more = ""
    if spent:
        is_all = len(spent) == 1 and spent[0] == Term(1, 1, 1) and text == "0"
        more = "as much as is spent" if is_all else f"{_sum(spent)} per point spent"
    if values:
        alone = len(values) == 1 and values[0] == Term(1, 1, 1)
        amount = context.value if alone else f"{_sum(values)} times {context.value}"
        more = f"{more} + {amount}" if more else amount
    if more:
        text = more if text == "0" else f"{text} + {more}"
    is_rising = higher and context.is_upcast
    return text, f"({_signed_sum(higher)} per higher slot level)" if is_rising else ""


def _sum(terms: list[Term]) -> str:
    """Terms without variables as text. Plain numbers are added."""
    flat = sum(term.sign * term.count for term in terms if term.sides == 1)
    text = ""
    for term in terms:
        if term.sides != 1 and term.count:
            mark = "-" if term.sign < 0 else "+" if text else ""
            text += f"{mark}{term.count}d{term.sides}"
    if not text:
        return str(flat) if flat >= 0 else sign(flat)
    return f"{text}{sign(flat)}" if flat else text


def _signed_sum(terms: list[Term]) -> str:
    text = _sum(terms)
    return text if text.startswith("-") else f"+{text}"
