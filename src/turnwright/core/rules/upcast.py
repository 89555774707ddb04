"""Upcasting: which level of a family of pools pays for which cost.

Every such cost takes exactly one, from its own level or a higher one. Costs that compete for levels are
matched, so that no cost takes a level that another one needs.

- `assign` goes through the costs in order: each takes its preferred level, if the others can still be
  paid.
- `_fit` decides whether they can: sorted by their highest level, each takes the lowest free level. For
  ranges of levels this finds an assignment whenever one exists.
- `shortage` names the smallest range of levels that is overdrawn (Hall's condition).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import floor
from typing import Generic, NamedTuple, TypeVar

from .ledger import EPSILON, Number, tidy

K = TypeVar("K")


class Level(NamedTuple, Generic[K]):
    """A level, its pool, and what the rest of the price takes from this pool."""

    level: int
    key: K
    due: Number


class UpcastCost(NamedTuple, Generic[K]):
    """A cost that takes one from any of these levels, which are in the order it prefers."""

    resource: str
    base: int
    top: Number
    levels: tuple[Level[K], ...]


def assign(
    costs: Sequence[UpcastCost[K]], available: Callable[[K], Number]
) -> list[Level[K]] | None:
    """Return the level that pays for each cost; None if they cannot all be paid. Earlier costs choose
    first."""
    if len(costs) == 1:  # nothing competes with it
        for level in costs[0].levels:
            if available(level[1]) - level[2] + EPSILON >= 1:
                return [level]
        return None
    free = _free(costs, available)
    chosen: list[Level[K]] = []
    for index, cost in enumerate(costs):
        for level in cost.levels:
            if free[level.key]:
                free[level.key] -= 1
                if _fit(costs[index + 1 :], free):
                    chosen.append(level)
                    break
                free[level.key] += 1
        else:
            return None
    return chosen


class Shortage(NamedTuple):
    """A range of levels that needs more than it holds."""

    key: str
    is_range: bool
    needed: Number
    available: Number


def shortage(costs: Sequence[UpcastCost[K]], available: Callable[[K], Number]) -> Shortage:
    """Return the smallest range of levels that these costs overdraw. What the rest of the price takes
    there is counted both as needed and as available."""
    free = _free(costs, available)
    for cost in costs:
        family = [other for other in costs if other.resource == cost.resource]
        levels = {level for other in family for level in other.levels}
        ranges = {(top.top, base.base) for top in family for base in family}
        for high, low in sorted(ranges, key=lambda span: (span[0] - span[1], -span[1])):
            asked = sum(low <= other.base and other.top <= high for other in family)
            inside = [level for level in levels if low <= level.level <= high]
            held = sum(free[level.key] for level in inside)
            if asked > held:
                also = sum(level.due for level in inside)
                key = f"{cost.resource}_{low}"
                return Shortage(key, low < high, tidy(asked + also), tidy(held + also))
    raise AssertionError("these costs can all be paid")


def _free(costs: Sequence[UpcastCost[K]], available: Callable[[K], Number]) -> dict[K, int]:
    """Return how often each level can be taken, beside what the rest of the price takes."""
    return {
        level.key: max(0, floor(available(level.key) - level.due + EPSILON))
        for cost in costs
        for level in cost.levels
    }


def _fit(costs: Sequence[UpcastCost[K]], free: Mapping[K, int]) -> bool:
    """Whether all these costs can be paid from the free levels."""
    left = dict(free)
    for cost in sorted(costs, key=lambda cost: cost.top):
        level = min((one for one in cost.levels if left[one.key]), default=None)
        if level is None:
            return False
        left[level.key] -= 1
    return True
