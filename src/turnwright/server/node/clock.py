"""The clock of a node, and the outages for which players are not charged.

Deadlines are points in time, so that they can be stored. Within a process time comes from the monotonic
clock: if somebody sets the computer's clock, no prompt times out early or late.

While no node is running, nobody can answer. Every few seconds a node notes that it is alive
(`Heartbeat`). A node that starts compares that with its own clock: the time between is an outage, and
a room that is loaded later gets the part of it that fell into its open prompts back.
"""

from __future__ import annotations

import time

import msgspec

from turnwright.server.storage.store import Store

HEARTBEAT = "alive_at"
OUTAGES = "outages"
KEPT_OUTAGES = 100


class Clock:
    """Unix time that never jumps and never goes back, not even over a restart."""

    __slots__ = ("_start",)

    def __init__(self, earliest: float = 0.0) -> None:
        self._start = max(time.time(), earliest) - time.monotonic()

    def now(self) -> float:
        """Return the current time."""
        return self._start + time.monotonic()


class Outage(msgspec.Struct, frozen=True, array_like=True):
    """A time in which no node was running, with the grace for players to come back."""

    began: float
    ended: float
    grace: float = 0.0


class Outages:
    """The latest outages, oldest first."""

    def __init__(self, known: list[Outage] | None = None) -> None:
        self.known = known or []

    def seconds_since(self, last: float) -> float:
        """Return for how long nobody could act, in a room whose last input was at `last`."""
        return sum(
            one.ended - max(one.began, last) + one.grace for one in self.known if one.ended > last
        )


class Heartbeat:
    """Notes in the store that a node is alive, and finds out for how long none was."""

    def __init__(self, store: Store, grace: float) -> None:
        self.store, self.grace = store, grace

    async def begin(self, *, is_alone: bool) -> tuple[Clock, Outages]:
        """Return the clock and the outages of a node that starts. `is_alone` is whether no other node
        is running."""
        last = float(await self.store.setting(HEARTBEAT) or 0.0)
        clock = Clock(last)
        outages = await self._read_outages()
        if last and is_alone:
            outages.known.append(Outage(last, clock.now(), self.grace))
            del outages.known[:-KEPT_OUTAGES]
            text = msgspec.json.encode(outages.known).decode()
            await self.store.change_setting(OUTAGES, text)
        await self.beat(clock)
        return clock, outages

    async def beat(self, clock: Clock) -> None:
        """Note that a node is alive now."""
        await self.store.change_setting(HEARTBEAT, repr(clock.now()))

    async def _read_outages(self) -> Outages:
        text = await self.store.setting(OUTAGES)
        return Outages(msgspec.json.decode(text, type=list[Outage]) if text else [])
