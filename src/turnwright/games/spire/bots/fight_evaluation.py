"""Evaluates a fight at the start of a turn. Higher is better for the player."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.state import NO_POTION, Battle, Monster, SpireState, is_alive

from .run_rules import is_curse_or_status

WON, LOST = 60.0, -400.0
OWN = {
    p.STRENGTH: 5.0, p.DEXTERITY: 5.0, p.ARTIFACT: 4.0, p.METALLICIZE: 4.0, p.PLATED: 3.0,
    p.DEMON_FORM: 9.0, p.BARRICADE: 12.0, p.RITUAL: 8.0, p.THORNS: 2.0, p.BUFFER: 8.0,
    p.INTANGIBLE: 8.0, p.FEEL_NO_PAIN: 2.0, p.DARK_EMBRACE: 6.0, p.CORRUPTION: 12.0, p.BRUTALITY: 6.0,
    p.COMBUST: 1.2, p.JUGGERNAUT: 1.5, p.EVOLVE: 3.0, p.RUPTURE: 3.0, p.REGEN: 2.0, p.PANACHE: 0.6,
    p.MAYHEM: 8.0, p.MAGNETISM: 5.0, p.SADISTIC: 1.0, p.FIRE_BREATHING: 0.5,
    p.WEAK: -2.0, p.VULNERABLE: -2.5, p.FRAIL: -2.0, p.CONSTRICTED: -3.0, p.HEX: -6.0,
    p.ENTANGLED: -4.0, p.CONFUSED: -4.0, p.NO_DRAW: -1.0, p.DRAW_REDUCTION: -3.0,
    p.LOSE_STRENGTH: -5.0, p.LOSE_DEXTERITY: -5.0,
}  # fmt: skip
"""The value of one of each power of the player."""
ENEMY_HP = 1.1
MOST = {p.STRENGTH: 20, p.ARTIFACT: 3, p.METALLICIZE: 15, p.WEAK: 3, p.VULNERABLE: 3, p.FRAIL: 3}
"""The amounts up to which a power counts."""


def evaluate_fight(G: SpireState) -> float:
    """Score a state for its player. Higher is better."""
    b = G.battle
    if b is None:
        if G.hp <= 0:
            return LOST
        return WON + 2.0 * G.hp + 2.0 * G.max_hp + 0.05 * G.gold
    value = 2.0 * G.hp + 2.0 * G.max_hp + 0.05 * G.gold
    value += sum(OWN.get(name, 0.0) * min(n, MOST.get(name, 99)) for name, n in b.powers.items())
    value -= sum(_enemy(monster) for monster in b.monsters if is_alive(monster))
    value += _own_side(b)
    return value


def _own_side(b: Battle) -> float:
    burdens = sum(is_curse_or_status(card) for pile in (b.hand, b.draw, b.discard) for card in pile)
    return 0.3 * b.block - 1.2 * burdens + 3.0 * (b.energy_per_turn - 3) + sum(b.bombs) * 0.4


def _enemy(monster: Monster) -> float:
    """The damage that this enemy will still do: its HP are turns, and turns are damage."""
    powers = monster.powers
    if p.FADING in powers:  # it disappears by itself
        return 6.0 * powers[p.FADING] + 0.1 * monster.hp
    danger = 7.0 + ENEMY_HP * monster.hp + 0.4 * monster.block
    danger += 3.5 * powers.get(p.STRENGTH, 0) + 6.0 * powers.get(p.RITUAL, 0)
    danger -= min(powers.get(p.VULNERABLE, 0), 4) * min(4.0, 0.08 * monster.hp)
    danger -= 2.5 * min(powers.get(p.WEAK, 0), 4)
    danger -= 0.5 * powers.get(p.POISON, 0)
    danger += 1.0 * powers.get(p.ARTIFACT, 0) + 0.6 * powers.get(p.METALLICIZE, 0)
    return danger


PRICES = {"BOSS": 3.0, "ELITE": 8.0}


def potion_price(G: SpireState) -> float:
    """The value that a potion must gain in this room to be used."""
    held = sum(kind != NO_POTION for kind in G.potions)
    return PRICES.get(G.room, 18.0) - (4.0 if held == len(G.potions) else 0.0)
