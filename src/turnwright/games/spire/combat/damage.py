"""The damage of a monster's attack, also for views and bots, which have no fight."""

from __future__ import annotations

from collections.abc import Container

from turnwright.games.spire.state import Monster

from . import power_ids as p


def damage_from(relics: Container[str], powers: dict[str, int], monster: Monster, base: int) -> int:
    """The damage of a monster's attack to a player with these relics and powers."""
    damage = float(base + monster.powers.get(p.STRENGTH, 0))
    if p.BACK_ATTACK in monster.powers:
        damage *= 1.5
    if p.WEAK in monster.powers:
        damage *= 0.6 if "Paper Crane" in relics else 0.75
    if p.VULNERABLE in powers:
        damage *= 1.25 if "Odd Mushroom" in relics else 1.5
    if p.INTANGIBLE in powers:
        damage = min(damage, 1.0)
    return max(0, int(damage))
