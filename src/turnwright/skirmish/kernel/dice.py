"""Chance: the same numbers as `draws.py`, and the dice that are made of them."""

from __future__ import annotations

import numpy as np

from turnwright.skirmish.engine import rng

from .layout import (
    ADVANTAGE,
    CRITICAL_DOUBLE,
    CRITICAL_DOUBLE_DICE,
    CRITICAL_MAXIMUM,
    CRITICAL_NONE,
    DISADVANTAGE,
    SLOT_LEVEL,
    SPENT,
)
from .memory import door, event_at, exists, inline, no_use, roll_at, term_in

GAMMA, MIX_1, MIX_2 = (np.uint64(one) for one in (rng.GAMMA, rng.MIX_1, rng.MIX_2))
U27, U30, U31, U32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@inline
def mix(z):
    z = (z ^ (z >> U30)) * MIX_1
    z = (z ^ (z >> U27)) * MIX_2
    return z ^ (z >> U31)


@inline
def take(w):
    """The next number of the run: 32 bits."""
    z = w.z + GAMMA
    w.z = z
    return np.int64(mix(z) >> U32)


@inline
def die(w, sides):
    return (take(w) * sides >> 32) + 1


@inline
def value_of(use, variable):
    """What a growing term of a formula asks for."""
    if not exists(use):
        return 0
    if variable == SPENT:
        return int(use.spent)
    if variable == SLOT_LEVEL:
        return use.slot_level
    if use.event == 0:
        return 0
    return int(event_at(use.event).value)


@door
def roll(w, formula_at, use, critical):
    """Roll a formula; `Table.roll`."""
    formula = roll_at(formula_at)
    total = formula.flat
    rule = w.critical_rule if critical else CRITICAL_NONE
    times = 2 if rule == CRITICAL_DOUBLE_DICE else 1
    extra = 0
    for i in range(formula.n):
        term = term_in(formula.terms, i)
        count = term.count
        if term.variable:
            count = max(0, count + term.factor * value_of(use, term.variable))
        if term.sides == 1:
            total += term.sign * count
            continue
        for _ in range(count * times):
            total += term.sign * die(w, term.sides)
        extra += term.sign * count * term.sides
    if rule == CRITICAL_DOUBLE:
        return total * 2
    if rule == CRITICAL_MAXIMUM:
        return total + extra
    return total


@inline
def roll_plain(w, formula_at, use):
    """Roll a formula that no critical hit changes: most of them are plain numbers."""
    formula = roll_at(formula_at)
    if formula.n == 0:
        return formula.flat
    return roll(w, formula_at, use, 0)


@inline
def roll_quickly(w, formula_at, use, critical):
    """The same as `roll`, at once if it is some dice of one kind at most."""
    formula = roll_at(formula_at)
    if not formula.is_simple or (critical and w.critical_rule != CRITICAL_DOUBLE_DICE):
        return roll(w, formula_at, use, critical)
    total = formula.flat
    for _ in range(2 * formula.count if critical else formula.count):
        total += die(w, formula.sides)
    return total


@inline
def check_roll(w, lean):
    """The natural roll of a check."""
    sides = w.die
    first = die(w, sides) if sides else roll(w, w.check, no_use(), 0)
    if lean != ADVANTAGE and lean != DISADVANTAGE:
        return first
    second = die(w, sides) if sides else roll(w, w.check, no_use(), 0)
    return max(first, second) if lean == ADVANTAGE else min(first, second)
