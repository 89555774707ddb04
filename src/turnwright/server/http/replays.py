"""Replays: the record of a finished match, and what a viewer saw at each of its steps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec

from turnwright.core.definition.game import Game
from turnwright.core.errors import UnusableError
from turnwright.core.runtime.flow_state import Result
from turnwright.core.runtime.record import Record
from turnwright.server.node.node import Node
from turnwright.server.rooms import inputs
from turnwright.server.rooms.room import Room
from turnwright.server.rooms.room_state import KEPT_LINES
from turnwright.server.storage.recovery import restore
from turnwright.server.storage.store import Row
from turnwright.server.views.message_parts import LogLine
from turnwright.server.views.state_view import RoomView, StateView

CACHE_BYTES = 64 << 20
FRAME_OVERHEAD = 500  # approximate bytes of a frame besides its state

T = TypeVar("T")


class Replay(msgspec.Struct, frozen=True):
    """A finished match: its record as JSON, its result in the room, and its number there."""

    game: str
    seats: int
    record: bytes
    result: Result | None
    number: int
    matches: int


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
            return await self._in_thread(
                self._keep, key, room.match.record, room.result, wanted, matches
            )
        found: Replay | None = await self._in_thread(self._cache.find, key)
        if found is not None:
            return found
        rows = await self.node.store.read(room_id)
        return await self._in_thread(self._rebuild, key, rows, wanted, matches)

    def _rebuild(
        self, key: tuple[str, int, int], rows: list[Row], number: int, matches: int
    ) -> Replay:
        room = restore(key[0], self.node.find_game, None, rows, until=number)
        assert room.match is not None
        return self._keep(key, room.match.record, room.result, number, matches)

    def _keep(
        self, key: Hashable, record: Record, result: Result | None, number: int, matches: int
    ) -> Replay:
        data = record.to_json()
        replay = Replay(record.game, len(record.seats), data, result, number, matches)
        self._cache.put(key, len(data), replay)
        return replay

    async def frames(
        self, room_id: str, replay: Replay, seat: int | None, start: int, count: int
    ) -> dict[str, Any]:
        """Return a page of a replay as a seat (None: a spectator) saw it."""
        frames = await self._in_thread(self._frames, room_id, replay, seat)
        return {
            "total": len(frames),
            "match": replay.number,
            "matches": replay.matches,
            "frames": frames[start : start + count],
        }

    def _frames(self, room_id: str, replay: Replay, seat: int | None) -> list[dict[str, Any]]:
        key = (room_id, replay.number, seat, "frames")
        found: list[dict[str, Any]] | None = self._cache.find(key)
        if found is None:
            game = self.node.find_game(replay.game)
            found = _all_frames(game, room_id, replay.record, replay.result, seat)
            self._cache.put(
                key, sum(len(bytes(frame["state"])) + FRAME_OVERHEAD for frame in found), found
            )
        return found


def _all_frames(
    game: Game, room_id: str, data: bytes, result: Result | None, seat: int | None
) -> list[dict[str, Any]]:
    """Play a record again and return what a seat, or a spectator, saw at each step."""
    record = Record.parse(data)
    create = inputs.Create(game.name, game.rules, "", len(record.seats), coin_flip=False)
    room = Room(room_id, game, create)
    for slot, name in zip(room.slots, record.seats, strict=True):
        slot.name = name
    room.match = game.replay(record, 0)
    room.status, room.acting = "playing", room.match.acting
    view = RoomView(room)
    frames = [_frame(view, seat, LogLine(0, "", "The match begins"))]
    for entry in record.entries:
        lines = room.line_count
        room.replay_entry(entry)
        added = room.lines_after(lines)
        line = added[0].seen_by(seat) if added else LogLine(0, "", entry.op)
        frames.append(_frame(view, seat, line))
        time.sleep(0)  # let the event loop's thread run
    if room.result is None and result is not None:  # resigned, or ended by the server
        room.result, room.status, room.acting, room.open_prompts = result, "over", [], {}
        frames.append(_frame(view, seat, LogLine(0, "", room.result_text)))
    return frames


def _frame(view: RoomView, seat: int | None, line: LogLine) -> dict[str, Any]:
    room = view.room
    everybody = frozenset(range(len(room.slots)))
    after = max(0, room.line_count - KEPT_LINES)
    state = StateView(view, everybody, 0.0).state_json(seat, after)
    return {"n": room.version, "who": line.who, "line": line.text, "state": msgspec.Raw(state)}
