"""Values a single play of a card quickly by what is printed on it, for playing sampled fights out.

The rule bot looks closer (`fight_rules`), but thousands of fights are played out in a run, and these
values win as many of them in half the time. They know nothing of orbs and stances. The unit is one HP.
"""

from __future__ import annotations

from collections.abc import Callable

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.card_play import possible_plays
from turnwright.games.spire.combat.damage import damage_from
from turnwright.games.spire.combat.fight import Fight
from turnwright.games.spire.combat.monsters import intent
from turnwright.games.spire.library import ATTACK, POWER, SKILL, cards
from turnwright.games.spire.state import Battle, Card, Monster, is_targetable

from .card_values import CardNumbers, card_numbers

# The weights, in HP. They were tuned on fights of whole runs, for fights won and HP left.

DAMAGE_DONE, BLOCKED_DAMAGE = 0.32, 0.07
"""A point of damage, and one that the enemy's block takes."""
KILL, KILLED_DANGER = 5.5, 1.0
"""A kill, and a point of the damage that the killed enemy intended."""
FOCUS_FIRE = 2.0
"""Taking all of an enemy's HP, as far as it goes: it is better to hurt one enemy than several."""
MINION_SHARE = 0.8
"""What counts of the damage to minions: they leave when their leader dies."""
THORNS_HIT, WAKING = 3.5, 4.0
"""The cost of a hit on thorns, and of waking a sleeping enemy early."""
MOST_VULNERABLE, MORE_VULNERABLE = 6.0, 0.7
"""Making an enemy vulnerable, and a turn of it."""
WEAKENED, WEAKENED_DANGER = 2.8, 0.4
"""Weakening an enemy, and a point of the damage that it intends."""
POISONED = 0.7
"""A point of damage by poison."""
BLOCK, BLOCK_AT_LOW_HP, SPARE_BLOCK, KEPT_BLOCK = 1.0, 1.35, 0.02, 0.6
"""A point of block that stops damage, one when a third of the HP is at stake, one too many, and one
too many that is kept for the next turn."""
POWER_PER_TURN, POWER_UNDER_THREAT, CURIOSITY = 0.4, 0.3, 6.0
"""What counts of a power for each turn left, what counts when much damage is coming, and the cost of
feeding the Awakened One."""
STRENGTH_GAINED, STRENGTH_THIS_TURN = 3.0, 1.0
"""A point of Strength in a fight of three turns, and a point for each attack of this turn."""
DRAW, ENERGY, HP_LOST = 2.0, 3.2, 0.8
ENRAGE = 5.0
"""The cost of a skill against the Gremlin Nob."""
UNKNOWN = 1.5
"""A card whose text has no number that is understood."""
COST = 0.6
"""Added to the cost before the value is divided by it."""
GUESS = 9
"""The assumed damage of an enemy whose intent is hidden."""
FACTS = cards()

SPECIAL = {
    "Limit Break": 0.0, "Battle Trance": 3.0, "Offering": 8.0, "Disarm": 10.0,
    "Burning Pact": 1.0, "Second Wind": 2.0, "Armaments": 2.0, "Apotheosis": 20.0,
    "Double Tap": 3.0, "Infernal Blade": 5.0, "Exhume": 5.0, "Ghostly": 12.0, "Dark Shackles": 6.0,
    "Malaise": 14.0, "PiercingWail": 7.0, "Blade Dance": 9.0, "Cloak And Dagger": 3.0, "Burst": 4.0,
    "Storm of Steel": 5.0, "Venomology": 8.0, "Predator": 4.0, "Flying Knee": 3.0, "Outmaneuver": 6.0,
    "Distraction": 3.0, "Escape Plan": 1.0, "Night Terror": 4.0, "Catalyst": 3.0,
    "Rage": 0.0, "The Bomb": 12.0, "Entrench": 0.0, "Feed": 4.0,
    "Flame Barrier": 2.0, "Reaper": 2.0, "Immolate": -1.0, "Power Through": -1.0,
    "Wild Strike": -1.5, "Reckless Charge": -1.0,
    "Havoc": 3.0, "Sever Soul": -1.0, "True Grit": 0.0, "Headbutt": 1.0,
    "Warcry": 1.0, "Dual Wield": 2.0, "Madness": 3.0, "Bandage Up": 4.0, "Panacea": 2.0,
}  # fmt: skip
"""The value of effects that the text does not show as numbers."""

POWER_VALUES = {
    "Inflame": 14, "Demon Form": 26, "Barricade": 14, "Corruption": 18, "Metallicize": 14, "Combust": 9,
    "Dark Embrace": 10, "Feel No Pain": 10, "Fire Breathing": 3, "Evolve": 4, "Juggernaut": 9,
    "Rupture": 3, "Brutality": 10, "Berserk": 12, "Mayhem": 10, "Magnetism": 6, "Panache": 6,
    "Sadistic Nature": 4, "Footwork": 14, "Noxious Fumes": 16, "Accuracy": 8, "After Image": 16,
    "Caltrops": 10, "Infinite Blades": 10, "A Thousand Cuts": 10, "Envenom": 12,
    "Tools of the Trade": 8,
    "Well Laid Plans": 6, "Wraith Form v2": 24, "Phantasmal Killer": 8,
}  # fmt: skip
"""The value of playing a power at the start of a fight of average length."""
PLAIN_POWER = 10.0


