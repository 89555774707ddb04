"""The damage of attacks, including those whose damage depends on the state of the fight."""

from __future__ import annotations

from collections.abc import Callable, Container
from typing import NamedTuple

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.damage import damage_of_card
from turnwright.games.spire.library import SKILL, cards
from turnwright.games.spire.state import Battle, Card, Monster, SpireState, is_targetable

from .card_values import card_numbers


class AttackNumbers(NamedTuple):
    """The base damage of an attack and its number of hits."""

    damage: int
    times: int = 1


def attack_numbers(G: SpireState, b: Battle, card: Card) -> AttackNumbers:
    """The base damage and the hits of an attack, if it were played now."""
    changing = CHANGING.get(card.kind)
    if changing is not None:
        return changing(G, b, card)
    read = card_numbers(card.kind, card.up)
    return AttackNumbers(read.damage, read.times)


def estimated_hit(
    held: Container[str],
    b: Battle,
    monster: Monster,
    card: Card | None,
    base: int,
    stance: str | None = None,
) -> int:
    """The damage of one hit to an enemy, before its block, in the present stance or in another."""
    damage = damage_of_card(
        held, b.powers, monster, card, base, b.stance if stance is None else stance
    )
    return min(damage, 1) if p.GHOST in monster.powers else damage


# --- attacks with changing damage ----------------------------------------------------------------


def _energy(G: SpireState, b: Battle) -> int:
    return b.energy + 2 * any(relic.kind == "Chemical X" for relic in G.relics)


def _strikes(b: Battle) -> int:
    piles = (b.hand, b.draw, b.discard)
    return sum(cards()[card.kind].is_strike for pile in piles for card in pile)


def _others(b: Battle) -> int:
    return max(0, len(b.hand) - 1)


def _skills(b: Battle) -> int:
    return sum(cards()[card.kind].type == SKILL for card in b.hand)


CHANGING: dict[str, Callable[[SpireState, Battle, Card], AttackNumbers]] = {
    "Body Slam": lambda G, b, card: AttackNumbers(b.block),
    "Heavy Blade": lambda G, b, card: AttackNumbers(
        14 + (4 if card.up else 2) * b.powers.get(p.STRENGTH, 0)
    ),
    "Perfected Strike": lambda G, b, card: AttackNumbers(6 + (3 if card.up else 2) * _strikes(b)),
    "Rampage": lambda G, b, card: AttackNumbers(8 + card.special),
    "Searing Blow": lambda G, b, card: AttackNumbers(card.up * (card.up + 7) // 2 + 12),
    "Fiend Fire": lambda G, b, card: AttackNumbers(10 if card.up else 7, _others(b)),
    "Whirlwind": lambda G, b, card: AttackNumbers(8 if card.up else 5, _energy(G, b)),
    "Skewer": lambda G, b, card: AttackNumbers(10 if card.up else 7, _energy(G, b)),
    "Finisher": lambda G, b, card: AttackNumbers(8 if card.up else 6, b.counts.get("attacks", 0)),
    "Flechettes": lambda G, b, card: AttackNumbers(6 if card.up else 4, _skills(b)),
    "BowlingBash": lambda G, b, card: AttackNumbers(
        10 if card.up else 7, sum(is_targetable(monster) for monster in b.monsters)
    ),
    "Tantrum": lambda G, b, card: AttackNumbers(3, 4 if card.up else 3),
    "Ragnarok": lambda G, b, card: AttackNumbers(6, 6) if card.up else AttackNumbers(5, 5),
    "Mind Blast": lambda G, b, card: AttackNumbers(len(b.draw)),
    "Barrage": lambda G, b, card: AttackNumbers(6 if card.up else 4, len(b.orbs)),
    "Blizzard": lambda G, b, card: AttackNumbers((3 if card.up else 2) * b.counts.get("Frost", 0)),
    "Gash": lambda G, b, card: AttackNumbers((5 if card.up else 3) + card.special),
    "Thunder Strike": lambda G, b, card: AttackNumbers(
        9 if card.up else 7, b.counts.get("Lightning", 0)
    ),
    "RitualDagger": lambda G, b, card: AttackNumbers(max(15, card.misc)),
}
