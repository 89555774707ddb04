"""Limits: how much a client may send, and who it is. A bucket of tokens that fills at a steady rate."""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from turnwright.core.errors import UnusableError


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
    """One bucket per key (an address, say); those that are full again are forgotten, and, if too many
    are not, the oldest half."""

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

    def is_empty(self, key: str) -> bool:
        """Would the next one be refused?"""
        bucket = self._buckets.get(key)
        return bucket is not None and bucket.take(0.0) and bucket.level < 1.0

    def _forget(self) -> None:
        now = time.monotonic()
        refill = self.burst / self.rate if self.rate else 0.0
        kept = [(key, b) for key, b in self._buckets.items() if now - b.seen < refill]
        self._buckets = dict(kept if len(kept) < self.keep else kept[len(kept) // 2 :])


def client_address(peer: str, forwarded: Iterable[str], proxies: tuple[str, ...]) -> str:
    """Whom a request or a socket comes from. What `X-Forwarded-For` says counts only as far as those
    who say it are the host's own proxies: each adds the address that it was called from at the end."""
    address = peer
    hops = [hop.strip() for line in forwarded for hop in line.split(",")] if proxies else []
    while hops and _is_among(address, networks(proxies)):
        address = hops.pop()
    return _household(address)


def _is_among(address: str, known: list[IPv4Network | IPv6Network]) -> bool:
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in known)


@lru_cache(16)
def networks(proxies: tuple[str, ...]) -> list[IPv4Network | IPv6Network]:
    """Proxies as the host has named them."""
    try:
        return [ip_network(proxy, strict=False) for proxy in proxies]
    except ValueError as error:
        sentence = f"A trusted proxy is an address or a network: {error}."
        raise UnusableError("bad_proxy", sentence) from None


def _household(address: str) -> str:
    """What is limited together: an address, or the whole /64 that one has of IPv6."""
    try:
        found = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return str(IPv6Network((found, 64), strict=False))
    return str(getattr(found, "ipv4_mapped", None) or found)
