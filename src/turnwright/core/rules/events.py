"""Events and the watchers that react to them.

A watcher is registered under the type of its event and a phase:

- `before`: the event is about to happen; a reaction may change or cancel it.
- `instead`: a reaction may replace the event; the first that does wins.
- `after`: the event has happened.

The order is the same in all games: reactions of the turn player first, then of the other seats in
player order; within a seat in the order in which the game lists the holders.

Events may nest. A watcher does not react to itself while it is running, and events beyond a maximum
depth are reported but not offered, so that the rules always terminate.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import GeneratorType
from typing import TYPE_CHECKING

import msgspec

from .chain import Asking

if TYPE_CHECKING:
    from turnwright.core.runtime.context import Context

PHASES = ("before", "instead", "after")


class Event(msgspec.Struct, kw_only=True, gc=False):
    """Base class of events. Games add the fields that describe what happens."""

    is_cancelled: bool = False


class Watcher(msgspec.Struct, frozen=True, kw_only=True):
    """A reaction to a type of event.

    `effect(c, holder, event)` may ask questions; `when(c, holder, event)` says whether it applies.
    """

    name: str
    on: type[Event]
    effect: Callable[..., object]
    phase: str = "after"
    when: Callable[..., object] | None = None


class ActiveReaction(msgspec.Struct, frozen=True):
    """A watcher that reacts to the current event, with its seat and its holder (for example a card)."""

    seat: int
    holder: object
    watcher: Watcher


class WatcherRegistry:
    """The watchers of a game, indexed by event type, phase and the key of their holders."""

    def __init__(self, depth: int = 8) -> None:
        self.depth = depth
        self._index: dict[tuple[type[Event], str], dict[str, list[Watcher]]] = {}

    def add(self, key: str, watcher: Watcher) -> None:
        """Register a watcher for every holder with this key (a kind of card, a relic, a feat)."""
        if watcher.phase not in PHASES:
            raise ValueError(f"phase={watcher.phase!r}: expected before, instead or after")
        by_key = self._index.setdefault((watcher.on, watcher.phase), {})
        by_key.setdefault(key, []).append(watcher)

    def keys(self, event: type[Event], phase: str) -> dict[str, list[Watcher]]:
        """Return the watchers of an event type by key."""
        return self._index.get((event, phase), {})

    def live(
        self,
        c: Context,
        event: Event,
        phase: str,
        holders: Iterable[tuple[int, str, object]],
    ) -> list[ActiveReaction]:
        """Return the watchers that react, in order. `holders` lists (seat, key, holder)."""
        by_key = self.keys(type(event), phase)
        if not by_key:
            return []
        found = [
            ActiveReaction(seat, holder, watcher)
            for seat, key, holder in holders
            if key in by_key
            for watcher in by_key[key]
            if watcher.when is None or watcher.when(c, holder, event)
        ]
        if len(found) > 1:
            first = c.ctx.turn_player_pos
            count = len(c.ctx.player_order)
            found.sort(key=lambda live: (c.position_of(live.seat) - first) % count)
        return found


class EventBus:
    """The events in progress in one match: how deeply they nest and which watchers are running.

    It exists only while an action runs and is not part of the state. `reports` lists the reactions that
    were suppressed.
    """

    __slots__ = ("_running", "level", "reports", "watchers")

    def __init__(self, watchers: WatcherRegistry) -> None:
        self.watchers = watchers
        self.level = 0
        self.reports: list[str] = []
        self._running: set[tuple[int, str]] = set()

    def offer(
        self,
        c: Context,
        event: Event,
        phase: str,
        holders: Callable[[], Iterable[tuple[int, str, object]]],
    ) -> Asking:
        """Run the reactions to an event, depth first. Return whether it was cancelled or replaced."""
        if not self.watchers.keys(type(event), phase):
            return False
        if self.level >= self.watchers.depth:
            name = type(event).__name__
            self.reports.append(f"{name} is nested {self.level} levels deep; it was not offered")
            return False
        self.level += 1
        before = c.seat
        try:
            for live in self.watchers.live(c, event, phase, holders()):
                mark = (id(live.watcher), repr(live.holder))
                if mark in self._running:
                    self.reports.append(f"{live.watcher.name} does not react to itself")
                    continue
                self._running.add(mark)
                c.seat = live.seat
                try:
                    result = live.watcher.effect(c, live.holder, event)
                    if type(result) is GeneratorType:
                        result = yield from result
                finally:
                    self._running.discard(mark)
                    c.seat = before
                if event.is_cancelled or (phase == "instead" and result):
                    return True
        finally:
            self.level -= 1
        return event.is_cancelled
