"""Confidence intervals of estimated proportions, means and differences."""

from __future__ import annotations

import math
from statistics import NormalDist

import msgspec

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


class Interval(msgspec.Struct, frozen=True):
    """An estimate with its 95 % confidence interval."""

    value: float
    low: float
    high: float

    @property
    def width(self) -> float:
        """The distance between both ends."""
        return self.high - self.low

    @property
    def is_noise(self) -> bool:
        """Whether a difference may be zero."""
        return self.low <= 0 <= self.high


class Chance(Interval, frozen=True):
    """A proportion: `count` out of `of` runs."""

    count: int
    of: int


def proportion(count: int, of: int, z: float = Z) -> Chance:
    """Wilson's score interval. It stays within 0 and 1, and is valid for counts of 0 too."""
    if not of:
        return Chance(0.0, 0.0, 1.0, 0, 0)
    p = count / of
    scale = 1 + z * z / of
    middle = (p + z * z / (2 * of)) / scale
    half = z / scale * math.sqrt(p * (1 - p) / of + z * z / (4 * of * of))
    low = 0.0 if count == 0 else max(0.0, middle - half)
    high = 1.0 if count == of else min(1.0, middle + half)
    return Chance(p, low, high, count, of)


def paired_proportions(gained: int, lost: int, of: int, z: float = Z) -> Interval:
    """How much likelier B is than A, if both were tried in the same `of` runs: `gained` times only
    B happened, `lost` times only A. Wald's interval as adjusted by Bonett and Price: one of each is
    added, which makes it valid for rare differences too."""
    if not of:
        return Interval(0.0, -1.0, 1.0)
    n = of + 2
    p, q = (gained + 1) / n, (lost + 1) / n
    half = z * math.sqrt((p + q - (p - q) ** 2) / n)
    value = (gained - lost) / of
    return Interval(value, max(-1.0, min(value, p - q - half)), min(1.0, max(value, p - q + half)))


def mean(total: float, squares: float, of: int, z: float = Z) -> Interval:
    """The mean of `of` values from their sum and the sum of their squares."""
    if not of:
        return Interval(0.0, 0.0, 0.0)
    value = total / of
    half = z * deviation(total, squares, of) / math.sqrt(of)
    return Interval(value, value - half, value + half)


def deviation(total: float, squares: float, of: int) -> float:
    """The standard deviation of a sample. It is exact if the sums are whole numbers."""
    if of < 2:
        return 0.0
    return math.sqrt(max(0.0, (squares * of - total * total) / (of * (of - 1))))
