"""What a node does every few seconds: it renews its lease, tidies up, and wakes rooms in time.

Each part goes on whatever happens to the others: a node that does not renew its lease is as good as
dead.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from turnwright.server.rooms import inputs
from turnwright.server.storage.errors import Fenced, StoreFailed

from .connections import ABSENT, OwnedRoom
from .logs import log_event

if TYPE_CHECKING:
    from .node import Node

IDLE = 600.0  # seconds a room without anybody is kept waiting
KEEP_SECONDS = 5.0  # between two looks at what is to be done, where there are no leases


class Maintenance:
    """The caretaker of a hub's rooms."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._idle: dict[str, float] = {}  # stored deadlines that nothing came of

    async def begin(self) -> None:
        node = self.node
        rounds = {"hold": self.hold, "tidy": self.tidy, "wake": self.wake_due}
        if node.relay is not None:
            rounds["relay"] = node.relay.tidy
        for name, work in rounds.items():
            node.spawn(self._keep(name, work))
        for info in await node.store.due():
            if info.deadline is not None:
                self._wake_at(info.room, info.deadline)

    async def _keep(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Do something every few seconds. Whatever happens to it, it is done again, and the rest goes
        on: a node that does not renew its lease is as good as dead."""
        lease = self.node.settings.lease
        while True:
            await asyncio.sleep(lease / 3 if lease else KEEP_SECONDS)
            try:
                await work()
            except Exception as error:
                log_event("keep_failed", work=name, error=repr(error))

    async def hold(self) -> None:
        """Renew the lease, and let go of rooms that have another owner."""
        held_before = dict(self.node.rooms)
        if not held_before and not self.node.settings.lease:
            return
        held = await self.node.store.renew(self.node.id, self.node.settings.lease)
        for name, owned in held_before.items():
            if name not in held and self.node.rooms.get(name) is owned:
                self.node.drop_room(owned, Fenced(f"Room {name} has another owner."))

    def _free_chairs(self, owned: OwnedRoom, now: float) -> None:
        """Whoever has taken a seat and gone away does not keep the others waiting."""
        for index, slot in enumerate(owned.room.slots):
            if slot.is_free or slot.bot or index in owned.connections:
                owned.absent.pop(index, None)
            elif now - owned.absent.setdefault(index, now) > ABSENT:
                self.node.deliver(
                    owned, None, owned.handler.commit(inputs.Leave(index), now, "left")
                )

    async def tidy(self) -> None:
        for owned in list(self.node.rooms.values()):
            try:
                if self.node.rooms.get(owned.room.id) is owned:
                    await self._tidy_room(owned, time.time())
            except Exception as error:
                log_event("tidy_failed", room=owned.room.id, error=repr(error))

    async def _tidy_room(self, owned: OwnedRoom, now: float) -> None:
        if owned.room.status == "waiting" and not owned.is_empty:
            self._free_chairs(owned, now)
        if not owned.is_empty or owned.outbox or owned.bot is not None:
            owned.empty_since = now
        elif owned.room.status == "waiting" and now - owned.empty_since > IDLE:
            self.node.deliver(
                owned, None, owned.handler.commit(inputs.End("nobody came"), now, "ended")
            )
        elif owned.handler.deadline is None and now - owned.empty_since > 60.0:
            self.node.unload(owned)
            if self.node.settings.lease:
                await self.node.store.release(owned.room.id, self.node.id)

    def _wake_at(self, room_id: str, deadline: float) -> None:
        """A room that is not loaded has a timer: load it when it is due."""

        def wake() -> None:
            if room_id not in self.node.rooms:
                self.node.spawn(self._wake(room_id))

        self.node.loop.call_later(max(0.0, deadline - time.time()), wake)

    async def _wake(self, room_id: str) -> None:
        try:
            await self.node.find_room(room_id)
        except Exception as error:
            log_event("wake_failed", room=room_id, error=repr(error))

    async def wake_due(self) -> None:
        """Time runs on in rooms that no node has loaded, whoever had them. One that belongs to a node
        which may yet live is left to it, and looked at again next time."""
        due = await self.node.store.due(time.time())
        alive: set[str] = await self.node.relay.alive() if self.node.relay is not None else set()
        idle = {}
        for info in due:
            name, deadline = info.room, info.deadline
            if deadline is None or (name in self.node.rooms and name not in self._idle):
                continue
            is_free = info.node in ("", self.node.id) or (alive and info.node not in alive)
            if self._idle.get(name) == deadline or (is_free and await self._is_idle(name)):
                idle[name] = deadline
        self._idle = idle

    async def _is_idle(self, room_id: str) -> bool:
        """Load a room. Is there nothing to wait for in it, or can it not be read?"""
        try:
            owned = await self.node.find_room(room_id)
        except StoreFailed:
            raise
        except Exception as error:
            log_event("wake_failed", room=room_id, error=repr(error))
            return True
        return owned is not None and owned.handler.deadline is None
