"""Paying from numbered pools. What a cost takes is computed by `core.rules.price`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.core.rules.cost import Cost
from turnwright.core.rules.ledger import Ledger, Number, Pool, tidy
from turnwright.core.rules.price import Price, prepare

from .combatant_state import CombatantState
from .expressions import FormulaContext, whole
from .fight_events import ActionUse, FightEvent

if TYPE_CHECKING:
    from .actions import CompiledAction
    from .run_state import FightRun


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


def amounts_now(
    run: FightRun, combatant: CombatantState, action: CompiledAction, event: FightEvent | None
) -> tuple[int, ...]:
    """What the formulas of the cost give now."""
    context = FormulaContext(run, combatant, None, None, event)
    return tuple(max(0, whole(evaluate(context))) for _, evaluate in action.cost_formulas)


def costs_with(action: CompiledAction, amounts: tuple[int, ...]) -> list[Cost]:
    """The costs of an action with these amounts in place of its formulas."""
    costs = list(action.spec.price)
    for (place, _), amount in zip(action.cost_formulas, amounts, strict=True):
        costs[place] = costs[place].computed(amount)
    return costs


def _price_with(
    combatant: CombatantState, action: CompiledAction, amounts: tuple[int, ...]
) -> Price[int]:
    if not amounts:
        return action.price
    found = action.computed_prices.get(amounts)
    if found is None:
        pools, costs = combatant.kind.pools, costs_with(action, amounts)
        found = prepare(costs, combatant.kind.pool_keys, pools.__getitem__)
        action.computed_prices[amounts] = found
    return found


def can_pay(
    run: FightRun, combatant: CombatantState, action: CompiledAction, event: FightEvent | None
) -> bool:
    """Whether the pools hold what the action costs."""
    price = action.price
    if action.cost_formulas:
        price = _price_with(combatant, action, amounts_now(run, combatant, action, event))
    return price.is_payable(combatant.pools.__getitem__)


def pay(run: FightRun, use: ActionUse, need: Number) -> None:
    """Take the cost of an action for which `can_pay` was true."""
    pools, price, computed = use.actor.pools, use.action.price, 0
    if use.action.cost_formulas:
        amounts = amounts_now(run, use.actor, use.action, use.event)
        price, computed = _price_with(use.actor, use.action, amounts), sum(amounts)
    bill = price.bill(pools.__getitem__, need)
    assert bill is not None
    use.paid, use.spent, use.slots = bill.amounts, bill.spent + computed, bill.slots
    use.slot_level = bill.slot_level or 0
    for pool, amount in bill.amounts:
        pools[pool] = _after(pools[pool], amount)


def _after(have: Number, amount: Number) -> Number:
    left = have - amount
    return left if type(left) is int else max(0, tidy(left))
