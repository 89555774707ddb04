"""Replaying a record: the same inputs must lead to the same states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.core.errors import Refusal, ReplayDivergence

from .prompts import Answer
from .record import RecordEntry

if TYPE_CHECKING:
    from .match import Match


def replay_entry(match: Match, entry: RecordEntry, index: int, verify: bool) -> None:
    """Carry out a recorded input again. Raise `ReplayDivergence` if the match differs."""
    where = f"Input {index} ({entry})"
    if verify and entry.at and entry.op != "undo" and entry.at != match._place.path:
        sentence = f"{where} was made at {entry.at}; the replay is at {match._place.path}."
        raise ReplayDivergence(index, sentence, expected=entry.at, got=match._place.path)
    refusal: Refusal | None
    if entry.op == "undo":
        refusal = match.undo()
    elif entry.op:
        refusal = match._accept(RecordEntry(op=entry.op, args=entry.args))
    else:
        refusal = match.submit(Answer(entry.seat, entry.move, entry.args, entry.picks))
    if refusal is not None:
        sentence = f"{where} is refused in the replay: {refusal}"
        raise ReplayDivergence(index, sentence, code=refusal.code)
    got = match.hash if match.is_resting else ""
    if verify and entry.hash != got:
        expected = f"led to state {entry.hash}" if entry.hash else "led to a question"
        actual = f"state {got}" if got else "a question"
        sentence = f"{where} {expected}; the replay leads to {actual}."
        raise ReplayDivergence(index, sentence, expected=entry.hash, got=got)
