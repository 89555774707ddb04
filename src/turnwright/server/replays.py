"""Replays: the record of a finished match, and what somebody would have seen at each step of it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.core.game import Game
from turnwright.core.record import Record

from . import inputs as log
from .hub import Hub
from .room import KEPT_LINES, Room
from .sight import Scene


async def record_of(hub: Hub, room_id: str) -> Record:
    """The record of the last match of a room."""
    live = hub.rooms.get(room_id)
    room = live.room if live is not None else await hub.read_room(room_id)
    if room is None or room.match is None:
        raise UnusableError("no_match", "No match was played in this room.")
    return room.match.record


def frames_of(
    game: Game, room_id: str, record: Record, seat: int | None, start: int, count: int
) -> dict[str, Any]:
    """Some steps of a replay as the seat (None: a spectator) saw them."""
    frames = _all_frames(game, room_id, record.to_json(), seat)
    return {"total": len(frames), "frames": frames[start : start + count]}


@lru_cache(16)
def _all_frames(game: Game, room_id: str, data: bytes, seat: int | None) -> list[dict[str, Any]]:
    record = Record.parse(data)
    create = log.Create(game.name, game.rules, "", len(record.seats), coin_flip=False)
    room = Room(room_id, game, create)
    for chair, name in zip(room.chairs, record.seats, strict=True):
        chair.name = name
    room.match = game.replay(record, 0)
    room.status = "playing"
    frames = [_frame(room, seat, 0, "The match begins")]
    for n, entry in enumerate(record.entries, 1):
        lines = room.line_count
        room.follow(entry)
        told = room.public_lines(seat, lines)
        frames.append(_frame(room, seat, n, told[0]["text"] if told else str(entry.op)))
    return frames


def _frame(room: Room, seat: int | None, n: int, line: str) -> dict[str, Any]:
    everybody = frozenset(range(len(room.chairs)))
    seen = Scene(room, everybody, 0.0).seen_by(seat, max(0, room.line_count - KEPT_LINES))
    return {"n": n, "line": line, "state": msgspec.Raw(seen)}
