"""Paying from numbered pools.

`core.rules.cost` defines what a cost means, and `quote` there computes any of them. The usual costs
(fixed amounts, one slot with levels, one variable amount) are computed here from pool numbers instead:
with `quote` for every cost that has a slot, bench-reactions takes 18 % more time. The amounts of
`Variable` are the library's, and `test_compiled_rules_agree` compares both ways for random costs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.core.rules import cost as library
from turnwright.core.rules.ledger import EPSILON, Ledger, Number, Pool, tidy

from .combatant_state import CombatantState
from .fight_events import ActionUse

if TYPE_CHECKING:
    from .actions import CompiledAction


def ledger_of(combatant: CombatantState) -> Ledger:
    """The combatant's pools as a ledger of the rules library."""
    kind = combatant.kind
    return Ledger(
        {
            key: Pool(tidy(amount), most, reset)
            for key, amount, most, reset in zip(
                kind.pool_keys, combatant.pools, kind.pool_max, kind.pool_reset, strict=True
            )
        }
    )


def can_pay(combatant: CombatantState, action: CompiledAction) -> bool:
    """Whether the pools hold what the action costs."""
    pools = combatant.pools
    cost = action.cost
    if cost.is_complex:
        found = library.quote(action.spec.price, ledger_of(combatant))
        return isinstance(found, library.Payment)
    if cost.is_impossible:
        return False
    for pool, amount in cost.fixed:
        if pools[pool] + EPSILON < amount:
            return False
    if cost.levels and _slot(combatant, action) is None:
        return False
    if cost.variable is not None:
        return _available(combatant, action) + EPSILON >= cost.variable.least
    return True


def _available(combatant: CombatantState, action: CompiledAction) -> Number:
    """What the fixed entries leave in the pool of the variable entry."""
    cost = action.cost
    taken = next((amount for pool, amount in cost.fixed if pool == cost.variable_pool), 0)
    return tidy(combatant.pools[cost.variable_pool] - taken)


def _slot(combatant: CombatantState, action: CompiledAction) -> tuple[int, int] | None:
    """(level, pool) of the first level that has a slot left beside the fixed entries."""
    fixed = action.cost.fixed
    for level, pool in action.cost.levels:
        due = next((amount for other, amount in fixed if other == pool), 0)
        if combatant.pools[pool] - due + EPSILON >= 1:
            return level, pool
    return None


def pay(use: ActionUse, need: Number) -> None:
    """Take the cost of an action for which `can_pay` was true."""
    combatant, action = use.actor, use.action
    cost, pools = action.cost, combatant.pools
    if cost.is_complex:
        _pay_complex(use, need)
        return
    slot = _slot(combatant, action) if cost.levels else None
    use.paid = cost.fixed
    for pool, amount in cost.fixed:
        pools[pool] = _after(pools[pool], amount)
    if cost.slot_level is not None:
        use.slot_level = cost.slot_level
        use.slots = tuple(pair for pair in cost.fixed if pair[0] == cost.slot_pool)
    if slot is not None:
        use.slot_level, pool = slot
        pools[pool] = _after(pools[pool], 1)
        use.slots = ((pool, 1),)
        use.paid += use.slots
    if cost.variable is not None:
        use.spent = cost.variable.amount(tidy(pools[cost.variable_pool]), need)
        pools[cost.variable_pool] = _after(pools[cost.variable_pool], use.spent)
        use.paid += ((cost.variable_pool, use.spent),)


def _after(have: Number, amount: Number) -> Number:
    left = have - amount
    return left if type(left) is int else max(0, tidy(left))


def _pay_complex(use: ActionUse, need: Number) -> None:
    combatant = use.actor
    found = library.quote(use.action.spec.price, ledger_of(combatant), need)
    assert isinstance(found, library.Payment)
    number = combatant.kind.pools
    use.spent, use.slot_level = found.spent, found.slot_level or 0
    use.paid = tuple((number[key], amount) for key, amount in found.amounts.items())
    use.slots = tuple((number[key], amount) for key, amount in found.slots.items())
    for pool, amount in use.paid:
        combatant.pools[pool] = _after(combatant.pools[pool], amount)
