"""The damage of attacks. That of monsters is also for views and bots, which have no fight."""

from __future__ import annotations

from collections.abc import Container

from turnwright.games.spire.state import Card, Monster

from . import power_ids as p
from .piles import FACTS, costs_nothing
from .stances import DEALT, WRATH


def damage_from(
    relics: Container[str], powers: dict[str, int], monster: Monster, base: int, stance: str = ""
) -> int:
    """The damage of a monster's attack to a player with these relics, powers and stance."""
    damage = float(base + monster.powers.get(p.STRENGTH, 0))
    if p.BACK_ATTACK in monster.powers:
        damage *= 1.5
    if p.WEAK in monster.powers:
        damage *= 0.6 if "Paper Crane" in relics else 0.75
    if p.VULNERABLE in powers:
        damage *= 1.25 if "Odd Mushroom" in relics else 1.5
    if stance == WRATH:
        damage *= 2
    if p.INTANGIBLE in powers:
        damage = min(damage, 1.0)
    return max(0, int(damage))


def damage_of_card(
    relics: Container[str],
    powers: dict[str, int],
    monster: Monster,
    card: Card | None,
    base: int,
    stance: str = "",
) -> int:
    """The damage of an attack of the player to a monster; `card` is the card in play."""
    damage = float(base)
    if card is not None and "StrikeDummy" in relics and FACTS[card.kind].is_strike:
        damage += 3
    if card is not None and "WristBlade" in relics and costs_nothing(card):
        damage += 4
    damage += powers.get(p.STRENGTH, 0) + powers.get(p.VIGOR, 0)
    if p.DOUBLE_DAMAGE in powers:
        damage *= 2
    if p.PEN_NIB in powers:
        damage *= 2
    if p.WEAK in powers:
        damage *= 0.75
    if stance:
        damage *= DEALT[stance]
    theirs = monster.powers
    if p.SLOW in theirs:
        damage *= 1 + theirs[p.SLOW] * 0.1
    if p.VULNERABLE in theirs:
        damage *= 1.75 if "Paper Frog" in relics else 1.5
    if p.FLIGHT in theirs:
        damage *= 0.5
    return max(0, int(damage))
