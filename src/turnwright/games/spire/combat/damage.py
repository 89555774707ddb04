"""Damage, hit points, energy and powers: what happens to the player and to the monsters."""

from __future__ import annotations

from turnwright.games.spire.library import SKILL
from turnwright.games.spire.state import Monster

from . import power_ids as p
from .action_queue import FACTS, Table, change, cheaper, is_alive, is_there

DONE_AFTER_VICTORY = frozenset(
    ("do_hit_player", "do_damage_player", "do_lose_hp", "do_heal", "do_block", "_after")
)


class Harming(Table):
    """What can be done to somebody."""

    __slots__ = ()

    # --- doing: damage -------------------------------------------------------------------------------

    def do_attack(self, target: int, damage: int) -> None:
        """An attack of the player on one monster."""
        monster = self.b.monsters[target]
        if not is_there(monster):
            return
        if p.GHOST in monster.powers and damage > 0:
            damage = 1
        left = self._through_block(target, monster, damage)
        if left > 0:
            self._attacked(target, monster, left)

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
            hook = self.hooks.when_attacked.get(name)
            if hook is not None:
                hook(self, target, monster, damage)
        self._wound(target, monster, damage)

    def _wound(self, target: int, monster: Monster, damage: int) -> None:
        if p.INVINCIBLE in monster.powers:  # so much a turn, and no more
            damage = min(damage, monster.powers[p.INVINCIBLE])
            monster.powers[p.INVINCIBLE] -= damage
        monster.hp = max(0, monster.hp - damage)
        if monster.hp:
            hook = self.hooks.when_hurt.get(monster.kind)
            if hook is not None:
                hook(self, target, monster, damage)
        else:
            self.die(target)

    def do_attack_all(self, base: int) -> None:
        there = [(target, self.damage_without_vigor(target, base)) for target in self.alive()]
        for target, damage in there:
            self.do_attack(target, damage)

    def damage_without_vigor(self, target: int, base: int) -> int:
        """As `damage_to`, for a base that already has its vigor."""
        return self.damage_to(target, base - self.b.powers.get(p.VIGOR, 0))

    def kills(self, target: int, damage: int) -> bool:
        """Attack; does that kill for good somebody who counts?"""
        monster = self.b.monsters[target]
        if not is_there(monster):
            return False
        self.do_attack(target, damage)
        if monster.hp > 0 or monster.is_half_dead or p.MINION in monster.powers:
            return False
        return p.REGROW not in monster.powers or self.is_won

    def do_attack_random(self, base: int) -> None:
        target = self.random_monster()
        if target >= 0:
            self.do_attack(target, self.damage_without_vigor(target, base))

    def do_damage(self, target: int, damage: int) -> None:
        """Damage that is no attack."""
        monster = self.b.monsters[target]
        if not is_there(monster):
            return
        if p.GHOST in monster.powers and damage > 0:
            damage = 1
        left = self._through_block(target, monster, damage)
        if left > 0:
            for name in (p.ASLEEP, p.SHIFTING):
                if name in monster.powers:
                    self.hooks.when_attacked[name](self, target, monster, left)
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
        hook = self.hooks.when_dying.get(monster.kind)
        rises_again = hook is not None and hook(self, target, monster)
        leader = p.MINION_LEADER in monster.powers
        if not rises_again and (leader or not self._is_anybody_left()):
            self._win()
            return
        for name in list(monster.powers):
            power_hook = self.hooks.when_power_dies.get(name)
            if power_hook is not None:
                power_hook(self, target, monster)
        if "Gremlin Horn" in self.relics:
            self.energy(1)
            self.draw(1)

    def _win(self) -> None:
        """Of what is still waiting only some is done."""
        self.is_won = True
        waiting = [one for one in self.queue if one[0].__name__ in DONE_AFTER_VICTORY]
        self.queue.clear()
        self.queue.extend(waiting)

    def _is_anybody_left(self) -> bool:
        """Is a monster alive? An Awakened One that fell for the first time will come back."""
        return any(
            is_alive(m) or (m.is_half_dead and m.kind == "AwakenedOne") for m in self.b.monsters
        )

    # --- doing: the player ---------------------------------------------------------------------------

    def do_hit_player(self, source: int, damage: int) -> None:
        """A monster's attack. If thorns have killed the monster, its other hits do not happen."""
        monster = self.b.monsters[source]
        if monster.hp > 0:
            self._hit_player(source, monster, damage)

    def _hit_player(self, source: int, monster: Monster, damage: int) -> None:
        b = self.b
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
        self.tell_relics(self.hooks.relic_hp_lost, was_low)
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
            amount = self._with_magic_flower(amount)
        was_low = G.hp * 2 <= G.max_hp
        G.hp = min(G.max_hp, G.hp + amount)
        if was_low and G.hp * 2 > G.max_hp and "Red Skull" in self.relics:
            self._end_red_skull()

    def _with_magic_flower(self, amount: int) -> int:
        """Half as much again, rounded up."""
        return (amount * 3 + 1) // 2

    def _end_red_skull(self) -> None:
        self.do_buff(p.STRENGTH, -3)

    def do_block(self, amount: int) -> None:
        if amount > 0:
            self.b.block += amount
            if p.JUGGERNAUT in self.b.powers:
                self.then(self.do_damage_random, self.b.powers[p.JUGGERNAUT])

    def do_energy(self, amount: int) -> None:
        self.b.energy = max(0, self.b.energy + amount)

    def gain_max_hp(self, amount: int) -> None:
        self.G.max_hp += amount
        self.do_heal(amount)

    def gain_gold(self, amount: int) -> None:
        if "Ectoplasm" not in self.relics:
            self.G.gold += amount
            if "Bloody Idol" in self.relics:
                self.do_heal(5)

    def spend_all(self) -> int:
        """All energy, for a card that costs X; how much is X?"""
        play = self.play
        if not (play.is_free or (play.card is not None and play.card.free)):
            self.b.energy = 0
        return play.energy + (2 if "Chemical X" in self.relics else 0)

    def plant_bomb(self, damage: int) -> None:
        self.b.bombs += [0] * (3 - len(self.b.bombs))
        self.b.bombs[2] += damage

    # --- doing: powers -------------------------------------------------------------------------------

    def do_buff(self, name: str, amount: int = 1) -> None:
        """A power of the player. A debuff meets Artifact first."""
        powers = self.b.powers
        is_bad = name in p.DEBUFFS or (amount < 0 and name in (p.STRENGTH, p.DEXTERITY))
        if name == p.WEAK and "Ginger" in self.relics:
            return
        if name == p.FRAIL and "Turnip" in self.relics:
            return
        if is_bad and p.ARTIFACT in powers:
            self.lower(powers, p.ARTIFACT)
            return
        change(powers, name, amount)
        hook = self.hooks.power_gained.get(name)
        if hook is not None:
            hook(self)

    def make_skills_free(self) -> None:
        """Corruption: skills cost nothing, wherever they are."""
        b = self.b
        for card in (*b.hand, *b.draw, *b.discard, *b.exhaust):
            if FACTS[card.kind].type == SKILL and card.cost > 0:
                card.cost = card.turn_cost = 0

    def afflict(self, name: str, amount: int = 1) -> None:
        """A debuff that a monster puts on the player; it does not wear off this round."""
        is_new = name not in self.b.powers
        self.do_buff(name, amount)
        if is_new and name in self.b.powers:
            self.b.fresh.append(name)

    def do_debuff(self, target: int, name: str, amount: int, is_for_all: bool = False) -> None:
        """A debuff of the player on a monster."""
        monster = self.b.monsters[target]
        if is_there(monster):
            self._debuff(target, monster, name, amount)

    def _debuff(self, target: int, monster: Monster, name: str, amount: int) -> None:
        if p.ARTIFACT in monster.powers:
            self.lower(monster.powers, p.ARTIFACT)
            return
        change(monster.powers, name, amount)
        if p.SADISTIC in self.b.powers and not (name == p.STRENGTH and amount > 0):
            self.then(self.do_damage, target, self.b.powers[p.SADISTIC])
        if name == p.VULNERABLE and "Champion Belt" in self.relics:
            self.first(self.do_debuff, target, p.WEAK, 1)

    def turn_to(self, target: int) -> None:
        """Between two enemies: whoever is behind strikes harder."""
        for place, monster in enumerate(self.b.monsters):
            if place == target:
                monster.powers.pop(p.BACK_ATTACK, None)
            else:
                monster.powers[p.BACK_ATTACK] = 1

    def strengthen(self, monster: Monster, amount: int, name: str = p.STRENGTH) -> None:
        """A power of a monster, from itself."""
        change(monster.powers, name, amount)

    def do_remove_debuffs(self) -> None:
        powers = self.b.powers
        for name in list(powers):
            if name in p.DEBUFFS or powers[name] < 0:
                del powers[name]

    def lower(self, powers: dict[str, int], name: str, by: int = 1) -> None:
        left = powers[name] - by
        if left > 0:
            powers[name] = left
        else:
            del powers[name]
