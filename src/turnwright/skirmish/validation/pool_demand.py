"""What a plan asks of pools, against what they hold. Slots of several levels are matched: an action
that may be upcast takes a higher slot before it is in the way of another one."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

import msgspec

from turnwright.core.rules.cost import Cost
from turnwright.core.rules.ledger import EPSILON, Number, tidy
from turnwright.skirmish.model import scenario

from .action_in_list import Placed, least_of
from .finding import Finding, drop, error, note, put, quoted, warning
from .scenario_survey import Fighter, Survey

SLOT = "SpellSlot"


PLAIN = -1
"""The level of a pool that has none."""


class Demand(NamedTuple):
    """So much is taken from one of the levels of a family."""

    low: Number
    high: Number
    amount: Number
    name: str = ""
    """The action that asks for it."""


class Overdraft(NamedTuple):
    """Levels that are asked for more than they hold."""

    low: Number
    high: Number
    needed: Number
    available: Number
    is_open: bool
    """Is nothing above it?"""
    names: tuple[str, ...] = ()


def overdrafts(demands: Sequence[Demand], held: Mapping[int, Number]) -> list[Overdraft]:
    """Hall's condition: demands on ranges of levels can all be met unless those that lie within some
    range ask for more than it holds. Of such ranges the smallest are given."""
    tight = [_narrowed(demand, held) for demand in demands]
    ranges = {(one.low, other.high) for one in tight for other in tight if one.low <= other.high}
    found: list[Overdraft] = []
    for low, high in sorted(ranges, key=lambda span: (span[1] - span[0], span[0])):
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
    """The same demand without the levels above the highest that holds anything."""
    usable = [
        n for n, amount in held.items() if amount > EPSILON and demand.low <= n <= demand.high
    ]
    return demand._replace(high=max(usable, default=demand.low))


# --- a fighter's pools as families ---------------------------------------------------------------

_LEVELLED = re.compile(r"(.+)_(\d+)")


def family_of(key: str) -> tuple[str, int]:
    """`SpellSlot_1` is level 1 of SpellSlot; what has no level is a family of its own."""
    found = _LEVELLED.fullmatch(key)
    return (found[1], int(found[2])) if found else (key, PLAIN)


def demand_of(cost: Cost, name: str) -> tuple[str, Demand]:
    """What one use takes at least."""
    family, level = family_of(cost.key)
    high = cost.top if cost.allow_upcast else level
    return family, Demand(level, high, least_of(cost), name)


def families(fighter: Fighter) -> dict[str, dict[int, Number]]:
    """What the pools hold at most: per family, per level."""
    found: dict[str, dict[int, Number]] = {}
    for key, held in fighter.pools.items():
        family, level = family_of(key)
        found.setdefault(family, {})[level] = held.most
    return found


def key_of(family: str, level: Number) -> str:
    return family if level == PLAIN else f"{family}_{level}"


# --- findings ------------------------------------------------------------------------------------


def check(survey: Survey) -> Iterator[Finding]:
    for fighter in survey.fighters:
        more = set().union(*(meeting.gains for meeting in fighter.meetings))
        hopeless: set[str] = set()
        for placed in fighter.every:
            for finding in _certain(fighter, placed, more):
                hopeless.add(placed.name)
                yield finding
        yield from _potential(survey, fighter, hopeless)
        yield from _unused(survey, fighter)


def _certain(fighter: Fighter, placed: Placed, more: set[str]) -> Iterator[Finding]:
    """One use alone costs more than there can ever be."""
    held = families(fighter)
    asked: dict[str, list[Demand]] = {}
    for _, cost in placed.costs():
        family, demand = demand_of(cost, placed.name)
        asked.setdefault(family, []).append(demand)
    for family, demands in asked.items():
        levels = held.get(family, {})
        if not any(one.low <= level <= one.high for one in demands for level in levels):
            continue  # there is no such pool at all, which is another finding
        for over in overdrafts(demands, levels):
            touched = [n for n in levels if over.low <= n <= over.high]
            if any(key_of(family, level) in more for level in touched):
                continue
            need = amount_words(over.needed, family, over)
            sentence = (
                f"Certain Conflict: {placed.name!r} requires {need}, "
                f"but {fighter.name!r} never has more than {over.available}."
            )
            index = next(
                i for i, cost in enumerate(placed.action.cost) if family_of(cost.key)[0] == family
            )
            fix = f"Lower the cost to {over.available}, or raise the maximum to {over.needed}."
            numbers = {"needed": over.needed, "available": over.available, "action": placed.name}
            yield error("certain_conflict", (*placed.path, "cost", index), sentence, fix, **numbers)


def _potential(survey: Survey, fighter: Fighter, hopeless: set[str]) -> Iterator[Finding]:
    """One use of everything costs more than there is."""
    asked: dict[str, list[Demand]] = {}
    seen: set[str] = set()
    for placed in fighter.every:
        if placed.name in seen or placed.name in hopeless:
            continue
        seen.add(placed.name)
        for _, cost in placed.costs():
            family, demand = demand_of(cost, placed.name)
            asked.setdefault(family, []).append(demand)
    for family, demands in asked.items():
        held = available(survey, fighter, family)
        if not held:
            continue
        known = [one for one in demands if any(one.low <= n <= one.high for n in held)]
        for over in overdrafts(known, held):
            if len(over.names) > 1:
                yield _conflict(fighter, family, over)


def available(survey: Survey, fighter: Fighter, family: str) -> dict[int, Number]:
    """What there is of a family before anything is used. Pools that come back at once are left out:
    what uses them takes turns."""
    rests = any(isinstance(step, scenario.Rest) for step in survey.scenario.day)
    found: dict[int, Number] = {}
    for key, held in fighter.pools.items():
        name, level = family_of(key)
        if name == family and not held.is_quick:
            found[level] = max(held.first, held.most) if rests else held.first
    return found


def _conflict(fighter: Fighter, family: str, over: Overdraft) -> Finding:
    need = amount_words(over.needed, family, over)
    there = f"only {over.available} {'is' if over.available == 1 else 'are'}"
    there = there if over.available else "none is"
    sentence = f"Potential Conflict: Actions require {need}, but {there} available."
    keys = [key_of(family, level) for level in range(int(over.low), int(over.high) + 1)]
    key = next(key for key in keys if key in fighter.pools)
    path = (*fighter.path, "pools", key)
    held = fighter.pools[key]
    enough = tidy(held.most + over.needed - over.available)
    fix = (
        f"{quoted(over.names)} share this pool: whichever comes first in the fight empties it. "
        f"Give {fighter.name!r} {enough} of it, or put the one that matters most first."
    )
    size = {"max": enough, "reset": held.reset}
    patch = [put(path, msgspec.convert(size, scenario.PoolSize))]
    numbers = {"needed": over.needed, "available": over.available, "actions": list(over.names)}
    return warning("potential_conflict", path, sentence, fix, key=key, patch=patch, **numbers)


def amount_words(number: Number, family: str, over: Overdraft) -> str:
    """`2 Level 1 Slots`, `3 Level 1 or higher Slots`, `4 Ki`."""
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


def _unused(survey: Survey, fighter: Fighter) -> Iterator[Finding]:
    """Pools of a combatant that nothing takes from and nothing asks for."""
    wanted: set[str] = set()
    for placed in fighter.every:
        for _, cost in placed.costs():
            family, demand = demand_of(cost, placed.name)
            for key in fighter.pools:
                name, level = family_of(key)
                if name == family and demand.low <= level <= demand.high:
                    wanted.add(key)
        for claim in placed.claims():
            wanted.add(getattr(claim.check, "key", ""))
    for meeting in fighter.meetings:  # somebody may take it away
        wanted |= meeting.losses
    idle = [
        key
        for key in fighter.combatant.pools
        if key not in wanted and key not in survey.profile.turn_pools and fighter.pools[key].most
    ]
    if idle:
        path = (*fighter.path, "pools", idle[0])
        sentence = f"No action of {fighter.name!r} uses {quoted(idle, 'or')}."
        fix = "Add an action that costs it, let an action be upcast to it, or remove it."
        patch = [drop((*fighter.path, "pools", key)) for key in idle]
        yield note("unused_resource", path, sentence, fix, keys=idle, patch=patch)
