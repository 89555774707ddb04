"""Stores what everybody saw of finished matches, so that their replays need no rules.

This is done in a thread that rests most of the time, and never on the path of a move: what is still
missing is in the database, so a busy or stopped server continues later.
"""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from turnwright.core.definition.game import Game
from turnwright.core.errors import UnusableError
from turnwright.server.rooms.match_frames import (
    SPECTATOR,
    StoredMatch,
    encode_match,
    match_frames,
    pack_frames,
    players_of,
    stored_match,
)
from turnwright.server.storage.errors import StoreFailed
from turnwright.server.storage.recovery import pinned_rules, replay_with
from turnwright.server.storage.store import Row, Store
from turnwright.server.views.game_description import describe_game

from .logs import log_event
from .rules_thread import RulesThread

if TYPE_CHECKING:
    from .node import Node

MadeReplay: TypeAlias = tuple[StoredMatch, dict[int, bytes], bytes]
REST = 9.0  # times the work: at most a tenth of a CPU
AT_ONCE = 20  # matches that are looked up together


class ReplayWriter:
    """Stores the replays of a node's finished matches."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._thread = RulesThread("replay-writer", node.settings.rule_seconds)
        self._stop = threading.Event()
        self._worked_until = 0.0

    async def write_missing(self) -> None:
        """Store the replays that are missing, the oldest first."""
        node = self.node
        alive = {node.id} if node.relay is None else await node.relay.alive() | {node.id}
        for room, number in await node.store.replays.missing(AT_ONCE):
            info = await node.store.info(room)
            owner = info.node if info is not None and info.node in alive else min(alive)
            if owner != node.id and node.relay is not None:
                continue
            try:
                rows = await node.store.read(room)
                work = partial(self._make, room, rows, number)
                made = await node.loop.run_in_executor(self._thread, work)
            except asyncio.CancelledError:
                self._stop.set()
                raise
            except StoreFailed:
                raise
            except Exception as error:
                code = error.code if isinstance(error, UnusableError) else ""
                log_event("replay_not_stored", room=room, match=number, code=code)
                await node.store.replays.mark_impossible(room, number)
            else:
                await save_replay(node.store, room, number, *made)

    def _make(self, room: str, rows: list[Row], number: int) -> MadeReplay:
        self._worked_until = time.thread_time()
        create, rules = pinned_rules(None, rows)
        game = self.node.find_game.find(create.game, rules)
        return make_replay(game, room, rows, number, self._rest)

    def _rest(self) -> None:
        """Rest in proportion to the work since the last rest; raise if the node is closing."""
        now = time.thread_time()
        if self._stop.wait(REST * max(0.0, now - self._worked_until)):
            raise UnusableError("closing", "The server is shutting down.")
        self._worked_until = now
        self._thread.progress()  # the rest does not count


def make_replay(
    game: Game,
    room_id: str,
    rows: Sequence[Row],
    number: int,
    after_step: Callable[[], Any],
) -> MadeReplay:
    """Play a match of a room again; return it, its packed frames by viewer, and the description of
    its game."""
    room = replay_with(game, room_id, rows, number, after_step)
    if room.match is None or room.match_number != number:
        raise UnusableError("no_match", f"Room {room_id} has no match {number}.")
    played = stored_match(room.match.record, room.create.rules, room.result, players_of(room))
    viewers = [SPECTATOR, *range(played.seats)]
    frames = match_frames(room.game, room_id, played, viewers, after_step)
    packed = {}
    for viewer, seen in frames.items():
        packed[viewer] = pack_frames(seen)
        after_step()
    about = {**describe_game(room.game, with_library=True), "bots": []}
    return played, packed, msgspec.json.encode(about)


async def save_replay(
    store: Store,
    room: str,
    number: int,
    played: StoredMatch,
    frames: dict[int, bytes],
    about: bytes,
) -> None:
    """Store what `make_replay` has made."""
    await store.replays.save_description(played.game, played.rules, about)
    await store.replays.save(room, number, encode_match(played), frames)
