"""Replays: the record of a finished match, and what a viewer saw at each of its steps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.server.node.node import Node
from turnwright.server.rooms.match_frames import (
    SPECTATOR,
    StoredFrame,
    StoredMatch,
    decode_match,
    match_frames,
    players_of,
    stored_match,
    unpack_frames,
)
from turnwright.server.rooms.room import Room
from turnwright.server.storage.recovery import restore
from turnwright.server.storage.store import Row

CACHE_BYTES = 64 << 20
FRAME_OVERHEAD = 500  # approximate bytes of a frame besides its state

T = TypeVar("T")


class Replay(msgspec.Struct, frozen=True):
    """A finished match, its number in the room, and how many the room has."""

    played: StoredMatch
    number: int
    matches: int
    has_frames: bool
    """Are its frames stored?"""


class ByteLimitedCache:
    """A least-recently-used cache that is limited by the size of its values."""

    def __init__(self, space: int = CACHE_BYTES) -> None:
        self.space = space
        self.used = 0
        self._kept: dict[Hashable, tuple[int, Any]] = {}

    def find(self, key: Hashable) -> Any:
        """Return a value, or None."""
        found = self._kept.pop(key, None)
        if found is None:
            return None
        self._kept[key] = found
        return found[1]

    def put(self, key: Hashable, size: int, value: Any) -> None:
        """Add a value of a size in bytes, and drop the oldest ones if there is no space."""
        self.used += size - self._kept.pop(key, (0, None))[0]
        self._kept[key] = (size, value)
        while self.used > self.space:
            self.used -= self._kept.pop(next(iter(self._kept)))[0]


class Replays:
    """The replays of a node. They are built one at a time in their own thread, which alone uses the
    cache, so that replays do not delay running matches."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._cache = ByteLimitedCache()
        self._thread = ThreadPoolExecutor(1, "replays")

    async def _in_thread(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    async def find(self, room_id: str, head: int, number: int = 0) -> Replay:
        """Return a finished match of a room, by default the last. `head` is the last stored row of the
        room."""
        owned = self.node.rooms.get(room_id)
        room: Room | None = None
        if owned is not None and not owned.outbox:  # otherwise it is ahead of what is durable
            room = owned.room
        else:
            kept: Replay | None = await self._in_thread(self._cache.find, (room_id, head, number))
            if kept is not None:
                return kept
            stored = await self._stored((room_id, head, number), number)
            if stored is not None:
                return stored
            room = await self.node.read_room(room_id, self._thread)
        if room is None:
            raise UnusableError("no_room", "There is no such room.")
        # No `await` from here to the record: a room in memory could start its next match meanwhile.
        is_playing = room.status == "playing"
        matches = room.match_number - is_playing
        wanted = number or matches
        is_unfinished = is_playing or (room.status == "waiting" and not matches)
        if is_unfinished and wanted in (0, room.match_number):
            raise UnusableError("still_running", "The match is not over yet.")
        if not 0 < wanted <= matches:
            raise UnusableError("no_match", f"This room has {matches} finished matches.")
        key = (room_id, room.seq, number)
        if wanted == room.match_number and room.match is not None:
            facts = (room.match.record, room.create.rules, room.result, players_of(room))
            return await self._in_thread(
                lambda: self._keep(key, stored_match(*facts), wanted, matches)
            )
        found: Replay | None = await self._in_thread(self._cache.find, key)
        found = found or await self._stored(key, wanted)
        if found is not None:
            return found
        rows = await self.node.store.read(room_id)
        return await self._in_thread(self._rebuild, key, rows, wanted, matches)

    async def _stored(self, key: tuple[str, int, int], number: int) -> Replay | None:
        """Return a stored match, by default the last; a match that is not over is not shown."""
        room_id, archive = key[0], self.node.store.replays
        last = await archive.last_match(room_id)
        wanted = number or last
        body = await archive.match(room_id, wanted) if 0 < wanted <= last else None
        if body is None:
            return None
        played = decode_match(body)
        has_rules = self.node.find_game.has(played.game, played.rules)
        if has_rules and not await archive.is_complete(room_id, wanted):
            return None  # stored while it was played; the rules give all of it
        return await self._in_thread(self._keep, key, played, wanted, last, True)

    def _rebuild(
        self, key: tuple[str, int, int], rows: list[Row], number: int, matches: int
    ) -> Replay:
        room = restore(key[0], self.node.find_game, None, rows, until=number)
        assert room.match is not None
        played = stored_match(room.match.record, room.create.rules, room.result, players_of(room))
        return self._keep(key, played, number, matches)

    def _keep(
        self,
        key: Hashable,
        played: StoredMatch,
        number: int,
        matches: int,
        has_frames: bool = False,
    ) -> Replay:
        replay = Replay(played, number, matches, has_frames)
        self._cache.put(key, len(played.record), replay)
        return replay

    async def frames(
        self, room_id: str, replay: Replay, seat: int | None, start: int, count: int
    ) -> dict[str, Any]:
        """Return a page of a replay as a seat (None: a spectator) saw it."""
        viewer = SPECTATOR if seat is None else seat
        key = (room_id, replay.number, viewer, "frames")
        frames: list[StoredFrame] | None = await self._in_thread(self._cache.find, key)
        if frames is None:
            archive, stored = self.node.store.replays, None
            if replay.has_frames:
                stored = await archive.frames(room_id, replay.number, viewer)
            frames = await self._in_thread(self._frames, key, replay, stored)
        return {
            "total": len(frames),
            "match": replay.number,
            "matches": replay.matches,
            "frames": frames[start : start + count],
        }

    def _frames(
        self, key: tuple[str, int, int, str], replay: Replay, stored: bytes | None
    ) -> list[StoredFrame]:
        """Unpack stored frames, or play the match again; keep them in the cache."""
        room_id, _, viewer, _ = key
        if stored is not None:
            found = unpack_frames(stored)
        else:
            game = self.node.find_game.find(replay.played.game, replay.played.rules)
            rest = partial(time.sleep, 0)  # let the event loop's thread run
            found = match_frames(game, room_id, replay.played, [viewer], rest)[viewer]
        size = sum(len(bytes(frame.state)) + FRAME_OVERHEAD for frame in found)
        self._cache.put(key, size, found)
        return found
