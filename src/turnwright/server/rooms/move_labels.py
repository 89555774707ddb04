"""How a move reads in the log: its label for the seat itself, and whether others may read it."""

from __future__ import annotations

import re
from typing import Any

from turnwright.core.definition.moves import Move, humanize
from turnwright.core.runtime.match import Match


def without_card_numbers(text: str) -> str:
    """Remove card numbers such as "#12" from a text for people."""
    return re.sub(r" #\d+\b", "", text)


def move_label(match: Match, move: Move | None, seat: int, args: tuple[Any, ...]) -> str:
    """Return the label of a move as its own seat reads it."""
    if move is None:
        return ""
    if not args and move.title:
        return move.title
    before, match.c.seat = match.c.seat, seat
    try:
        label = move.describe(match.c, args)
        return without_card_numbers(label) if args else label
    except Exception:  # arguments that will be refused may have no label
        return humanize(move.name)
    finally:
        match.c.seat = before


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
