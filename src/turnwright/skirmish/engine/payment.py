"""Paying from numbered pools: the usual prices at once, intricate ones by the rules library."""

from __future__ import annotations

from turnwright.core.rules import cost as library
from turnwright.core.rules.ledger import EPSILON, Ledger, Number, Pool, tidy

from .combatant_state import Body, Use
from .plan import Deed


def ledger_of(body: Body) -> Ledger:
    """The body's pools as the rules library knows them."""
    kind = body.kind
    return Ledger(
        {
            key: Pool(tidy(amount), most, reset)
            for key, amount, most, reset in zip(
                kind.pool_keys, body.pools, kind.pool_max, kind.pool_reset, strict=True
            )
        }
    )


def can_pay(body: Body, deed: Deed) -> bool:
    pools = body.pools
    price = deed.price
    if price.is_intricate:
        found = library.quote(deed.action.price, ledger_of(body))
        return isinstance(found, library.Payment)
    if price.is_impossible:
        return False
    for pool, amount in price.plain:
        if pools[pool] + EPSILON < amount:
            return False
    if price.levels and _level(body, deed) is None:
        return False
    if price.variable >= 0:
        assert price.terms is not None
        return _left(body, deed) + EPSILON >= price.terms.least
    return True


def _left(body: Body, deed: Deed) -> Number:
    """What the variable entry may take: what the plain entries leave of its pool."""
    price = deed.price
    taken = next((amount for pool, amount in price.plain if pool == price.variable), 0)
    return tidy(body.pools[price.variable] - taken)


def _level(body: Body, deed: Deed) -> tuple[int, int] | None:
    """The first level that has a slot left beside the plain entries."""
    plain = deed.price.plain
    for level, pool in deed.price.levels:
        due = next((amount for other, amount in plain if other == pool), 0)
        if body.pools[pool] - due + EPSILON >= 1:
            return level, pool
    return None


def pay(use: Use, need: Number) -> None:
    """Take the price. It was found to be payable."""
    body, deed = use.actor, use.deed
    price, pools = deed.price, body.pools
    if price.is_intricate:
        _pay_intricate(use, need)
        return
    found = _level(body, deed) if price.levels else None
    use.paid = price.plain
    for pool, amount in price.plain:
        pools[pool] = _after(pools[pool], amount)
    if price.slot_level is not None:
        use.slot_level = price.slot_level
        use.slots = tuple(pair for pair in price.plain if pair[0] == price.slot_pool)
    if found is not None:
        use.slot_level, pool = found
        pools[pool] = _after(pools[pool], 1)
        use.slots = ((pool, 1),)
        use.paid += use.slots
    if price.variable >= 0:
        assert price.terms is not None
        use.spent = price.terms.amount(tidy(pools[price.variable]), need)
        pools[price.variable] = _after(pools[price.variable], use.spent)
        use.paid += ((price.variable, use.spent),)


def _after(have: Number, amount: Number) -> Number:
    left = have - amount
    return left if type(left) is int else max(0, tidy(left))


def _pay_intricate(use: Use, need: Number) -> None:
    body = use.actor
    found = library.quote(use.deed.action.price, ledger_of(body), need)
    assert isinstance(found, library.Payment)
    number = body.kind.pools
    use.spent, use.slot_level = found.spent, found.slot_level or 0
    use.paid = tuple((number[key], amount) for key, amount in found.amounts.items())
    use.slots = tuple((number[key], amount) for key, amount in found.slots.items())
    for pool, amount in use.paid:
        body.pools[pool] = _after(body.pools[pool], amount)
