"""A preview of the pools: what each holds, and what the actions take from it, before any run."""

from __future__ import annotations

import msgspec

from turnwright.core.rules.cost import Shortfall, pay, quote
from turnwright.core.rules.ledger import Ledger, Number, Pool, tidy
from turnwright.skirmish.describe import describe_pool
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.formula import parse
from turnwright.skirmish.model.parsed_document import path_text

from .action_entry import ActionEntry, least_of
from .impossible_requirements import ways_of
from .pool_demand import demand_of, family_of, pool_key
from .scenario_survey import Participant, ScenarioSurvey

MAX_ACTIONS = 200
"""How many actions of a turn are counted, whatever the guard of the rules allows."""


class PoolPreview(msgspec.Struct, frozen=True, omit_defaults=True):
    """A pool of a combatant, and what is taken from it."""

    combatant: str
    path: str
    """The path of the combatant."""
    pool: str
    capacity: Number
    reset: str
    single: Number
    """What one use of every action takes."""
    per_round: Number
    """What the first round takes if every action is valid: actions from the top of the list while they
    can be paid, and each reaction once."""
    actions: list[str] = []
    """The actions that use it."""
    expected: float | None = None
    """What one combatant pays from it in the fight or day on average; only known after some runs."""
    rule: str = ""
    """The pool as a sentence, if events change it."""


def preview(scenario: model.Scenario) -> list[PoolPreview]:
    """Return capacity and demand of every pool, in the order of the file."""
    survey = ScenarioSurvey(scenario)
    rows: list[PoolPreview] = []
    for participant in survey.participants:
        single, users = _single(participant)
        spent = _first_round(survey, participant)
        for key, pool in participant.pools.items():
            if key not in users and pool.is_quick and key not in participant.combatant.pools:
                continue
            rows.append(
                PoolPreview(
                    combatant=participant.name, path=path_text(participant.path), pool=key,
                    capacity=pool.capacity, reset=pool.reset, single=tidy(single.get(key, 0)),
                    per_round=tidy(spent.get(key, 0)), actions=users.get(key, []),
                    rule=_rule(key, participant.combatant.pools.get(key, 0)),
                )
            )  # fmt: skip
    return rows


def _rule(key: str, size: model.PoolSize | Number) -> str:
    return describe_pool(key, size) if isinstance(size, model.PoolSize) and size.events else ""


def _single(participant: Participant) -> tuple[dict[str, Number], dict[str, list[str]]]:
    """What one use of every action takes, from its own level or else the lowest possible one."""
    single: dict[str, Number] = {}
    users: dict[str, list[str]] = {}
    for entry in {entry.name: entry for entry in participant.entries}.values():
        for _, cost in entry.costs():
            family, demand = demand_of(cost, entry.name)
            fitting = [
                level
                for name, level in map(family_of, participant.pools)
                if name == family and demand.low <= level <= demand.high
            ]
            if fitting:
                key = pool_key(family, min(fitting))
                single[key] = single.get(key, 0) + demand.amount
                users.setdefault(key, []).append(entry.name)
    return single, users


def _first_round(survey: ScenarioSurvey, participant: Participant) -> dict[str, Number]:
    pools = {
        key: Pool(pool.initial, pool.capacity, pool.reset)
        for key, pool in participant.pools.items()
    }
    for entry in participant.entries:
        pools |= entry.action.pools
        if entry.action.recharge or entry.action.cooldown:
            pools[entry.action.ready_key] = Pool(1, 1)
    ledger = Ledger(pools)
    spent: dict[str, Number] = {}
    main = [entry for entry in participant.actions if entry.is_turn_action and ways_of(entry) != []]
    free: set[str] = set()
    for _ in range(min(survey.profile.guard, MAX_ACTIONS)):
        used = next((p for p in main if p.name not in free and _use(p, ledger, spent)), None)
        if used is None or used.ends_turn:
            break
        if used.is_free:
            free.add(used.name)
    for entry in participant.reactions:
        if entry.is_reaction:
            _use(entry, ledger, spent)
    return spent


def _use(entry: ActionEntry, ledger: Ledger, spent: dict[str, Number]) -> bool:
    """Pay for one use if possible, and add what the action gives to its user."""
    payment = quote([cost.computed(least_of(cost)) for cost in entry.action.price], ledger)
    if isinstance(payment, Shortfall):
        return False
    pay(ledger, payment)
    for key, amount in payment.amounts.items():
        spent[key] = spent.get(key, 0) + amount
    effects = entry.action.effect
    for effect in effects if isinstance(effects, tuple) else ():
        if (
            isinstance(effect, model.Gain)
            and effect.to == "self"
            and effect.resource in ledger.pools
        ):
            ledger.gain(effect.resource, max(0, int(parse(effect.amount).mean())))
    return True
