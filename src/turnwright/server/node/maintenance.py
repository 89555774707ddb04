"""Periodic work of a node: renew the lease, free abandoned slots and rooms, wake rooms that are due.

The tasks are independent: a failure in one must not stop the renewal of the lease, without which the
node loses its rooms.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from turnwright.core.errors import UnusableError
from turnwright.server.http.token_secrets import read_secrets
from turnwright.server.rooms import inputs
from turnwright.server.storage.errors import Fenced, StoreFailed
from turnwright.server.storage.retention import DAY, expired_rooms, last_input
from turnwright.server.storage.store import RoomInfo

from .connections import ABSENT, OwnedRoom
from .logs import log_event
from .replay_writer import ReplayWriter
from .unplayable_rooms import UNPLAYABLE, end_unplayable

if TYPE_CHECKING:
    from .node import Node

INTERVAL = 5.0  # seconds between tasks if there are no leases
UNLOAD = 60.0  # seconds after which a room that nobody uses is removed from memory
DELETE_SECONDS = 3600.0  # between deletions of old chat
DELETED_AT_ONCE = 10  # rooms, so that players are not delayed
LOOK_AGAIN = 600.0  # seconds until expired rooms are looked for again, if none is left
ASK_AGAIN = 3600.0  # seconds until a match that is not abandoned is looked at again


class Maintenance:
    """The periodic tasks of a node."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._idle: dict[str, float] = {}  # rooms without a timer, by their stored deadline
        self._kept: dict[str, float] = {}  # matches that are not abandoned, and until when
        self._started = node.clock.now()
        self._chat_trimmed_at = 0.0  # when old chat was deleted
        self._next_deletion = 0.0  # when to look for expired rooms again

    async def begin(self) -> None:
        """Start all tasks, and schedule the timers of stored rooms."""
        node = self.node
        tasks = {
            "renew_lease": self.renew_lease,
            "clean_up": self.clean_up,
            "wake_rooms": self.wake_due,
            "close_abandoned": self.close_abandoned,
            "delete_expired": self.delete_expired,
            "heartbeat": self.beat,
            "delete_old": self.delete_old,
            "end_restrictions": node.moderation.end_restrictions,
            "shared_settings": self.read_shared_settings,
            "store_replays": ReplayWriter(node).write_missing,
            "store_running": node.running_replays.write_due,
        }
        if node.relay is not None:
            tasks["relay"] = node.relay.clean_up
            tasks["restrictions"] = node.moderation.reload
        for name, work in tasks.items():
            node.spawn(self._repeat(name, work))
        due = await node.store.due()
        await node.prepare_games(info.game for info in due)
        for info in due:
            if info.deadline is not None and self._has_rules(info):
                self._wake_at(info.room, info.deadline)

    def _has_rules(self, info: RoomInfo) -> bool:
        return self.node.find_game.has(info.game, info.rules)

    async def _repeat(self, name: str, work: Callable[[], Awaitable[None]]) -> None:
        """Repeat a task every few seconds, whether or not it fails."""
        lease = self.node.settings.lease
        while True:
            await asyncio.sleep(lease / 3 if lease else INTERVAL)
            try:
                await work()
            except Exception as error:
                log_event("maintenance_failed", task=name, error=repr(error))

    async def read_shared_settings(self) -> None:
        """Read what an administrator may have changed for all nodes: the secrets and the notice."""
        node = self.node
        node.secrets = await read_secrets(node.store)
        await node.notices.read(node.store)
        node.notices.broadcast(node.connections.values())

    async def beat(self) -> None:
        """Note that this node is alive, if it has rooms whose clocks may run."""
        if self.node.rooms:
            await self.node.heartbeat.beat(self.node.clock)

    async def delete_old(self) -> None:
        """Delete old chat, when the node starts and then once an hour."""
        now = self.node.clock.now()
        if now > self._chat_trimmed_at + DELETE_SECONDS:
            self._chat_trimmed_at = now
            await self.node.moderation.delete_old()

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

    def _replace_absent(self, owned: OwnedRoom, now: float) -> None:
        """Let a bot play for those who have been absent for too long, if the room allows it."""
        node, bot = self.node, owned.room.create.takeover
        for index, slot in enumerate(owned.room.slots):
            if slot.playing_bot or index in owned.connections:
                owned.absent.pop(index, None)
            elif now - owned.absent.setdefault(index, now) >= node.settings.takeover_seconds:
                node.deliver(owned, None, owned.handler.stand_in(index, bot, now))
                node.send_seats(owned)

    async def clean_up(self) -> None:
        """Free abandoned slots, and close or unload rooms that nobody uses."""
        for owned in list(self.node.rooms.values()):
            try:
                if self.node.rooms.get(owned.room.id) is owned:
                    await self._clean_up_room(owned, self.node.clock.now())
            except Exception as error:
                log_event("room_cleanup_failed", room=owned.room.id, error=repr(error))

    async def _clean_up_room(self, owned: OwnedRoom, now: float) -> None:
        if owned.room.status == "waiting" and not owned.is_empty:
            self._free_absent(owned, now)
        elif owned.room.status == "playing" and owned.room.create.takeover and not owned.is_empty:
            self._replace_absent(owned, now)
        if not owned.is_empty or owned.outbox or owned.bot is not None:
            owned.empty_since = now
        elif owned.room.status == "waiting":
            if now - owned.empty_since > self.node.settings.idle_seconds:
                self._end(owned, "nobody joined")
        elif owned.room.status == "playing" and owned.room.has_only_bots:
            if now - owned.empty_since > self.node.settings.unwatched_seconds:
                self._end(owned, "nobody watched")
        elif owned.handler.deadline is None and now - owned.empty_since > UNLOAD:
            self.node.save(owned)
            self.node.unload(owned)
            if self.node.settings.lease:
                await self.node.store.release(owned.room.id, self.node.id)

    def _end(self, owned: OwnedRoom, why: str) -> None:
        now = self.node.clock.now()
        self.node.deliver(owned, None, owned.handler.commit(inputs.End(why), now, "ended"))

    async def close_abandoned(self) -> None:
        """End stored rooms that nobody uses: after a restart, or because they have no clock."""
        node, now = self.node, self.node.clock.now()
        settings = node.settings
        waiting_before = now - settings.idle_seconds
        if now - self._started < settings.idle_seconds:
            waiting_before = 0.0  # their players may be about to come back
        playing_before = now - settings.abandoned_seconds if settings.abandoned_seconds else 0.0
        self._kept = {name: until for name, until in self._kept.items() if until > now}
        alive = {""} if node.relay is None else await node.relay.alive()
        for info in await node.store.inactive(waiting_before, playing_before):
            is_elsewhere = node.relay is not None and info.node in alive - {node.id, ""}
            if info.room in node.rooms or info.room in self._kept or is_elsewhere:
                continue
            if info.status == "playing" and await last_input(node.store, info) > playing_before:
                self._kept[info.room] = now + ASK_AGAIN
                continue
            await self._end_stored(info, now)

    async def delete_expired(self) -> None:
        """Delete rooms that are older than the setting `retention_days`."""
        node, now = self.node, self.node.clock.now()
        days = node.settings.retention_days
        if not days or now < self._next_deletion:
            return
        alive = {""} if node.relay is None else await node.relay.alive()
        count = 0
        async for info in expired_rooms(node.store, now - days * DAY, node.rooms, DELETED_AT_ONCE):
            if node.relay is None or info.node not in alive - {node.id, ""}:
                await node.store.delete(info.room)
                count += 1
        if count:
            log_event("rooms_deleted", rooms=count)
        if count < DELETED_AT_ONCE:
            self._next_deletion = now + LOOK_AGAIN

    async def _end_stored(self, info: RoomInfo, now: float) -> None:
        why = "nobody joined" if info.status == "waiting" else "abandoned"
        try:
            owned = await self.node.find_room(info.room)
        except StoreFailed:
            raise
        except Exception as error:
            if isinstance(error, UnusableError) and error.code in UNPLAYABLE:
                await end_unplayable(self.node, info.room, why)
                return
            log_event("room_wake_failed", room=info.room, error=repr(error))
            owned = None
        if owned is None:
            self._kept[info.room] = now + ASK_AGAIN
        elif owned.is_empty and not owned.outbox and info.deadline is None:
            self._end(owned, why)

    def _wake_at(self, room_id: str, deadline: float) -> None:
        """Load a room when its timer is due, unless it is loaded by then."""

        def wake() -> None:
            if room_id not in self.node.rooms:
                self.node.spawn(self._wake(room_id))

        self.node.loop.call_later(max(0.0, deadline - self.node.clock.now()), wake)

    async def _wake(self, room_id: str) -> None:
        try:
            await self.node.find_room(room_id)
        except Exception as error:
            log_event("room_wake_failed", room=room_id, error=repr(error))

    async def wake_due(self) -> None:
        """Load rooms whose deadline has passed and that no living node owns. A room that turns out to
        have no timer is not loaded again for the same stored deadline."""
        due = await self.node.store.due(self.node.clock.now())
        await self.node.prepare_games(info.game for info in due)
        alive: set[str] = await self.node.relay.alive() if self.node.relay is not None else set()
        idle = {}
        for info in due:
            name, deadline = info.room, info.deadline
            if deadline is None or (name in self.node.rooms and name not in self._idle):
                continue
            if not self._has_rules(info):
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
