"""Upcasting: which level of a family of pools pays for which cost.

Every such cost takes exactly one, from its own level or a higher one. Costs that compete for levels are
matched, so that no cost takes a level that another one needs.

- `levels` assigns in order: each cost takes its preferred level, if the others can still be paid.
- `_fit` decides whether they can: sorted by their highest level, each takes the lowest free level. For
  ranges of levels this finds an assignment whenever one exists.
- `shortage` names the smallest range of levels that is overdrawn (Hall's condition).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import floor
from typing import TYPE_CHECKING, NamedTuple

from .ledger import EPSILON, Ledger, Number, tidy

if TYPE_CHECKING:
    from .cost import Cost


def levels(costs: Sequence[Cost], ledger: Ledger, due: Mapping[str, Number]) -> list[int] | None:
    """Return the level that pays for each cost, in addition to what is `due`; None if they cannot all
    be paid. Earlier costs choose first."""
    first = costs[0]
    if len(costs) == 1 and first.prefer == "lowest":  # a fast path for the most common case
        left = ledger.available(first.key) - due.get(first.key, 0)
        if left >= 1 - EPSILON:
            return [_base(first)]
    free = {cost.resource: _free(cost.resource, ledger, due) for cost in costs}
    chosen: list[int] = []
    for index, cost in enumerate(costs):
        slots = free[cost.resource]
        others = [other for other in costs[index + 1 :] if other.resource == cost.resource]
        for level in sorted(slots, reverse=cost.prefer == "highest"):
            if slots[level] and _takes(cost, level):
                slots[level] -= 1
                if _fit(others, slots):
                    chosen.append(level)
                    break
                slots[level] += 1
        else:
            return None
    return chosen


class Shortage(NamedTuple):
    """A range of levels that needs more than it holds."""

    key: str
    is_range: bool
    needed: Number
    available: Number


def shortage(costs: Sequence[Cost], ledger: Ledger, due: Mapping[str, Number]) -> Shortage:
    """Return the smallest range of levels that these costs overdraw. What is `due` there is counted
    both as needed and as available."""
    for cost in costs:
        family = [other for other in costs if other.resource == cost.resource]
        free = _free(cost.resource, ledger, due)
        ranges = {(top.top, _base(base)) for top in family for base in family}
        for high, low in sorted(ranges, key=lambda span: (span[0] - span[1], -span[1])):
            asked = sum(low <= _base(other) and other.top <= high for other in family)
            inside = [level for level in free if low <= level <= high]
            held = sum(free[level] for level in inside)
            if asked > held:
                also = sum(due.get(f"{cost.resource}_{level}", 0) for level in inside)
                key = f"{cost.resource}_{low}"
                return Shortage(key, low < high, tidy(asked + also), tidy(held + also))
    raise AssertionError("these costs can all be paid")


def _base(cost: Cost) -> int:
    return cost.level or 0


def _takes(cost: Cost, level: int) -> bool:
    return _base(cost) <= level <= cost.top


def _free(resource: str, ledger: Ledger, due: Mapping[str, Number]) -> dict[int, int]:
    """Return how often each level of a family can still be taken."""
    start = len(resource) + 1
    free: dict[int, int] = {}
    for key, pool in ledger.pools.items():
        level = key[start:]
        if level.isdecimal() and key == f"{resource}_{int(level)}":
            free[int(level)] = max(0, floor(pool.current - due.get(key, 0) + EPSILON))
    return free


def _fit(costs: Sequence[Cost], slots: Mapping[int, int]) -> bool:
    """Whether all these costs can be paid from the free levels."""
    left = dict(slots)
    for cost in sorted(costs, key=lambda cost: cost.top):
        level = min((n for n, count in left.items() if count and _takes(cost, n)), default=None)
        if level is None:
            return False
        left[level] -= 1
    return True
