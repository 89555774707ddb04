"""Periodic work of a node: renew the lease, free abandoned slots and rooms, wake rooms that are due.

The tasks are independent: a failure in one must not stop the renewal of the lease, without which the
node loses its rooms.
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

IDLE = 600.0  # seconds after which a waiting room without connections is closed
INTERVAL = 5.0  # seconds between tasks if there are no leases


class Maintenance:
    """The periodic tasks of a node."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._idle: dict[str, float] = {}  # rooms without a timer, by their stored deadline

    async def begin(self) -> None:
        """Start all tasks, and schedule the timers of stored rooms."""
        node = self.node
        tasks = {
            "renew_lease": self.renew_lease,
            "clean_up": self.clean_up,
            "wake_rooms": self.wake_due,
        }
        if node.relay is not None:
            tasks["relay"] = node.relay.clean_up
        for name, work in tasks.items():
            node.spawn(self._repeat(name, work))
        for info in await node.store.due():
            if info.deadline is not None:
                self._wake_at(info.room, info.deadline)

    async def _repeat(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Repeat a task every few seconds, whether or not it fails."""
        lease = self.node.settings.lease
        while True:
            await asyncio.sleep(lease / 3 if lease else INTERVAL)
            try:
                await work()
            except Exception as error:
                log_event("maintenance_failed", task=name, error=repr(error))

    async def renew_lease(self) -> None:
        """Renew the lease, and drop rooms that another node owns now."""
        held_before = dict(self.node.rooms)
        if not held_before and not self.node.settings.lease:
            return
        held = await self.node.store.renew(self.node.id, self.node.settings.lease)
        for name, owned in held_before.items():
            if name not in held and self.node.rooms.get(name) is owned:
                self.node.drop_room(owned, Fenced(f"Room {name} has another owner."))

    def _free_absent(self, owned: OwnedRoom, now: float) -> None:
        """Free the slots of players who have been absent for too long."""
        for index, slot in enumerate(owned.room.slots):
            if slot.is_free or slot.bot or index in owned.connections:
                owned.absent.pop(index, None)
            elif now - owned.absent.setdefault(index, now) > ABSENT:
                self.node.deliver(
                    owned, None, owned.handler.commit(inputs.Leave(index), now, "left")
                )

    async def clean_up(self) -> None:
        """Free abandoned slots, and close or unload rooms that nobody uses."""
        for owned in list(self.node.rooms.values()):
            try:
                if self.node.rooms.get(owned.room.id) is owned:
                    await self._clean_up_room(owned, time.time())
            except Exception as error:
                log_event("room_cleanup_failed", room=owned.room.id, error=repr(error))

    async def _clean_up_room(self, owned: OwnedRoom, now: float) -> None:
        if owned.room.status == "waiting" and not owned.is_empty:
            self._free_absent(owned, now)
        if not owned.is_empty or owned.outbox or owned.bot is not None:
            owned.empty_since = now
        elif owned.room.status == "waiting" and now - owned.empty_since > IDLE:
            self.node.deliver(
                owned, None, owned.handler.commit(inputs.End("nobody joined"), now, "ended")
            )
        elif owned.handler.deadline is None and now - owned.empty_since > 60.0:
            self.node.unload(owned)
            if self.node.settings.lease:
                await self.node.store.release(owned.room.id, self.node.id)

    def _wake_at(self, room_id: str, deadline: float) -> None:
        """Load a room when its timer is due, unless it is loaded by then."""

        def wake() -> None:
            if room_id not in self.node.rooms:
                self.node.spawn(self._wake(room_id))

        self.node.loop.call_later(max(0.0, deadline - time.time()), wake)

    async def _wake(self, room_id: str) -> None:
        try:
            await self.node.find_room(room_id)
        except Exception as error:
            log_event("room_wake_failed", room=room_id, error=repr(error))

    async def wake_due(self) -> None:
        """Load rooms whose deadline has passed and that no living node owns. A room that turns out to
        have no timer is not loaded again for the same stored deadline."""
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
        """Load a room; return whether it has no timer or cannot be loaded."""
        try:
            owned = await self.node.find_room(room_id)
        except StoreFailed:
            raise
        except Exception as error:
            log_event("room_wake_failed", room=room_id, error=repr(error))
            return True
        return owned is not None and owned.handler.deadline is None
