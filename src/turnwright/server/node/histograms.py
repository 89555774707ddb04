"""Histograms of a node: how long moves take, how late the event loop is, how large commits are.

Observing costs one search in a short tuple and three additions; everything else happens when metrics
are requested. Buckets are fixed, as Prometheus expects.
"""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from itertools import accumulate
from time import perf_counter

SECONDS = (
    0.00025, 0.0005, 0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.125, 0.25, 0.5, 1.0, 2.0,
    4.0, 8.0,
)  # fmt: skip
COUNTS = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 4096)
LAG_INTERVAL = 0.1  # seconds between two looks at the event loop


class Histogram:
    """Counts of observed values by bucket. A bucket holds the values up to its bound."""

    __slots__ = ("bounds", "counts", "total")

    def __init__(self, bounds: Sequence[float]) -> None:
        self.bounds = tuple(bounds)
        self.counts = [0] * (len(self.bounds) + 1)
        self.total = 0.0

    def observe(self, value: float) -> None:
        """Count a value."""
        self.counts[bisect_left(self.bounds, value)] += 1
        self.total += value

    def buckets(self) -> Iterator[tuple[str, float]]:
        """Yield the upper bound of each bucket with the number of values up to it."""
        names = [*(f"{bound:g}" for bound in self.bounds), "+Inf"]
        return zip(names, accumulate(self.counts), strict=True)


class MoveTimes:
    """The time of clients' moves: from receiving the frame until it is stored, and until the answers
    are written to the sockets.

    The sockets note when they read the frames that they pass on now (`received_at`). Moves that came
    another way, from bots or other nodes, have 0 there and are not counted.
    """

    __slots__ = ("durable", "received_at", "sent", "unsent")

    def __init__(self) -> None:
        self.durable, self.sent = Histogram(SECONDS), Histogram(SECONDS)
        self.received_at = 0.0
        self.unsent: list[float] = []

    def note_durable(self, received_at: float) -> None:
        """Note that a move is stored; its answers are sent with the next flush."""
        self.durable.observe(perf_counter() - received_at)
        self.unsent.append(received_at)

    def note_flush(self) -> None:
        """Note that all answers were written to the sockets."""
        now, unsent = perf_counter(), self.unsent
        self.unsent = []
        for received_at in unsent:
            self.sent.observe(now - received_at)


class LoopLag:
    """How much later than asked the event loop runs what is due."""

    def __init__(self) -> None:
        self.seconds = Histogram(SECONDS)

    async def watch(self) -> None:
        """Look at the loop from time to time, for ever."""
        while True:
            due = perf_counter() + LAG_INTERVAL
            await asyncio.sleep(LAG_INTERVAL)
            self.seconds.observe(max(0.0, perf_counter() - due))
