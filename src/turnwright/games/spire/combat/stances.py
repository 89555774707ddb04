"""Stances, mantra and scrying, which the Watcher's cards are built on.

Wrath doubles the damage of attacks that the player deals and takes, Divinity triples what the player
deals. Leaving Calm gives 2 energy, entering Divinity 3. The damage itself is computed in `damage`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.games.spire.context import Asking
from turnwright.games.spire.state import Card

from . import power_ids as p
from .card_choices import choose_cards, choose_offered
from .piles import HAND_LIMIT

if TYPE_CHECKING:
    from .fight import Fight

NEUTRAL, CALM, WRATH, DIVINITY = "", "Calm", "Wrath", "Divinity"
DEALT = {CALM: 1, WRATH: 2, DIVINITY: 3}
"""What the damage of the player's attacks is multiplied by."""
CALM_ENERGY, DIVINITY_ENERGY = 2, 3
DIVINE_MANTRA = 10
"""The mantra that is spent to enter Divinity."""


def change_stance(f: Fight, stance: str) -> None:
    """Enter a stance and leave the one before. Nothing happens in the same stance."""
    b, hooks = f.b, f.hooks
    left = b.stance
    if left == stance:
        return
    b.stance = stance
    for name in list(b.powers):
        hook = hooks.power_stance.get(name)
        if hook is not None:
            hook(f, b.powers[name], stance)
    f.trigger_relics(hooks.relic_stance, left)
    if left == CALM:
        f.energy(CALM_ENERGY)
    if stance == DIVINITY:
        f.energy(DIVINITY_ENERGY)
    for card in b.discard:
        card_hook = hooks.card_stance.get(card.kind)
        if card_hook is not None:
            card_hook(f, card)


def choose_stance(f: Fight) -> Asking:
    """Let the player enter Calm or Wrath."""
    stance = yield from choose_offered(f, "STANCE", [Card(CALM), Card(WRATH)])
    change_stance(f, stance)


def start_turn_in_stance(f: Fight) -> None:
    """Divinity ends at the start of the next turn."""
    if f.b.stance == DIVINITY:
        f.add_to_bottom(change_stance, f, NEUTRAL)


def end_turn_in_stance(f: Fight) -> None:
    """Like Water gives block in Calm, before cards like Burn hurt."""
    if f.b.stance == CALM and p.LIKE_WATER in f.b.powers:
        f.add_to_bottom(f.do_block, f.b.powers[p.LIKE_WATER])


def gain_mantra(f: Fight, amount: int) -> None:
    """Gain mantra. With ten of it the player enters Divinity."""
    counts, powers = f.b.counts, f.b.powers
    counts["mantra"] = counts.get("mantra", 0) + amount
    f.do_buff(p.MANTRA, amount)
    if powers[p.MANTRA] >= DIVINE_MANTRA:
        f.do_buff(p.MANTRA, -DIVINE_MANTRA)
        f.add_to_top(change_stance, f, DIVINITY)


# --- scrying -------------------------------------------------------------------------------------


def scry(f: Fight, count: int) -> Asking:
    """Look at the top cards of the draw pile and discard any of them. The next card to be drawn is
    shown first. Nothing reacts to these discards."""
    b = f.b
    if p.NIRVANA in b.powers:  # even if there is nothing to look at
        f.add_to_bottom(f.do_block, b.powers[p.NIRVANA])
    if not b.draw:
        return
    if "GoldenEye" in f.relics:
        count += 2
    top = range(len(b.draw) - 1, max(-1, len(b.draw) - 1 - count), -1)
    places = yield from choose_cards(f, "SCRY", "draw", len(top), top)
    b.discard += [b.draw[place] for place in places]
    b.draw[:] = [card for place, card in enumerate(b.draw) if place not in places]
    for card in b.discard:
        hook = f.hooks.card_scry.get(card.kind)
        if hook is not None:
            hook(f, card)


def return_to_hand(f: Fight, card: Card) -> None:
    """Take a card of the discard pile back, if there is room for it."""
    b = f.b
    if len(b.hand) < HAND_LIMIT and any(one is card for one in b.discard):
        b.discard[:] = [one for one in b.discard if one is not card]
        b.hand.append(card)
