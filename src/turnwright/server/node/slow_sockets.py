"""The sockets whose clients read too slowly, and how many bytes wait for them.

A socket is slow while more than `NOTED_BYTES` wait in its buffer; all others cost nothing here. One
that has more than `max_buffer` is closed. If the slow sockets of one address together have more than
`max_buffer_per_address`, those with the most are cut until the rest is within the limit.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Protocol

from .settings import Settings, Stats

NOTED_BYTES = 1 << 14


class SlowSocket(Protocol):
    """What is known of a socket here."""

    address: str

    @property
    def waiting_bytes(self) -> int:
        """The bytes in its buffer."""

    def close_slow(self) -> None:
        """Close it: the client may still read what waits."""

    def cut(self) -> None:
        """Disconnect at once and drop what waits."""


class SlowSockets:
    """The slow sockets of a node."""

    def __init__(self, settings: Settings, stats: Stats) -> None:
        self.settings, self.stats = settings, stats
        self.sockets: dict[Any, SlowSocket] = {}  # by transport

    @property
    def noted_bytes(self) -> int:
        """The bytes from which on a socket is slow."""
        return min(NOTED_BYTES, self.settings.max_buffer)

    def check(self, sent_to: Collection[SlowSocket]) -> None:
        """Enforce the limits for slow sockets to which something was sent."""
        for socket in sent_to:
            if socket.waiting_bytes > self.settings.max_buffer:
                socket.close_slow()
        if self.settings.max_buffer_per_address:
            for address in {socket.address for socket in sent_to}:
                self._check_address(address)

    def _check_address(self, address: str) -> None:
        """Cut the slowest sockets of an address. Sockets that are being closed count, because what
        waits for them is still in memory."""
        found = [one for one in self.sockets.values() if one.address == address]
        waiting = {one: one.waiting_bytes for one in found}
        total = sum(waiting.values())
        for socket in sorted(found, key=lambda one: waiting[one], reverse=True):
            if total <= self.settings.max_buffer_per_address:
                break
            total -= waiting[socket]
            self.stats.slow_sockets += 1
            socket.cut()
