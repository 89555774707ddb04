"""Measurement of rates: units of work per second of process CPU time, in several slices.

Other processes can only slow a slice down, so the best slice is the most accurate. The median is
printed as well.
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
    """Measure a function that does some work and returns how much."""
    unit()  # warm up: compile what is compiled once
    rates = []
    for _ in range(slices):
        done, start = 0, time.process_time()
        while (spent := time.process_time() - start) < seconds / slices:
            done += unit()
        rates.append(done / spent)
    return Rate(max(rates), median(rates))
