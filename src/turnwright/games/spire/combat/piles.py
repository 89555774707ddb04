"""The piles of cards: making, drawing, shuffling and exhausting cards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import msgspec

from turnwright.games.spire.library import CURSE, SKILL, STATUS, cards
from turnwright.games.spire.state import Card

from . import power_ids as p

if TYPE_CHECKING:
    from .fight import Fight

FACTS = cards()
"""What is printed on the cards, by id."""
HAND_LIMIT = 10


def new_card(f: Fight, kind: str, up: int = 0) -> Card:
    """Create a card for this fight. Master Reality upgrades it."""
    if p.MASTER_REALITY in f.b.powers and not up and FACTS[kind].type not in (CURSE, STATUS):
        up = 1
    cost = f.created_cost(kind, up)
    card = Card(kind, up, uid=f.b.next_uid, cost=cost, turn_cost=cost)
    f.b.next_uid += 1
    created = f.hooks.card_created.get(kind)
    if created is not None:
        created(f, card)
    return card


def copy_of(f: Fight, card: Card) -> Card:
    """A copy of a card with a number of its own."""
    copy = msgspec.structs.replace(card, uid=f.b.next_uid)
    f.b.next_uid += 1
    if p.MASTER_REALITY in f.b.powers and can_upgrade(copy):
        f.upgrade(copy)
    return copy


def make_free_this_turn(card: Card) -> None:
    """Make a card cost 0 this turn. X costs stay."""
    if card.turn_cost > 0:
        card.turn_cost = 0


def costs_nothing(card: Card) -> bool:
    """Does this card cost 0 now? A cost of X does not count as 0."""
    return card.turn_cost == 0 or (card.free and card.cost != -1)


def can_upgrade(card: Card) -> bool:
    """Can this card be upgraded?"""
    if card.up and card.kind != "Searing Blow":
        return False
    return FACTS[card.kind].type not in (CURSE, STATUS)


def add_random_cards(f: Fight, kinds: Sequence[str], count: int = 1) -> None:
    """Add random cards to the hand, free this turn."""
    for _ in range(count):
        card = new_card(f, f.random_of(kinds))
        make_free_this_turn(card)
        place_card(f, card, "hand")


def make_cards(f: Fight, kind: str, where: str, count: int = 1, up: int = 0) -> None:
    """Create cards and add them to a pile."""
    for _ in range(count):
        place_card(f, new_card(f, kind, up), where)


def place_card(f: Fight, card: Card, where: str) -> None:
    """Add a card to the hand, the discard pile, the draw pile at random, or its top."""
    b = f.b
    if where == "hand" and len(b.hand) >= HAND_LIMIT:
        where = "discard"
    if where == "hand":
        if p.CORRUPTION in b.powers and FACTS[card.kind].type == SKILL:
            card.turn_cost = min(card.turn_cost, 0)
        b.hand.append(card)
    elif where == "discard":
        b.discard.append(card)
    elif where == "top":
        b.draw.append(card)
    elif b.draw:
        b.draw.insert(f.streams.card_random.between(0, len(b.draw) - 1), card)
    else:
        b.draw.append(card)


def draw_cards(f: Fight, count: int) -> None:
    """Draw cards, reshuffling the discard pile if necessary."""
    b = f.b
    if count <= 0 or p.NO_DRAW in b.powers or not (b.draw or b.discard):
        return
    count = min(HAND_LIMIT - len(b.hand), count)
    if count <= 0:
        return
    if len(b.draw) < count:
        rest, now = count - len(b.draw), len(b.draw)
        f.add_to_top(draw_cards, f, rest)
        trigger_shuffle(f)
        f.add_to_top(reshuffle, f)
        if now:
            draw_cards(f, now)
        return
    for _ in range(count):
        _add_drawn_card(f, b.draw.pop())


def _add_drawn_card(f: Fight, card: Card) -> None:
    powers = f.b.powers
    if powers:
        _change_drawn_cost(f, card)
    f.b.hand.append(card)
    drawn = f.hooks.card_drawn.get(card.kind)
    if drawn is not None:
        drawn(f, card)
    if powers:
        _trigger_drawn(f, card)


def _change_drawn_cost(f: Fight, card: Card) -> None:
    powers = f.b.powers
    if p.CONFUSED in powers and card.cost >= 0:
        cost = f.streams.card_random.random(3)
        if cost != card.cost:
            card.cost = card.turn_cost = cost
        card.free = False
    if p.CORRUPTION in powers and FACTS[card.kind].type == SKILL:
        card.turn_cost = min(card.turn_cost, 0)


def _trigger_drawn(f: Fight, card: Card) -> None:
    """Trigger the powers that react to drawn statuses and curses."""
    powers, type = f.b.powers, FACTS[card.kind].type
    if type == STATUS and p.EVOLVE in powers:
        f.draw(powers[p.EVOLVE])
    if type in (STATUS, CURSE) and p.FIRE_BREATHING in powers:
        f.add_to_bottom(f.do_damage_all, powers[p.FIRE_BREATHING])


def reshuffle(f: Fight) -> None:
    """Shuffle the discard pile into the draw pile."""
    b = f.b
    f.streams.shuffle.shuffle(b.discard)
    b.draw += b.discard
    b.discard.clear()


def shuffle_draw_pile(f: Fight) -> None:
    """Shuffle the draw pile."""
    f.streams.shuffle.shuffle(f.b.draw)


def trigger_shuffle(f: Fight) -> None:
    """Trigger what happens when the player shuffles."""
    f.trigger_relics(f.hooks.relic_shuffle)


def exhaust_card(f: Fight, card: Card) -> None:
    """Exhaust a card and trigger what reacts to it."""
    b = f.b
    f.trigger_relics(f.hooks.relic_exhaust)
    if p.DARK_EMBRACE in b.powers:
        f.draw(b.powers[p.DARK_EMBRACE])
    if p.FEEL_NO_PAIN in b.powers:
        f.add_to_bottom(f.do_block, b.powers[p.FEEL_NO_PAIN])
    if card.kind == "Necronomicurse":
        f.make(card.kind, "hand")
    elif card.kind == "Sentinel":
        f.do_energy(3 if card.up else 2)
    b.exhaust.append(card)


def exhaust_from_hand(f: Fight, card: Card) -> None:
    """Exhaust a card if it is still in hand."""
    if any(one is card for one in f.b.hand):
        f.b.hand[:] = [one for one in f.b.hand if one is not card]
        exhaust_card(f, card)


def take_from_draw_pile(f: Fight, card: Card) -> None:
    """Move a card of the draw pile to the hand."""
    f.b.draw[:] = [one for one in f.b.draw if one is not card]
    place_card(f, card, "hand")


def make_random_card(f: Fight, kinds: Sequence[str]) -> None:
    """Add a random card to the hand."""
    make_cards(f, f.random_of(kinds), "hand")


def make_skills_free(f: Fight) -> None:
    """Corruption: make all skills in all piles cost 0."""
    b = f.b
    for card in (*b.hand, *b.draw, *b.discard, *b.exhaust):
        if FACTS[card.kind].type == SKILL and card.cost > 0:
            card.cost = card.turn_cost = 0


def make_dearer(card: Card) -> None:
    """Raise the cost by 1 for the rest of the fight."""
    card.cost += 1
    card.turn_cost += 1


def make_cheaper(card: Card) -> None:
    """Reduce the cost by 1 for the rest of the fight."""
    if card.cost > 0:
        card.cost -= 1
        if card.turn_cost > 0:
            card.turn_cost -= 1
