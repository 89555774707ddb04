"""What a node does when the rules of a game fail.

It logs and counts it, keeps the record that reproduces it, and closes rooms whose rules had to be
interrupted several times, because each time everybody waits.
"""

from __future__ import annotations

from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from turnwright.core.errors import RulesInterrupted, UnusableError
from turnwright.core.runtime.record import Fault
from turnwright.server.rooms.rules_watch import RulesStuck

from .logs import log_event

if TYPE_CHECKING:
    from .connections import OwnedRoom
    from .node import Node

MAX_INTERRUPTIONS = 3  # of the rules of a room before it is closed


class RuleFailures:
    """The failures of the rules in a node's rooms."""

    def __init__(self, node: Node) -> None:
        self.node = node
        self._interruptions: dict[str, int] = {}  # by room
        self._closed_until: dict[str, float] = {}  # rooms that are closed, by the monotonic clock

    def report(self, owned: OwnedRoom) -> None:
        """Report the errors of a room's rules, views and setups since the last call."""
        handler, match, interruptions = owned.handler, owned.room.match, 0
        if match is not None and match.fault is not None:
            fault, match.fault = match.fault, None
            self._report_fault(owned, fault)
            interruptions += isinstance(fault.error, RulesInterrupted)
        errors, handler.game_errors = handler.game_errors, []
        self.node.stats.faults += len(errors)
        for error in errors:
            log_event("view_failed", room=owned.room.id, error=repr(error))
            interruptions += isinstance(error, (RulesInterrupted, RulesStuck))
        if interruptions and not handler.is_broken:
            self.interrupted(owned)

    def _report_fault(self, owned: OwnedRoom, fault: Fault) -> None:
        self.node.stats.faults += 1
        log_event("rules_failed", room=owned.room.id, error=repr(fault.error))
        if self.node.settings.faults:
            folder = Path(self.node.settings.faults)
            folder.mkdir(parents=True, exist_ok=True)
            name = f"{owned.room.id}-{owned.room.seq}.json"
            (folder / name).write_bytes(fault.record.to_json())

    # --- rules that take too long --------------------------------------------------------------------

    def interrupted(self, owned: OwnedRoom) -> None:
        """Count that the watchdog has interrupted the rules of a room, and close it if that happens
        often."""
        if self.count_interruption(owned.room.id):
            self.node.loop.call_soon(self._drop, owned)

    def count_interruption(self, room_id: str) -> bool:
        """Count an interruption. Returns whether the room is closed now."""
        self.node.stats.interruptions += 1
        count = self._interruptions[room_id] = self._interruptions.get(room_id, 0) + 1
        is_closed = count >= MAX_INTERRUPTIONS
        log_event("rules_interrupted", room=room_id, closed=is_closed)
        if is_closed:
            self._interruptions[room_id] = MAX_INTERRUPTIONS - 1  # later, one more is enough
            self._closed_until[room_id] = monotonic() + self.node.settings.stop_seconds
        return is_closed

    def has_interruptions(self, room_id: str) -> bool:
        """Have the rules of a room been interrupted since the server started?"""
        return room_id in self._interruptions

    def _drop(self, owned: OwnedRoom) -> None:
        if self.node.rooms.get(owned.room.id) is owned:
            error = UnusableError("room_stopped", "Its rules took too long several times.")
            self.node.drop_room(owned, error)

    def drop_broken(self, owned: OwnedRoom) -> None:
        """Drop a room that an interruption has made unusable. It is loaded again on demand."""
        if self.node.rooms.get(owned.room.id) is owned:
            self.count_interruption(owned.room.id)
            sentence = "Its rules took too long."
            self.node.drop_room(owned, UnusableError(RulesInterrupted.code, sentence))

    def check_open(self, room_id: str) -> None:
        """Raise `room_stopped` if a room is closed."""
        until = self._closed_until.get(room_id)
        if until is None:
            return
        if until > monotonic():
            sentence = (
                "This room is closed for a while, because its rules took too long several times."
            )
            raise UnusableError("room_stopped", sentence)
        del self._closed_until[room_id]

    def reopen(self, room_id: str) -> None:
        """Open a room that is closed. One more interruption closes it again."""
        self._closed_until.pop(room_id, None)
