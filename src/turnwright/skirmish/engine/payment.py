"""Paying from numbered pools. What a cost takes is computed by `core.rules.price`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from turnwright.core.rules.cost import Cost
from turnwright.core.rules.ledger import EPSILON, Ledger, Number, Pool, tidy
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


def payable_levels(combatant: CombatantState, action: CompiledAction) -> tuple[int, ...]:
    """The levels that can pay for an action that allows upcasting, the preferred one first. Empty if
    there is no choice."""
    if len(action.price.upcast) != 1 or action.cost_formulas:
        return ()
    held = combatant.pools
    levels = action.price.upcast[0].levels
    return tuple([one.level for one in levels if held[one.key] - one.due + EPSILON >= 1])


def payable_amounts(combatant: CombatantState, action: CompiledAction) -> tuple[Number, ...]:
    """The amounts that can be paid for a variable cost. Empty if there is no choice."""
    price = action.price
    if (
        action.cost_formulas
        or len(price.variable) != 1
        or price.variable[0].variable.policy == "all"
    ):
        return ()
    key, variable, reserved = price.variable[0]
    taken = sum(amount for other, amount in price.fixed if other == key)
    left = tidy(combatant.pools[key] - taken - reserved)
    most = msgspec.structs.replace(variable, policy="max").amount(left, 0)
    count = int((most - variable.least) / variable.step + EPSILON) + 1
    return tuple([tidy(variable.least + variable.step * step) for step in range(count)])


def _chosen_price(price: Price[int], level: int, spend: Number | None) -> Price[int]:
    """The price with the level and the amount that somebody has chosen."""
    if level and len(price.upcast) == 1:
        (cost,) = price.upcast
        levels = tuple([one for one in cost.levels if one.level == level])
        price = msgspec.structs.replace(price, upcast=(cost._replace(levels=levels),))
    if spend is not None and len(price.variable) == 1:
        (variable,) = price.variable
        fixed = msgspec.structs.replace(variable.variable, policy=spend)
        price = msgspec.structs.replace(price, variable=(variable._replace(variable=fixed),))
    return price


def pay(
    run: FightRun, use: ActionUse, need: Number, level: int = 0, spend: Number | None = None
) -> None:
    """Take the cost of an action for which `can_pay` was true, from this level and with this amount if
    they are given."""
    pools, price, computed = use.actor.pools, use.action.price, 0
    if use.action.cost_formulas:
        amounts = amounts_now(run, use.actor, use.action, use.event)
        price, computed = _price_with(use.actor, use.action, amounts), sum(amounts)
    elif level or spend is not None:
        price = _chosen_price(price, level, spend)
    bill = price.bill(pools.__getitem__, need)
    assert bill is not None
    use.paid, use.spent, use.slots = bill.amounts, bill.spent + computed, bill.slots
    use.slot_level = bill.slot_level or 0
    for pool, amount in bill.amounts:
        pools[pool] = _after(pools[pool], amount)


def _after(have: Number, amount: Number) -> Number:
    left = have - amount
    return left if type(left) is int else max(0, tidy(left))
