"""Effects of the powers of the Watcher's cards, on the player and on monsters."""

from __future__ import annotations

from turnwright.games.spire.combat.card_play import CardPlay
from turnwright.games.spire.combat.piles import (
    FACTS,
    make_cheaper,
    reshuffle,
    trigger_shuffle,
)
from turnwright.games.spire.combat.power_amounts import reduce_power
from turnwright.games.spire.library import ATTACK, CardFacts
from turnwright.games.spire.state import Monster

from . import power_ids as p
from .fight import Fight
from .hooks import HOOKS, on
from .stances import WRATH, change_stance, gain_mantra, scry

DEATH = 99999
"""More HP than a player can have."""

# --- when the stance changes ---------------------------------------------------------------------


@on(HOOKS.power_stance, p.MENTAL_FORTRESS)
def _mental_fortress(f: Fight, amount: int, entered: str) -> None:
    f.add_to_bottom(f.do_block, amount)


@on(HOOKS.power_stance, p.RUSHDOWN)
def _rushdown(f: Fight, amount: int, entered: str) -> None:
    if entered == WRATH:
        f.draw(amount)


# --- when a card is used -------------------------------------------------------------------------


@on(HOOKS.power_card, p.FREE_ATTACK)
def _free_attack(f: Fight, play: CardPlay, facts: CardFacts) -> None:
    """It is used up when the cost has been settled."""
    if facts.type == ATTACK and not play.is_copy:
        play.keeps_energy = True
        f.add_to_top(reduce_power, f.b.powers, p.FREE_ATTACK)


@on(HOOKS.when_attacked, p.BLOCK_RETURN)
def _talk_to_the_hand(f: Fight, place: int, m: Monster, damage: int) -> None:
    f.add_to_top(f.do_block, m.powers[p.BLOCK_RETURN])


# --- at the end of the turn ----------------------------------------------------------------------


@on(HOOKS.power_turn_end, p.ESTABLISHMENT)
def _establishment(f: Fight, amount: int) -> None:
    f.add_to_bottom(_make_retained_cheaper, f, amount)


def _make_retained_cheaper(f: Fight, amount: int) -> None:
    for card in f.b.hand:
        if card.retain or FACTS[card.kind].retain[1 if card.up else 0]:
            for _ in range(amount):
                make_cheaper(card)


@on(HOOKS.power_turn_end, p.STUDY)
def _study(f: Fight, amount: int) -> None:
    f.make("Insight", "draw", amount)


# --- at the start of the turn --------------------------------------------------------------------


@on(HOOKS.power_turn_start, p.BATTLE_HYMN)
def _battle_hymn(f: Fight, amount: int) -> None:
    f.make("Smite", "hand", amount)


@on(HOOKS.power_turn_start, p.BLASPHEMY)
def _die(f: Fight, amount: int) -> None:
    f.add_to_bottom(f.do_lose_hp, DEATH)
    del f.b.powers[p.BLASPHEMY]


@on(HOOKS.power_turn_start, p.COLLECT)
def _collect(f: Fight, amount: int) -> None:
    f.make("Miracle", "hand", 1, 1)
    reduce_power(f.b.powers, p.COLLECT)


@on(HOOKS.power_gained, p.DEVA_FORM)
def _more_energy(f: Fight) -> None:
    """The energy that the next turn brings, more each turn."""
    f.b.counts["deva"] = f.b.counts.get("deva", 0) + 1


@on(HOOKS.power_turn_start, p.DEVA_FORM)
def _deva_form(f: Fight, amount: int) -> None:
    counts = f.b.counts
    f.energy(counts["deva"])
    counts["deva"] += amount


@on(HOOKS.power_turn_start, p.ENERGY_DOWN)
def _fasting(f: Fight, amount: int) -> None:
    f.energy(-amount)


@on(HOOKS.power_turn_start, p.FORESIGHT)
def _foresight(f: Fight, amount: int) -> None:
    """Before the cards of the turn are drawn. An empty draw pile is filled first."""
    if not f.b.draw and f.b.discard:
        f.add_to_top(reshuffle, f)
        trigger_shuffle(f)
    f.add_to_bottom(scry, f, amount)


@on(HOOKS.power_turn_start, p.NEXT_WRATH)
def _simmering_fury(f: Fight, amount: int) -> None:
    f.add_to_bottom(change_stance, f, WRATH)
    del f.b.powers[p.NEXT_WRATH]


@on(HOOKS.power_after_draw, p.DEVOTION)
def _devotion(f: Fight, amount: int) -> None:
    f.add_to_bottom(gain_mantra, f, amount)
