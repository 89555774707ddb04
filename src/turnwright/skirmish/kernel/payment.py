"""Paying for deeds from pools; `paying.py` in the interpreter. Pools hold floats here: whole numbers
stay whole in them."""

from __future__ import annotations

import numpy as np

from turnwright.core.rules.ledger import EPSILON

from .layout import AMOUNT_ALL, AMOUNT_MAX, AMOUNT_MIN, AMOUNT_NEED
from .memory import body_at, deed_at, door, get_float, get_int, inline, kind_at, put_float


@inline
def tidy(number):
    """`ledger.tidy`"""
    whole = np.rint(number)
    return whole + 0.0 if abs(number - whole) <= EPSILON else number


@inline
def down(number, step):
    """The multiple of a step that is not above the number."""
    return tidy(np.floor((number + EPSILON) / step) * step)


@inline
def due_from(deed, pool):
    """What the plain entries of a price take from a pool."""
    for i in range(deed.n_plain):
        if get_int(deed.plain, i) == pool:
            return get_float(deed.plain_amounts, i)
    return 0.0


@inline
def slot_for(body, deed):
    """The place of the first level that has a slot left beside the plain entries; -1 if none has."""
    for i in range(0, 2 * deed.n_levels, 2):
        pool = get_int(deed.levels, i + 1)
        if get_float(body.pools, pool) - due_from(deed, pool) + EPSILON >= 1:
            return i
    return -1


@door
def can_pay(w, body, deed):
    for i in range(deed.n_plain):
        have = get_float(body.pools, get_int(deed.plain, i))
        if have + EPSILON < get_float(deed.plain_amounts, i):
            return False
    if deed.n_levels >= 0 and slot_for(body, deed) < 0:
        return False
    if deed.variable >= 0:
        have = get_float(body.pools, deed.variable)
        return tidy(have - due_from(deed, deed.variable)) + EPSILON >= deed.least
    return True


@inline
def take_from(body, pool, amount):
    put_float(body.pools, pool, max(0.0, tidy(get_float(body.pools, pool) - amount)))


@inline
def variable_amount(deed, pool, need):
    """`Variable.amount`"""
    if deed.policy == AMOUNT_ALL:
        return pool
    most = down(min(deed.most, pool), deed.step)
    wanted = deed.fixed
    if deed.policy == AMOUNT_NEED:
        wanted = need
    elif deed.policy == AMOUNT_MAX:
        wanted = most
    elif deed.policy == AMOUNT_MIN:
        wanted = deed.least
    return max(deed.least, down(min(wanted, most), deed.step))


@inline
def pay(use, need):
    """Take the price. It was found to be payable."""
    body, deed = body_at(use.actor), deed_at(use.deed)
    slot = slot_for(body, deed)
    for i in range(deed.n_plain):
        take_from(body, get_int(deed.plain, i), get_float(deed.plain_amounts, i))
    if deed.slot_level >= 0:
        use.slot_level = deed.slot_level
    if slot >= 0:
        use.slot_level = get_int(deed.levels, slot)
        use.slot_pool = get_int(deed.levels, slot + 1)
        take_from(body, use.slot_pool, 1.0)
    if deed.variable >= 0:
        have = tidy(get_float(body.pools, deed.variable))
        use.spent = variable_amount(deed, have, need)
        take_from(body, deed.variable, use.spent)


@inline
def refill(body, words):
    """Pools that reset at any of these words (bits) are full again."""
    kind = kind_at(body.kind)
    for i in range(kind.n_pools):
        if get_int(kind.pool_reset, i) & words:
            put_float(body.pools, i, get_float(kind.pool_max, i))
