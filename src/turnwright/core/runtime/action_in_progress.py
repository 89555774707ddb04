"""The action in progress: which inputs belong to it, and whether a seat can cancel it.

While a question is open, the inputs since the match last rested have no state hash. They are the
action in progress: the move that started it and the answers given since.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from turnwright.core.errors import Refusal

from .record import RecordEntry

if TYPE_CHECKING:
    from .match import Match


def first_input(inputs: Sequence[RecordEntry]) -> RecordEntry | None:
    """Return the input that started the action in progress."""
    first = None
    for entry in reversed(inputs):
        if entry.hash:
            break
        first = entry
    return first


def own_inputs(inputs: Sequence[RecordEntry], seat: int) -> Sequence[RecordEntry]:
    """Return the last inputs of the action in progress, as far as they are of one seat.

    They are the whole action of that seat, or its part in another seat's action, such as a response in
    a chain.
    """
    start = len(inputs)
    while start and not inputs[start - 1].hash and inputs[start - 1].seat == seat:
        start -= 1
    return inputs[start:]


def move_in_progress(match: Match, seat: int) -> RecordEntry | None:
    """Return the move of a seat that waits for its answers, if there is one."""
    action = own_inputs(match._inputs, seat)
    return action[0] if action and action[0].move and seat in match.asked else None


def last_own_move(inputs: Sequence[RecordEntry], seat: int) -> int | Refusal:
    """Return the index of a seat's last move, or why that move and its answers cannot be undone."""
    for index in range(len(inputs) - 1, -1, -1):
        entry = inputs[index]
        if entry.seat != seat:
            return Refusal("not_your_move", "The last move was not yours.", {"seat": entry.seat})
        if entry.barrier:
            sentence = "Cannot undo: hidden information was revealed since."
            return Refusal("undo_barrier", sentence, {"move": str(entry)})
        if entry.move:
            return index
    return Refusal("nothing_to_undo", "There is nothing to undo.", {})


def why_not_cancel(match: Match, seat: int) -> Refusal | None:
    """Return why a seat cannot cancel its action in progress, or None if it can."""
    action = own_inputs(match._inputs, seat)
    if not match.asked:
        return Refusal("nothing_to_cancel", "There is no action to cancel.", {})
    if not action or seat not in match.asked:
        return Refusal("not_your_move", "This is not your action.", {"seat": seat})
    if any(entry.barrier for entry in action):
        return Refusal("committed", "This action can no longer be cancelled.", {})
    return None