def threats(fight: Fight) -> list[int]:
    """The damage that each enemy intends."""
    b = fight.b
    if "Runic Dome" in fight.relics:
        return [GUESS if is_targetable(monster) else 0 for monster in b.monsters]
    found = []
    for monster in b.monsters:
        damage = 0
        if monster.move and is_targetable(monster):
            meant = intent(fight.G, monster)
            if meant.hits and meant.base >= 0:
                damage = damage_from(fight.relics, b.powers, monster, meant.base) * meant.hits
        found.append(damage)
    return found


def quick_play(fight: Fight) -> tuple[int, int] | None:
    """The place in the hand and the target of the play with the highest value, if any is above 0."""
    plays = possible_plays(fight)
    if not plays:
        return None
    table = PlayValues(fight)
    hand = fight.b.hand
    known: dict[tuple[str, int, int, int], float] = {}
    best, answer = 0.0, None
    for play in plays:
        card = hand[play[0]]
        key = (card.kind, card.up, card.turn_cost, play[1])
        if key not in known:
            known[key] = value = table.value(card, play[1])
            if value > best:
                best, answer = value, play
    return answer


DAMAGE: dict[str, Callable[[Fight, Card], int]] = {
    "Body Slam": lambda f, card: f.b.block - f.power(p.STRENGTH),
    "Heavy Blade": lambda f, card: 14 + (4 if card.up else 2) * f.power(p.STRENGTH),
    "Perfected Strike": lambda f, card: 6 + (3 if card.up else 2) * f.count_strikes(),
    "Rampage": lambda f, card: 8 + card.special,
    "RitualDagger": lambda f, card: card.special or 15,
    "Searing Blow": lambda f, card: 12 + card.up * (card.up + 7) // 2,
    "Fiend Fire": lambda f, card: (10 if card.up else 7) * max(0, len(f.b.hand) - 1),
    "Mind Blast": lambda f, card: len(f.b.draw),
}
"""The damage of attacks whose text does not say it."""


