"""Rate limits by token buckets, and who they apply to: the client's address, its bearer token."""

from __future__ import annotations

import time
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import TYPE_CHECKING

from turnwright.core.errors import UnusableError

if TYPE_CHECKING:
    from starlette.requests import Request

COUNTED_LENGTH = 4096


class LimitReached(UnusableError):
    """A request beyond a limit. Its data, which holds the limit, is sent to the client."""


class Bucket:
    """A token bucket: `burst` at once, `rate` per second on average."""

    __slots__ = ("burst", "level", "rate", "seen")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate, self.burst, self.level = rate, burst, burst
        self.seen = time.monotonic()

    def take(self, amount: float = 1.0) -> bool:
        """Take tokens if there are enough; return whether there were."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.seen) * self.rate)
        self.seen = now
        if self.level < amount:
            return False
        self.level -= amount
        return True


class Buckets:
    """One bucket per key, such as an address. If there are too many, the full ones are dropped, and
    then the older half."""

    def __init__(self, rate: float, burst: float, keep: int = 10_000) -> None:
        self.rate, self.burst, self.keep = rate, burst, keep
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str, amount: float = 1.0) -> bool:
        """Take tokens from a key's bucket; return whether there were enough."""
        return self.find(key).take(amount)

    def find(self, key: str) -> Bucket:
        """Return the bucket of a key."""
        bucket = self._buckets.get(key)
        if bucket is None:
            if len(self._buckets) >= self.keep:
                self._evict()
            bucket = self._buckets[key] = Bucket(self.rate, self.burst)
        return bucket

    def is_empty(self, key: str) -> bool:
        """Return whether the next request of this key would be refused."""
        bucket = self._buckets.get(key)
        return bucket is not None and bucket.take(0.0) and bucket.level < 1.0

    def _evict(self) -> None:
        now = time.monotonic()
        refill = self.burst / self.rate if self.rate else 0.0
        kept = [(key, b) for key, b in self._buckets.items() if now - b.seen < refill]
        self._buckets = dict(kept if len(kept) < self.keep else kept[len(kept) // 2 :])


def client_address(peer: str, forwarded: Iterable[str], proxies: tuple[str, ...]) -> str:
    """Return the address that limits apply to. Each proxy appends its caller to `X-Forwarded-For`; the
    header is followed from its end, as long as the previous hop is a trusted proxy."""
    address = peer
    hops = [hop.strip() for line in forwarded for hop in line.split(",")] if proxies else []
    while hops and _is_in(address, networks(proxies)):
        address = hops.pop()
    return limited_network(address)


def text_cost(length: int) -> float:
    """Return as how many requests a text counts that is checked while everybody waits, as a plan."""
    return 1.0 + length / COUNTED_LENGTH


def request_address(request: Request, proxies: tuple[str, ...]) -> str:
    """Return the client address that the limits of a request apply to."""
    peer = request.client.host if request.client else ""
    return client_address(peer, request.headers.getlist("x-forwarded-for"), proxies)


def _is_in(address: str, known: list[IPv4Network | IPv6Network]) -> bool:
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in known)


@lru_cache(16)
def networks(proxies: tuple[str, ...]) -> list[IPv4Network | IPv6Network]:
    """Parse the addresses and networks of trusted proxies."""
    try:
        return [ip_network(proxy, strict=False) for proxy in proxies]
    except ValueError as error:
        sentence = f"A trusted proxy must be an address or a network: {error}."
        raise UnusableError("bad_proxy", sentence) from None


def bearer_token(header: str) -> str:
    """Return the bearer token of an Authorization header, or an empty string."""
    word, _, token = header.partition(" ")
    return token if word.lower() == "bearer" else ""


def limited_network(address: str) -> str:
    """Return what is limited as one: an IPv4 address, or an IPv6 /64 network."""
    try:
        found = ip_address(address)
    except ValueError:
        return address[:64]
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return str(IPv6Network((found, 64), strict=False))
    return str(getattr(found, "ipv4_mapped", None) or found)
