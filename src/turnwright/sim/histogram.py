"""Histograms: how often each value occurred.

They are exact and can be added in any order; mean, deviation and percentiles follow from them.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, MutableMapping
from typing import TypeAlias, TypeVar

import msgspec

from .intervals import Interval, deviation, mean

Histogram: TypeAlias = dict[int, int]
"""Value: count. (Pools may hold fractions, which are floats here.)"""

K = TypeVar("K", bound=Hashable)

PERCENTILES = (5, 25, 50, 75, 95)


class Distribution(msgspec.Struct, frozen=True):
    """A summary of many values: mean with its interval, deviation, percentiles and extremes."""

    mean: Interval
    sd: float
    least: float
    p5: float
    p25: float
    p50: float
    p75: float
    p95: float
    most: float


def add_counts(into: MutableMapping[K, int], more: Mapping[K, int]) -> None:
    """Add the counts of another histogram."""
    for value, count in more.items():
        into[value] = into.get(value, 0) + count


def percentiles(
    histogram: Mapping[int, int], wanted: Iterable[float] = PERCENTILES
) -> list[int | float]:
    """For every percentage, in rising order: the smallest value that so many do not exceed."""
    total = sum(histogram.values())
    values = sorted(histogram)
    if not values:
        return [0 for _ in wanted]
    found: list[int | float] = []
    place, seen = 0, histogram[values[0]]
    for percent in wanted:
        while seen * 100 < percent * total and place + 1 < len(values):
            place += 1
            seen += histogram[values[place]]
        found.append(values[place])
    return found


def sums(histogram: Mapping[int, int]) -> tuple[int, float, float]:
    """The count of the values, their sum, and the sum of their squares.

    The order of summation is fixed, so that fractions give the same result everywhere.
    """
    count, total, squares = 0, 0, 0
    for value in sorted(histogram):
        times = histogram[value]
        count += times
        total += value * times
        squares += value * value * times
    return count, total, squares


def summarise(histogram: Mapping[int, int]) -> Distribution:
    """Summarise a histogram."""
    count, total, squares = sums(histogram)
    p5, p25, p50, p75, p95 = percentiles(histogram)
    return Distribution(
        mean(total, squares, count), deviation(total, squares, count),
        min(histogram, default=0), p5, p25, p50, p75, p95, max(histogram, default=0),
    )  # fmt: skip
