"""Stores what everybody saw of matches that are being played, so that their replays need no rules.

- A match is due when its room has a snapshot that is newer than what is stored, or when it has inputs
  that are not stored after half a minute. It is then stored up to its last input.
- Only the inputs since the last part are played again: the position after it is kept in memory. If it
  is not there, for example after a restart, the match is stored again from its beginning.
- When the server stops, the matches in memory are stored up to their last input, as far as a short time
  allows.

The work is done in a thread that rests most of the time, and never on the path of a move. On a busy
server it lags behind; what it has not stored is lost only if the rules go away before it has caught up.
"""

from __future__ import annotations

import threading
import time
from functools import partial
from math import inf
from typing import TYPE_CHECKING

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.core.runtime.record import Record
from turnwright.server.http.byte_limited_cache import ByteLimitedCache
from turnwright.server.rooms.match_frames import (
    SPECTATOR,
    FrameMaker,
    MatchPlayers,
    StoredMatch,
    encode_match,
    pack_frames,
    players_of,
    stored_match,
)
from turnwright.server.rooms.room import Room
from turnwright.server.views.game_description import describe_game

from .logs import log_event
from .rules_thread import RulesThread

if TYPE_CHECKING:
    from turnwright.core.definition.game import Game

    from .connections import OwnedRoom
    from .node import Node

REST = 9.0  # times the work: at most a tenth of a CPU
BUSY_REST = 90.0  # times the work in addition, if the process uses a whole CPU: a hundredth is left
STORE_SECONDS = 30.0  # after which further inputs of a match are stored
AT_ONCE = 20  # rooms that are not in memory, each time
KEPT_BYTES = 32 << 20  # of positions in memory
STOP_SECONDS = 2.0  # for what is missing when the server stops


class StoredPosition(msgspec.Struct, frozen=True):
    """How far a match is stored: its number in the room, the inputs of its record, and the position
    after them."""

    number: int
    seq: int
    inputs: int
    hash: str
    saved: bytes

    def is_part_of(self, number: int, record: Record) -> bool:
        """Has the match with this record gone on from here?"""
        entries = record.entries
        is_long_enough = number == self.number and len(entries) >= self.inputs
        return is_long_enough and (not self.inputs or entries[self.inputs - 1].hash == self.hash)


class MadePart(msgspec.Struct, frozen=True):
    """A part that is not stored yet."""

    position: StoredPosition
    played: StoredMatch
    frames: dict[int, bytes]
    about: bytes


