"""What a change of rules does to the rooms of a database: replaying them with the installed rules.

- A room whose own rules are installed goes on with them.
- A room whose rules are gone may give the same state after every input under the current rules. It
  can be moved to them.
- Otherwise it is affected: at one input, the current rules give another state.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

import msgspec

from turnwright.core.definition.game import Game
from turnwright.core.errors import UnusableError
from turnwright.server.node.replay_writer import make_replay, save_replay
from turnwright.server.rooms import inputs
from turnwright.server.rooms.room import Room
from turnwright.server.storage.recovery import RoomBroken, pinned_rules, replay_with
from turnwright.server.storage.store import InfoChanges, RoomInfo, Row, Snapshot, Store

from .hosted_games import NOT_INSTALLED, HostedGames

PAGE = 1000
NODE = "upgrade"  # the owner of a room while it is moved


class CheckedRoom(msgspec.Struct):
    """What the installed rules do to a room."""

    info: RoomInfo
    rules: str
    """The rules that it is pinned to."""
    has_own_rules: bool = False
    affected_at: int = 0
    """The first input that gives another state; 0 if there is none."""
    why: str = ""
    matches: int = 0
    """Finished matches of the room."""
    affected_matches: int = 0

    @property
    def is_live(self) -> bool:
        """Is the room not over?"""
        return self.info.status != "over"

    @property
    def can_be_moved(self) -> bool:
        """Does it give the same states under the current rules, and are its own not installed?"""
        return not self.has_own_rules and not self.affected_at


async def all_rooms(store: Store) -> list[RoomInfo]:
    """Return all rooms of a database, the newest first."""
    found: dict[str, RoomInfo] = {}
    start = 0
    while page := await store.rooms(limit=PAGE, start=start):
        found |= {info.room: info for info in page}
        start += PAGE
    return list(found.values())


async def check_rooms(
    store: Store, games: HostedGames, infos: Sequence[RoomInfo]
) -> AsyncIterator[CheckedRoom]:
    """Replay rooms, and yield what was found about each."""
    for info in infos:
        rows = await store.read(info.room)
        if not rows or rows[0].kind != "create":
            continue
        checked, game = _installed(info, rows, games)
        checked.matches = await store.replays.last_match(info.room)
        room: Room | None = None
        if game is not None:
            try:
                room = replay_with(game, info.room, rows)
            except RoomBroken as error:
                room = error.room
                checked.affected_at, checked.why = error.row.seq, error.what
        if checked.affected_at:
            finished = 0 if room is None else room.match_number - (room.status == "playing")
            checked.affected_matches = max(0, checked.matches - finished)
        yield checked


def _installed(
    info: RoomInfo, rows: Sequence[Row], games: HostedGames
) -> tuple[CheckedRoom, Game | None]:
    """Return a room that is not checked yet, and the game to replay it with."""
    create, rules = pinned_rules(None, rows)
    checked = CheckedRoom(info, rules, has_own_rules=games.has(create.game, rules))
    try:
        is_own = checked.has_own_rules
        return checked, games.find(create.game, rules) if is_own else games(create.game)
    except UnusableError as error:
        checked.affected_at, checked.why = 1, f"cannot be replayed: {str(error).rstrip('.')}"
        return checked, None


async def move_room(store: Store, games: HostedGames, checked: CheckedRoom) -> bool:
    """Pin a room to the current rules, under which it gives the same states. Returns False if another
    process has the room."""
    name = checked.info.room
    epoch = await store.acquire(name, NODE, 5.0)
    if epoch is None:
        return False
    rows = await store.read(name)
    room = replay_with(games(checked.info.game), name, rows)
    given = inputs.UseRules(games.rules_of(checked.info.game))
    room.apply(given, rows[-1].at)
    row = Row(
        name, room.seq, "rules", body=inputs.encode(given), version=room.version,
        hash=rows[-1].hash, at=rows[-1].at,
    )  # fmt: skip
    snapshot = Snapshot(name, room.seq, room.to_snapshot())
    await store.append(name, epoch, [row], InfoChanges(rules=given.rules), snapshot)
    await store.release(name, NODE)
    return True


async def store_replays(store: Store, games: HostedGames, checked: CheckedRoom) -> int:
    """Store the replays of a room's matches that are not stored yet, as far as the rules allow; also
    of a match that is being played, so far. Returns how many."""
    name, made = checked.info.room, 0
    rows = await store.read(name)
    _, game = _installed(checked.info, rows, games)
    running = checked.info.status == "playing"
    for number in range(1, checked.matches + running + 1):
        is_finished = number <= checked.matches
        if game is None or (is_finished and await store.replays.match(name, number) is not None):
            continue
        try:
            replay = make_replay(game, name, rows, number, lambda: None)
        except UnusableError:  # affected, or from before every match was numbered
            continue
        await save_replay(store, name, number, *replay)
        made += 1
    return made


def missing_text(checked: CheckedRoom) -> str:
    """Return what is wrong with an affected room, as one line."""
    info = checked.info
    own = "" if checked.has_own_rules else f" {NOT_INSTALLED}"
    return (
        f"room {info.room} ({info.game}, {info.status}): input {checked.affected_at} of "
        f"{info.head} {checked.why}.{own}"
    )
