"""Statuses and curses: what they do when they are drawn, and in the hand at the end of a turn."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.hooks import HOOKS, on
from turnwright.games.spire.combat.piles import copy_of, place_card
from turnwright.games.spire.state import Card


@on(HOOKS.card_turn_end, "Burn")
def _burn(f: Fight, card: Card) -> None:
    f.add_to_top(f.do_damage_player, 4 if card.up else 2, True)


@on(HOOKS.card_turn_end, "Decay")
def _decay(f: Fight, card: Card) -> None:
    f.add_to_top(f.do_damage_player, 2, True)


@on(HOOKS.card_turn_end, "Doubt")
def _doubt(f: Fight, card: Card) -> None:
    f.debuff_player(p.WEAK, 1)


@on(HOOKS.card_turn_end, "Shame")
def _shame(f: Fight, card: Card) -> None:
    f.debuff_player(p.FRAIL, 1)


@on(HOOKS.card_turn_end, "Pride")
def _pride(f: Fight, card: Card) -> None:
    """Put a copy on top of the draw pile."""
    f.add_to_top(place_card, f, copy_of(f, card), "top")


@on(HOOKS.card_turn_end, "Regret")
def _regret(f: Fight, card: Card) -> None:
    f.add_to_top(f.do_lose_hp, f.b.counts["regret"], True)


@on(HOOKS.card_drawn, "Void")
def _void(f: Fight, card: Card) -> None:
    """Lose energy, after what is waiting."""
    f.energy(-1)
