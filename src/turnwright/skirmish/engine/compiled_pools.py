"""Pools and prices in numbers: where the pools of a combatant lie, and what actions take of them."""

from __future__ import annotations

from collections.abc import Iterator

from turnwright.core.rules.cost import Cost
from turnwright.core.rules.ledger import Number
from turnwright.core.rules.timing import Reaction
from turnwright.skirmish.model import scenario
from turnwright.skirmish.model.formula import parse

from .plan import Kind, Plan, Price


def lay_out_pools(plan: Plan, kind: Kind, actions: list[scenario.CombatAction]) -> None:
    """Pools that come back every turn stand first, so that resetting them is one slice."""
    profile, combatant = plan.profile, kind.combatant
    pools: dict[str, tuple[Number, Number, str]] = {}
    for key, most in profile.turn_pools.items():
        slow = key == "Reaction" and profile.reaction_reset == "round"
        pools[key] = (most, most, "round" if slow else "turn")
    if profile.movement:
        pools[profile.movement] = (combatant.speed, combatant.speed, "turn")
    for key, size in combatant.pools.items():
        if isinstance(size, scenario.PoolSize):
            current = size.max if size.current is None else size.current
            pools[key] = (current, size.max, size.reset)
        else:
            pools[key] = (size, size, "long rest")
    for term in parse(combatant.hit_dice).terms:
        if term.sides > 1:
            pools[f"HitDie_{term.sides}"] = (term.count, term.count, "long rest")
    for action in actions:
        for key, pool in action.pools.items():
            pools.setdefault(key, (pool.current, pool.current, pool.reset))
        if action.recharge or action.cooldown:
            pools.setdefault(action.ready_key, (1, 1, "encounter"))
    for key in _asked_for(actions):
        pools.setdefault(key, (0, 0, ""))
    order = sorted(pools, key=lambda key: pools[key][2] != "turn")
    kind.pool_keys = order
    kind.pools = {key: number for number, key in enumerate(order)}
    kind.pool_start = [pools[key][0] for key in order]
    kind.pool_max = [pools[key][1] for key in order]
    kind.pool_reset = [pools[key][2] for key in order]
    kind.turn_count = sum(word == "turn" for word in kind.pool_reset)
    kind.turn_pools = kind.pool_max[: kind.turn_count]


def _asked_for(actions: list[scenario.CombatAction]) -> Iterator[str]:
    """Every pool that anything mentions. What there is no pool of, there is nothing of."""
    for action in actions:
        for cost in action.price:
            if not cost.allow_upcast:
                yield cost.key
        for check in action.requires:
            yield from _resources(check)
        if isinstance(action.timing, Reaction) and action.timing.when is not None:
            yield from _resources(action.timing.when)


def _resources(check: object) -> Iterator[str]:
    key = getattr(check, "key", None)
    if isinstance(key, str):
        yield key
    of = getattr(check, "of", ())
    for inner in of if isinstance(of, tuple) else (of,):
        yield from _resources(inner)


def price_of(kind: Kind, action: scenario.CombatAction) -> Price:
    plain: dict[int, Number] = {}
    rising: list[Cost] = []
    variable: list[Cost] = []
    slot_level, slot_pool = None, -1
    for cost in action.price:
        if cost.allow_upcast:
            rising.append(cost)
        elif cost.variable is not None:
            variable.append(cost)
        else:
            pool = kind.pools[cost.key]
            plain[pool] = plain.get(pool, 0) + cost.amount
            if cost.level is not None and slot_level is None:
                slot_level, slot_pool = cost.level, pool
    levels = _levels(kind, rising[0]) if rising else ()
    levelled = sum(cost.level is not None for cost in action.price)
    intricate = levelled > 1 or len(variable) > 1 or bool(rising and variable)
    demands = [cost for cost in variable if cost.variable and cost.variable.least]
    own = {kind.pools[key] for key in action.pools}
    return Price(
        plain=tuple((pool, amount) for pool, amount in plain.items() if amount),
        levels=levels,
        is_impossible=bool(rising) and not levels,
        slot_level=slot_level,
        slot_pool=slot_pool,
        variable=kind.pools[variable[0].key] if variable else -1,
        terms=variable[0].variable if variable else None,
        is_intricate=intricate,
        is_free=not rising and not demands and {p for p, n in plain.items() if n} <= own,
    )


def _levels(kind: Kind, cost: Cost) -> tuple[tuple[int, int], ...]:
    found = []
    for key, pool in kind.pools.items():
        family, _, level = key.rpartition("_")
        if family != cost.resource or not level.isdecimal():
            continue
        if (cost.level or 0) <= int(level) <= cost.top:
            found.append((int(level), pool))
    return tuple(sorted(found, reverse=cost.prefer == "highest"))
