"""What the actions of a combatant need from its pools, against what these hold.

Slots of several levels are matched (see `overdrafts`): an action that may be upcast takes a higher slot
before it conflicts with another action.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import NamedTuple

import msgspec

from turnwright.core.rules.cost import Cost
from turnwright.core.rules.ledger import EPSILON, Number, tidy
from turnwright.skirmish.model import scenario

from .action_entry import ActionEntry, least_of
from .finding import Finding, append, error, note, put, quoted, remove, warning
from .scenario_survey import Participant, ScenarioSurvey

SLOT = "SpellSlot"


PLAIN = -1
"""The level of pools without levels."""


class Demand(NamedTuple):
    """An amount that is taken from one of the levels of a family of pools."""

    low: Number
    high: Number
    amount: Number
    name: str = ""
    """The action that needs it."""


class Overdraft(NamedTuple):
    """A range of levels that holds less than is needed from it."""

    low: Number
    high: Number
    needed: Number
    available: Number
    is_open: bool
    """Is there no level above the range?"""
    names: tuple[str, ...] = ()


def overdrafts(demands: Sequence[Demand], held: Mapping[int, Number]) -> list[Overdraft]:
    """Return the smallest ranges of levels that hold less than is needed from them.

    By Hall's theorem, all demands can be met unless those within some range of levels need more than
    the range holds.
    """
    tight = [_narrowed(demand, held) for demand in demands]
    ranges = {(one.low, other.high) for one in tight for other in tight if one.low <= other.high}
    found: list[Overdraft] = []
    for low, high in sorted(ranges, key=lambda interval: (interval[1] - interval[0], interval[0])):
        if any(low <= one.low and one.high <= high for one in found):
            continue
        within = [one for one in tight if low <= one.low and one.high <= high]
        needed = tidy(sum(one.amount for one in within))
        available = tidy(sum(held[level] for level in held if low <= level <= high))
        if needed > available + EPSILON:
            names = tuple(dict.fromkeys(one.name for one in within))
            found.append(Overdraft(low, high, needed, available, high >= max(held), names))
    return found


def _narrowed(demand: Demand, held: Mapping[int, Number]) -> Demand:
    """The same demand without the levels above the highest one that holds anything."""
    usable = [
        n for n, amount in held.items() if amount > EPSILON and demand.low <= n <= demand.high
    ]
    return demand._replace(high=max(usable, default=demand.low))


# --- families of pools ----------------------------------------------------------------------------

_LEVELLED = re.compile(r"(.+)_(\d+)")


def family_of(key: str) -> tuple[str, int]:
    """Split a pool into family and level: `SpellSlot_1` is level 1 of SpellSlot.

    A pool without a level is a family of its own.
    """
    found = _LEVELLED.fullmatch(key)
    return (found[1], int(found[2])) if found else (key, PLAIN)


def demand_of(cost: Cost, name: str) -> tuple[str, Demand]:
    """Return the family of a cost, and the least that one use takes."""
    family, level = family_of(cost.key)
    high = cost.top if cost.allow_upcast else level
    return family, Demand(level, high, least_of(cost), name)


def families(participant: Participant) -> dict[str, dict[int, Number]]:
    """Return the capacity of a combatant's pools by family and level."""
    found: dict[str, dict[int, Number]] = {}
    for key, held in participant.pools.items():
        family, level = family_of(key)
        found.setdefault(family, {})[level] = held.capacity
    return found


def pool_key(family: str, level: Number) -> str:
    """Return the key of a level of a family."""
    return family if level == PLAIN else f"{family}_{level}"


# --- findings -------------------------------------------------------------------------------------


def check(survey: ScenarioSurvey) -> Iterator[Finding]:
    """Find pools that hold less than the actions need, and pools that nothing uses."""
    for participant in survey.participants:
        gained = set().union(*(encounter.gains for encounter in participant.encounters))
        impossible: set[str] = set()
        for entry in participant.entries:
            for finding in _certain(participant, entry, gained):
                impossible.add(entry.name)
                yield finding
        yield from _potential(survey, participant, impossible)
        yield from _unused(survey, participant)


def _certain(participant: Participant, entry: ActionEntry, gained: set[str]) -> Iterator[Finding]:
    """A single use costs more than the pool can ever hold."""
    held = families(participant)
    asked: dict[str, list[Demand]] = {}
    for _, cost in entry.costs():
        family, demand = demand_of(cost, entry.name)
        asked.setdefault(family, []).append(demand)
    for family, demands in asked.items():
        levels = held.get(family, {})
        if not any(one.low <= level <= one.high for one in demands for level in levels):
            continue  # an unknown pool has its own finding
        for over in overdrafts(demands, levels):
            touched = [n for n in levels if over.low <= n <= over.high]
            if any(pool_key(family, level) in gained for level in touched):
                continue
            need = amount_words(over.needed, family, over)
            sentence = (
                f"Certain Conflict: {entry.name!r} requires {need}, "
                f"but {participant.name!r} never has more than {over.available}."
            )
            index = next(
                i for i, cost in enumerate(entry.action.cost) if family_of(cost.key)[0] == family
            )
            fix = f"Lower the cost to {over.available}, or raise the maximum to {over.needed}."
            numbers = {"needed": over.needed, "available": over.available, "action": entry.name}
            yield error("certain_conflict", (*entry.path, "cost", index), sentence, fix, **numbers)


