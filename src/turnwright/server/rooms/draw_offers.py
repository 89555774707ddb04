"""Draw offers: a seat offers a draw, and the match ends if all others agree.

An offer is open until somebody declines it, or acts in the match: the seat that offered withdraws the
offer by moving on, and every other seat declines it. A seat that has offered may not offer again for
some turns. Bots answer at once, by a rule: they agree if the game rates every other seat better in
what everybody sees, so that nobody learns a hidden card from an answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from turnwright.agents.evaluation import evaluate
from turnwright.agents.hidden_information import unseen_in
from turnwright.core.errors import Refusal
from turnwright.core.runtime.flow_state import Result
from turnwright.core.runtime.match import Match

if TYPE_CHECKING:
    from .room import Room

PAUSE_TURNS = 4  # of all players, until a seat may offer again
AGREED = "all players agreed to a draw"


class DrawOffers(msgspec.Struct):
    """The open offer of a match, and who may offer when."""

    agreed: list[int] = []  # seats, first the one that offered; empty: no offer is open
    next_turns: dict[int, int] = {}  # by seat: the turn from which on it may offer again


def offer_draw(room: Room, seat: int) -> Refusal | None:
    """Offer a draw, or agree to the open offer of another seat."""
    match, offers = room.match, room.draw_offers
    if match is None or room.status != "playing":
        return Refusal("error", "There is no match to draw.", {})
    if len(room.slots) == 1:
        return Refusal("error", "There is nobody to agree on a draw with.", {})
    if seat in offers.agreed:
        return Refusal("already_offered", "You have already agreed to a draw.", {})
    if offers.agreed:
        return answer_draw(room, seat, True)
    turn = match.ctx.num_player_turns
    left = offers.next_turns.get(seat, turn) - turn
    if left > 0:
        turns = "turn" if left == 1 else f"{left} turns"
        return Refusal("too_many_offers", f"You may offer a draw again in {turns}.", {})
    offers.agreed = [seat]
    offers.next_turns = {**offers.next_turns, seat: turn + PAUSE_TURNS}
    room.add_line(seat, "offers a draw")
    for other in range(len(room.slots)):
        if offers.agreed and room.slot_of(other).playing_bot and other != seat:
            answer_draw(room, other, bot_agrees(match, other, room.create.has_public_draws))
    return None


def answer_draw(room: Room, seat: int, agrees: bool) -> Refusal | None:
    """Agree to the open offer, or decline it."""
    offers = room.draw_offers
    if not offers.agreed or seat in offers.agreed:
        return Refusal("no_offer", "There is no draw offer for you to answer.", {})
    if not agrees:
        offers.agreed = []
        room.add_line(seat, "declines the draw")
        return None
    offers.agreed = [*offers.agreed, seat]
    room.add_line(seat, "accepts the draw")
    if len(offers.agreed) == len(room.slots):
        offers.agreed = []
        room.result = Result((), AGREED)
    return None


def close_offer(room: Room, seat: int) -> None:
    """Close the open offer, because a seat has acted in the match."""
    offered = room.draw_offers.agreed[0]
    room.draw_offers.agreed = []
    room.add_line(seat, "withdraws the draw offer" if seat == offered else "declines the draw")


def bot_agrees(match: Match, seat: int, is_public: bool = True) -> bool:
    """Return whether a bot agrees to a draw: if every other seat is rated better than its own. Rooms of
    older versions rate the hidden cards, too."""
    try:
        if is_public:
            match = without_secrets(match)
        ratings = [evaluate(match, one) for one in match.ctx.player_order]
    except Exception:  # a rating that fails must not stop the match
        return False
    own = ratings.pop(match.ctx.player_order.index(seat))
    return own < min(ratings)


def without_secrets(match: Match) -> Match:
    """Return a copy in which every card that spectators do not see has the same kind whatever it is:
    the first one, by name, of its owner's hidden cards that it could have."""
    copy, could_be = match.clone(record=False), match.game.could_be
    cards = match.ctx.cards
    hidden = [card_id for key in match.ctx.zones for card_id in unseen_in(match, key, None)]
    for card_id in hidden:
        owner = cards[card_id].owner
        kinds = sorted({cards[other].kind for other in hidden if cards[other].owner == owner})
        if could_be is not None:
            kinds = [kind for kind in kinds if could_be(match.c, card_id, kind)]
        copy.ctx.cards[card_id].kind = kinds[0]
    return copy
