"""Checks of submitted answers: everything that can be wrong with a move or with picks.

`Match.submit` accepts the common case itself and comes here for the rest. An answer may come from
outside, so its parts may be of any type. Nothing here changes a match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.core.definition.moves import Move
from turnwright.core.errors import Refusal
from turnwright.core.suggestions import suggestion

from .prompts import Answer

if TYPE_CHECKING:
    from .match import Match


def check_move(match: Match, answer: Answer) -> Move | Refusal:
    """Return the move that an answer makes, or why it cannot be made. Arguments are not checked."""
    ctx, place, seat, name = match.ctx, match._place, answer.seat, answer.move
    if not is_seat(match, seat):
        return unknown_seat(seat)
    if answer.picks is not None or not isinstance(name, str) or not name:
        return Refusal("not_a_move", "No question is open; answer with a move.", {})
    if answer.prompt is not None and not _is_current(match, answer.prompt, seat):
        return _stale_prompt(answer.prompt, match.version)
    if ctx.game_over and not ctx.manual_mode:
        return Refusal("game_over", "The match is over.", {"result": str(match.result or "")})
    move = match._find_move(name, seat)
    if move is None:
        return _unknown_move(match, name, seat)
    if ctx.manual_mode:
        return move
    if seat in ctx.eliminated:
        return eliminated(seat)
    acting = match.acting
    if move.by == "active" and seat not in acting:
        who = " or ".join(f"seat {other}" for other in acting) or "nobody"
        sentence = f"It is not seat {seat}'s turn: {who} may act in {place.path}."
        return Refusal("not_your_turn", sentence, {"seat": seat, "acting": acting})
    return move


def _unknown_move(match: Match, name: str, seat: int) -> Refusal:
    place = match._place_of(seat)
    if name in match.game.all_moves:
        sentence = f"{name!r} is not available in {place.path}."
        return Refusal("not_here", sentence, {"move": name, "place": place.path})
    known = sorted(place.moves)
    hint = suggestion(name, known) or f"; available here: {', '.join(known) or 'none'}."
    return Refusal(
        "unknown_move", f"There is no move {name!r}{hint}", {"move": name, "known": known}
    )


def check_picks(match: Match, answer: Answer) -> tuple[str, ...] | Refusal:
    """Return the picks of an answer to an open question, or why they are not accepted."""
    seat, picks = answer.seat, answer.picks
    question = match.asked.get(seat)
    if question is None:
        who = " and ".join(f"seat {other}" for other in sorted(match.asked))
        return Refusal("not_asked", f"A question is open to {who}, not to seat {seat}.", {})
    if picks is None:
        sentence = f"Answer the open question first: {question.text}"
        return Refusal("question_open", sentence, {"kind": question.kind})
    if answer.prompt is not None and answer.prompt != match._asked_at:
        return _stale_prompt(answer.prompt, match._asked_at)
    if type(picks) not in (tuple, list) or not all(type(pick) is str for pick in picks):
        return Refusal("unknown_option", "Picks are a list of option ids.", {})
    picks = tuple(picks)
    return question.check(picks) or picks


def is_seat(match: Match, seat: object) -> bool:
    """Whether a seat takes part in the match."""
    return type(seat) is int and seat in match.ctx.player_order


def unknown_seat(seat: object) -> Refusal:
    """The refusal of a seat that does not exist."""
    return Refusal("unknown_seat", f"This match has no seat {seat!r}.", {"seat": seat})


def eliminated(seat: int) -> Refusal:
    """The refusal of a seat that is out of the game."""
    return Refusal("eliminated", f"Seat {seat} is out of the game.", {"seat": seat})


def _stale_prompt(given: object, now: int) -> Refusal:
    sentence = f"The answer is for prompt {given}; the open prompt is {now}."
    return Refusal("stale_prompt", sentence, {"given": given, "open": now})


def _is_current(match: Match, prompt: object, seat: int) -> bool:
    """Whether this is the open move prompt. Where several seats act at once, the moves of the others
    do not make a seat's own prompt stale."""
    if prompt == match.version:
        return True
    if (
        type(prompt) is not int
        or match._place.who is None
        or not 0 <= prompt < match.version
        or not match._is_recorded
    ):
        return False
    path = match._place.path
    since = match.record.entries[prompt:]
    return all(entry.seat not in (seat, -1) and entry.at == path for entry in since)
