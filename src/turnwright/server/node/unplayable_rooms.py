"""Rooms that cannot be played: their rules are not installed, give another state or take too long.

Those without rules are reported when a server starts. All are refused with a sentence, and can be ended
and deleted without their rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.core.errors import UnusableError
from turnwright.core.runtime.flow_state import Result
from turnwright.server.rooms import inputs
from turnwright.server.storage.store import InfoChanges, Row, RulesInUse, Store

from .logs import log_event

if TYPE_CHECKING:
    from turnwright.server.rules.hosted_games import HostedGames

    from .node import Node

UNPLAYABLE = ("rules_missing", "room_broken")
"""The codes of errors that mean that a room cannot be played with the installed rules."""
CLOSED = (*UNPLAYABLE, "room_stopped")
"""The codes of errors that mean that nobody can enter a room, perhaps only for a while."""


async def find_missing_rules(store: Store, games: HostedGames) -> list[RulesInUse]:
    """Return the rules of unfinished rooms that are not installed."""
    used = await store.rules_in_use()
    return [one for one in used if not games.has(one.game, one.rules)]


def missing_rules_text(missing: list[RulesInUse]) -> str:
    """Say which rooms cannot be played, and what to do; empty if all can."""
    if not missing:
        return ""
    count = sum(one.count for one in missing)
    rules = list(dict.fromkeys(f"{one.game} {one.rules}" for one in missing))
    rooms = "1 open room needs" if count == 1 else f"{count} open rooms need"
    return (
        f"{rooms} rules that are not installed: {', '.join(rules)}. Start the server with --rules and "
        "the older file or wheel, move rooms that are not affected with `turnwright upgrade`, or end "
        "them with `/admin/rooms/NAME/end`."
    )


async def log_missing_rules(node: Node) -> None:
    """Log which rooms cannot be played, as one event."""
    missing = await find_missing_rules(node.store, node.find_game)
    if missing:
        rooms = [{"game": one.game, "rules": one.rules, "status": one.status, "rooms": one.count}
                 for one in missing]  # fmt: skip
        log_event("rules_missing", missing=rooms)


async def end_unplayable(node: Node, room_id: str, why: str) -> int:
    """End a room without its rules; return its new version. The row is the same that the rules would
    have led to, so the room can be read again once they are back."""
    info = await node.store.info(room_id)
    if info is None:
        raise UnusableError("no_room", "There is no such room.")
    if info.status == "over":
        raise UnusableError("already_over", "The room has already ended.")
    epoch = await node.store.acquire(room_id, node.id, node.settings.lease)
    if epoch is None:
        raise UnusableError("no_room", f"There is no room {room_id!r} on this node.")
    last = (await node.store.read(room_id, info.head - 1))[-1]
    version, now = last.version + 1, node.clock.now()
    row = Row(
        room_id, last.seq + 1, "end", body=inputs.encode(inputs.End(why)), version=version,
        hash=last.hash, at=now,
    )  # fmt: skip
    number = await node.store.replays.last_match(room_id) + 1 if info.status == "playing" else 0
    changes = InfoChanges(
        status="over", names=info.names, updated=now, result=str(Result((), why)), deadline=None,
        match=number,
    )  # fmt: skip
    await node.store.append(room_id, epoch, [row], changes)
    if node.settings.lease:
        await node.store.release(room_id, node.id)
    node.failures.reopen(room_id)
    log_event("room_ended_without_rules", room=room_id)
    return version
