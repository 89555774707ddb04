"""The value of positions and options, for agents that compare them.

A game may rate positions with `Game.evaluate(c, seat)` and cards with `Game.card_value(c, seat, card)`.
Without them only results count. Cards that the seat does not see are never read.
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
    """Return 1 for a win, 0 for a loss, 0.5 for a draw, and None while the match goes on."""
    result = match.result
    if result is None:
        return None
    if not result.winners:
        return 0.0 if seat in result.losers else 0.5
    return 1.0 if seat in result.winners else 0.0


def position_value(match: Match, seat: int, judge: Evaluate) -> float:
    """Return the value of a position, or of the result if the match is over."""
    share = outcome(match, seat)
    return judge(match, seat) if share is None else (share - 0.5) * 2 * DECIDED


def evaluate(match: Match, seat: int) -> float:
    """Rate the position of a seat on the game's own scale; more is better."""
    judge = match.game.evaluate
    if judge is not None:
        return float(judge(match.c, seat))
    return _material(match, seat)


def _material(match: Match, seat: int) -> float:
    """The value of a seat's public cards minus that of the others."""
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
    """Return the seat whose zone a card is in, or its owner in a shared zone."""
    _, _, seat = match.ctx.card_zones[card_id].partition(":")
    return int(seat) if seat else match.ctx.cards[card_id].owner


def card_of(match: Match, question: Question | None, option: Option) -> int | None:
    """Return the card that an option of a question stands for, or None."""
    if question is None or question.kind not in ("choose", "choose_many", "order"):
        return None
    value = option.value
    if question.about is not None:
        return None  # the option is about a card but is not one
    is_card = type(value) is int and value in match.ctx.card_zones
    return value if is_card else None


def value_of(match: Match, seat: int, option: Option) -> float:
    """Rate an option of the open question: a card by the game, a number by itself, yes above no.

    A card that the seat does not see has the value 0.
    """
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
