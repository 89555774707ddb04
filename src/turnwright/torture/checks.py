"""The checks after a fault: the ledger against the room's log, and the room against its replay.

- Every acknowledged input is in the log once, with the version that was acknowledged.
- The log has no gaps, every input raises the version by one, and no move is there that nobody sent.
- The room, rebuilt from its log with all hashes, is what the players see, and somebody can act.
- What a seat sees of it does not depend on what is hidden from that seat.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from turnwright.core.errors import TurnwrightError
from turnwright.core.runtime.rng import Stream
from turnwright.server.rooms.room import Room
from turnwright.server.rules.hosted_games import HostedGames
from turnwright.server.storage.recovery import restore
from turnwright.server.storage.store import Row
from turnwright.server.views import protocol as wire
from turnwright.server.views.state_view import RoomView, StateView
from turnwright.testing.conformance import secrets_do_not_leave, somebody_can_act

from .ledger import Ledger

PLAYED = frozenset(("move", "pick", "cancel", "resign"))  # kinds of rows that players cause


class Findings(msgspec.Struct):
    """What the checks of one or several rooms have found."""

    acknowledged: int = 0
    lost: int = 0
    doubled: int = 0
    problems: list[str] = []

    def add(self, other: Findings) -> None:
        """Add the findings of another room."""
        self.acknowledged += other.acknowledged
        self.lost += other.lost
        self.doubled += other.doubled
        self.problems += other.problems


def compare_with_log(
    ledger: Ledger, rows: Sequence[Row], *, may_miss_end: bool = False
) -> Findings:
    """Compare what was acknowledged with what is stored. With `may_miss_end` acknowledged inputs may be
    missing after the last row of the log, but not before it."""
    found = Findings(acknowledged=len(ledger), problems=list(ledger.contradictions))
    found.problems += sequence_problems(ledger.room, rows)
    stored: dict[str, int] = {}
    times: Counter[str] = Counter()
    for row in rows:
        if row.action_id is not None:
            id = row.action_id.partition(":")[2]  # without the slot of the player
            stored[id] = row.version
            times[id] += 1
        elif row.kind in PLAYED:
            found.doubled += 1
            found.problems.append(
                f"Room {ledger.room}: row {row.seq} is a {row.kind} without an action id."
            )
    for id, count in times.items():
        if count > 1:
            found.doubled += count - 1
            found.problems.append(f"Room {ledger.room}: input {id} is in the log {count} times.")
    last = rows[-1].version if rows else 0
    for id, version in ledger.versions.items():
        if id not in stored:
            found.lost += 1
            if not may_miss_end or version <= last:
                found.problems.append(
                    f"Room {ledger.room}: input {id}, acknowledged at version {version}, is lost."
                )
        elif stored[id] != version:
            found.problems.append(
                f"Room {ledger.room}: input {id} was acknowledged at version {version} and is "
                f"stored at {stored[id]}."
            )
    return found


def sequence_problems(room: str, rows: Sequence[Row]) -> list[str]:
    """Return where the numbers or versions of a log do not follow each other."""
    problems, version = [], 0
    for number, row in enumerate(rows, 1):
        steps = (1,) if row.kind in PLAYED else (0, 1)
        if row.seq != number:
            problems.append(f"Room {room}: row {number} of the log has the number {row.seq}.")
        if row.version - version not in steps:
            problems.append(
                f"Room {room}: row {row.seq} ({row.kind}) goes from version {version} to "
                f"{row.version}."
            )
        version = row.version
    return problems


def compare_with_replay(
    room: str, rows: Sequence[Row], games: HostedGames, seen: Mapping[str, wire.State]
) -> list[str]:
    """Rebuild a room from its log; return what is wrong with it. `seen` is what its players see, by
    seat."""
    try:
        rebuilt = restore(room, games, None, list(rows))
    except TurnwrightError as error:
        return [f"Room {room}: {error}"]
    problems = [
        f"Room {room}: {seat} sees version {state.state_version}, which differs from a replay of "
        f"the log in {', '.join(differences)}."
        for seat, state in seen.items()
        if (differences := view_differences(rebuilt, seat, state))
    ]
    match = rebuilt.match
    if match is not None and rebuilt.status == "playing":
        try:
            somebody_can_act(match)
            secrets_do_not_leave(match, Stream.named(rebuilt.version, room))
        except AssertionError as error:
            problems.append(f"Room {room}: {error}")
    return problems


def view_differences(room: Room, seat: str, seen: wire.State) -> list[str]:
    """Return the fields in which a state differs from what a seat should see of a room."""
    if room.match is None:
        return ["match"]
    number = wire.SEATS.index(seat)
    view = StateView(RoomView(room), frozenset(), 0.0).state_json(number, room.line_count)
    expected, found = (
        _comparable(state) for state in (msgspec.json.decode(view, type=wire.State), seen)
    )
    return [name for name, value in expected.items() if found[name] != value]


def _comparable(state: wire.State) -> dict[str, Any]:
    """Return a state without what depends on times and connections."""
    fields: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(state))
    for name in ("now", "clock", "log"):
        del fields[name]
    for player in fields["players"].values():
        for one in player if isinstance(player, list) else [player]:
            if one is not None:
                one.pop("connected", None)
    return fields


def compare_with_final_version(ledger: Ledger, final: int, others: int) -> Findings:
    """Check a room whose log cannot be read: `final` is the version that a new client sees, `others`
    how many inputs without an id the players have sent since the first acknowledged one."""
    found = Findings(acknowledged=len(ledger), problems=list(ledger.contradictions))
    versions = sorted(ledger.versions.values())
    if not versions:
        return found
    repeated = len(versions) - len(set(versions))
    found.lost = sum(version > final for version in versions) + repeated
    if found.lost:
        found.problems.append(
            f"Room {ledger.room}: the room is at version {final}, but {versions[-1]} was "
            f"acknowledged, and {repeated} inputs at the version of another one."
        )
    found.doubled = max(0, final - versions[0] + 1 - len(versions) - others)
    if found.doubled:
        found.problems.append(
            f"Room {ledger.room}: {found.doubled} inputs were carried out that nobody sent."
        )
    return found
