"""Interim results: the report of the runs so far, while the others are being played."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any, TypeAlias

Interim: TypeAlias = Callable[[int, int, Any], None]
"""Called with the number of finished runs, of all runs, and the result of the finished ones, which has
the type of the final result."""

FIRST_SECONDS, MIN_SECONDS = 0.03, 0.2
"""The time before the first interim result, and between two of them at least."""
MAX_SHARE = 0.05
"""The share of the time that may go into interim results."""


class InterimResults:
    """Reports interim results from time to time. They change nothing in the final one."""

    def __init__(self, report: Interim | None) -> None:
        self.report = report
        self.due = time.perf_counter() + FIRST_SECONDS

    def offer(self, done: int, asked: int, make: Callable[[], Any]) -> None:
        """Make and report an interim result if it is time for one. The final result is none."""
        if self.report is None or done >= asked:
            return
        start = time.perf_counter()
        if start < self.due:
            return
        made = make()
        spent = time.perf_counter() - start
        self.due = start + max(MIN_SECONDS, spent / MAX_SHARE)
        self.report(done, asked, made)
