"""Limits: how much a client may send. A bucket of tokens that fills at a steady rate."""

from __future__ import annotations

import time


class Bucket:
    """`burst` at once, `rate` a second in the long run."""

    __slots__ = ("burst", "level", "rate", "seen")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.level = rate, burst, burst
        self.seen = time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        """May it go on?"""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.seen) * self.rate)
        self.seen = now
        if self.level < amount:
            return False
        self.level -= amount
        return True


class Buckets:
    """One bucket per key (an address, say); those that are full again are forgotten."""

    def __init__(self, rate: float, burst: float, keep: int = 10_000) -> None:
        self.rate, self.burst, self.keep = rate, burst, keep
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str, amount: float = 1.0) -> bool:
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self.keep:
                self._forget()
            bucket = self._buckets[key] = Bucket(self.rate, self.burst)
        return bucket.take(amount)

    def _forget(self) -> None:
        now = time.monotonic()
        refill = self.burst / self.rate if self.rate else 0.0
        self._buckets = {k: b for k, b in self._buckets.items() if now - b.seen < refill}