def _potential(
    survey: ScenarioSurvey, participant: Participant, impossible: set[str]
) -> Iterator[Finding]:
    """One use of every action costs more than the pools hold."""
    asked: dict[str, list[Demand]] = {}
    seen: set[str] = set()
    for entry in participant.entries:
        if entry.name in seen or entry.name in impossible:
            continue
        seen.add(entry.name)
        for _, cost in entry.costs():
            family, demand = demand_of(cost, entry.name)
            asked.setdefault(family, []).append(demand)
    for family, demands in asked.items():
        held = available(survey, participant, family)
        if not held:
            continue
        known = [one for one in demands if any(one.low <= n <= one.high for n in held)]
        for over in overdrafts(known, held):
            if len(over.names) > 1:
                yield _conflict(
                    participant, family, over, _ways_out(participant, family, over, known, held)
                )


def available(survey: ScenarioSurvey, participant: Participant, family: str) -> dict[int, Number]:
    """Return what a family holds at first, by level, without pools that are refilled every turn."""
    rests = any(isinstance(step, scenario.Rest) for step in survey.scenario.day)
    found: dict[int, Number] = {}
    for key, held in participant.pools.items():
        name, level = family_of(key)
        if name == family and not held.is_quick:
            found[level] = max(held.initial, held.capacity) if rests else held.initial
    return found


def _ways_out(
    participant: Participant,
    family: str,
    over: Overdraft,
    demands: Sequence[Demand],
    held: Mapping[int, Number],
) -> list[dict[str, object]]:
    """Fixes: let an action use a higher slot, if that is enough, or switch off the last one."""
    found: list[dict[str, object]] = []
    for entry in participant.entries:
        for path, cost in entry.costs():
            name, demand = demand_of(cost, entry.name)
            is_fixed = cost.level is not None and not cost.allow_upcast and cost.variable is None
            if name != family or entry.name not in over.names or not is_fixed or cost.amount != 1:
                continue
            wider = [one._replace(high=inf) if one == demand else one for one in demands]
            if sum(lack.needed for lack in overdrafts(wider, held)) < sum(
                lack.needed for lack in overdrafts(demands, held)
            ):
                patch = [put((*path, "allow_upcast"), True)]
                found.append({"label": f"Let {entry.name} upcast", "patch": patch})
    last = over.names[-1]
    off = [append((*participant.path, "disabled"), participant.combatant.disabled, last)]
    return [*found, {"label": f"Switch off {last}", "patch": off}]


def _conflict(
    participant: Participant, family: str, over: Overdraft, ways: list[dict[str, object]]
) -> Finding:
    need = amount_words(over.needed, family, over)
    there = f"only {over.available} {'is' if over.available == 1 else 'are'}"
    there = there if over.available else "none is"
    sentence = f"Potential Conflict: Actions require {need}, but {there} available."
    keys = [pool_key(family, level) for level in range(int(over.low), int(over.high) + 1)]
    key = next(key for key in keys if key in participant.pools)
    path = (*participant.path, "pools", key)
    held = participant.pools[key]
    enough = tidy(held.capacity + over.needed - over.available)
    fix = (
        f"{quoted(over.names)} share this pool: the one used first empties it. "
        f"Give {participant.name!r} {enough} of it, or put the most important one first."
    )
    size = {"max": enough, "reset": held.reset}
    raised = [put(path, msgspec.convert(size, scenario.PoolSize))]
    fixes = [*ways, {"label": f"Raise the pool to {enough}", "patch": raised}]
    numbers = {"needed": over.needed, "available": over.available, "actions": list(over.names)}
    return warning("potential_conflict", path, sentence, fix, key=key, fixes=fixes, **numbers)


def amount_words(number: Number, family: str, over: Overdraft) -> str:
    """Return an amount in words: `2 Level 1 Slots`, `3 Level 1 or higher Slots`, `4 Ki`."""
    if over.low == PLAIN:
        return f"{number} {family}"
    level = f"Level {over.low}"
    if over.high > over.low:
        level += " or higher" if over.is_open else f" to {over.high}"
    noun = family
    if family.endswith("Slot"):
        noun = "Slot" if family == SLOT else family
        noun += "" if number == 1 else "s"
    return f"{number} {level} {noun}"


def _unused(survey: ScenarioSurvey, participant: Participant) -> Iterator[Finding]:
    """Pools of a combatant that no action uses or requires, not even one that is switched off."""
    wanted: set[str] = set()
    for entry in (*participant.entries, *participant.disabled):
        for _, cost in entry.costs():
            family, demand = demand_of(cost, entry.name)
            for key in participant.pools:
                name, level = family_of(key)
                if name == family and demand.low <= level <= demand.high:
                    wanted.add(key)
        for literal in entry.literals():
            wanted.add(getattr(literal.check, "key", ""))
    for encounter in participant.encounters:  # an effect may take from it
        wanted |= encounter.losses
    idle = [
        key
        for key in participant.combatant.pools
        if key not in wanted
        and key not in survey.profile.turn_pools
        and participant.pools[key].capacity
    ]
    if idle:
        path = (*participant.path, "pools", idle[0])
        sentence = f"No action of {participant.name!r} uses {quoted(idle, 'or')}."
        fix = "Add an action that costs it, allow an action to be upcast to it, or remove it."
        patch = [remove((*participant.path, "pools", key)) for key in idle]
        yield note("unused_resource", path, sentence, fix, keys=idle, patch=patch)