class PlayValues:
    """What the values of all plays at one moment have in common."""

    def __init__(self, fight: Fight) -> None:
        self.fight, self.b = fight, fight.b
        self.danger = threats(fight)
        b = self.b
        self.there = [n for n, monster in enumerate(b.monsters) if is_targetable(monster)]
        self.coming = max(0, sum(self.danger) + _burns(b) - _block_at_end(fight))
        self.hp = fight.G.hp
        self.is_threatened = self.coming * 3 > self.hp > self.coming
        self.urgency = BLOCK_AT_LOW_HP if self.is_threatened else BLOCK
        self.enemy_hp = sum(b.monsters[n].hp for n in self.there)
        self.turns = min(8.0, 1.0 + self.enemy_hp / 25)
        """A guess of the turns that are left."""
        self.enrages = any(p.ENRAGE in b.monsters[n].powers for n in self.there)
        self.factor = 0.75 if p.WEAK in b.powers else 1.0
        self.more = b.powers.get(p.STRENGTH, 0) + b.powers.get(p.VIGOR, 0)

    def value(self, card: Card, target: int) -> float:
        """The value of playing a card on a target, per energy."""
        b = self.b
        kind = card.kind
        facts = FACTS[kind]
        if facts.type not in (ATTACK, SKILL, POWER):
            return 0.5 if kind == "Slimed" else 0.0
        read = card_numbers(kind, card.up)
        if read.hp >= self.hp:
            return 0.0
        energy = b.energy
        cost = energy if card.turn_cost < 0 else 0 if card.free else card.turn_cost
        value = SPECIAL.get(kind, 0.0)
        if facts.type == ATTACK:
            value += self._attack(card, read, target, cost)
        elif facts.type == POWER:
            value += self._power(kind)
        elif read == NOTHING and kind not in SPECIAL:
            value += UNKNOWN
        if read.vulnerable or read.weak or read.poison:
            for aim in self._aims(target, read.is_for_all):
                value += self._debuffs(b.monsters[aim], read, self.danger[aim])
        if read.block:
            value += self._block(kind, read.block)
        if read.strength and facts.type == SKILL:
            value += self._strength(kind, read.strength, target)
        if kind == "Limit Break":
            value += STRENGTH_GAINED * b.powers.get(p.STRENGTH, 0) * self.turns / 3
        elif kind == "Entrench":
            value += self._block(kind, b.block)
        if read.draws and p.NO_DRAW not in b.powers:
            value += DRAW * read.draws * (1.0 if energy > cost else 0.3)
        if read.energy:
            value += ENERGY * read.energy * (1.0 if len(b.hand) > 2 else 0.2)
        if self.enrages and facts.type == SKILL:
            value -= ENRAGE
        value -= HP_LOST * read.hp
        return value / (cost + COST)

    def _attack(self, card: Card, read: CardNumbers, target: int, cost: int) -> float:
        known = DAMAGE.get(card.kind)
        base = read.damage if known is None else known(self.fight, card)
        times = read.times
        if card.turn_cost < 0:
            times = cost + 2 * ("Chemical X" in self.fight.relics)
        if target < 0 and not read.is_for_all:  # random enemies
            return self._hit(self.there[0], base, times) if self.there else 0.0
        if target >= 0:
            return self._hit(target, base, times)
        return sum(self._hit(aim, base, times) for aim in self.there)

    def _hit(self, aim: int, base: int, times: int) -> float:
        """The value of the unblocked damage, and much more for a kill."""
        b, monster = self.b, self.b.monsters[aim]
        damage = (base + self.more) * self.factor
        powers = monster.powers
        if powers:
            if p.VULNERABLE in powers:
                damage *= 1.5
            if p.FLIGHT in powers:
                damage *= 0.5
            if p.SLOW in powers:
                damage *= 1 + powers[p.SLOW] * 0.1
            if p.GHOST in powers:
                damage = min(damage, 1)
        done = int(damage) * times
        through = done - monster.block
        if through <= 0:
            value = BLOCKED_DAMAGE * done
        elif through >= monster.hp:
            value = DAMAGE_DONE * monster.hp + KILL + KILLED_DANGER * self.danger[aim]
        else:
            value = DAMAGE_DONE * through + FOCUS_FIRE * through / monster.hp
        if powers:
            if p.MINION in powers:
                value *= MINION_SHARE
            if p.SHARP_HIDE in powers:
                value -= powers[p.SHARP_HIDE]
            elif p.THORNS in powers:
                value -= THORNS_HIT * times
            if p.ASLEEP in powers and b.turn < 2:
                value -= WAKING
        return value

    def _power(self, kind: str) -> float:
        value = POWER_VALUES.get(kind, PLAIN_POWER) * POWER_PER_TURN * self.turns
        if self.coming * 3 > self.hp:
            value *= POWER_UNDER_THREAT
        if any(p.CURIOSITY in self.b.monsters[n].powers for n in self.there):
            value -= CURIOSITY
        return value

    def _debuffs(self, monster: Monster, read: CardNumbers, danger: int) -> float:
        value = 0.0
        powers = monster.powers
        if p.ARTIFACT in powers:
            return 1.0
        if read.vulnerable:
            has = powers.get(p.VULNERABLE, 0)
            if not has:
                value += min(MOST_VULNERABLE, monster.hp / 6) + MORE_VULNERABLE * read.vulnerable
            elif has < 3:
                value += MORE_VULNERABLE * read.vulnerable
        if read.weak:
            if p.WEAK not in powers:
                value += WEAKENED + WEAKENED_DANGER * danger
            else:
                value += 0.3 * read.weak
        if read.poison:
            value += _poison_value(monster, read.poison)
        return value

    def _block(self, kind: str, printed: int) -> float:
        b = self.b
        if kind == "Second Wind":
            printed *= sum(FACTS[card.kind].type != ATTACK for card in b.hand) - 1
        elif kind == "Rage":
            printed *= min(b.energy, sum(FACTS[card.kind].type == ATTACK for card in b.hand))
        block = float(max(0, printed + b.powers.get(p.DEXTERITY, 0)))
        if p.FRAIL in b.powers:
            block *= 0.75
        if p.NO_BLOCK in b.powers:
            return 0.0
        saved = min(block, self.coming)
        spare = SPARE_BLOCK
        if p.BARRICADE in b.powers:
            spare = KEPT_BLOCK
        return saved * self.urgency + (block - saved) * spare

    def _strength(self, kind: str, amount: int, target: int) -> float:
        if kind == "Flex":
            attacks = sum(FACTS[card.kind].type == ATTACK for card in self.b.hand)
            return STRENGTH_THIS_TURN * min(attacks, self.b.energy + 1) * amount
        if kind == "Spot Weakness" and target >= 0 and not self.danger[target]:
            return 0.0
        return STRENGTH_GAINED * amount * self.turns / 3

    def _aims(self, target: int, is_for_all: bool) -> list[int]:
        """The monsters that a card affects; for one without a target a guess."""
        if target >= 0:
            return [target]
        return self.there if is_for_all else self.there[:1]


NOTHING = CardNumbers()


def _burns(b: Battle) -> int:
    """The damage that cards in hand do at the end of the turn."""
    return sum(card.kind in ("Burn", "Decay") for card in b.hand) * 2


def _block_at_end(fight: Fight) -> int:
    """The block that the player will have when the enemies act, if no more is gained."""
    b = fight.b
    more = b.powers.get(p.METALLICIZE, 0) + b.powers.get(p.PLATED, 0)
    if "Orichalcum" in fight.relics and not b.block:
        more += 6
    return b.block + more


def _poison_value(monster: Monster, amount: int) -> float:
    """Poison works for several turns, but later than damage."""
    had = monster.powers.get(p.POISON, 0)
    turns = min(4, had + amount)
    more = min(
        sum(range(had + amount, had + amount - turns, -1)) - sum(range(had, 0, -1)), monster.hp
    )
    return POISONED * max(amount, more)
