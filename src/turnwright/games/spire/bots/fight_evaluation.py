"""Evaluates a fight at the start of a turn, and the run after a fight. Higher is better."""

from __future__ import annotations

from math import exp

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat import stances
from turnwright.games.spire.state import NO_POTION, Battle, Monster, SpireState, is_alive

from .bot_view import is_curse_or_status

WON, LOST = 60.0, -400.0
OWN = {
    p.STRENGTH: 5.0, p.DEXTERITY: 5.0, p.ARTIFACT: 4.0, p.METALLICIZE: 4.0, p.PLATED: 3.0,
    p.DEMON_FORM: 9.0, p.BARRICADE: 12.0, p.RITUAL: 8.0, p.THORNS: 2.0, p.BUFFER: 8.0,
    p.INTANGIBLE: 8.0, p.FEEL_NO_PAIN: 2.0, p.DARK_EMBRACE: 6.0, p.CORRUPTION: 12.0, p.BRUTALITY: 6.0,
    p.COMBUST: 1.2, p.JUGGERNAUT: 1.5, p.EVOLVE: 3.0, p.RUPTURE: 3.0, p.REGEN: 2.0, p.PANACHE: 0.6,
    p.MAYHEM: 8.0, p.MAGNETISM: 5.0, p.SADISTIC: 1.0, p.FIRE_BREATHING: 0.5,
    p.WEAK: -2.0, p.VULNERABLE: -2.5, p.FRAIL: -2.0, p.CONSTRICTED: -3.0, p.HEX: -6.0,
    p.ENTANGLED: -4.0, p.CONFUSED: -4.0, p.NO_DRAW: -1.0, p.DRAW_REDUCTION: -3.0,
    p.LOSE_STRENGTH: -5.0, p.LOSE_DEXTERITY: -5.0, p.NEXT_ENERGY: 3.0, p.NEXT_DRAW: 2.0,
    p.NEXT_BLOCK: 0.3, p.VIGOR: 0.6,
    p.ACCURACY: 1.5, p.AFTER_IMAGE: 8.0, p.BURST: 3.0, p.ENVENOM: 6.0, p.INFINITE_BLADES: 6.0,
    p.NOXIOUS_FUMES: 6.0, p.THOUSAND_CUTS: 5.0, p.TOOLS: 5.0, p.WELL_LAID_PLANS: 2.0,
    p.PHANTASMAL: 5.0, p.WRAITH_FORM: -3.0,
    p.FOCUS: 6.0, p.MANTRA: 1.0,
}  # fmt: skip
"""The value of one of each power of the player."""
ENEMY_HP = 1.1
"""The value of taking an HP of an enemy; one of the player's own is worth 2."""
ORB, CALM = 4.0, 4.0
"""The value of an orb, and of being in Calm."""
POISONED_TURNS, POISON_DAMAGE = 5, 0.55
"""For how many turns poison counts, and what its damage is worth compared with damage now."""
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
    value = ORB * len(b.orbs) + (CALM if b.stance == stances.CALM else 0.0)
    return (
        value + 0.3 * b.block - 1.2 * burdens + 3.0 * (b.energy_per_turn - 3) + sum(b.bombs) * 0.4
    )


