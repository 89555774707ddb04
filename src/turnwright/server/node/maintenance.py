"""What a node does every few seconds: it renews its lease, tidies up, and wakes rooms in time.

Each part goes on whatever happens to the others: a node that does not renew its lease is as good as
dead.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from turnwright.server.rooms import inputs as log
from turnwright.server.storage.errors import Fenced, StoreFailed

from .connections import ABSENT, Live
from .logs import say

if TYPE_CHECKING:
    from .node import Hub

IDLE = 600.0  # seconds a room without anybody is kept waiting
KEEP_SECONDS = 5.0  # between two looks at what is to be done, where there are no leases


class Keeper:
    """The caretaker of a hub's rooms."""

    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self._idle: dict[str, float] = {}  # stored deadlines that nothing came of

    async def begin(self) -> None:
        hub = self.hub
        rounds = {"hold": self.hold, "tidy": self.tidy, "wake": self.wake_due}
        if hub.relay is not None:
            rounds["relay"] = hub.relay.tidy
        for name, work in rounds.items():
            hub.spawn(self._keep(name, work))
        for info in await hub.store.due():
            if info.deadline is not None:
                self._wake_at(info.room, info.deadline)

    async def _keep(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do something every few seconds. Whatever happens to it, it is done again, and the rest goes
        on: a node that does not renew its lease is as good as dead."""
        lease = self.hub.settings.lease
        while True:
            await asyncio.sleep(lease / 3 if lease else KEEP_SECONDS)
            try:
                await work()
            except Exception as error:
                say("keep_failed", work=name, error=repr(error))

    async def hold(self) -> None:
        """Renew the lease, and let go of rooms that have another owner."""
        held_before = dict(self.hub.rooms)
        if not held_before and not self.hub.settings.lease:
            return
        held = await self.hub.store.renew(self.hub.node, self.hub.settings.lease)
        for name, live in held_before.items():
            if name not in held and self.hub.rooms.get(name) is live:
                self.hub.lose(live, Fenced(f"Room {name} has another owner."))

    def _free_chairs(self, live: Live, now: float) -> None:
        """Whoever has taken a seat and gone away does not keep the others waiting."""
        for index, chair in enumerate(live.room.chairs):
            if chair.is_free or chair.bot or index in live.guests:
                live.absent.pop(index, None)
            elif now - live.absent.setdefault(index, now) > ABSENT:
                self.hub.deliver(live, None, live.desk.commit(log.Stand(index), now, "left"))

    async def tidy(self) -> None:
        for live in list(self.hub.rooms.values()):
            try:
                if self.hub.rooms.get(live.room.id) is live:
                    await self._tidy_room(live, time.time())
            except Exception as error:
                say("tidy_failed", room=live.room.id, error=repr(error))

    async def _tidy_room(self, live: Live, now: float) -> None:
        if live.room.status == "waiting" and not live.is_empty:
            self._free_chairs(live, now)
        if not live.is_empty or live.outbox or live.bot is not None:
            live.empty_since = now
        elif live.room.status == "waiting" and now - live.empty_since > IDLE:
            self.hub.deliver(live, None, live.desk.commit(log.End("nobody came"), now, "ended"))
        elif live.desk.deadline is None and now - live.empty_since > 60.0:
            self.hub.forget(live)
            if self.hub.settings.lease:
                await self.hub.store.release(live.room.id, self.hub.node)

    def _wake_at(self, room_id: str, deadline: float) -> None:
        """A room that is not loaded has a timer: load it when it is due."""

        def wake() -> None:
            if room_id not in self.hub.rooms:
                self.hub.spawn(self._wake(room_id))

        self.hub.loop.call_later(max(0.0, deadline - time.time()), wake)

    async def _wake(self, room_id: str) -> None:
        try:
            await self.hub.find(room_id)
        except Exception as error:
            say("wake_failed", room=room_id, error=repr(error))

    async def wake_due(self) -> None:
        """Time runs on in rooms that no node has loaded, whoever had them. One that belongs to a node
        which may yet live is left to it, and looked at again next time."""
        due = await self.hub.store.due(time.time())
        alive: set[str] = await self.hub.relay.alive() if self.hub.relay is not None else set()
        idle = {}
        for info in due:
            name, deadline = info.room, info.deadline
            if deadline is None or (name in self.hub.rooms and name not in self._idle):
                continue
            is_free = info.node in ("", self.hub.node) or (alive and info.node not in alive)
            if self._idle.get(name) == deadline or (is_free and await self._is_idle(name)):
                idle[name] = deadline
        self._idle = idle

    async def _is_idle(self, room_id: str) -> bool:
        """Load a room. Is there nothing to wait for in it, or can it not be read?"""
        try:
            live = await self.hub.find(room_id)
        except StoreFailed:
            raise
        except Exception as error:
            say("wake_failed", room=room_id, error=repr(error))
            return True
        return live is not None and live.desk.deadline is None
