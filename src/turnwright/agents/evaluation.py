"""What a position and an option are worth, for agents that weigh them.

A game may tell: `Game.evaluate(c, seat)` for a position, `Game.card_value(c, seat, card)` for a card.
Without them only results count. Nothing here looks at a card that the seat does not see.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from turnwright.core.definition.moves import Option
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Question

from .hidden_information import is_shown, sees

Evaluate: TypeAlias = Callable[[Match, int], float]
Value: TypeAlias = Callable[[Match, int, Option], float]

DECIDED = 1e9  # a win is better than any position, a defeat is worse


def outcome(match: Match, seat: int) -> float | None:
    """1 for a win, 0 for a defeat, between them for what is shared; None while the match goes on."""
    result = match.result
    if result is None:
        return None
    if not result.winners:
        return 0.0 if seat in result.losers else 0.5
    return 1.0 if seat in result.winners else 0.0


def worth(match: Match, seat: int, judge: Evaluate) -> float:
    """How well a seat stands, or has come out: no judge is asked about a match that is over."""
    share = outcome(match, seat)
    return judge(match, seat) if share is None else (share - 0.5) * 2 * DECIDED


def evaluate(match: Match, seat: int) -> float:
    """How well a seat stands while the match goes on; more is better, on the game's own scale."""
    judge = match.game.evaluate
    if judge is not None:
        return float(judge(match.c, seat))
    return _material(match, seat)


def _material(match: Match, seat: int) -> float:
    """The worth of the open cards of a seat, less that of the others'."""
    judge = match.game.card_value
    if judge is None:
        return 0.0
    total = 0.0
    for key, ids in match.ctx.zones.items():
        if match.game.zones[key.partition(":")[0]].visible == "public":
            for card_id in ids:
                if match.ctx.cards[card_id].face_up:
                    sign = 1 if side_of(match, card_id) == seat else -1
                    total += sign * judge(match.c, seat, card_id)
    return total


def side_of(match: Match, card_id: int) -> int:
    """The seat whose zone a card lies in; in a shared zone, its owner."""
    _, _, seat = match.ctx.card_zones[card_id].partition(":")
    return int(seat) if seat else match.ctx.cards[card_id].owner


def card_of(match: Match, question: Question | None, option: Option) -> int | None:
    """The card that an option of a question stands for, if it stands for one."""
    if question is None or question.kind not in ("choose", "choose_many", "order"):
        return None
    value = option.value
    if question.about is not None:
        return None  # it stands for something about a card
    is_card = type(value) is int and value in match.ctx.card_zones
    return value if is_card else None


def value_of(match: Match, seat: int, option: Option) -> float:
    """What an option of the open question is worth to a seat: a card what the game says, a number
    itself, "yes" more than "no". A card that the seat does not see is worth nothing in particular."""
    question = match.asked.get(seat)
    card_id = card_of(match, question, option)
    if card_id is not None and question is not None:
        judge = match.game.card_value
        if judge is None or not (sees(match, seat, card_id) or is_shown(match, question, option)):
            return 0.0
        return float(judge(match.c, seat, card_id))
    if question is not None and question.kind in ("amount", "yes_no"):
        return float(option.value)
    return 0.0
