"""Plans that play routine inputs for players of a room.

A player sends the text of a plan, and the plan then answers for that seat until there is a decision.
What it does is a normal input of the seat, in the log like every other one. The plan itself is not part
of the match: only its player knows of it, and it is gone when the room is loaded again.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from turnwright.agents.plans import ReadPlan, SeatPlan
from turnwright.core.errors import UnusableError
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer
from turnwright.server.views import protocol as wire

from .reply import SENDER, Reply, error_reply
from .room import Room

MAX_TEXT = 10_000  # characters


class ActivePlan(msgspec.Struct):
    """A plan that plays for a slot."""

    plan: SeatPlan
    match_number: int
    is_paused: bool = False
    status: str = "idle"
    sentence: str = ""
    stopped_at: int = -1  # version of the state in which it had nothing to do


class SeatPlans:
    """The plans of a room, by slot."""

    def __init__(self, room: Room, read: ReadPlan | None) -> None:
        self.room, self.read = room, read
        self.active: dict[int, ActivePlan] = {}

    def use(self, slot: int, message: wire.UsePlan) -> Reply:
        """Let a plan play for a slot from now on; an empty text ends the one before."""
        room = self.room
        if self.read is None:
            return error_reply("no_plans", f"There are no plans for {room.game.title} here.")
        if not message.text.strip():
            self.active.pop(slot, None)
            return Reply().send(SENDER, wire.PlanStatus())
        if room.match is None or room.status != "playing":
            return error_reply("error", "A plan can be chosen while a match is running.")
        if len(message.text) > MAX_TEXT:
            return error_reply("bad_plan", f"A plan has at most {MAX_TEXT:,} characters.")
        try:
            plan = self.read(message.text, room.seating[slot])
        except UnusableError as error:
            return error_reply("bad_plan", str(error))
        self.active[slot] = ActivePlan(plan, room.match_number, message.is_paused)
        return self._told(slot)

    def pause(self, slot: int, message: wire.PausePlan) -> Reply:
        """Pause the plan of a slot, or let it go on."""
        active = self._of_this_match(slot)
        if active is None:
            return error_reply("no_plan", "You have no plan in use.")
        active.is_paused, active.stopped_at = message.is_paused, -1
        active.status, active.sentence = "idle", ""
        return self._told(slot)

    def message(self, slot: int) -> wire.PlanStatus | None:
        """Return what the player of a slot is told about its plan; None if there is none."""
        active = self._of_this_match(slot)
        if active is None:
            return None
        return wire.PlanStatus(
            name=active.plan.name,
            is_paused=active.is_paused,
            status=active.status,
            sentence=active.sentence,
            warnings=list(active.plan.warnings),
        )

    def _told(self, slot: int) -> Reply:
        message = self.message(slot)
        assert message is not None
        return Reply().send(SENDER, message)

    def _of_this_match(self, slot: int) -> ActivePlan | None:
        active = self.active.get(slot)
        if active is not None and active.match_number != self.room.match_number:
            del self.active[slot]  # in the next match the player has another seat
            return None
        return active

    @property
    def due(self) -> int | None:
        """The slot of a plan that may have something to do now."""
        room = self.room
        if not self.active or room.match is None or room.status != "playing":
            return None
        for slot in list(self.active):
            active = self._of_this_match(slot)
            if active is None or active.is_paused or active.stopped_at == room.version:
                continue
            if room.seating[slot] in room.match.acting:
                return slot
        return None

    def play(
        self, slot: int, commit: Callable[[Answer, str], Reply]
    ) -> tuple[list[Reply], Exception | None]:
        """Let the plan of a slot take a step. Return the replies, and the error if it failed.

        `commit` carries out an answer for the reason that the player's own input would have.
        A plan that fails, or whose input the rules refuse, is paused: it must not try for ever."""
        active, match, failure = self.active[slot], self.room.match, None
        assert match is not None
        replies: list[Reply] = []
        try:
            step = active.plan.step(match)
        except Exception as error:
            failure = error
            self._fail(active, "The plan failed and is paused.")
        else:
            active.status, active.sentence = step.status, step.sentence
            if not step.answers:
                active.stopped_at = self.room.version
            for answer in step.answers:
                reply = commit(answer, input_reason(match, answer))
                if not reply.rows:
                    self._fail(active, "The rules refused an input of the plan, which is paused.")
                    break
                replies.append(reply)
        message = self.message(slot)
        if message is not None:
            replies.append(Reply().send(slot, message))
        return replies, failure

    def _fail(self, active: ActivePlan, sentence: str) -> None:
        active.is_paused, active.status, active.sentence = True, "failed", sentence


def input_reason(match: Match, answer: Answer) -> str:
    """Return the reason of the update that the same input of a person would cause."""
    if answer.picks is not None:
        return "selection_resolved"
    move = match.moves.get(answer.move)
    return f"action_{answer.move if move is None else move.action_type(answer.args)}"