def poison_damage(monster: Monster) -> int:
    """The damage that its poison does to an enemy in the next turns, as long as it lives."""
    poison = monster.powers.get(p.POISON, 0)
    turns = min(poison, POISONED_TURNS)
    return min(monster.hp, turns * poison - turns * (turns - 1) // 2)


def _enemy(monster: Monster) -> float:
    """The damage that this enemy will still do: its HP are turns, and turns are damage."""
    powers = monster.powers
    if p.FADING in powers:  # it disappears by itself
        return 6.0 * powers[p.FADING] + 0.1 * monster.hp
    danger = 7.0 + ENEMY_HP * monster.hp + 0.4 * monster.block
    danger += 3.5 * powers.get(p.STRENGTH, 0) + 6.0 * powers.get(p.RITUAL, 0)
    danger -= min(powers.get(p.VULNERABLE, 0), 4) * min(4.0, 0.08 * monster.hp)
    danger -= 2.5 * min(powers.get(p.WEAK, 0), 4)
    danger -= POISON_DAMAGE * ENEMY_HP * poison_damage(monster)
    danger += 1.0 * powers.get(p.ARTIFACT, 0) + 0.6 * powers.get(p.METALLICIZE, 0)
    return danger


POTION_PRICES = {"BOSS": 3.0, "ELITE": 7.0}
"""The HP that a kept potion is worth by room; elsewhere `POTION_PRICE`."""
POTION_PRICE = 14.0
PRICE_PER_ASCENSION = 0.02
"""How much more a potion is worth outside of boss fights for each level of ascension: bosses end most
of the runs there."""
SURVIVED = 100.0
"""The HP that winning a fight is worth, beside those that are left."""
ESCAPED = -25.0
"""A fight that was escaped from brings no rewards."""
LENT_HP = 40
"""Play-outs lend the player this many HP, to see by how much a fight is lost."""
BETTER_THAN_RULES = 8.0
"""The HP that the search saves in a fight compared with the rules that play it out."""
SPREAD = 10.0
"""The spread of the HP that are left after a fight."""
PROGRESS = 20.0
"""The value of the enemies' HP in a fight that is lost with the lent HP, too."""


class FightStart:
    """The run when a search began, and the worth of what the fight changes, in HP."""

    def __init__(self, G: SpireState) -> None:
        b = G.battle
        assert b is not None
        self.encounter, self.turn = b.encounter, b.turn
        self.potions = held_potions(G)
        self.price = potion_price(G)
        self.hp_worth = hp_worth(G)
        self.enemies = max(1, _enemy_hp(b))
        self.gold, self.max_hp = G.gold, G.max_hp

    def spent(self, G: SpireState) -> float:
        """The worth of the potions that were used since the start."""
        return (self.potions - held_potions(G)) * self.price

    def outcome(self, G: SpireState, b: Battle, lent: int) -> float:
        """The worth of the run after this fight, when the player was lent HP."""
        if G.hp <= 0 or b is G.battle:  # lost, or endless
            return -PROGRESS * _enemy_hp(b) / self.enemies - 0.2 * self.spent(G)
        left = G.hp - lent
        survives = 1.0 / (1.0 + exp(-(left + BETTER_THAN_RULES) / SPREAD)) if lent else 1.0
        value = SURVIVED * survives + self.hp_worth * max(0, left) + 0.05 * (G.gold - self.gold)
        if b.has_escaped:
            value += ESCAPED
        return value + 1.5 * (G.max_hp - lent - self.max_hp) - self.spent(G)


def _enemy_hp(b: Battle) -> int:
    return sum(monster.hp for monster in b.monsters if is_alive(monster))


def held_potions(G: SpireState) -> int:
    """The number of potions that the player holds."""
    return sum(kind != NO_POTION for kind in G.potions)


def is_last_fight(G: SpireState) -> bool:
    """Does nothing that is left after this fight matter?"""
    is_last_act = G.act == 4 or (G.act == 3 and not all(G.keys))
    return G.room == "BOSS" and is_last_act and not (G.ascension >= 20 and len(G.bosses) == 3)


def hp_worth(G: SpireState) -> float:
    """The worth of an HP after this fight. A new act heals all or most of the damage."""
    if G.room != "BOSS" or (G.act >= 3 and not is_last_fight(G)):
        return 1.0
    return 0.1 if G.ascension < 5 or G.act >= 3 else 0.3


def potion_price(G: SpireState) -> float:
    """The HP that a potion must gain in this room to be used."""
    if is_last_fight(G):
        return 0.0
    price = POTION_PRICES.get(G.room, POTION_PRICE)
    if G.room != "BOSS":
        price *= 1 + PRICE_PER_ASCENSION * G.ascension
    return price * (0.7 if held_potions(G) == len(G.potions) else 1.0)
