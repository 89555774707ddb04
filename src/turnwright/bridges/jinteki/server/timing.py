"""Times of an endpoint, with the values of a jinteki.net server, and the clock that measures them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol

import msgspec


class SocketTiming(msgspec.Struct, frozen=True, kw_only=True):
    """Times of the sockets in seconds: what the server sets (`keep_alive`), or sente's defaults."""

    keep_alive: float = 2.5
    """Ping a client after this time without a message in either direction."""
    ping_timeout: float = 5.0
    """Close the socket of a client that sends nothing for this time after a ping."""
    reconnect_window: float = 2.5
    """A client that comes back within this time was never gone."""
    push_delay: float = 0.03
    """Events are collected for this time and sent in one frame."""


class LobbyTiming(msgspec.Struct, frozen=True, kw_only=True):
    """Times of the lobby in seconds."""

    inactive: float | None = 600.0
    """Close a game in which nobody has acted for this time; None: never."""
    warning: float = 30.0
    """Announce that this long before."""
    list_updates: float = 3600.0
    """Send new lists of games for this time after a client has asked for them."""
    sweep: float = 1.0
    """Look for inactive games this often."""


class Timer(Protocol):
    """A call that will be made later."""

    def cancel(self) -> None:
        """Do not make the call."""


class Clock(Protocol):
    """Measures time and makes calls later. Tests use a clock that they move themselves."""

    def now(self) -> float:
        """Return the time in seconds."""
        ...

    def call_later(self, delay: float, call: Callable[[], None]) -> Timer:
        """Make a call after `delay` seconds."""
        ...


class LoopClock:
    """The clock of the running event loop."""

    def now(self) -> float:
        """Return the time in seconds."""
        return time.monotonic()

    def call_later(self, delay: float, call: Callable[[], None]) -> Timer:
        """Make a call after `delay` seconds."""
        return asyncio.get_running_loop().call_later(delay, call)
