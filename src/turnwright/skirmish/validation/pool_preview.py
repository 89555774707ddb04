"""The preview: what every pool holds, and what the plan asks of it, before anything is played."""

from __future__ import annotations

import msgspec

from turnwright.core.rules.cost import Shortfall, pay, quote
from turnwright.core.rules.ledger import Ledger, Number, Pool, tidy
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.formula import parse

from .action_in_list import Placed
from .finding import shown
from .impossible_requirements import ways_of
from .pool_demand import demand_of, family_of, key_of
from .scenario_survey import Fighter, Survey


class PoolPreview(msgspec.Struct, frozen=True, omit_defaults=True):
    """One pool of one combatant."""

    combatant: str
    path: str
    """The path of the combatant."""
    pool: str
    capacity: Number
    reset: str
    single: Number
    """What one use of every action takes."""
    per_round: Number
    """What the first round takes if all is valid that is listed: from the top, as long as it can be
    paid; and each reaction once."""
    actions: list[str] = []
    """The actions that take from it."""
    expected: float | None = None
    """What a fight takes on average: filled in by those who have played it."""


def preview(scenario: model.Scenario) -> list[PoolPreview]:
    """Capacity and demand of every pool, in the order of the file."""
    survey = Survey(scenario)
    rows: list[PoolPreview] = []
    for fighter in survey.fighters:
        single, users = _single(fighter)
        spent = _first_round(survey, fighter)
        for key, held in fighter.pools.items():
            if key not in users and held.is_quick and key not in fighter.combatant.pools:
                continue
            rows.append(
                PoolPreview(
                    combatant=fighter.name, path=shown(fighter.path), pool=key, capacity=held.most,
                    reset=held.reset, single=tidy(single.get(key, 0)),
                    per_round=tidy(spent.get(key, 0)), actions=users.get(key, []),
                )
            )  # fmt: skip
    return rows


def _single(fighter: Fighter) -> tuple[dict[str, Number], dict[str, list[str]]]:
    """What one use of everything takes, at its own level or the lowest one that there is."""
    single: dict[str, Number] = {}
    users: dict[str, list[str]] = {}
    for placed in {placed.name: placed for placed in fighter.every}.values():
        for _, cost in placed.costs():
            family, demand = demand_of(cost, placed.name)
            fitting = [
                level
                for name, level in map(family_of, fighter.pools)
                if name == family and demand.low <= level <= demand.high
            ]
            if fitting:
                key = key_of(family, min(fitting))
                single[key] = single.get(key, 0) + demand.amount
                users.setdefault(key, []).append(placed.name)
    return single, users


def _first_round(survey: Survey, fighter: Fighter) -> dict[str, Number]:
    pools = {key: Pool(held.first, held.most, held.reset) for key, held in fighter.pools.items()}
    for placed in fighter.every:
        pools |= placed.action.pools
        if placed.action.recharge or placed.action.cooldown:
            pools[placed.action.ready_key] = Pool(1, 1)
    ledger = Ledger(pools)
    spent: dict[str, Number] = {}
    main = [placed for placed in fighter.actions if placed.is_main and ways_of(placed) != []]
    free: set[str] = set()
    for _ in range(survey.profile.guard):
        used = next((p for p in main if p.name not in free and _use(p, ledger, spent)), None)
        if used is None or used.ends_turn:
            break
        if used.is_free:
            free.add(used.name)
    for placed in fighter.reactions:
        if placed.is_reaction:
            _use(placed, ledger, spent)
    return spent


def _use(placed: Placed, ledger: Ledger, spent: dict[str, Number]) -> bool:
    """Pay for one use, if that can be done, and take what it gives to its user."""
    payment = quote(placed.action.price, ledger)
    if isinstance(payment, Shortfall):
        return False
    pay(ledger, payment)
    for key, amount in payment.amounts.items():
        spent[key] = spent.get(key, 0) + amount
    effects = placed.action.effect
    for effect in effects if isinstance(effects, tuple) else ():
        if (
            isinstance(effect, model.Gain)
            and effect.to == "self"
            and effect.resource in ledger.pools
        ):
            ledger.gain(effect.resource, max(0, int(parse(effect.amount).mean())))
    return True
