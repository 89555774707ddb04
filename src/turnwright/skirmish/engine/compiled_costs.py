"""Pools and costs in numbers: the order of a combatant's pools, and what actions take from them."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.core.rules.cost import Cost
from turnwright.core.rules.ledger import Number
from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import parse

from .plan import CombatantKind, CompiledCost, Plan

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
    kind.turn_pool_count = sum(reset == "turn" for reset in kind.pool_reset)
    kind.turn_pools = kind.pool_max[: kind.turn_pool_count]


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
            current = size.max if size.current is None else size.current
            pools[key] = (current, size.max, size.reset)
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


def compile_cost(kind: CombatantKind, action: scenario.CombatAction) -> CompiledCost:
    """Compile the cost of an action into pool numbers."""
    costs = action.price
    upcasts = [cost for cost in costs if cost.allow_upcast]
    others = [cost for cost in costs if not cost.allow_upcast]
    variables = [cost for cost in others if cost.variable is not None]
    fixed = _fixed_amounts(kind, others)
    levels = _levels(kind, upcasts[0]) if upcasts else ()
    slots = [cost for cost in costs if cost.level is not None]
    slot_level, slot_pool = _fixed_slot(kind, others)
    must_spend = any(cost.variable and cost.variable.least for cost in variables)
    own = {kind.pools[key] for key in action.pools}
    return CompiledCost(
        fixed=tuple(fixed.items()),
        levels=levels,
        is_impossible=bool(upcasts) and not levels,
        slot_level=slot_level,
        slot_pool=slot_pool,
        variable_pool=kind.pools[variables[0].key] if variables else -1,
        variable=variables[0].variable if variables else None,
        is_complex=len(slots) > 1 or len(variables) > 1 or bool(upcasts and variables),
        is_free=not upcasts and not must_spend and set(fixed) <= own,
    )


def _fixed_amounts(kind: CombatantKind, costs: list[Cost]) -> dict[int, Number]:
    """By pool: the sum of the amounts that are not variable, without zeros."""
    fixed: dict[int, Number] = {}
    for cost in costs:
        if cost.variable is None:
            pool = kind.pools[cost.key]
            fixed[pool] = fixed.get(pool, 0) + cost.amount
    return {pool: amount for pool, amount in fixed.items() if amount}


def _fixed_slot(kind: CombatantKind, costs: list[Cost]) -> tuple[int | None, int]:
    """The level and the pool of the first slot with a fixed level."""
    for cost in costs:
        if cost.level is not None and cost.variable is None:
            return cost.level, kind.pools[cost.key]
    return None, -1


def _levels(kind: CombatantKind, cost: Cost) -> tuple[tuple[int, int], ...]:
    """(level, pool) for every level that will do, in the order in which they are tried."""
    found = []
    for key, pool in kind.pools.items():
        family, _, level = key.rpartition("_")
        if family != cost.resource or not level.isdecimal():
            continue
        if (cost.level or 0) <= int(level) <= cost.top:
            found.append((int(level), pool))
    return tuple(sorted(found, reverse=cost.prefer == "highest"))
