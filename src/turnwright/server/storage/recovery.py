"""Rebuilds a room from its snapshot and the rows since, checking their hashes."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from turnwright.core.definition.game import Game
from turnwright.core.errors import UnusableError
from turnwright.server.rooms import inputs
from turnwright.server.rooms.room import Room

from .store import Row, Snapshot


def restore(
    room_id: str,
    games: Callable[[str], Game],
    snapshot: Snapshot | None,
    rows: list[Row],
    until: int = 0,
) -> Room:
    """Rebuild a room from its snapshot and the rows since; raise `room_broken` if a hash differs.
    With `until`, stop at the end of that match."""
    if snapshot is not None:
        create = msgspec.msgpack.decode(snapshot.body, type=_Head).create
        game = games(create.game)
        game.accept(create.game, create.rules, "room")
        room = Room.from_snapshot(room_id, game, snapshot.body)
    else:
        first = inputs.decode(rows[0].body)
        assert isinstance(first, inputs.Create)
        game = games(first.game)
        game.accept(first.game, first.rules, "room")
        room, rows = Room(room_id, game, first), rows[1:]
    for row in rows:
        if until and room.match_number == until and room.status == "over":
            break
        refusal = room.apply(inputs.decode(row.body), row.at)
        match = room.match
        hash = match.record.entries[-1].hash if match is not None and match.record.entries else ""
        if refusal is not None or hash != row.hash or room.version != row.version:
            sentence = f"Room {room_id} cannot be rebuilt: row {row.seq} gives another state."
            raise UnusableError("room_broken", sentence)
        if row.action_id is not None:
            room.actions[row.action_id] = (row.digest, row.version)
    return room


class _Head(msgspec.Struct):
    create: inputs.Create
