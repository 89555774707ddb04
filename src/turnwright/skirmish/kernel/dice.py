"""Random numbers and dice; mirrors `engine/rng.py` and `FightRun.roll`."""

from __future__ import annotations

from math import floor

import numpy as np

from turnwright.core.rules.ledger import EPSILON
from turnwright.skirmish.engine import rng

from .layout import (
    ADVANTAGE,
    COMPUTED,
    CRITICAL_DOUBLE,
    CRITICAL_DOUBLE_DICE,
    CRITICAL_MAXIMUM,
    CRITICAL_NONE,
    DISADVANTAGE,
    SLOT_LEVEL,
    SPENT,
)
from .memory import (
    ENTRY_POINTS,
    combatant_at,
    entry_point,
    event_at,
    exists,
    inline,
    no_combatant,
    no_event,
    no_use,
    roll_at,
    term_in,
)

evaluate = ENTRY_POINTS["evaluate"].call

GAMMA, MIX_1, MIX_2 = (np.uint64(one) for one in (rng.GAMMA, rng.MIX_1, rng.MIX_2))
U27, U30, U31, U32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)


@inline
def mix(z):
    """`rng.mix`"""
    z = (z ^ (z >> U30)) * MIX_1
    z = (z ^ (z >> U27)) * MIX_2
    return z ^ (z >> U31)


@inline
def draw(run):
    """The next random number of the run: 32 bits."""
    z = run.z + GAMMA
    run.z = z
    return np.int64(mix(z) >> U32)


@inline
def roll_die(run, sides):
    """Roll one die."""
    return (draw(run) * sides >> 32) + 1


@inline
def value_of(use, variable):
    """The value of a variable in a dice formula."""
    if not exists(use):
        return 0
    if variable == SPENT:
        return int(use.spent)
    if variable == SLOT_LEVEL:
        return use.slot_level
    if use.event == 0:
        return 0
    return int(event_at(use.event).value)


@entry_point
def roll(run, formula_at, use, critical, target, actor):
    """Roll a formula; `FightRun.roll`."""
    formula = roll_at(formula_at)
    total = formula.flat
    rule = run.critical_rule if critical else CRITICAL_NONE
    times = 2 if rule == CRITICAL_DOUBLE_DICE else 1
    extra = 0
    for i in range(formula.n):
        term = term_in(formula.terms, i)
        count = term.count
        if term.variable == COMPUTED:
            if not exists(actor) and exists(use):
                actor = combatant_at(use.actor)
            value = evaluate(run, term.program, actor, target, use, no_event(), critical)
            total += floor(value + EPSILON)
            continue
        if term.variable:
            count = max(0, count + term.factor * value_of(use, term.variable))
        if term.sides == 1:
            total += term.sign * count
            continue
        for _ in range(count * times):
            total += term.sign * roll_die(run, term.sides)
        extra += term.sign * count * term.sides
    if rule == CRITICAL_DOUBLE:
        return total * 2
    if rule == CRITICAL_MAXIMUM:
        return total + extra
    return total


@inline
def roll_plain(run, formula_at, use, target, actor):
    """Roll a formula without regard to critical hits; most of them are constants."""
    formula = roll_at(formula_at)
    if formula.n == 0:
        return formula.flat
    return roll(run, formula_at, use, 0, target, actor)


@inline
def roll_quickly(run, formula_at, use, critical, target, actor):
    """`roll`, with a short cut for formulas with at most one kind of dice."""
    formula = roll_at(formula_at)
    if not formula.is_simple or (critical and run.critical_rule != CRITICAL_DOUBLE_DICE):
        return roll(run, formula_at, use, critical, target, actor)
    total = formula.flat
    for _ in range(2 * formula.count if critical else formula.count):
        total += roll_die(run, formula.sides)
    return total


@inline
def check_roll(run, roll_mode):
    """Roll the natural number of an attack, save or initiative."""
    sides = run.check_die
    first = (
        roll_die(run, sides)
        if sides
        else roll(run, run.check, no_use(), 0, no_combatant(), no_combatant())
    )
    if roll_mode != ADVANTAGE and roll_mode != DISADVANTAGE:
        return first
    second = (
        roll_die(run, sides)
        if sides
        else roll(run, run.check, no_use(), 0, no_combatant(), no_combatant())
    )
    return max(first, second) if roll_mode == ADVANTAGE else min(first, second)
