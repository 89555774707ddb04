"""Loads rooms from the store when somebody needs them.

A room is rebuilt on the event loop, in slices and one room at a time: a thread would compete with the
loop for Python's lock, which takes twice as long in all. Snapshots keep what must be replayed short.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Executor
from functools import partial
from time import perf_counter
from typing import TYPE_CHECKING

from turnwright.core.errors import RulesInterrupted, UnusableError
from turnwright.server.rooms.room import Room
from turnwright.server.rooms.rules_watch import RulesStuck
from turnwright.server.storage.recovery import pinned_rules, restore, restore_stepwise

if TYPE_CHECKING:
    from .connections import OwnedRoom
    from .node import Node

SLICE_SECONDS = 0.005  # for which a room is rebuilt before the loop goes on


class RoomLoader:
    """Loads the rooms of a node."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._loading: dict[str, asyncio.Task[OwnedRoom | None]] = {}
        self._restoring = asyncio.Lock()

    async def find(self, room_id: str) -> OwnedRoom | None:
        """Load a room, once for everybody who waits for it. Raises `room_stopped` if it is closed."""
        self.node.failures.check_open(room_id)
        task = self._loading.get(room_id)
        if task is None:
            task = self._loading[room_id] = self.node.spawn(self.node.load(room_id))
            task.add_done_callback(lambda _: self._loading.pop(room_id, None))
        return await asyncio.shield(task)

    @property
    def is_busy(self) -> bool:
        """Whether a room is being rebuilt."""
        return self._restoring.locked()

    async def read(self, room_id: str, reader: Executor | None = None) -> Room | None:
        """Rebuild a room from its snapshot and the rows since, checking their hashes: in a thread of
        `reader`, or on the event loop."""
        store, games = self.node.store, self.node.find_game
        snapshot = await store.snapshot(room_id)
        rows = await store.read(room_id, snapshot.seq if snapshot else 0)
        if snapshot is None and not rows:
            return None
        if reader is not None:
            work = partial(restore, room_id, games, snapshot, rows)
            return await self.node.loop.run_in_executor(reader, work)
        create, _ = pinned_rules(snapshot, rows)
        await self.node.prepare_games([create.game])
        async with self._restoring:
            steps = restore_stepwise(room_id, games, snapshot, rows, run=self.node.watch.run)
            room, until = None, perf_counter() + SLICE_SECONDS
            try:
                for step in steps:
                    room = step
                    if perf_counter() > until:
                        await asyncio.sleep(0)
                        until = perf_counter() + SLICE_SECONDS
            except (RulesInterrupted, RulesStuck):
                self.node.failures.count_interruption(room_id)
                sentence = f"Room {room_id} cannot be rebuilt: its rules take too long."
                raise UnusableError("room_broken", sentence) from None
            return room
