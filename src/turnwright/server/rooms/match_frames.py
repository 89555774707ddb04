"""What each viewer saw at every step of a finished match, and the format in which that is stored.

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
from turnwright.core.runtime.record import Record
from turnwright.server.views.message_parts import LogLine
from turnwright.server.views.state_view import RoomView, StateView

from . import inputs
from .room import Room
from .room_state import KEPT_LINES

SPECTATOR = -1  # as a viewer of stored frames; seats are counted from 0
PRESET = 1  # of the compression; higher ones are slower and save another tenth


class StoredMatch(msgspec.Struct, frozen=True):
    """A finished match: its record as JSON, its result in the room, and who played it."""

    game: str
    rules: str
    seats: int
    record: bytes
    result: Result | None
    players: list[int]
    """By slot: the log row in which the player had joined, as in a seat token."""


class StoredFrame(msgspec.Struct):
    """One step of a replay: what happened, and the state as the viewer saw it then."""

    n: int
    who: str
    line: str
    state: msgspec.Raw


def players_of(room: Room) -> list[int]:
    """Return who played the last match of a room, by slot. Older snapshots do not know it; then it is
    whoever is there now."""
    return room.match_players or [slot.joined_seq for slot in room.slots]


def stored_match(
    record: Record, rules: str, result: Result | None, players: list[int]
) -> StoredMatch:
    """Return a match as it is stored."""
    return StoredMatch(record.game, rules, len(record.seats), record.to_json(), result, players)


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
    create = inputs.Create(game.name, game.rules, "", len(record.seats), coin_flip=False)
    room = Room(room_id, game, create)
    for slot, name in zip(room.slots, record.seats, strict=True):
        slot.name = name
    room.match = game.replay(record, 0)
    room.status, room.acting = "playing", room.match.acting
    view = RoomView(room)
    frames: dict[int, list[StoredFrame]] = {viewer: [] for viewer in viewers}

    def add(line_of: Callable[[int | None], LogLine]) -> None:
        for viewer, seen in frames.items():
            seat = None if viewer == SPECTATOR else viewer
            seen.append(_frame(view, seat, line_of(seat)))

    add(lambda seat: LogLine(0, "", "The match begins"))
    for entry in record.entries:
        lines = room.line_count
        room.replay_entry(entry)
        added, op = room.lines_after(lines), entry.op
        add(lambda seat: added[0].seen_by(seat) if added else LogLine(0, "", op))  # noqa: B023
        after_step()
    result = played.result
    if room.result is None and result is not None:  # resigned, or ended by the server
        room.result, room.status, room.acting, room.open_prompts = result, "over", [], {}
        add(lambda seat: LogLine(0, "", room.result_text))
    return frames


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
    """Return stored frames."""
    return msgspec.json.decode(lzma.decompress(data), type=list[StoredFrame])


def encode_match(played: StoredMatch) -> bytes:
    """Return a match as it is stored."""
    return lzma.compress(msgspec.msgpack.encode(played), preset=PRESET)


def decode_match(data: bytes) -> StoredMatch:
    """Return a stored match."""
    return msgspec.msgpack.decode(lzma.decompress(data), type=StoredMatch)
