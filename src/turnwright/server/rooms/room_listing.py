"""What the list of rooms stores about a room, and which of it an input changes.

An ordinary move should change nothing there, so the stored deadline may be early, never late.
"""

from __future__ import annotations

from turnwright.server.storage.people_tables import IdentifiedMatch
from turnwright.server.storage.replay_archive import Statement
from turnwright.server.storage.store import InfoChanges

from .room import Room


class RoomListing:
    """The stored facts about a room that may have changed."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.stored_deadline: float | None = None

    def changes(self, status: str, now: float, kind: str) -> InfoChanges | None:
        """Return what an input of this kind changes; `status` is the one before it."""
        room = self.room
        if room.status != status or kind in ("sit", "stand"):
            is_closed = kind == "end" and status == "waiting"  # no match was played
            self.stored_deadline = room.deadline
            is_over = room.status == "over" != status and not is_closed
            deadline = room.deadline
            if room.status == "playing" and room.has_only_bots:
                deadline = now  # after a restart it is loaded, and ends unless somebody watches
            return InfoChanges(
                status=room.status,
                names=[
                    room.name_of(s) if not room.slot_of(s).is_free else "" for s in room.seating
                ],
                updated=now,
                deadline=deadline,
                result=room.result_text,
                match=room.match_number if is_over else 0,
                players=[room.name_of(seat) for seat in range(len(room.seating))],
                statements=self._identified(now) if is_over and kind != "end" else [],
            )
        deadline, stored = room.deadline, self.stored_deadline
        if deadline is not None and (stored is None or deadline < stored or stored < now):
            self.stored_deadline = deadline
            return InfoChanges(deadline=deadline)
        return None

    def _identified(self, now: float) -> list[Statement]:
        """Return the statements that store who played a finished match, if all players are known. Where
        bots play for those who leave, it is not said who has won."""
        room, result = self.room, self.room.result
        if room.create.takeover:
            return []
        slots = [room.slot_of(seat) for seat in range(len(room.seating))]
        subjects = [slot.subject for slot in slots]
        if result is None or len(set(subjects) - {""}) != len(slots) or len(slots) < 2:
            return []
        ranks = [
            0 if seat in result.winners else 2 if seat in result.losers else 1
            for seat in range(len(slots))
        ]
        names = [slot.name for slot in slots]
        return IdentifiedMatch(
            room.id, room.match_number, room.game.name, subjects, names, ranks, now
        ).statements()
