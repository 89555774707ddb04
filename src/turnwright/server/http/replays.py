"""Replays: the record of a finished match, and what a viewer saw at each of its steps."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Hashable
from typing import Any, TypeVar

import msgspec

from turnwright.core.definition.game import Game
from turnwright.core.errors import UnusableError
from turnwright.core.runtime.record import Record
from turnwright.server.node.node import NO_ROOM, Node
from turnwright.server.node.rules_thread import RulesThread
from turnwright.server.rooms import match_summary
from turnwright.server.rooms.begun_match import BegunMatch
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
from turnwright.server.views.game_description import label_of
from turnwright.server.views.protocol import seat_id

from .byte_limited_cache import ByteLimitedCache
from .messages import MatchSummary, PlayerStatistics, TurningPoint, TurnMark

CACHE_BYTES = 64 << 20
SUMMARY_BYTES = 20_000  # approximately
EVALUATION_TEXT = (
    "The game's own estimate of the position, which knows all cards and is not a chance to win."
)
FRAME_OVERHEAD = 500  # approximate bytes of a frame besides its state

T = TypeVar("T")


class Replay(msgspec.Struct, frozen=True):
    """A finished match, its number in the room, and how many the room has."""

    played: StoredMatch
    number: int
    matches: int
    has_frames: bool
    """Are its frames stored?"""


class Replays:
    """The replays of a node. They are built one at a time in their own thread, which alone uses the
    cache, so that replays do not delay running matches."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._cache = ByteLimitedCache(CACHE_BYTES)
        self._thread = RulesThread("replays", node.settings.rule_seconds)

    async def _in_thread(self, work: Callable[..., T], *args: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *args)

    def _rest(self) -> None:
        """After a step: let the event loop's thread run."""
        time.sleep(0)
        self._thread.progress()

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
            raise UnusableError("no_room", NO_ROOM)
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
        await self.node.prepare_games([played.game])
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
        frames = await self._all_frames(room_id, replay, seat)
        return {
            "total": len(frames),
            "match": replay.number,
            "matches": replay.matches,
            "frames": frames[start : start + count],
        }

    async def _all_frames(
        self, room_id: str, replay: Replay, seat: int | None
    ) -> list[StoredFrame]:
        viewer = SPECTATOR if seat is None else seat
        key = (room_id, replay.number, viewer, "frames")
        frames: list[StoredFrame] | None = await self._in_thread(self._cache.find, key)
        if frames is None:
            archive, stored = self.node.store.replays, None
            if replay.has_frames:
                stored = await archive.frames(room_id, replay.number, viewer)
            frames = await self._in_thread(self._frames, key, replay, stored)
        return frames

    async def summary(self, room_id: str, replay: Replay, seat: int | None) -> MatchSummary:
        """Return a replay at a glance, for a player of the match or a stranger (None)."""
        key = (room_id, replay.number, SPECTATOR if seat is None else seat, "summary")
        kept: MatchSummary | None = await self._in_thread(self._cache.find, key)
        if kept is not None:
            return kept
        seen = await self._all_frames(room_id, replay, None)
        own = seen if seat is None else await self._all_frames(room_id, replay, seat)
        summary = await self._in_thread(self._summarize, replay, seat, seen, own)
        await self._in_thread(self._cache.put, key, SUMMARY_BYTES, summary)
        return summary

    def _summarize(
        self, replay: Replay, seat: int | None, seen: list[StoredFrame], own: list[StoredFrame]
    ) -> MatchSummary:
        """`seen` are the frames of a spectator, `own` those of the viewer."""
        played, record = replay.played, Record.parse(replay.played.record)
        games, lead = self.node.find_game, list[float]()
        has_rules = games.has(played.game, played.rules)
        values = match_summary.public_values(seen, played.seats)
        game = games.find(played.game, played.rules) if has_rules else None
        if game is not None and (seat is not None or played.has_only_bots):
            lead = match_summary.evaluated_lead(game, record, self._rest)
        measure, text = "evaluation", EVALUATION_TEXT
        if not lead:
            measure, lead = match_summary.public_lead(values)
            text = _about_measure(measure, played.seats)
        lead += lead[-1:] * (len(seen) - len(lead))
        told = match_summary.telling_lines(own)
        points = [
            TurningPoint(step, *told[step], lead[step - 1], lead[step])
            for step in match_summary.turning_steps(lead, told)
        ]
        counts = match_summary.move_counts(played, game)
        players = [
            PlayerStatistics(
                seat_id(one), name, played.bots[one] if played.bots else "",
                sum(counts[one].values()), counts[one], values[-1][one],
            )
            for one, name in enumerate(record.seats)
        ]  # fmt: skip
        result = played.result
        winners = () if result is None else result.winners
        outcome = "" if result is None else result.describe([record.seats[w] for w in winners])
        reason = f": {result.reason}" if result is not None and result.reason else ""
        is_open = seat is not None or played.has_only_bots
        return MatchSummary(
            replay.number, replay.matches, played.game, played.rules, outcome + reason,
            [seat_id(w) for w in winners], len(seen),
            [TurnMark(*mark) for mark in match_summary.turn_marks(seen)],
            players, measure, text, lead, points,
            "" if seat is None else seat_id(seat),
            [seat_id(one) for one in played.open_seats] if is_open else [],
            has_rules and is_open,
        )  # fmt: skip

    async def shortened(
        self, replay: Replay, step: int, names: list[str]
    ) -> tuple[Game, Record, BegunMatch]:
        """Return the game of a match, its record up to a step, and the match at this step for players
        with these names; raise an error if it cannot go on from there."""
        return await self._in_thread(self._shortened, replay, step, names)

    def _shortened(
        self, replay: Replay, step: int, names: list[str]
    ) -> tuple[Game, Record, BegunMatch]:
        played, record = replay.played, Record.parse(replay.played.record)
        if not self.node.find_game.has(played.game, played.rules):
            raise UnusableError("rules_missing", "The rules of this match are not installed.")
        if not 0 <= step <= len(record.entries) + 1:
            raise UnusableError("bad_step", f"This match has {len(record.entries)} steps.")
        game = self.node.find_game.find(played.game, played.rules)
        record.entries, record.seats = record.entries[:step], names  # not those who played it
        begun = BegunMatch.replay(game, record, names, self._rest)
        if begun.match.result is not None:
            raise UnusableError("already_over", "The match is over at this step.")
        return game, record, begun

    def _frames(
        self, key: tuple[str, int, int, str], replay: Replay, stored: bytes | None
    ) -> list[StoredFrame]:
        """Unpack stored frames, or play the match again; keep them in the cache."""
        room_id, _, viewer, _ = key
        if stored is not None:
            found = unpack_frames(stored)
        else:
            game = self.node.find_game.find(replay.played.game, replay.played.rules)
            found = match_frames(game, room_id, replay.played, [viewer], self._rest)[viewer]
        size = sum(len(bytes(frame.state)) + FRAME_OVERHEAD for frame in found)
        self._cache.put(key, size, found)
        return found


def _about_measure(measure: str, seats: int) -> str:
    """Return what is measured by a public value, as a sentence."""
    if not measure:
        return ""
    name = label_of(measure)
    return (
        f"The lead in {name if name.isupper() else name.lower()}, as everybody saw it."
        if seats > 1
        else f"{name} over the game."
    )
