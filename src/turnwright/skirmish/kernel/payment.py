"""Paying from pools; mirrors `engine/payment.py`. Pools are floats here, which hold whole numbers
exactly."""

from __future__ import annotations

import numpy as np

from turnwright.core.rules.ledger import EPSILON

from .layout import AMOUNT_ALL, AMOUNT_MAX, AMOUNT_MIN, AMOUNT_NEED
from .memory import (
    action_at,
    combatant_at,
    entry_point,
    get_float,
    get_int,
    inline,
    kind_at,
    put_float,
)


@inline
def tidy(number):
    """`core.rules.ledger.tidy`"""
    whole = np.rint(number)
    return whole + 0.0 if abs(number - whole) <= EPSILON else number


@inline
def down(number, step):
    """Round down to a multiple of a step."""
    return tidy(np.floor((number + EPSILON) / step) * step)


@inline
def fixed_cost(action, pool):
    """What the fixed entries of a cost take from a pool."""
    for i in range(action.n_fixed):
        if get_int(action.fixed, i) == pool:
            return get_float(action.fixed_amounts, i)
    return 0.0


@inline
def find_slot(combatant, action):
    """The index of the first level that has a slot left beside the fixed entries; -1 if none has."""
    for i in range(0, 2 * action.n_levels, 2):
        pool = get_int(action.levels, i + 1)
        if get_float(combatant.pools, pool) - fixed_cost(action, pool) + EPSILON >= 1:
            return i
    return -1


@entry_point
def can_pay(run, combatant, action):
    """Whether the pools hold what the action costs."""
    for i in range(action.n_fixed):
        have = get_float(combatant.pools, get_int(action.fixed, i))
        if have + EPSILON < get_float(action.fixed_amounts, i):
            return False
    if action.n_levels >= 0 and find_slot(combatant, action) < 0:
        return False
    if action.variable_pool >= 0:
        have = get_float(combatant.pools, action.variable_pool)
        return tidy(have - fixed_cost(action, action.variable_pool)) + EPSILON >= action.least
    return True


@inline
def take_from(combatant, pool, amount):
    """Take an amount from a pool."""
    put_float(combatant.pools, pool, max(0.0, tidy(get_float(combatant.pools, pool) - amount)))


@inline
def variable_amount(action, pool, need):
    """`core.rules.cost.Variable.amount`"""
    if action.policy == AMOUNT_ALL:
        return pool
    most = down(min(action.most, pool), action.step)
    wanted = action.fixed_amount
    if action.policy == AMOUNT_NEED:
        wanted = need
    elif action.policy == AMOUNT_MAX:
        wanted = most
    elif action.policy == AMOUNT_MIN:
        wanted = action.least
    return max(action.least, down(min(wanted, most), action.step))


@inline
def pay(use, need):
    """Take the cost of an action for which `can_pay` was true."""
    combatant, action = combatant_at(use.actor), action_at(use.action)
    slot = find_slot(combatant, action)
    for i in range(action.n_fixed):
        take_from(combatant, get_int(action.fixed, i), get_float(action.fixed_amounts, i))
    if action.slot_level >= 0:
        use.slot_level = action.slot_level
    if slot >= 0:
        use.slot_level = get_int(action.levels, slot)
        use.slot_pool = get_int(action.levels, slot + 1)
        take_from(combatant, use.slot_pool, 1.0)
    if action.variable_pool >= 0:
        have = tidy(get_float(combatant.pools, action.variable_pool))
        use.spent = variable_amount(action, have, need)
        take_from(combatant, action.variable_pool, use.spent)


@inline
def refill(combatant, resets):
    """Fill the pools that reset at one of these (bits)."""
    kind = kind_at(combatant.kind)
    for i in range(kind.n_pools):
        if get_int(kind.pool_reset, i) & resets:
            put_float(combatant.pools, i, get_float(kind.pool_after_reset, i))
