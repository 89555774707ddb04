"""In which response windows a player is asked, and in which ones the server passes for them.

A window opens by what everybody can see, so a player is often asked without having a response. Players
choose how to deal with that:

- `others` (the default): asked about what others do; windows about the player's own actions are passed
- `always`: asked in every window
- `able`: asked only with a response. The server passes after a random delay. A longer pause then tells
  the others that there was something to decide, which is up to the player.
- `never`: every window is passed until the turn ends

`others` and `never` do not look at the cards, so `Room.apply` passes at once, as a part of the input
that opened the window. `able` depends on the cards: the window stays open for a while, and the pass is
an input like one by hand.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer
from turnwright.core.runtime.rng import Stream

if TYPE_CHECKING:
    from .room import Room

OTHERS, ALWAYS, ABLE, NEVER = "others", "always", "able", "never"
MODES = (OTHERS, ALWAYS, ABLE, NEVER)


def pass_answer(match: Match, seat: int) -> Answer | None:
    """Return the answer with which a seat passes in its open window; None if it is in none."""
    question = match.asked.get(seat)
    if question is not None:
        return None if question.responds_to is None else Answer(seat, picks=())
    move = match.window_move
    if move is None or match.asked or () not in match.legal_arguments(seat, move):
        return None
    return Answer(seat, move)


def pass_at_once(match: Match, seat: int, mode: str) -> Answer | None:
    """Return the answer of a seat that passes whatever its cards are; None if it does not pass."""
    question = match.asked.get(seat)
    if mode == OTHERS:
        is_own = question is not None and question.responds_to == seat
        return Answer(seat, picks=()) if is_own else None
    if mode == NEVER and (question is not None or seat != match.ctx.turn_player):
        return pass_answer(match, seat)
    return None


class DelayedPasses:
    """The windows in which the server passes for players who are asked only if they can respond."""

    def __init__(self, room: Room) -> None:
        self.room = room

    def answer_for(self, seat: int) -> Answer | None:
        """Return the answer that the server gives for a seat in its open window; None if the seat
        answers itself."""
        room, match = self.room, self.room.match
        if room.by_seat[seat].responses != ABLE or match is None or room.status != "playing":
            return None
        question = match.asked.get(seat)
        has_response = question.options if question else len(match.legal_moves(seat, True)) > 1
        return None if has_response else pass_answer(match, seat)

    @property
    def due(self) -> int | None:
        """A seat for which the server passes."""
        return next((s for s in self.room.acting if self.answer_for(s) is not None), None)

    def delay(self, seconds: float) -> float:
        """Return how long the server waits in the open window: half to one and a half times `seconds`.
        It is drawn from a stream of its own, so it does not depend on the cards."""
        room = self.room
        name = f"{room.create.seed} {room.match_number} {room.version}"
        return seconds * (50 + Stream.named(name, "window delay").between(0, 100)) / 100
