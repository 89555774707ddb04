"""Replays: the record of a finished match, and what somebody would have seen at each step of it."""

from __future__ import annotations

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache, partial
from typing import Any

import msgspec

from turnwright.core.ctx import Result
from turnwright.core.errors import UnusableError
from turnwright.core.game import Game
from turnwright.core.record import Record

from . import inputs as log
from .chairs import KEPT_LINES
from .hub import Hub
from .recovery import restore
from .room import Room
from .sight import Scene

ARCHIVE = ThreadPoolExecutor(1, "replays")  # who looks back keeps nobody waiting who plays


class Replay(msgspec.Struct, frozen=True):
    """A match that is over: its record, how the room says that it ended, and which match it was."""

    record: Record
    result: Result | None
    number: int
    matches: int


async def replay_of(hub: Hub, room_id: str, number: int = 0) -> Replay:
    """A match of a room that is over, the last of them unless another is asked for."""
    live = hub.rooms.get(room_id)
    is_stored = live is not None and not live.outbox  # else it is ahead of what may be seen
    room = live.room if live is not None and is_stored else await hub.read_room(room_id, ARCHIVE)
    if room is None:
        raise UnusableError("no_room", "There is no such room.")
    is_over = room.status == "over"
    matches = room.number if is_over else max(0, room.number - 1)
    wanted = number or matches
    if not is_over and wanted in (0, room.number):
        raise UnusableError("still_running", "The match is not over yet.")
    if not 0 < wanted <= matches:
        raise UnusableError("no_match", f"There were {matches} matches in this room.")
    if wanted < room.number:
        rows = await hub.store.read(room_id)
        work = partial(restore, room_id, hub.find_game, None, rows, until=wanted)
        room = await asyncio.get_running_loop().run_in_executor(ARCHIVE, work)
    assert room.match is not None
    return Replay(room.match.record, room.result, wanted, matches)


def frames_of(
    game: Game, room_id: str, replay: Replay, seat: int | None, start: int, count: int
) -> dict[str, Any]:
    """Some steps of a replay as the seat (None: a spectator) saw them."""
    data = replay.record.to_json()
    frames = _all_frames(game, room_id, data, replay.result, seat)
    return {
        "total": len(frames),
        "match": replay.number,
        "matches": replay.matches,
        "frames": frames[start : start + count],
    }


@lru_cache(16)
def _all_frames(
    game: Game, room_id: str, data: bytes, result: Result | None, seat: int | None
) -> list[dict[str, Any]]:
    record = Record.parse(data)
    create = log.Create(game.name, game.rules, "", len(record.seats), coin_flip=False)
    room = Room(room_id, game, create)
    for chair, name in zip(room.chairs, record.seats, strict=True):
        chair.name = name
    room.match = game.replay(record, 0)
    room.status, room.acting = "playing", room.match.acting
    frames = [_frame(room, seat, {"who": "", "text": "The match begins"})]
    for entry in record.entries:
        lines = room.line_count
        room.follow(entry)
        told = room.lines_after(lines)
        line = told[0].seen_by(seat) if told else {"who": "", "text": entry.op}
        frames.append(_frame(room, seat, line))
    if room.result is None and result is not None:  # it was given up, or ended from outside
        room.result, room.status, room.acting, room.opened = result, "over", [], {}
        frames.append(_frame(room, seat, {"who": "", "text": room.result_text}))
    return frames


def _frame(room: Room, seat: int | None, line: dict[str, Any]) -> dict[str, Any]:
    everybody = frozenset(range(len(room.chairs)))
    seen = Scene(room, everybody, 0.0).seen_by(seat, max(0, room.line_count - KEPT_LINES))
    return {
        "n": room.version,
        "who": line["who"],
        "line": line["text"],
        "state": msgspec.Raw(seen),
    }
