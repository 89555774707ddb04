"""Effects of relics that look at the cards that are used in a fight."""

from __future__ import annotations

from turnwright.games.spire.combat.card_play import CardPlay, copy_play
from turnwright.games.spire.library import (
    ATTACK,
    CURSE,
    POWER,
    SKILL,
    STATUS,
    CardFacts,
)
from turnwright.games.spire.state import Relic

from . import power_ids as p
from .fight import Fight
from .hooks import HOOKS, on


@on(HOOKS.relic_card, "InkBottle")
def _ink(f: Fight, relic: Relic, play: CardPlay, facts: CardFacts) -> None:
    if f.count_relic(relic, 10):
        f.draw(1)


PER_TURN = ("Kunai", "Letter Opener", "Ornamental Fan", "Shuriken")
"""Relics that count the cards of a turn."""


@on(HOOKS.relic_start, *PER_TURN)
@on(HOOKS.relic_turn_start, *PER_TURN, "Velvet Choker")
def _count_anew(f: Fight, relic: Relic) -> None:
    relic.counter = 0


@on(HOOKS.relic_victory, *PER_TURN, "Velvet Choker")
def _stop_counting(f: Fight, relic: Relic) -> None:
    relic.counter = -1


@on(HOOKS.relic_card, "Velvet Choker")
def _choker(f: Fight, relic: Relic, play: CardPlay, facts: CardFacts) -> None:
    """It shows how many cards were played this turn."""
    relic.counter = min(relic.counter + 1, 6)


def _every_third_attack(f: Fight, relic: Relic, facts: CardFacts) -> bool:
    return facts.type == ATTACK and f.count_relic(relic, 3)


@on(HOOKS.relic_card, "Kunai")
def _kunai(f: Fight, relic: Relic, play: CardPlay, facts: CardFacts) -> None:
    if _every_third_attack(f, relic, facts):
        f.buff(p.DEXTERITY)


@on(HOOKS.relic_card, "Shuriken")
def _shuriken(f: Fight, relic: Relic, play: CardPlay, facts: CardFacts) -> None:
    if _every_third_attack(f, relic, facts):
        f.buff(p.STRENGTH)


@on(HOOKS.relic_card, "Ornamental Fan")
def _fan(f: Fight, relic: Relic, play: CardPlay, facts: CardFacts) -> None:
    if _every_third_attack(f, relic, facts):
        f.add_to_bottom(f.do_block, 4)


@on(HOOKS.relic_card, "Letter Opener")
def _opener(f: Fight, relic: Relic, play: CardPlay, facts: CardFacts) -> None:
    if facts.type == SKILL and f.count_relic(relic, 3):
        f.add_to_bottom(f.do_damage_all, 5)


PELLETS = {ATTACK: 1, SKILL: 2, POWER: 4}


@on(HOOKS.relic_card, "OrangePellets")
def _pellets(f: Fight, relic: Relic, play: CardPlay, facts: CardFacts) -> None:
    """An attack, a skill and a power in one turn remove all debuffs."""
    counts = f.b.counts
    counts["pellets"] = counts.get("pellets", 0) | PELLETS.get(facts.type, 0)
    if counts["pellets"] == 7:
        counts["pellets"] = 0
        f.add_to_bottom(f.do_remove_debuffs)


@on(HOOKS.relic_card, "Necronomicon")
def _necronomicon(f: Fight, relic: Relic, play: CardPlay, facts: CardFacts) -> None:
    """The first attack of a turn that costs two or more is played twice."""
    counts, card = f.b.counts, f.card_in_play
    if facts.type != ATTACK or play.is_copy or counts.get("necronomicon"):
        return
    costs_two = card.turn_cost >= 2 and not card.free
    if costs_two or (card.cost == -1 and play.energy >= 2):
        counts["necronomicon"] = 1
        copy_play(f, play)


@on(HOOKS.relic_card, "Pen Nib")
def _nib(f: Fight, relic: Relic, play: CardPlay, facts: CardFacts) -> None:
    """Every tenth attack does twice as much."""
    if facts.type == ATTACK:
        relic.counter = (max(relic.counter, 0) + 1) % 10
        if relic.counter == 9:
            f.buff(p.PEN_NIB)


@on(HOOKS.relic_card, "Yang")
def _duality(f: Fight, relic: Relic, play: CardPlay, facts: CardFacts) -> None:
    if facts.type == ATTACK:
        f.add_to_bottom(f.do_buff, p.DEXTERITY, 1)
        f.add_to_bottom(f.do_buff, p.LOSE_DEXTERITY, 1)


@on(HOOKS.relic_card, "Nunchaku")
def _nunchaku(f: Fight, relic: Relic, play: CardPlay, facts: CardFacts) -> None:
    if facts.type == ATTACK and f.count_relic(relic, 10):
        f.energy(1)


@on(HOOKS.relic_card, "Bird Faced Urn")
def _urn(f: Fight, relic: Relic, play: CardPlay, facts: CardFacts) -> None:
    if facts.type == POWER:
        f.do_heal(2)


@on(HOOKS.relic_card, "Mummified Hand")
def _mummified(f: Fight, relic: Relic, play: CardPlay, facts: CardFacts) -> None:
    """A power makes a card of the hand free this turn."""
    if facts.type != POWER:
        return
    queued = {id(waiting.card) for waiting in f.plays}
    able = [
        card
        for card in f.b.hand
        if card.cost > 0
        and card.turn_cost > 0
        and not card.free
        and id(card) not in queued
        and card is not play.card
    ]
    if able:
        able[f.streams.card_random.random(len(able) - 1)].turn_cost = 0


@on(HOOKS.relic_card, "Blue Candle")
def _candle(f: Fight, relic: Relic, play: CardPlay, facts: CardFacts) -> None:
    if facts.type == CURSE:
        f.lose_hp(1)
        play.exhausts = True


@on(HOOKS.relic_card, "Medical Kit")
def _kit(f: Fight, relic: Relic, play: CardPlay, facts: CardFacts) -> None:
    if facts.type == STATUS:
        play.exhausts = True
