"""The fight: actions in a queue, cards that are played, turns.

What a card, a power or a monster does is put into a queue and done in order, as in the game: `then` puts
an action at the end, `first` at the front. Between two decisions of the player the queue is empty, so a
fight at rest is plain data. An action that asks is a generator.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator
from types import GeneratorType
from typing import Any, TypeAlias

from turnwright.games.spire.library import ATTACK, CURSE, POWER, SKILL, STATUS, CardFacts, cards
from turnwright.games.spire.rng import Random
from turnwright.games.spire.state import Battle, Card, Monster, Run

from . import names as p
from .hooks import Hooks

Asking: TypeAlias = Generator[Any, Any, Any]
HAND_LIMIT = 10
FACTS = cards()


class Play:
    """A card on its way: its target, and how it is being played."""

    __slots__ = (
        "card",
        "energy",
        "exhausts",
        "ignores_energy",
        "is_auto",
        "is_copy",
        "is_free",
        "silent",
        "target",
    )

    def __init__(self, card: Card | None, target: int = -1, energy: int = 0) -> None:
        self.card = card
        self.target = target
        self.energy = energy
        self.exhausts = self.is_auto = self.is_copy = self.is_free = False
        self.ignores_energy = False
        self.silent = False
        """It only does what it does at the end of a turn, like a Burn."""


class Fight:
    """A fight under way: the words that content is written with, and the loop that does it."""

    __slots__ = (
        "G",
        "acting",
        "b",
        "c",
        "ends_turn",
        "hooks",
        "is_lost",
        "is_won",
        "monster_turn",
        "play",
        "plays",
        "queue",
        "relics",
        "skips_monsters",
        "streams",
        "turn_ended",
    )  # fmt: skip

    def __init__(self, c: Any) -> None:
        self.c = c
        self.G: Run = c.G
        battle = c.G.battle
        assert battle is not None
        self.b: Battle = battle
        self.streams = c.G.streams
        self.relics = {relic.kind: relic for relic in c.G.relics}
        self.hooks = Hooks
        self.queue: deque[tuple[Callable[..., Any], tuple[Any, ...]]] = deque()
        self.plays: deque[Play] = deque()
        self.play = Play(None)
        self.monster_turn = len(battle.monsters)
        self.turn_ended = self.ends_turn = self.skips_monsters = False
        self.is_won = self.is_lost = False
        self.acting: Monster | None = None

    # --- the queue -----------------------------------------------------------------------------------

    def then(self, do: Callable[..., Any], *args: Any) -> None:
        """Do it after everything that is waiting."""
        self.queue.append((do, args))

    def first(self, do: Callable[..., Any], *args: Any) -> None:
        """Do it before everything that is waiting."""
        self.queue.appendleft((do, args))

    def settle(self) -> Asking:
        """Go on until the player must decide, or the fight is over."""
        queue, plays = self.queue, self.plays
        while not self.is_lost:
            if queue:
                do, args = queue.popleft()
                result = do(*args)
                if type(result) is GeneratorType:
                    yield from result
            elif self.is_won:
                break
            elif plays:
                self._play(plays.popleft())
            elif self.monster_turn < len(self.b.monsters):
                self._take_monster_turn()
            elif self.turn_ended:
                self._next_turn()
            elif self.ends_turn:
                self.ends_turn = False
                self._turn_ends()
            elif "Unceasing Top" in self.relics and not self.b.hand and self._can_draw():
                self.do_draw(1)
            else:
                return

    def _can_draw(self) -> bool:
        return bool(self.b.draw or self.b.discard) and p.NO_DRAW not in self.b.powers

    # --- looking -------------------------------------------------------------------------------------

    def has(self, relic: str) -> bool:
        return relic in self.relics

    def power(self, name: str) -> int:
        return self.b.powers.get(name, 0)

    @staticmethod
    def facts(card: Card) -> CardFacts:
        return FACTS[card.kind]

    def pick(self, plain: int, upgraded: int) -> int:
        """One of two numbers, by whether the card in play is upgraded."""
        card = self.play.card
        return upgraded if card is not None and card.up else plain

    def alive(self) -> list[int]:
        """Places of the monsters that can be a target."""
        return [n for n, m in enumerate(self.b.monsters) if is_there(m)]

    def random_monster(self, stream: Random | None = None) -> int:
        """A monster by chance; -1 if there is none."""
        there = self.alive()
        if not there:
            return -1
        stream = self.streams.card_random if stream is None else stream
        return there[stream.between(0, len(there) - 1)]

    # --- numbers -------------------------------------------------------------------------------------

    def damage_to(self, target: int, base: int) -> int:
        """What an attack card of the player does to this monster, as things are."""
        powers, monster = self.b.powers, self.b.monsters[target]
        damage = float(base)
        card = self.play.card
        if card is not None and "StrikeDummy" in self.relics and FACTS[card.kind].is_strike:
            damage += 3
        damage += powers.get(p.STRENGTH, 0) + powers.get(p.VIGOR, 0)
        if p.DOUBLE_DAMAGE in powers:
            damage *= 2
        if p.PEN_NIB in powers:
            damage *= 2
        if p.WEAK in powers:
            damage *= 0.75
        theirs = monster.powers
        if p.SLOW in theirs:
            damage *= 1 + theirs[p.SLOW] * 0.1
        if p.VULNERABLE in theirs:
            damage *= 1.75 if "Paper Frog" in self.relics else 1.5
        if p.FLIGHT in theirs:
            damage *= 0.5
        return max(0, int(damage))

    def damage_from(self, monster: Monster, base: int) -> int:
        """What an attack of this monster does to the player."""
        damage = float(base + monster.powers.get(p.STRENGTH, 0))
        if p.WEAK in monster.powers:
            damage *= 0.75
        if p.VULNERABLE in self.b.powers:
            damage *= 1.25 if "Odd Mushroom" in self.relics else 1.5
        if p.INTANGIBLE in self.b.powers:
            damage = min(damage, 1.0)
        return max(0, int(damage))

    def block_of(self, base: int) -> int:
        """The block that a card gives."""
        powers = self.b.powers
        if p.NO_BLOCK in powers:
            return 0
        block = max(0, base + powers.get(p.DEXTERITY, 0))
        return block * 3 // 4 if p.FRAIL in powers else block

    # --- words of cards: each waits its turn ---------------------------------------------------------

    def attack(self, target: int, base: int) -> None:
        self.then(self.do_attack, target, self.damage_to(target, base))

    def attack_all(self, base: int) -> None:
        self.then(self.do_attack_all, base + self.power(p.VIGOR))

    def attack_random(self, base: int) -> None:
        self.then(self.do_attack_random, base + self.power(p.VIGOR))

    def block(self, base: int) -> None:
        self.then(self.do_block, self.block_of(base))

    def draw(self, count: int) -> None:
        self.then(self.do_draw, count)

    def buff(self, name: str, amount: int = 1) -> None:
        self.then(self.do_buff, name, amount)

    def debuff(self, target: int, name: str, amount: int) -> None:
        self.then(self.do_debuff, target, name, amount)

    def debuff_all(self, name: str, amount: int) -> None:
        for target in range(len(self.b.monsters)):
            self.then(self.do_debuff, target, name, amount)

    def energy(self, amount: int) -> None:
        self.then(self.do_energy, amount)

    def lose_hp(self, amount: int) -> None:
        self.then(self.do_lose_hp, amount, True)

    def heal(self, amount: int) -> None:
        self.then(self.do_heal, amount)

    def make(self, kind: str, where: str, count: int = 1, up: int = 0) -> None:
        """New cards: into the "hand", the "discard", the "draw" pile at random, or on its "top"."""
        self.then(self.do_make, kind, where, count, up)

    # --- doing: damage -------------------------------------------------------------------------------

    def do_attack(self, target: int, damage: int) -> None:
        """An attack of the player on one monster."""
        monster = self.b.monsters[target]
        if not is_there(monster):
            return
        theirs = monster.powers
        if p.GHOST in theirs and damage > 0:
            damage = 1
        if p.ANGRY in theirs:
            self.strengthen(monster, theirs[p.ANGRY])
        damage = self._cap(monster, damage)
        left = self._through_block(target, monster, damage)
        if left > 0:
            self._attacked(target, monster, left)

    def _cap(self, monster: Monster, damage: int) -> int:
        """Invincible: so much a turn, and no more."""
        if p.INVINCIBLE in monster.powers:
            damage = min(damage, monster.powers[p.INVINCIBLE])
            monster.powers[p.INVINCIBLE] -= damage
        return damage

    def _through_block(self, target: int, monster: Monster, damage: int) -> int:
        had = monster.block
        monster.block = max(0, had - damage)
        if had and not monster.block and "HandDrill" in self.relics:
            self.debuff(target, p.VULNERABLE, 2)
        return damage - had

    def _attacked(self, target: int, monster: Monster, damage: int) -> None:
        if damage < 5 and "Boot" in self.relics:
            damage = 5
        for name in list(monster.powers):
            hook = Hooks.when_attacked.get(name)
            if hook is not None:
                hook(self, target, monster, damage)
        self._wound(target, monster, damage)

    def _wound(self, target: int, monster: Monster, damage: int) -> None:
        monster.hp = max(0, monster.hp - damage)
        if monster.hp:
            hook = Hooks.when_hurt.get(monster.kind)
            if hook is not None:
                hook(self, target, monster, damage)
        else:
            self.die(target)

    def do_attack_all(self, base: int) -> None:
        for target in range(len(self.b.monsters)):
            if is_there(self.b.monsters[target]):
                self.do_attack(target, self._bare_damage(target, base))

    def _bare_damage(self, target: int, base: int) -> int:
        """As `damage_to`, for a base that already has its vigor."""
        vigor = self.b.powers.get(p.VIGOR, 0)
        return self.damage_to(target, base - vigor)

    def do_attack_random(self, base: int) -> None:
        target = self.random_monster()
        if target >= 0:
            self.do_attack(target, self._bare_damage(target, base))

    def do_damage(self, target: int, damage: int) -> None:
        """Damage that is no attack."""
        monster = self.b.monsters[target]
        if not is_there(monster):
            return
        if p.GHOST in monster.powers and damage > 0:
            damage = 1
        left = self._through_block(target, monster, self._cap(monster, damage))
        if left > 0:
            for name in (p.ASLEEP, p.SHIFTING):
                if name in monster.powers:
                    Hooks.when_attacked[name](self, target, monster, left)
            self._wound(target, monster, left)

    def do_damage_all(self, damage: int) -> None:
        for target in range(len(self.b.monsters)):
            self.do_damage(target, damage)

    def do_damage_random(self, damage: int) -> None:
        target = self.random_monster()
        if target >= 0:
            self.do_damage(target, damage)

    def die(self, target: int) -> None:
        """A monster has no hit points left."""
        monster = self.b.monsters[target]
        monster.is_gone = True
        hook = Hooks.when_dying.get(monster.kind)
        if hook is not None:
            hook(self, target, monster)
        leader = p.MINION_LEADER in monster.powers
        if leader or not any(is_alive(m) for m in self.b.monsters):
            self.is_won = True
            return
        for name in list(monster.powers):
            power_hook = Hooks.when_power_dies.get(name)
            if power_hook is not None:
                power_hook(self, target, monster)
        if "Gremlin Horn" in self.relics:
            self.energy(1)
            self.draw(1)

    # --- doing: the player ---------------------------------------------------------------------------

    def do_hit_player(self, source: int, damage: int) -> None:
        """A monster's attack."""
        b = self.b
        monster = b.monsters[source]
        left = damage - b.block
        b.block = max(0, b.block - damage)
        if left > 0 and p.BUFFER in b.powers:
            self.lower(b.powers, p.BUFFER)
            left = 0
        for name in (p.THORNS, p.FLAME_BARRIER):
            if name in b.powers:
                self.first(self.do_damage, source, b.powers[name])
        if 1 < left <= 5 and "Torii" in self.relics:
            left = 1
        if left > 0 and "TungstenRod" in self.relics:
            left -= 1
        b.counts["unblocked"] = max(0, left)
        if left > 0:
            if p.PLATED in b.powers:
                self.lower(b.powers, p.PLATED)
            if p.PAINFUL_STABS in monster.powers:
                self.make("Wound", "discard")
            self._hp_lost(left, False)

    def do_damage_player(self, damage: int, by_self: bool = False) -> None:
        """Damage that is no attack."""
        b = self.b
        if damage > 0 and p.INTANGIBLE in b.powers:
            damage = 1
        left = damage - b.block
        b.block = max(0, b.block - damage)
        if left > 0 and p.BUFFER in b.powers:
            self.lower(b.powers, p.BUFFER)
            left = 0
        if left > 0 and "TungstenRod" in self.relics:
            left -= 1
        if left > 0:
            self._hp_lost(left, by_self)

    def do_lose_hp(self, amount: int, by_self: bool = False) -> None:
        if p.INTANGIBLE in self.b.powers and amount > 1:
            amount = 1
        if p.BUFFER in self.b.powers and amount > 0:
            self.lower(self.b.powers, p.BUFFER)
            return
        if "TungstenRod" in self.relics:
            amount -= 1
        if amount > 0:
            self._hp_lost(amount, by_self)

    def _hp_lost(self, amount: int, by_self: bool) -> None:
        G, b = self.G, self.b
        was_low = G.hp * 2 <= G.max_hp
        G.hp = max(0, G.hp - amount)
        if by_self and p.RUPTURE in b.powers:
            self.do_buff(p.STRENGTH, b.powers[p.RUPTURE])
        for relic in G.relics:
            hook = Hooks.relic_hp_lost.get(relic.kind)
            if hook is not None:
                hook(self, relic, was_low)
        b.counts["damaged"] = b.counts.get("damaged", 0) + 1
        for card in (*b.hand, *b.draw, *b.discard):
            if card.kind == "Blood for Blood":
                cheaper(card)
        if G.hp <= 0:
            self._would_die()

    def _would_die(self) -> None:
        G = self.G
        if "Mark of the Bloom" not in self.relics:
            if "FairyPotion" in G.potions:
                G.potions[G.potions.index("FairyPotion")] = "Potion Slot"
                share = 0.6 if "SacredBark" in self.relics else 0.3
                self.do_heal(max(1, int(G.max_hp * share)))
                return
            tail = self.relics.get("Lizard Tail")
            if tail is not None and tail.counter != -2:
                tail.counter = -2
                self.do_heal(G.max_hp // 2)
                return
        self.is_lost = True

    def do_heal(self, amount: int) -> None:
        G = self.G
        if "Mark of the Bloom" in self.relics:
            return
        if "Magic Flower" in self.relics:
            amount = amount * 3 // 2
        was_low = G.hp * 2 <= G.max_hp
        G.hp = min(G.max_hp, G.hp + amount)
        if was_low and G.hp * 2 > G.max_hp and "Red Skull" in self.relics:
            self.do_buff(p.STRENGTH, -3)

    def do_block(self, amount: int) -> None:
        if amount > 0:
            self.b.block += amount
            if p.JUGGERNAUT in self.b.powers:
                self.then(self.do_damage_random, self.b.powers[p.JUGGERNAUT])

    def do_energy(self, amount: int) -> None:
        self.b.energy += amount

    # --- doing: powers -------------------------------------------------------------------------------

    def do_buff(self, name: str, amount: int = 1) -> None:
        """A power of the player. A debuff meets Artifact first."""
        powers = self.b.powers
        is_bad = name in p.DEBUFFS or (amount < 0 and name in (p.STRENGTH, p.DEXTERITY))
        if is_bad and p.ARTIFACT in powers:
            self.lower(powers, p.ARTIFACT)
            return
        if name == p.WEAK and "Ginger" in self.relics:
            return
        if name == p.FRAIL and "Turnip" in self.relics:
            return
        change(powers, name, amount)

    def afflict(self, name: str, amount: int = 1) -> None:
        """A debuff that a monster puts on the player; it does not wear off this round."""
        is_new = name not in self.b.powers
        self.do_buff(name, amount)
        if is_new and name in self.b.powers:
            self.b.fresh.append(name)

    def do_debuff(self, target: int, name: str, amount: int) -> None:
        """A debuff of the player on a monster."""
        monster = self.b.monsters[target]
        if not is_there(monster):
            return
        if p.ARTIFACT in monster.powers:
            self.lower(monster.powers, p.ARTIFACT)
            return
        change(monster.powers, name, amount)
        if p.SADISTIC in self.b.powers and not (name == p.STRENGTH and amount > 0):
            self.then(self.do_damage, target, self.b.powers[p.SADISTIC])
        if name == p.VULNERABLE and "Champion Belt" in self.relics:
            self.first(self.do_debuff, target, p.WEAK, 1)

    def strengthen(self, monster: Monster, amount: int, name: str = p.STRENGTH) -> None:
        """A power of a monster, from itself."""
        change(monster.powers, name, amount)

    def lower(self, powers: dict[str, int], name: str, by: int = 1) -> None:
        left = powers[name] - by
        if left > 0:
            powers[name] = left
        else:
            del powers[name]

    # --- doing: cards --------------------------------------------------------------------------------

    def new_card(self, kind: str, up: int = 0) -> Card:
        cost = FACTS[kind].cost[1 if up else 0]
        card = Card(kind, up, uid=self.b.next_uid, cost=cost, turn_cost=cost)
        self.b.next_uid += 1
        return card

    def do_make(self, kind: str, where: str, count: int = 1, up: int = 0) -> None:
        for _ in range(count):
            self.place(self.new_card(kind, up), where)

    def place(self, card: Card, where: str) -> None:
        b = self.b
        if where == "hand" and len(b.hand) >= HAND_LIMIT:
            where = "discard"
        if where == "hand":
            if p.CORRUPTION in b.powers and FACTS[card.kind].type == SKILL:
                card.turn_cost = -9
            b.hand.append(card)
        elif where == "discard":
            b.discard.append(card)
        elif where == "top":
            b.draw.append(card)
        elif b.draw:
            b.draw.insert(self.streams.card_random.between(0, len(b.draw) - 1), card)
        else:
            b.draw.append(card)

    def do_draw(self, count: int) -> None:
        b = self.b
        if count <= 0 or p.NO_DRAW in b.powers or not (b.draw or b.discard):
            return
        count = min(HAND_LIMIT - len(b.hand), count)
        if count <= 0:
            return
        if len(b.draw) < count:
            rest, now = count - len(b.draw), len(b.draw)
            self.first(self.do_draw, rest)
            self._shuffled()
            self.first(self.do_reshuffle)
            if now:
                self.do_draw(now)
            return
        for _ in range(count):
            self._drawn(b.draw.pop())

    def _drawn(self, card: Card) -> None:
        b = self.b
        powers = b.powers
        facts = FACTS[card.kind]
        if p.CONFUSED in powers and card.cost >= 0:
            cost = self.streams.card_random.random(3)
            card.cost = card.turn_cost = cost
        if p.CORRUPTION in powers and facts.type == SKILL:
            card.turn_cost = -9
        b.hand.append(card)
        if card.kind == "Void":
            self.first(self.do_energy, -1 if b.energy > 0 else 0)
        elif card.kind == "Endless Agony":
            self.make(card.kind, "hand", 1, card.up)
        if facts.type == STATUS and p.EVOLVE in powers:
            self.draw(powers[p.EVOLVE])
        if facts.type in (STATUS, CURSE) and p.FIRE_BREATHING in powers:
            self.then(self.do_damage_all, powers[p.FIRE_BREATHING])

    def do_reshuffle(self) -> None:
        """The discard pile becomes the draw pile."""
        b = self.b
        self.streams.shuffle.shuffle(b.discard)
        b.draw[:0] = b.discard
        b.discard.clear()

    def _shuffled(self) -> None:
        for relic in self.G.relics:
            hook = Hooks.relic_shuffle.get(relic.kind)
            if hook is not None:
                hook(self, relic)

    def exhaust(self, card: Card) -> None:
        """A card leaves the fight; whoever cares is told."""
        b = self.b
        if "Charon's Ashes" in self.relics:
            self.first(self.do_damage_all, 3)
        hook = Hooks.relic_exhaust.get("Dead Branch")
        if "Dead Branch" in self.relics and hook is not None:
            hook(self, self.relics["Dead Branch"])
        if p.DARK_EMBRACE in b.powers:
            self.draw(b.powers[p.DARK_EMBRACE])
        if p.FEEL_NO_PAIN in b.powers:
            self.then(self.do_block, b.powers[p.FEEL_NO_PAIN])
        if card.kind == "Necronomicurse":
            self.make(card.kind, "hand")
        elif card.kind == "Sentinel":
            self.do_energy(3 if card.up else 2)
        b.exhaust.append(card)

    def do_exhaust_from_hand(self, card: Card) -> None:
        if any(one is card for one in self.b.hand):
            self.b.hand[:] = [one for one in self.b.hand if one is not card]
            self.exhaust(card)

    # --- playing a card ------------------------------------------------------------------------------

    def can_play(self, card: Card, target: int = -1) -> bool:
        """Could the player play it now?"""
        b, facts = self.b, FACTS[card.kind]
        if facts.target[1 if card.up else 0] and target >= 0 and not is_there(b.monsters[target]):
            return False
        if facts.type == CURSE and "Blue Candle" not in self.relics and card.cost < -1:
            return False
        if facts.type == STATUS and "Medical Kit" not in self.relics and card.cost < -1:
            return False
        if facts.type == ATTACK and p.ENTANGLED in b.powers:
            return False
        played = b.counts.get("played", 0)
        if "Velvet Choker" in self.relics and played >= 6:
            return False
        if played >= 3 and any(one.kind == "Normality" for one in b.hand):
            return False
        if card.cost == -2 and facts.type not in (CURSE, STATUS):
            return False
        rule = Hooks.card_rules.get(card.kind)
        if rule is not None and not rule(self, card):
            return False
        return card.free or self._is_free(card) or card.turn_cost <= b.energy

    def _is_free(self, card: Card) -> bool:
        return p.CORRUPTION in self.b.powers and FACTS[card.kind].type == SKILL

    def _play(self, play: Play) -> None:
        self.play = play
        card = play.card
        if card is None:
            self._end_of_turn()
            return
        facts = FACTS[card.kind]
        if play.silent:
            hook = Hooks.card_turn_end.get(card.kind)
            if hook is not None:
                hook(self, card)
            self.b.hand[:] = [one for one in self.b.hand if one is not card]
            self.then(self.b.discard.append, card)
            return
        needs_target = facts.target[1 if card.up else 0]
        if needs_target and not is_there(self.b.monsters[play.target]):
            if play.is_auto and not play.is_copy:
                self.then(self._after, play)
            return
        self._use(play, card, facts)

    def _use(self, play: Play, card: Card, facts: CardFacts) -> None:
        b = self.b
        play.exhausts |= facts.exhaust[1 if card.up else 0]
        counts = b.counts
        counts["played"] = counts.get("played", 0) + 1
        if play.energy > b.energy and not play.ignores_energy:
            play.energy = b.energy
        effect = Hooks.cards.get(card.kind)
        if effect is not None:
            effect(self, play.target)
        if facts.type == ATTACK:
            counts["attacks"] = counts.get("attacks", 0) + 1
        elif facts.type == SKILL:
            counts["skills"] = counts.get("skills", 0) + 1
        for name in list(b.powers):
            hook = Hooks.power_card.get(name)
            if hook is not None:
                hook(self, play, facts)
        for relic in self.G.relics:
            relic_hook = Hooks.relic_card.get(relic.kind)
            if relic_hook is not None:
                relic_hook(self, relic, play, facts)
        for target, monster in enumerate(b.monsters):
            if is_there(monster):
                for name in list(monster.powers):
                    monster_hook = Hooks.monster_card.get(name)
                    if monster_hook is not None:
                        monster_hook(self, target, monster, facts)
        if facts.type == SKILL and p.CORRUPTION in b.powers:
            play.exhausts = True
        self.then(self._after, play)
        pains = sum(one.kind == "Pain" and one is not card for one in b.hand)
        for _ in range(pains):
            self.first(self.do_lose_hp, 1)
        if not play.is_copy:
            b.hand[:] = [one for one in b.hand if one is not card]
            if card.turn_cost > 0 and not (card.free or play.is_auto or self._is_free(card)):
                b.energy -= card.turn_cost

    def copy_play(self, play: Play) -> None:
        """The card is played once more, for nothing, by itself."""
        assert play.card is not None
        again = Play(play.card, play.target, play.energy)
        again.is_copy = again.is_auto = again.ignores_energy = True
        if self.plays:
            self.plays.insert(1, again)
        else:
            self.plays.append(again)

    def _after(self, play: Play) -> None:
        """A card has been used: where does it go?"""
        b, card = self.b, play.card
        assert card is not None
        for target, monster in enumerate(b.monsters):
            for name in list(monster.powers):
                hook = Hooks.monster_after_card.get(name)
                if hook is not None and is_there(monster):
                    hook(self, target, monster)
        if play.is_copy:
            return
        card.free = False
        facts = FACTS[card.kind]
        if facts.type == POWER:
            return
        if play.exhausts and "Strange Spoon" in self.relics and self.streams.card_random.boolean():
            play.exhausts = False
        if play.exhausts:
            self.exhaust(card)
        else:
            b.discard.append(card)

    # --- turns ---------------------------------------------------------------------------------------

    def end_turn(self) -> None:
        self.plays.append(Play(None))
        self.ends_turn = True

    def _end_of_turn(self) -> None:
        """What happens before the hand is discarded."""
        b = self.b
        for relic in self.G.relics:
            hook = Hooks.relic_turn_end.get(relic.kind)
            if hook is not None:
                hook(self, relic)
        for name in (p.METALLICIZE, p.PLATED):
            if name in b.powers:
                self.then(self.do_block, b.powers[name])
        for card in b.hand:
            if card.kind in Hooks.card_turn_end:
                play = Play(card)
                play.silent = True
                b.counts["regret"] = len(b.hand)
                self.plays.append(play)

    def _turn_ends(self) -> None:
        b = self.b
        if b.bombs:
            due = b.bombs.pop(0)
            if due:
                self.then(self.do_damage_all, due)
        for name in list(b.powers):
            hook = Hooks.power_turn_end.get(name)
            if hook is not None:
                hook(self, b.powers[name])
        self.then(self.plays.clear)
        self.then(self._discard_hand)
        for card in (*b.hand, *b.draw, *b.discard):
            card.turn_cost = card.cost if card.turn_cost != -9 else card.turn_cost
        self.then(self._monsters_go)

    def _discard_hand(self) -> None:
        b = self.b
        kept = [card for card in b.hand if card.retain]
        if kept:
            b.hand[:] = [card for card in b.hand if not card.retain]
            self.first(self._return_kept, kept)
        if "Runic Pyramid" not in self.relics:
            self.first(self._discard_rest)
        for card in list(b.hand):
            if FACTS[card.kind].ethereal[1 if card.up else 0]:
                self.first(self.do_exhaust_from_hand, card)

    def _discard_rest(self) -> None:
        b = self.b
        b.counts["discarded"] = b.counts.get("discarded", 0) + len(b.hand)
        b.discard += reversed(b.hand)
        b.hand.clear()

    def _return_kept(self, kept: list[Card]) -> None:
        for card in kept:
            card.retain = False
        self.b.hand += kept

    def _monsters_go(self) -> None:
        """The player's turn is over."""
        self.turn_ended = True
        if self.skips_monsters:
            return
        for monster in self.b.monsters:
            if is_there(monster) or monster.is_half_dead:
                if p.BARRICADE not in monster.powers:
                    monster.block = 0
                for name in list(monster.powers):
                    hook = Hooks.monster_turn_start.get(name)
                    if hook is not None:
                        hook(self, monster)
        self.monster_turn = 0

    def _take_monster_turn(self) -> None:
        place = self.monster_turn
        self.monster_turn += 1
        monster = self.b.monsters[place]
        if (is_there(monster) or monster.is_half_dead) and not monster.has_escaped:
            self.acting = monster
            Hooks.take_turn(self, place, monster)

    def _next_turn(self) -> None:
        """After all monsters: what wears off, and a new turn."""
        G, b = self.G, self.b
        if not self.skips_monsters:
            self._round_ends()
        b.turn += 1
        self.turn_ended = self.skips_monsters = False
        for relic in G.relics:
            hook = Hooks.relic_turn_start.get(relic.kind)
            if hook is not None:
                hook(self, relic)
        for name in list(b.powers):
            power_hook = Hooks.power_turn_start.get(name)
            if power_hook is not None:
                power_hook(self, b.powers[name])
        if p.BARRICADE in b.powers:
            pass
        elif p.BLUR in b.powers:
            self.lower(b.powers, p.BLUR)
        elif "Calipers" in self.relics:
            b.block = max(0, b.block - 15)
        else:
            b.block = 0
        self.draw(self.cards_a_turn())
        if p.DRAW_REDUCTION in b.powers:
            if p.DRAW_REDUCTION in b.fresh:
                b.fresh.remove(p.DRAW_REDUCTION)
            else:
                del b.powers[p.DRAW_REDUCTION]
        for relic in G.relics:
            hook = Hooks.relic_after_draw.get(relic.kind)
            if hook is not None:
                hook(self, relic)
        for name in list(b.powers):
            power_hook = Hooks.power_after_draw.get(name)
            if power_hook is not None:
                power_hook(self, b.powers[name])
        for word in ("played", "attacks", "skills", "discarded"):
            b.counts[word] = 0
        b.energy = b.energy + b.energy_per_turn if "Ice Cream" in self.relics else b.energy_per_turn
        if p.NEXT_ENERGY in b.powers:
            b.energy += b.powers.pop(p.NEXT_ENERGY)

    def cards_a_turn(self) -> int:
        count = 5 + 2 * ("Snecko Eye" in self.relics)
        return count - (1 if p.DRAW_REDUCTION in self.b.powers else 0)

    def _round_ends(self) -> None:
        b = self.b
        for monster in b.monsters:
            if is_alive(monster):
                for name in list(monster.powers):
                    hook = Hooks.monster_turn_end.get(name)
                    if hook is not None:
                        hook(self, monster)
        for name in (p.FRAIL, p.VULNERABLE, p.WEAK, p.DOUBLE_DAMAGE):
            if name in b.powers:
                if name in b.fresh:
                    b.fresh.remove(name)
                else:
                    self.lower(b.powers, name)
        for name in (p.DUPLICATION, p.INTANGIBLE, p.NO_BLOCK):
            if name in b.powers:
                self.lower(b.powers, name)
        for monster in b.monsters:
            if is_alive(monster):
                for name in list(monster.powers):
                    hook = Hooks.monster_round_end.get(name)
                    if hook is not None:
                        hook(self, monster)


# --- small questions -----------------------------------------------------------------------------


def is_alive(monster: Monster) -> bool:
    return monster.hp > 0 and not monster.has_escaped


def is_there(monster: Monster) -> bool:
    """Can it be a target?"""
    return monster.hp > 0 and not monster.has_escaped and not monster.is_half_dead


def cheaper(card: Card) -> None:
    """One less, for the rest of the fight."""
    if card.cost > 0:
        card.cost -= 1
        if card.turn_cost > 0:
            card.turn_cost -= 1


def change(powers: dict[str, int], name: str, amount: int) -> None:
    """Add to a power. Strength and dexterity may be negative; at nothing they are gone."""
    left = powers.get(name, 0) + amount
    if left == 0 or (left < 0 and name not in (p.STRENGTH, p.DEXTERITY)):
        powers.pop(name, None)
    else:
        powers[name] = left
