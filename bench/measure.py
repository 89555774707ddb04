"""How a rate is measured: units of work per second of process CPU time, several slices each.

A shared machine disturbs every measurement in one direction only, so the best slice is the one closest
to the truth; the median is printed beside it.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import msgspec


class Rate(msgspec.Struct, frozen=True):
    """Work per CPU second."""

    best: float
    median: float


def rate(unit: Callable[[], int], seconds: float = 2.0, slices: int = 10) -> Rate:
    """`unit` does some work and says how much."""
    unit()  # warm: everything that is compiled once is compiled
    rates = []
    for _ in range(slices):
        done, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / slices:
            done += unit()
        rates.append(done / spent)
    return Rate(max(rates), median(rates))
