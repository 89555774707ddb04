"""How a move reads in the log: its label for the seat itself, and whether others may read it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from turnwright.core.definition.log_sentences import is_request, told, told_refusal
from turnwright.core.definition.moves import Move, Option, humanize
from turnwright.core.runtime.action_in_progress import move_in_progress
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Question

MARKS = re.compile(r" \((?:yours|opponent's|no\. \d+|controlled by [^()]*)(?:, [^()]*)?\)")
"""What tells equal cards apart in a question. Whose they are depends on the reader."""
NUMBER = re.compile(r" \(\d+\)$")
"""The number that a game gives the second of equal things."""


def without_card_numbers(text: str) -> str:
    """Remove card numbers such as "#12" from a text for people."""
    return re.sub(r" #\d+\b", "", text)


def move_sentence(match: Match, move: Move | None, seat: int, args: tuple[Any, ...]) -> str:
    """Return what the log says about a move after its player's name, as its own seat reads it."""
    if move is None:
        return ""
    before, match.c.seat = match.c.seat, seat
    try:
        label = move.tell(match.c, args)
        return without_card_numbers(label) if args else label
    except Exception:  # arguments that will be refused may have no label
        return told(humanize(move.name))
    finally:
        match.c.seat = before


def choice_sentences(
    match: Match, question: Question, picks: Sequence[str], seat: int
) -> tuple[str, str]:
    """Return what the log says about an answer after its player's name: to others, and to the seat.

    Others read which cards were chosen only if everybody sees those."""
    picked = [option for option in question.options if option.id in picks]
    names = _names(question, picked)
    text = without_card_numbers(question.text).rstrip("?.: ")
    is_secret = question.source is not None and not _is_public(match, question.source)
    is_alone = len(match.ctx.player_order) == 1  # nobody to hide it from
    is_open = is_alone or (question.is_open and not is_secret)
    if not picked and question.kind != "yes_no":
        return "chooses nothing", "chooses nothing"
    if question.kind in ("yes_no", "menu"):
        own = _decision(question, text, picked, names)
        return own if is_open else "makes a choice", own
    if question.responds_to is not None:
        own = f"responds with {_list(names)}"
        return own if is_open_response(match, question, picks) else "responds", own
    plain = "orders" if question.kind == "order" else "chooses"
    if not question.is_cards:
        own = f"{plain} {_list(names)}"
        return own if is_open else "makes a choice", own
    verb, why = plain, ""
    if (is_alone or question.is_open) and is_request(text):
        verb, why = told(text).partition(" ")[0], "".join(text.partition(" for ")[1:])
    own, cards = f"{verb} {_list(names)}{why}", [option.value for option in picked]
    if not is_open:  # the text may name the card that asks
        verb, why = plain, ""
    if all(_is_public(match, card) for card in cards) and not question.hidden.intersection(cards):
        return f"{verb} {_list(names)}{why}", own
    return f"{verb} {'a card' if len(cards) == 1 else f'{len(cards)} cards'}{why}", own


def _names(question: Question, picked: Sequence[Option]) -> list[str]:
    """Return the names of options, without what tells equal ones apart in the question."""
    shown = {_name(option) for option in question.options}
    names = map(_name, picked)
    return [base if (base := NUMBER.sub("", name)) in shown else name for name in names]


def _name(option: Option) -> str:
    return MARKS.sub("", without_card_numbers(option.label)).partition(": ")[0]


def _decision(question: Question, text: str, picked: Sequence[Option], names: Sequence[str]) -> str:
    """Return what an answer of yes or no, or the choice of an entry, means: "discards a card"."""
    if question.kind == "menu":
        if is_request(names[0]):
            return told(names[0])
        is_rest = names[0][:1].islower() and is_request(text)
        return f"{told(text)} {names[0]}" if is_rest else f"chooses {names[0]}"
    wants = any(option.value for option in picked)
    if is_request(text):
        return told(text) if wants else told_refusal(text)
    return f"{'says yes' if wants else 'says no'} to “{text}”"


def is_open_response(match: Match, question: Question, picks: Sequence[str]) -> bool:
    """Return whether this answer is a response with a card that everybody sees."""
    if question.responds_to is None or question.about is None:
        return False
    cards = [question.about(option.value) for option in question.options if option.id in picks]
    return bool(cards) and all(_is_public(match, card) for card in cards)


def _list(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


class HiddenMove(NamedTuple):
    """A move that waits for its answers and of which others do not know the cards yet."""

    move: Move
    args: tuple[Any, ...]
    sentence: str

    def is_public_now(self, match: Match) -> bool:
        """Return whether the answers have brought its cards into the open."""
        return are_public(match, self.move, self.args)


def hidden_move(match: Match, seat: int) -> HiddenMove | None:
    """Return the move in progress of a seat if others read only "plays a card" so far."""
    entry = move_in_progress(match, seat)
    move = match.moves.get(entry.move) if entry is not None and entry.move else None
    if entry is None or move is None or not entry.args or are_public(match, move, entry.args):
        return None
    return HiddenMove(move, entry.args, move_sentence(match, move, seat, entry.args))


def are_public(match: Match, move: Move, args: tuple[Any, ...]) -> bool:
    """Return whether all cards that these arguments name are visible to everybody."""
    pairs = zip(move.params, args, strict=False)
    return all(not param.is_card or _is_public(match, value) for param, value in pairs)


def _is_public(match: Match, value: Any) -> bool:
    if isinstance(value, (tuple, list)):
        return all(_is_public(match, item) for item in value)
    card = match.ctx.cards.get(value) if type(value) is int else None
    if card is None:  # the card was renumbered, so it is hidden now
        return type(value) is not int or not match.ctx.cards
    zone = match.game.zones[match.ctx.card_zones[value].partition(":")[0]]
    return zone.visible == "public" and card.face_up
