"""How a fight stands for the player: what is coming, and what damage to each enemy is worth."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.orbs import FROST, passive_amount
from turnwright.games.spire.library import ATTACK, SKILL, cards
from turnwright.games.spire.state import Battle, Card, Monster, SpireState, is_targetable
from turnwright.games.spire.view import is_hidden, strikes

from .attack_numbers import attack_numbers, estimated_hit

GUESS = 9
"""The assumed damage of an enemy whose intent is hidden."""
DAMAGE = 0.32
"""The HP that one point of damage saves, by ending the fight earlier."""
ROOMS = {"BOSS": 1.2, "ELITE": 1.1}
"""Long fights grow more dangerous with time."""
GROWING = {
    "GremlinNob": 1.6, "Cultist": 1.6, "GiantHead": 1.8, "TimeEater": 1.2, "Transient": 1.5,
    "Hexaghost": 1.2, "BookOfStabbing": 1.3, "Maw": 1.2, "Donu": 1.5, "AwakenedOne": 1.2,
    "Champ": 1.0, "Reptomancer": 1.5, "GremlinLeader": 1.4, "TheCollector": 1.3, "Lagavulin": 1.4,
    "BronzeAutomaton": 1.3,
}  # fmt: skip
"""Enemies that become more dangerous with time: damage to them is worth more."""
OF_MINIONS = 0.7
"""Minions leave when their leader dies."""
LONG_FIGHT, IMPATIENCE = 20, 0.2
"""After this many turns, damage is worth more with each turn: a fight must end, even if attacking
hurts more than waiting, as against enemies with many thorns."""
KILL, LAST_KILL = 4.0, 10.0
"""What a kill is worth beyond the damage that the enemy intends, and the one that ends the fight."""
DYING, HURTING = 3.0, 1.3
"""What a point of block is worth when the player would die, or lose a third of the HP."""


def threats(G: SpireState) -> list[int]:
    """The damage that each enemy intends."""
    b = G.battle
    assert b is not None
    if is_hidden(G):
        return [GUESS if is_targetable(monster) else 0 for monster in b.monsters]
    found = []
    for monster in b.monsters:
        damage, times = strikes(G, monster) if is_targetable(monster) and monster.move else (0, 0)
        found.append(damage * times)
    return found


class FightSituation:
    """A fight at one decision, with the numbers that all plays are compared by."""

    def __init__(self, G: SpireState) -> None:
        b = G.battle
        assert b is not None
        self.G, self.b = G, b
        self.held = {relic.kind for relic in G.relics}
        self.alive = [n for n, monster in enumerate(b.monsters) if is_targetable(monster)]
        self.danger = threats(G)
        self.uncovered = sum(self.danger) + _own_harm(b) - _block_at_end(b, self.held)
        """The damage that is coming, less the block; negative with spare block."""
        self.coming = max(0, self.uncovered)
        self.is_low = G.hp * 3 < G.max_hp
        self.urgency = self._urgency()
        self.keeps_block = p.BARRICADE in b.powers or "Calipers" in self.held
        total = sum(b.monsters[n].hp for n in self.alive)
        self.turns_left = max(1.0, total / (14 + 4 * G.act))
        self.worth = [self._worth(monster) for monster in b.monsters]
        self.mean_worth = sum(self.worth[n] for n in self.alive) / max(1, len(self.alive))
        self.kill_value = [KILL + danger for danger in self.danger]
        if len(self.alive) == 1:
            self.kill_value[self.alive[0]] += LAST_KILL  # the fight is over
        self.unpaid = sum(self.cost_of(card) for card in b.hand if _is_useful(card))
        self.kill_share = [0.0] * len(b.monsters)
        for n in self.alive:
            if self._can_kill(n):
                self.kill_share[n] = self.kill_value[n]

    def cost_of(self, card: Card) -> int:
        """The energy that a card costs now."""
        if card.turn_cost < 0:
            return self.b.energy
        if card.free or (p.CORRUPTION in self.b.powers and cards()[card.kind].type == SKILL):
            return 0
        return card.turn_cost

    def _urgency(self) -> float:
        """How much a point of block is worth."""
        if self.coming >= self.G.hp:
            return DYING
        return HURTING if self.coming * 3 > self.G.hp else 1.0

    def _worth(self, monster: Monster) -> float:
        worth = DAMAGE * GROWING.get(monster.kind, 1.0) * ROOMS.get(self.G.room, 1.0)
        worth *= 1 + IMPATIENCE * max(0, self.b.turn - LONG_FIGHT)
        return worth * (OF_MINIONS if p.MINION in monster.powers else 1.0)

    def _can_kill(self, place: int) -> bool:
        """Can the attacks in hand kill this enemy this turn? The best damage for each amount of
        energy is found as for a knapsack."""
        monster, energy = self.b.monsters[place], self.b.energy
        needed = monster.hp + monster.block
        best = [0] * (energy + 1)
        for card in self.b.hand:
            if cards()[card.kind].type != ATTACK:
                continue
            numbers = attack_numbers(self.G, self.b, card)
            hit = estimated_hit(self.held, self.b, monster, card, numbers.damage)
            done, cost = hit * numbers.times, self.cost_of(card)
            for left in range(energy, cost - 1, -1):
                best[left] = max(best[left], best[left - cost] + done)
        return best[energy] >= needed


def _is_useful(card: Card) -> bool:
    return card.turn_cost != -2 and cards()[card.kind].type not in ("CURSE", "STATUS")


def _own_harm(b: Battle) -> int:
    """The damage at the end of the turn that no enemy deals."""
    harm = b.powers.get(p.CONSTRICTED, 0)
    for card in b.hand:
        if card.kind in ("Burn", "Decay"):
            harm += 4 if card.kind == "Burn" and card.up else 2
    return harm


def _block_at_end(b: Battle, held: set[str]) -> int:
    """The block that the player will have when the enemies act."""
    more = b.powers.get(p.METALLICIZE, 0) + b.powers.get(p.PLATED, 0)
    if "Orichalcum" in held and not b.block:
        more += 6
    more += sum(passive_amount(b.powers, orb) for orb in b.orbs if orb.kind == FROST)
    return b.block + more
