"""Tallies: how often each value was seen. They are exact, they can be added up in any order, and mean,
deviation and percentiles follow from them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, MutableMapping
from typing import Any, TypeAlias

import msgspec

from .intervals import Interval, deviation, mean

Tally: TypeAlias = dict[int, int]
"""Value: how often. (Values may be fractions where what is counted can be.)"""

PERCENTILES = (5, 25, 50, 75, 95)


class Spread(msgspec.Struct, frozen=True):
    """How values are spread: mean with its interval, deviation, percentiles and extremes."""

    mean: Interval
    sd: float
    least: float
    p5: float
    p25: float
    p50: float
    p75: float
    p95: float
    most: float


def add(into: MutableMapping[Any, int], more: Mapping[Any, int]) -> None:
    """Add the counts of another tally."""
    for value, count in more.items():
        into[value] = into.get(value, 0) + count


def percentiles(
    tally: Mapping[Any, int], wanted: Iterable[float] = PERCENTILES
) -> list[int | float]:
    """The smallest values that at least so many percent do not exceed; `wanted` rises."""
    total = sum(tally.values())
    values = sorted(tally)
    if not values:
        return [0 for _ in wanted]
    found, place, seen = [], 0, tally[values[0]]
    for percent in wanted:
        while seen * 100 < percent * total and place + 1 < len(values):
            place += 1
            seen += tally[values[place]]
        found.append(values[place])
    return found


def sums(tally: Mapping[Any, int]) -> tuple[int, float, float]:
    """How many, their sum, and the sum of their squares; in an order that is always the same."""
    count, total, squares = 0, 0, 0
    for value in sorted(tally):
        times = tally[value]
        count += times
        total += value * times
        squares += value * value * times
    return count, total, squares


def spread(tally: Mapping[Any, int]) -> Spread:
    count, total, squares = sums(tally)
    p5, p25, p50, p75, p95 = percentiles(tally)
    return Spread(
        mean(total, squares, count), deviation(total, squares, count),
        min(tally, default=0), p5, p25, p50, p75, p95, max(tally, default=0),
    )  # fmt: skip
