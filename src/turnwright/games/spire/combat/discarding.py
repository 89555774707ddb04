"""Discarding cards of the hand by an effect, and what reacts to it.

The end of a turn also discards the hand, but nothing reacts to that (`turns`).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from turnwright.games.spire.context import Asking
from turnwright.games.spire.state import Card

from .card_choices import choose_card, choose_cards, choose_exactly
from .piles import HAND_LIMIT, draw_cards

if TYPE_CHECKING:
    from .fight import Fight


def discard_card(f: Fight, card: Card) -> None:
    """Discard a card of the hand and trigger what reacts to it: the card, cards that become cheaper,
    and relics."""
    b, hooks = f.b, f.hooks
    b.hand[:] = [one for one in b.hand if one is not card]
    b.discard.append(card)
    own = hooks.card_discarded.get(card.kind)
    if own is not None:
        own(f, card)
    b.counts["discarded"] = b.counts.get("discarded", 0) + 1
    for one in (*b.hand, *b.discard, *b.draw):
        other = hooks.card_other_discarded.get(one.kind)
        if other is not None:
            other(f, one)
    f.trigger_relics(hooks.relic_discard)


def discard_cards(f: Fight, cards: Sequence[Card]) -> None:
    """Discard several cards of the hand."""
    for card in cards:
        discard_card(f, card)


def discard_hand(f: Fight) -> None:
    """Discard the whole hand, the last card first."""
    discard_cards(f, f.b.hand[::-1])


def choose_discards(f: Fight, count: int) -> Asking:
    """Let the player discard this many cards. A hand that is not larger is discarded whole."""
    hand = f.b.hand
    if len(hand) <= count:
        discard_hand(f)
    elif count == 1:
        place = yield from choose_card(f, "DISCARD", "hand")
        discard_card(f, hand[place])
    else:
        places = yield from choose_exactly(f, "DISCARD", "hand", count)
        discard_cards(f, [hand[place] for place in places])


def discard_random(f: Fight) -> None:
    """Discard a random card of the hand."""
    hand = f.b.hand
    if hand:  # a single card is discarded without a roll
        at = f.streams.card_random.random(len(hand) - 1) if len(hand) > 1 else 0
        discard_card(f, hand[at])


def gamble(f: Fight) -> Asking:
    """Discard any number of cards, then draw as many."""
    places = yield from choose_cards(f, "GAMBLE", "hand", HAND_LIMIT)
    if places:
        f.add_to_top(draw_cards, f, len(places))
    discard_cards(f, [f.b.hand[place] for place in sorted(places, reverse=True)])
