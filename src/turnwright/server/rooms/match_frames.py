"""What each viewer saw at every step of a match, and the format in which that is stored.

A stored match needs no rules to be shown. Consecutive frames are nearly equal, so the frames of a
viewer are compressed together: about 7 kB for a Duel of 100 inputs, 30 kB for 330 inputs of Netrunner.
"""

from __future__ import annotations

import lzma
from collections.abc import Callable, Sequence
from typing import Any

import msgspec

from turnwright.core.definition.game import Game
from turnwright.core.runtime.flow_state import Result
from turnwright.core.runtime.record import Record, RecordEntry
from turnwright.server.views.message_parts import LogLine
from turnwright.server.views.state_view import RoomView, StateView

from . import inputs
from .room import Room
from .room_state import KEPT_LINES

SPECTATOR = -1  # as a viewer of stored frames; seats are counted from 0
PRESET = 1  # of the compression; higher ones are slower and save another tenth


class StoredMatch(msgspec.Struct, frozen=True):
    """A match: its record as JSON, its result in the room (None: it is still played), and who played
    it."""

    game: str
    rules: str
    seats: int
    record: bytes
    result: Result | None
    players: list[int]
    """By slot: the log row in which the player had joined, as in a seat token."""
    seating: list[int] = []
    """By slot: the seat. Matches of older versions do not know it."""
    bots: list[str] = []
    """By seat: the bot, empty for a person."""
    open_seats: list[int] = []
    """Seats of bots that hide nothing of a person's: in a match that goes on after another one, a bot
    may have the cards of somebody who played that one."""

    @property
    def has_only_bots(self) -> bool:
        """Whether no person played, in this match or in one before it."""
        return len(self.open_seats) == self.seats

    def seat_of(self, slot: int, joined_seq: int) -> int | None:
        """Return the seat of a player, known by the slot and the log row of a seat token."""
        if slot >= len(self.seating) or self.players[slot] != joined_seq:
            return None
        return self.seating[slot]


class MatchPlayers(msgspec.Struct, frozen=True):
    """Who played a match; the fields are those of `StoredMatch`."""

    players: list[int]
    seating: list[int] = []
    bots: list[str] = []
    open_seats: list[int] = []


class StoredFrame(msgspec.Struct):
    """One step of a replay: what happened, and the state as the viewer saw it then."""

    n: int
    who: str
    line: str
    state: msgspec.Raw


def players_of(room: Room) -> MatchPlayers:
    """Return who played the last match of a room. Older snapshots do not know it; then it is whoever is
    there now."""
    bots = [room.slot_of(seat).bot for seat in range(len(room.slots))]
    players = room.match_players or [slot.joined_seq for slot in room.slots]
    is_continued = room.match_number == 1 and room.create.record
    closed = set(range(len(bots))) - set(room.create.record_bots) if is_continued else set()
    open_seats = [seat for seat, bot in enumerate(bots) if bot and seat not in closed]
    return MatchPlayers(players, list(room.seating), bots, open_seats)


def stored_match(
    record: Record, rules: str, result: Result | None, who: MatchPlayers
) -> StoredMatch:
    """Return a match as it is stored."""
    return StoredMatch(
        record.game, rules, len(record.seats), record.to_json(), result,
        who.players, who.seating, who.bots, who.open_seats,
    )  # fmt: skip


class FrameMaker:
    """Plays a match again and collects what viewers saw at each step."""

    def __init__(self, room: Room, viewers: Sequence[int]) -> None:
        self.room, self.view = room, RoomView(room)
        self.frames: dict[int, list[StoredFrame]] = {viewer: [] for viewer in viewers}

    @classmethod
    def begin(cls, game: Game, room_id: str, record: Record, viewers: Sequence[int]) -> FrameMaker:
        """Begin a match; its first frame is the start."""
        create = inputs.Create(game.name, game.rules, "", len(record.seats), coin_flip=False)
        room = Room(room_id, game, create)
        room.show_match(game.replay(record, 0))
        maker = cls(room, viewers)
        maker.add(lambda seat: LogLine(0, "", "The match begins"))
        return maker

    @classmethod
    def resume(cls, game: Game, room_id: str, saved: bytes, viewers: Sequence[int]) -> FrameMaker:
        """Go on where `save` was called, without the frames until then."""
        return cls(Room.from_snapshot(room_id, game, saved), viewers)

    def save(self) -> bytes:
        """Return the position as bytes."""
        return self.room.to_snapshot()

    def play(self, entries: Sequence[RecordEntry], after_step: Callable[[], Any]) -> None:
        """Play the next entries of the record."""
        room = self.room
        for entry in entries:
            lines = room.line_count
            room.replay_entry(entry)
            added, op = room.lines_after(lines), entry.op
            self.add(lambda seat: added[0].seen_by(seat) if added else LogLine(0, "", op))  # noqa: B023
            after_step()

    def add(self, line_of: Callable[[int | None], LogLine]) -> None:
        """Add a frame for every viewer, with the line that the viewer reads."""
        for viewer, seen in self.frames.items():
            seat = None if viewer == SPECTATOR else viewer
            seen.append(_frame(self.view, seat, line_of(seat)))


def match_frames(
    game: Game,
    room_id: str,
    played: StoredMatch,
    viewers: Sequence[int],
    after_step: Callable[[], Any],
) -> dict[int, list[StoredFrame]]:
    """Play a match again and return what viewers saw at each step. `after_step` is called after each
    of them, so that this work can make room for other threads."""
    record = Record.parse(played.record)
    maker = FrameMaker.begin(game, room_id, record, viewers)
    maker.play(record.entries, after_step)
    room, result = maker.room, played.result
    if room.result is None and result is not None:  # resigned, or ended by the server
        room.result, room.status, room.acting, room.open_prompts = result, "over", [], {}
        maker.add(lambda seat: LogLine(0, "", room.result_text))
    return maker.frames


def _frame(view: RoomView, seat: int | None, line: LogLine) -> StoredFrame:
    room = view.room
    everybody = frozenset(range(len(room.slots)))
    after = max(0, room.line_count - KEPT_LINES)
    state = StateView(view, everybody, 0.0).state_json(seat, after)
    return StoredFrame(room.version, line.who, line.text, msgspec.Raw(state))


def pack_frames(frames: Sequence[StoredFrame]) -> bytes:
    """Return the frames of a viewer as they are stored."""
    return lzma.compress(msgspec.json.encode(frames), preset=PRESET)


def unpack_frames(data: bytes) -> list[StoredFrame]:
    """Return stored frames. Those of a match that was being played are several parts in a row."""
    frames: list[StoredFrame] = []
    while data:
        part = lzma.LZMADecompressor()
        frames += msgspec.json.decode(part.decompress(data), type=list[StoredFrame])
        data = part.unused_data
    return frames


def encode_match(played: StoredMatch) -> bytes:
    """Return a match as it is stored."""
    return lzma.compress(msgspec.msgpack.encode(played), preset=PRESET)


def decode_match(data: bytes) -> StoredMatch:
    """Return a stored match."""
    return msgspec.msgpack.decode(lzma.decompress(data), type=StoredMatch)