class RunningReplays:
    """Stores the running matches of a node."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._thread = RulesThread("running-replays", node.settings.rule_seconds)
        self._positions = ByteLimitedCache(KEPT_BYTES)  # by room
        self._stored: dict[str, int] = {}  # by room in memory: the last row that is stored
        self._waiting: dict[str, float] = {}  # by room: since when an input is not stored
        self._failed: set[str] = set()  # rooms whose match cannot be played again
        self._described: set[tuple[str, str]] = set()
        self._left: list[str] | None = None  # rooms that were behind when the server started
        self._is_hurrying = threading.Event()
        self._until = inf  # of `perf_counter`
        self._rested = (0.0, 0.0, 0.0)  # CPU time of the thread and of the process, and the time

    async def write_due(self) -> None:
        """Store the matches that have a new snapshot."""
        if self._left is None:
            self._left = await self.node.store.replays.behind()
        rooms = self.node.rooms
        self._stored = {name: seq for name, seq in self._stored.items() if name in rooms}
        self._waiting = {name: since for name, since in self._waiting.items() if name in rooms}
        for owned in list(rooms.values()):
            if self._is_due(owned):
                await self._write_owned(owned)
        now, self._left = self._left[:AT_ONCE], self._left[AT_ONCE:]
        for name in now:
            await self._write_stored(name)

    def _is_due(self, owned: OwnedRoom) -> bool:
        """Is there a newer snapshot, or is an input older than `STORE_SECONDS` not stored?"""
        room = owned.room
        seq, now = self._stored.get(room.id, 0), time.perf_counter()
        if room.status != "playing" or room.seq <= seq:
            self._waiting.pop(room.id, None)
            return False
        since = self._waiting.setdefault(room.id, now)
        return owned.snapshot_seq > seq or now - since >= STORE_SECONDS

    async def write_all(self) -> None:
        """Store the matches in memory up to their last input, without rest, because the server stops.
        What is not stored in time is left out."""
        self._until = time.perf_counter() + STOP_SECONDS
        self._is_hurrying.set()
        for owned in list(self.node.rooms.values()):
            if owned.room.seq > self._stored.get(owned.room.id, 0):
                await self._write_owned(owned)

    async def _write_owned(self, owned: OwnedRoom) -> None:
        name, node = owned.room.id, self.node
        if owned.room.status != "playing" or name in self._failed:
            return
        if owned.handler.is_broken or node.failures.has_interruptions(name):
            return  # nothing would interrupt its rules in this thread
        try:
            await node.wait_until_durable(owned)
        except UnusableError:  # it was dropped
            return
        await self._write(owned.room)

    async def _write_stored(self, name: str) -> None:
        """Store the match of a room that is not in memory, unless another node owns it."""
        node = self.node
        info = await node.store.info(name)
        if info is not None:
            await node.prepare_games([info.game])
        if info is None or name in node.rooms or not node.find_game.has(info.game, info.rules):
            return
        if node.relay is not None and info.node in await node.relay.alive() - {node.id, ""}:
            return
        try:
            room = await node.loader.read(name, self._thread)
        except UnusableError:
            return  # it is reported when somebody needs it
        if room is not None:
            await self._write(room)

    async def _write(self, room: Room) -> None:
        """Store a room's match. What is read of the room is read before the first `await`."""
        match, name, archive = room.match, room.id, self.node.store.replays
        if match is None or room.status != "playing":
            return
        record = msgspec.structs.replace(match.record, entries=list(match.record.entries))
        played = (room.create.rules, None, players_of(room))
        position: StoredPosition | None = self._positions.find(name)
        if position is not None and not position.is_part_of(room.match_number, record):
            position = None
        work = partial(
            self._make, room.game, name, room.match_number, room.seq, record, played, position
        )
        try:
            made = await self.node.loop.run_in_executor(self._thread, work)
        except UnusableError as error:
            if error.code != "closing":
                self._fail(name, error)
            return
        except Exception as error:
            self._fail(name, error)
            return
        if made.about:
            rules = made.played.rules
            await archive.save_description(made.played.game, rules, made.about)
            self._described.add((made.played.game, rules))
        new, is_first = made.position, position is None
        try:
            await archive.save_part(
                name, new.number, new.seq, encode_match(made.played), made.frames, is_first=is_first
            )
        except BaseException:  # also if it is cancelled: nobody knows whether the part was stored
            self._positions.put(name, 0, None)
            raise
        self._positions.put(name, len(new.saved), new)
        self._stored[name] = new.seq
        self._waiting.pop(name, None)

    def _fail(self, name: str, error: Exception) -> None:
        self._failed.add(name)
        log_event("running_replay_not_stored", room=name, error=repr(error))

    def _make(
        self,
        game: Game,
        name: str,
        number: int,
        seq: int,
        record: Record,
        more: tuple[str, None, MatchPlayers],
        position: StoredPosition | None,
    ) -> MadePart:
        """Play a match on from the last position, in the thread."""
        self._rested = _times()
        viewers = [SPECTATOR, *range(len(record.seats))]
        played = stored_match(record, *more)
        record = Record.parse(played.record)
        if position is None:
            maker, entries = FrameMaker.begin(game, name, record, viewers), record.entries
        else:
            maker = FrameMaker.resume(game, name, position.saved, viewers)
            entries = record.entries[position.inputs :]
        maker.play(entries, self._rest)
        packed = {viewer: pack_frames(seen) for viewer, seen in maker.frames.items()}
        hash = record.entries[-1].hash if record.entries else ""
        about = b""
        if (played.game, played.rules) not in self._described:
            about = msgspec.json.encode({**describe_game(game, with_library=True), "bots": []})
        new = StoredPosition(number, seq, len(record.entries), hash, maker.save())
        return MadePart(new, played, packed, about)

    def _rest(self) -> None:
        """Rest in proportion to the work since the last rest, longer if the server is busy; raise if
        the time to stop is over."""
        self._thread.progress()
        now = _times()
        work, used, passed = (
            after - before for after, before in zip(now, self._rested, strict=True)
        )
        busy = min(1.0, used / passed) if passed > 0 else 1.0
        self._is_hurrying.wait(work * (REST + BUSY_REST * busy))
        if time.perf_counter() > self._until:
            raise UnusableError("closing", "The server is shutting down.")
        self._rested = (time.thread_time(), *now[1:])
        self._thread.progress()  # the rest does not count


def _times() -> tuple[float, float, float]:
    return time.thread_time(), time.process_time(), time.perf_counter()
