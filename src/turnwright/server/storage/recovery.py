"""Rebuilds a room from its snapshot and the rows since, checking their hashes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from time import perf_counter
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from turnwright.core.definition.game import Game
from turnwright.core.errors import RulesInterrupted, UnusableError
from turnwright.server.rooms import inputs
from turnwright.server.rooms.room import Room

from .store import Row, Snapshot

if TYPE_CHECKING:
    from turnwright.server.rules.hosted_games import HostedGames

Run: TypeAlias = Callable[..., Any]


def _call(work: Callable[..., Any], *args: Any) -> Any:
    return work(*args)


def restore(
    room_id: str,
    games: HostedGames,
    snapshot: Snapshot | None,
    rows: list[Row],
    until: int = 0,
    after_row: Callable[[], Any] | None = None,
) -> Room:
    """Rebuild a room from its snapshot and the rows since, with the rules that it is pinned to.

    Raises `rules_missing` if those are not installed, and `room_broken` if a hash differs. With
    `until`, stop at the end of that match. `after_row` is called after every row."""
    steps = restore_stepwise(room_id, games, snapshot, rows, until)
    room = next(steps)
    for _ in steps:
        if after_row is not None:
            after_row()
    return room


def restore_stepwise(
    room_id: str,
    games: HostedGames,
    snapshot: Snapshot | None,
    rows: Sequence[Row],
    until: int = 0,
    run: Run = _call,
) -> Iterator[Room]:
    """Rebuild a room like `restore`, and yield it before the first and after every row. `run` calls
    what runs rules."""
    create, rules = pinned_rules(snapshot, rows)
    game = games.find(create.game, rules)
    if snapshot is not None:
        room = run(Room.from_snapshot, room_id, game, snapshot.body)
    else:
        room, rows = Room(room_id, game, create), rows[1:]
    yield room
    yield from apply_stepwise(room, rows, until, run)


def pinned_rules(snapshot: Snapshot | None, rows: Sequence[Row]) -> tuple[inputs.Create, str]:
    """Return how a room was created, and the id of the rules that it is pinned to now."""
    if snapshot is not None:
        create = msgspec.msgpack.decode(snapshot.body, type=_Head).create
    else:
        first = inputs.decode(rows[0].body)
        assert isinstance(first, inputs.Create)
        create = first
    for row in reversed(rows):
        if row.kind == "rules":
            moved = inputs.decode(row.body)
            assert isinstance(moved, inputs.UseRules)
            return create, moved.rules
    return create, create.rules


def apply_rows(
    room: Room,
    rows: Sequence[Row],
    until: int = 0,
    after_row: Callable[[], Any] | None = None,
) -> None:
    """Apply the rows of a room's log; raise `room_broken` at the first that gives another state."""
    for _ in apply_stepwise(room, rows, until):
        if after_row is not None:
            after_row()


def apply_stepwise(
    room: Room, rows: Sequence[Row], until: int = 0, run: Run = _call
) -> Iterator[Room]:
    """Apply rows like `apply_rows`, and yield the room after each."""
    for row in rows:
        if until and room.match_number == until and room.status == "over":
            break
        begun = perf_counter()
        try:
            refusal = run(room.apply, inputs.decode(row.body), row.at)
        except RulesInterrupted:
            raise
        except Exception as error:  # of rules that are not those of the room
            raise RoomBroken(room, row, f"fails with {type(error).__name__}") from error
        room.replay_seconds += perf_counter() - begun
        match = room.match
        if match is not None and match.fault is not None:
            if isinstance(match.fault.error, RulesInterrupted):
                raise match.fault.error
            match.fault = None  # reported when it happened
        hash = match.record.entries[-1].hash if match is not None and match.record.entries else ""
        if refusal is not None:
            raise RoomBroken(room, row, "is refused")
        if hash != row.hash or room.version != row.version:
            raise RoomBroken(room, row, "gives another state")
        if row.action_id is not None:
            room.actions[row.action_id] = (row.digest, row.version)
        yield room


def replay_with(
    game: Game,
    room_id: str,
    rows: Sequence[Row],
    until: int = 0,
    after_row: Callable[[], Any] | None = None,
) -> Room:
    """Rebuild a room from its whole log with any version of its game; see `restore`."""
    create, _ = pinned_rules(None, rows)
    room = Room(room_id, game, create)
    apply_rows(room, rows[1:], until, after_row)
    return room


class RoomBroken(UnusableError):
    """A row of a room's log does not give the stored state."""

    def __init__(self, room: Room, row: Row, what: str) -> None:
        super().__init__("room_broken", f"Room {room.id} cannot be rebuilt: row {row.seq} {what}.")
        self.room, self.row, self.what = room, row, what


class _Head(msgspec.Struct):
    create: inputs.Create
