"""Paying from numbered pools. What a cost takes is computed by `core.rules.price`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.core.rules.ledger import Ledger, Number, Pool, tidy

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
    return action.price.is_payable(combatant.pools.__getitem__)


def pay(use: ActionUse, need: Number) -> None:
    """Take the cost of an action for which `can_pay` was true."""
    pools = use.actor.pools
    bill = use.action.price.bill(pools.__getitem__, need)
    assert bill is not None
    use.paid, use.spent, use.slots = bill.amounts, bill.spent, bill.slots
    use.slot_level = bill.slot_level or 0
    for pool, amount in bill.amounts:
        pools[pool] = _after(pools[pool], amount)


def _after(have: Number, amount: Number) -> Number:
    left = have - amount
    return left if type(left) is int else max(0, tidy(left))
