"""Pools and costs in numbers: the order of a combatant's pools, and what actions take from them."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.core.rules.ledger import Number
from turnwright.core.rules.price import Price, prepare
from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.expression import read
from turnwright.skirmish.model.formula import parse

from .expressions import Evaluate, evaluator
from .plan import CombatantKind, Plan, PoolEvent

PoolLayout = dict[str, tuple[Number, Number, str]]
"""By key: the amount at the start, the maximum, and when it resets."""


def lay_out_pools(plan: Plan, kind: CombatantKind, actions: list[scenario.CombatAction]) -> None:
    """Number the pools of a combatant. Those that refill every turn come first, so that refilling
    them is one slice assignment."""
    pools = _turn_pools(plan.profile, kind.spec) | _own_pools(kind.spec)
    for action in actions:
        for key, pool in action.pools.items():
            pools.setdefault(key, (pool.current, pool.current, pool.reset))
        if action.recharge or action.cooldown:
            pools.setdefault(action.ready_key, (1, 1, "encounter"))
    for key in _mentioned(actions):
        pools.setdefault(key, (0, 0, ""))
    order = sorted(pools, key=lambda key: pools[key][2] != "turn")
    kind.pool_keys = order
    kind.pools = {key: number for number, key in enumerate(order)}
    kind.pool_start = [pools[key][0] for key in order]
    kind.pool_max = [pools[key][1] for key in order]
    kind.pool_reset = [pools[key][2] for key in order]
    kind.pool_after_reset = kind.pool_max[:]
    kind.turn_pool_count = sum(reset == "turn" for reset in kind.pool_reset)
    for key, size in kind.spec.pools.items():
        if isinstance(size, scenario.PoolSize):
            kind.pool_after_reset[kind.pools[key]] = size.after_reset
            _watch_events(plan, kind, kind.pools[key], size)
    kind.turn_pools = kind.pool_after_reset[: kind.turn_pool_count]


def _watch_events(plan: Plan, kind: CombatantKind, pool: int, size: scenario.PoolSize) -> None:
    """Note the events that change a pool."""
    for text, amount in size.events.items():
        add = None if amount == scenario.RESET else read(str(amount))
        plan.pool_events.append(PoolEvent(kind.index, pool, plan.watch(text), add))


def _turn_pools(profile: scenario.RuleProfile, combatant: scenario.Combatant) -> PoolLayout:
    pools: PoolLayout = {}
    for key, most in profile.turn_pools.items():
        is_slow = key == "Reaction" and profile.reaction_reset == "round"
        pools[key] = (most, most, "round" if is_slow else "turn")
    if profile.movement:
        pools[profile.movement] = (combatant.speed, combatant.speed, "turn")
    return pools


def _own_pools(combatant: scenario.Combatant) -> PoolLayout:
    pools: PoolLayout = {}
    for key, size in combatant.pools.items():
        if isinstance(size, scenario.PoolSize):
            pools[key] = (size.at_start, size.max, size.reset)
        else:
            pools[key] = (size, size, "long rest")
    for term in parse(combatant.hit_dice).terms:
        if term.sides > 1:
            pools[f"HitDie_{term.sides}"] = (term.count, term.count, "long rest")
    return pools


def _mentioned(actions: list[scenario.CombatAction]) -> Iterator[str]:
    """Every pool that costs or requirements mention. Those that do not exist are empty pools."""
    for action in actions:
        for cost in action.price:
            if not cost.allow_upcast:
                yield cost.key
        for requirement in action.requires:
            yield from _resources(requirement)
        if isinstance(action.timing, Reaction) and action.timing.when is not None:
            yield from _resources(action.timing.when)


def _resources(requirement: object) -> Iterator[str]:
    key = getattr(requirement, "key", None)
    if isinstance(key, str):
        yield key
    of = getattr(requirement, "of", ())
    for inner in of if isinstance(of, tuple) else (of,):
        yield from _resources(inner)


def compile_price(kind: CombatantKind, action: scenario.CombatAction) -> Price[int]:
    """Prepare the price of an action in pool numbers; a formula counts as 1."""
    costs = [cost.computed() for cost in action.price]
    return prepare(costs, kind.pool_keys, kind.pools.__getitem__)


def cost_formulas(action: scenario.CombatAction) -> tuple[tuple[int, Evaluate], ...]:
    """The costs that are formulas, by their place in the price."""
    return tuple(
        (place, evaluator(read(cost.formula)))
        for place, cost in enumerate(action.price)
        if cost.formula
    )


def is_free(kind: CombatantKind, action: scenario.CombatAction, price: Price[int]) -> bool:
    """Whether a price takes nothing but the action's own uses."""
    own = {kind.pools[key] for key in action.pools}
    must_spend = any(one.variable.least for one in price.variable)
    return not price.upcast and not must_spend and all(pool in own for pool, _ in price.fixed)


def single_pool(price: Price[int]) -> int:
    """The pool of a price that is just one of something; otherwise -1."""
    is_fixed = price.only_bill is not None and not price.slots
    if is_fixed and len(price.fixed) == 1 and price.fixed[0][1] == 1:
        return price.fixed[0][0]
    return -1
