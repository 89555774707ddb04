"""Events and reactions: what happens, and who has a word in it.

A reaction is registered once, under the type of its event and the phase in which it speaks:

- `before`: something is about to happen; a reaction may change the event or cancel it
- `instead`: it would happen, but something else does; the first that takes over wins
- `after`: it has happened

The order is one rule for all games: the active seat's reactions first, then the other seats' in
player order; within a seat the order in which the game lists its holders, or the seat's own choice
where a game asks for it. Events may nest; a reaction cannot answer itself again while it is still
running, and beyond a depth events are reported and offered to nobody, so that nothing ever hangs.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable
from types import GeneratorType
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

if TYPE_CHECKING:
    from turnwright.core.runtime.context import Context

PHASES = ("before", "instead", "after")

Asking: TypeAlias = Generator[Any, Any, Any]


class Event(msgspec.Struct, kw_only=True, gc=False):
    """Something that happens. Games subclass it with what there is to know."""

    is_cancelled: bool = False


class Watcher(msgspec.Struct, frozen=True, kw_only=True):
    """What answers an event. `effect(c, holder, event)` may ask; `when` says whether it applies."""

    name: str
    on: type[Event]
    effect: Callable[..., Any]
    phase: str = "after"
    when: Callable[..., Any] | None = None


class ActiveReaction(msgspec.Struct, frozen=True):
    """A reaction that has something to answer now: whose it is, and what holds it (a card, say)."""

    seat: int
    holder: Any
    watcher: Watcher


class WatcherRegistry:
    """All reactions of a game, indexed by event type, phase and the key of what may hold them."""

    def __init__(self, depth: int = 8) -> None:
        self.depth = depth
        self._index: dict[tuple[type[Event], str], dict[str, list[Watcher]]] = {}

    def add(self, key: str, watcher: Watcher) -> None:
        """Register a reaction for every holder of this key (a kind of card, a relic, a feat)."""
        if watcher.phase not in PHASES:
            raise ValueError(f"a reaction speaks before, instead or after, not {watcher.phase!r}")
        by_key = self._index.setdefault((watcher.on, watcher.phase), {})
        by_key.setdefault(key, []).append(watcher)

    def keys(self, event: type[Event], phase: str) -> dict[str, list[Watcher]]:
        """The reactions to an event by key; empty when nobody ever reacts to it."""
        return self._index.get((event, phase), {})

    def live(
        self,
        c: Context,
        event: Event,
        phase: str,
        holders: Iterable[tuple[int, str, Any]],
    ) -> list[ActiveReaction]:
        """Who reacts, in order. `holders` are (seat, key, holder) of everything that could."""
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
    """Events under way in one match: how deep, and which reactions are still running.

    It lives only while an action runs, never in the state. `reports` tells what was held back.
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
        holders: Callable[[], Iterable[tuple[int, str, Any]]],
    ) -> Asking:
        """Let everybody react who may, depth first. True when the event was cancelled or replaced."""
        if not self.watchers.keys(type(event), phase):
            return False
        if self.level >= self.watchers.depth:
            name = type(event).__name__
            self.reports.append(f"{name} is {self.level} events deep; nobody was asked about it")
            return False
        self.level += 1
        before = c.seat
        try:
            for live in self.watchers.live(c, event, phase, holders()):
                mark = (id(live.watcher), repr(live.holder))
                if mark in self._running:
                    self.reports.append(f"{live.watcher.name} does not answer itself")
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
