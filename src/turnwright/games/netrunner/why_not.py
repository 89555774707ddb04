"""Why a card cannot be used now, in sentences for its player."""

from __future__ import annotations

from .card_facts import CORP, RUNNER
from .context import NetrunnerContext
from .moves.card_moves import can_play
from .rules import install
from .state import Card


def why_not(c: NetrunnerContext, number: int) -> str:
    """Return why the acting side cannot use one of its cards now."""
    card = c.card(number)
    zone = c.zone_of(number)
    if zone == "hand":
        return _why_not_play(c, card)
    facts = c.facts(card)
    if facts.type == "agenda" and zone != "scored" and card.owner == CORP:
        missing = c.advancement_requirement(card) - card.advancement
        if missing > 0:
            return f"{card.kind} needs {missing} more advancement counters to be scored."
    if facts.type == "ice" and not card.rezzed:
        return f"{card.kind} is rezzed when the Runner approaches it."
    return ""


def _why_not_play(c: NetrunnerContext, card: Card) -> str:
    side, facts = c.G.sides[card.owner], c.facts(card)
    if c.G.active != card.owner:
        return "It is not your turn."
    if c.G.run is not None:
        return "Finish the run first."
    if side.clicks < 1:
        return "You have no clicks left."
    if can_play(c, card):
        return ""
    is_played = facts.type in ("operation", "event")
    price = install.play_price(c, card).credits if is_played else 0
    cost = (price if is_played or card.owner != RUNNER else c.install_cost(card)) or 0
    if side.credits < cost:
        return f"{card.kind} costs {cost} credits; you have {side.credits}."
    if facts.type == "event" or facts.type == "operation":
        return f"What {card.kind} asks for is not the case now."
    return f"There is nothing to host {card.kind}."
