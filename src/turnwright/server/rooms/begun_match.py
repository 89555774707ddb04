"""A match that goes on after the record of another one, made before its room starts it.

To replay a long record takes a while, so that is done in a thread. A room that has nothing prepared,
for example after a restart, replays the record itself; the match is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from time import thread_time
from typing import Any

import msgspec

from turnwright.core.definition.game import Game
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.record import Record


class BegunMatch(msgspec.Struct, frozen=True):
    """A match after a record, and the seconds that the replay took."""

    match: Match[Any]
    seconds: float

    @classmethod
    def replay(
        cls,
        game: Game[Any],
        record: Record,
        names: list[str],
        after_step: Callable[[], Any] = lambda: None,
    ) -> BegunMatch:
        """Replay a record with other players, by the rules of `game`: the hashes tell whether they fit.
        `after_step` is called after each entry."""
        begun = thread_time()
        named = msgspec.structs.replace(record, seats=names, rules=game.rules)
        match = game.replay(named, on_entry=lambda match, index: after_step())
        return cls(match, thread_time() - begun)
