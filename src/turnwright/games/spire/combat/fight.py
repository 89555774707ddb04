"""A fight: its state, the action queue, and what can be done to the player, the monsters and the cards.

How a fight runs (`Fight.resolve`):

- What a card, a power, a relic or a monster does is put into the action queue: `add_to_bottom` puts an
  action at the end, `add_to_top` at the front. Methods named like `attack` or `block` queue an action;
  those named `do_...` do it at once.
- Actions are done one by one. One that asks the player is a generator: it is handed to the caller.
- When the queue is empty, the next waiting card is played (`card_play`); then the monsters take their
  turns one by one, and a new turn starts (`turns`).
- When nothing is left to do, the player must decide. The queue is empty then, so that a fight at rest
  is plain data.

Content is written with a `Fight` and with the functions of `piles`, `card_play` and `card_choices`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from types import GeneratorType
from typing import TYPE_CHECKING, Any, ClassVar

from turnwright.games.spire.context import Asking, SpireContext
from turnwright.games.spire.library import COLOURS, CardFacts
from turnwright.games.spire.rng import Random
from turnwright.games.spire.state import (
    NO_POTION,
    Battle,
    Card,
    Monster,
    Relic,
    SpireState,
    Streams,
    is_alive,
    is_targetable,
)

from . import power_ids as p
from .card_play import CardPlay, can_use, has_played_enough, play_card
from .damage import damage_from, damage_of_card
from .hooks import HOOKS, Hooks
from .orbs import LIGHTNING, channel_next
from .piles import (
    FACTS,
    can_upgrade,
    draw_cards,
    exhaust_card,
    make_cards,
    make_cheaper,
    make_dearer,
)
from .poison import spread_poison
from .power_amounts import change_power, reduce_power
from .turns import NO_MONSTER, begin_turn_end, finish_turn, start_next_turn, take_monster_turn

if TYPE_CHECKING:
    from .fight_report import FightReport

RANKS = {
    **dict.fromkeys(("The Guardian", "Hexaghost", "Slime Boss"), "BOSS"),
    **dict.fromkeys(("3 Sentries", "Gremlin Nob", "Lagavulin Event", "Colosseum Nobs"), "ELITE"),
}
"""Encounters of events that count as elites or bosses."""
KEEPS_NUMBER = frozenset(("RitualDagger", "Genetic Algorithm"))
"""Cards whose number grows for the whole run."""
DONE_AFTER_VICTORY = frozenset(
    ("do_hit_player", "do_damage_player", "do_lose_hp", "do_heal", "do_block", "finish_play")
)
"""Actions that are still done when the last monster has died."""


class Fight:
    """A fight under way. `c` is the context of the match, `G` its state, `b` the battle in it."""

    __slots__ = (
        "G",
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
        "relic_hooks",
        "relics",
        "report",
        "skips_monsters",
        "streams",
        "turn_ended",
    )  # fmt: skip

    rule_hooks: ClassVar[Hooks] = HOOKS
    """The hooks of fights with these rules."""

    def __init__(self, c: SpireContext) -> None:
        self.c = c
        self.G: SpireState = c.G
        battle = c.G.battle
        assert battle is not None
        self.b: Battle = battle
        self.streams: Streams = c.G.streams
        self.relics = {relic.kind: relic for relic in c.G.relics}
        self.hooks = self.rule_hooks
        self.relic_hooks: dict[int, list[tuple[Callable[..., None], Relic]]] = {}
        self.queue: deque[tuple[Callable[..., Any], tuple[Any, ...]]] = deque()
        self.plays: deque[CardPlay] = deque()
        self.play = CardPlay(None)
        self.monster_turn = NO_MONSTER
        self.turn_ended = self.ends_turn = self.skips_monsters = False
        self.is_won = self.is_lost = False
        self.report: FightReport | None = None

    # --- the action queue -----------------------------------------------------------------------

    def add_to_bottom(self, do: Callable[..., Any], *args: Any) -> None:
        """Queue an action after everything that is waiting."""
        self.queue.append((do, args))

    def add_to_top(self, do: Callable[..., Any], *args: Any) -> None:
        """Queue an action before everything that is waiting."""
        self.queue.appendleft((do, args))

    def trigger_relics(self, table: Mapping[str, Callable[..., None]], *about: Any) -> None:
        """Trigger all relics of a hook table, in the order in which they were obtained."""
        found = self.relic_hooks.get(id(table))
        if found is None:
            found = [(table[one.kind], one) for one in self.G.relics if one.kind in table]
            self.relic_hooks[id(table)] = found
        for hook, relic in found:
            hook(self, relic, *about)

    # --- running the fight ----------------------------------------------------------------------

    def resolve(self) -> Asking | None:
        """Run until the player must decide or the fight is over. Return the first action that asks."""
        queue, plays = self.queue, self.plays
        while not self.is_lost:
            if queue:
                do, args = queue.popleft()
                result = do(*args)
                if type(result) is GeneratorType:
                    return result
            elif self.is_won:
                break
            elif plays:
                play = self.play = plays.popleft()
                if play.card is None:
                    begin_turn_end(self)
                else:
                    play_card(self, play, play.card)
            elif not self._advance():
                break
        return None

    def _advance(self) -> bool:
        """Do the next step when nothing is waiting. Return False if the player must decide."""
        if self.monster_turn < len(self.b.monsters):
            take_monster_turn(self)
        elif self.turn_ended:
            start_next_turn(self)
        elif self.ends_turn:
            self.ends_turn = False
            finish_turn(self)
        elif "Unceasing Top" in self.relics and not self.b.hand and self._can_draw():
            return self._use_unceasing_top()
        else:
            return False
        return True

    def _use_unceasing_top(self) -> bool:
        draw_cards(self, 1)
        return True

    @property
    def is_over(self) -> bool:
        """Has the player won, lost or escaped?"""
        return self.is_won or self.is_lost or self.b.has_escaped

    def _can_draw(self) -> bool:
        return bool(self.b.draw or self.b.discard) and p.NO_DRAW not in self.b.powers

    def end_survived(self) -> None:
        """Hand over to the run what it keeps of a fight that was won or escaped from."""
        G, b = self.G, self.b
        for card in (*b.hand, *b.draw, *b.discard, *b.exhaust):
            if card.kind in KEEPS_NUMBER and 0 <= card.uid < len(G.deck):
                G.deck[card.uid].misc = card.special
        self.trigger_relics(self.hooks.relic_before_victory)
        self.trigger_relics(self.hooks.relic_victory)
        for name, amount in list(b.powers.items()):
            hook = self.hooks.power_victory.get(name)
            if hook is not None:
                hook(self, amount)
        G.data = {"escaped": b.has_escaped, **b.spoils}

    # --- queries --------------------------------------------------------------------------------

    def power(self, name: str) -> int:
        """The amount of a power of the player."""
        return self.b.powers.get(name, 0)

    def is_against(self, *ranks: str) -> bool:
        """Is this a fight of one of these ranks? Events have elites and bosses, too."""
        return self.G.room in ranks or RANKS.get(self.b.encounter) in ranks

    @staticmethod
    def facts(card: Card) -> CardFacts:
        """What is printed on a card."""
        return FACTS[card.kind]

    @property
    def card_in_play(self) -> Card:
        """The card in play."""
        card = self.play.card
        assert card is not None
        return card

    @property
    def colour(self) -> str:
        """The colour of the class's cards."""
        return COLOURS[self.G.character]

    def count_strikes(self) -> int:
        """The number of Strikes that are not exhausted."""
        b = self.b
        return sum(FACTS[card.kind].is_strike for card in (*b.hand, *b.draw, *b.discard))

    def random_of(self, kinds: Sequence[str]) -> str:
        """One of these cards at random."""
        return kinds[self.streams.card_random.random(len(kinds) - 1)]

    def targetable(self) -> list[int]:
        """Places of the monsters that can be a target."""
        return [n for n, m in enumerate(self.b.monsters) if is_targetable(m)]

    def random_monster(self, stream: Random | None = None) -> int:
        """A random monster; -1 if there is none."""
        there = self.targetable()
        if not there:
            return -1
        stream = self.streams.card_random if stream is None else stream
        return there[stream.between(0, len(there) - 1)]

    def is_low(self) -> bool:
        """Is the player at half HP or below?"""
        return self.G.hp * 2 <= self.G.max_hp

    def damage_to(self, target: int, base: int) -> int:
        """The damage of an attack card to this monster now."""
        monster = self.b.monsters[target]
        b = self.b
        return damage_of_card(self.relics, b.powers, monster, self.play.card, base, b.stance)

    def damage_without_vigor(self, target: int, base: int) -> int:
        """`damage_to` for a base that already includes Vigor."""
        return self.damage_to(target, base - self.b.powers.get(p.VIGOR, 0))

    def damage_from(self, monster: Monster, base: int) -> int:
        """The damage of an attack of this monster now."""
        return damage_from(self.relics, self.b.powers, monster, base, self.b.stance)

    def block_of(self, base: int) -> int:
        """The block that a card gives."""
        powers = self.b.powers
        if p.NO_BLOCK in powers:
            return 0
        block = max(0, base + powers.get(p.DEXTERITY, 0))
        return block * 3 // 4 if p.FRAIL in powers else block

    # --- queued effects: each is done when its turn in the queue comes --------------------------

    def attack(self, target: int, base: int, times: int = 1) -> None:
        """Attack one monster."""
        damage = self.damage_to(target, base)
        for _ in range(times):
            self.add_to_bottom(self.do_attack, target, damage)

    def attack_all(self, base: int) -> None:
        """Attack all monsters."""
        self.add_to_bottom(self.do_attack_all, base + self.power(p.VIGOR))

    def attack_random(self, base: int, times: int = 1) -> None:
        """Attack random monsters."""
        for _ in range(times):
            self.add_to_bottom(self.do_attack_random, base + self.power(p.VIGOR))

    def block(self, base: int) -> None:
        """Gain block from a card."""
        self.add_to_bottom(self.do_block, self.block_of(base))

    def draw(self, count: int) -> None:
        """Draw cards."""
        self.add_to_bottom(draw_cards, self, count)

    def buff(self, name: str, amount: int = 1) -> None:
        """Gain a power."""
        self.add_to_bottom(self.do_buff, name, amount)

    def debuff(self, target: int, name: str, amount: int) -> None:
        """Put a debuff on a monster."""
        self.add_to_bottom(self.do_debuff, target, name, amount)

    def debuff_all(self, name: str, amount: int) -> None:
        """Put a debuff on all monsters."""
        for target in range(len(self.b.monsters)):
            self.add_to_bottom(self.do_debuff, target, name, amount, True)

    def energy(self, amount: int) -> None:
        """Gain energy."""
        self.add_to_bottom(self.do_energy, amount)

    def lose_hp(self, amount: int) -> None:
        """Lose HP by an effect of the player's own."""
        self.add_to_bottom(self.do_lose_hp, amount, True)

    def heal(self, amount: int) -> None:
        """Heal the player."""
        self.add_to_bottom(self.do_heal, amount)

    def make(self, kind: str, where: str, count: int = 1, up: int = 0) -> None:
        """Create cards in the "hand", the "discard" pile, the "draw" pile at random, or on its
        "top"."""
        self.add_to_bottom(make_cards, self, kind, where, count, up)

    # --- damage to monsters ---------------------------------------------------------------------

    def do_attack(self, target: int, damage: int) -> None:
        """Attack one monster."""
        monster = self.b.monsters[target]
        if not is_targetable(monster):
            return
        if p.THORNS in monster.powers:
            self.prick_player(monster)
        if p.GHOST in monster.powers and damage > 0:
            damage = 1
        left = self._through_block(target, monster, damage)
        if left > 0:
            self._attacked(target, monster, left)
        elif p.BLOCK_RETURN in monster.powers:  # for every hit, even if it is blocked
            self.hooks.when_attacked[p.BLOCK_RETURN](self, target, monster, 0)

    def prick_player(self, monster: Monster) -> None:
        """Thorns of a monster that is attacked. They also hurt if the attack deals no damage."""
        self.add_to_top(self.do_damage_player, monster.powers[p.THORNS])

    def _through_block(self, target: int, monster: Monster, damage: int) -> int:
        had = monster.block
        if had:
            monster.block = had - damage if had > damage else 0
            if not monster.block and "HandDrill" in self.relics:
                self.debuff(target, p.VULNERABLE, 2)
        return damage - had

    def _attacked(self, target: int, monster: Monster, damage: int) -> None:
        if damage < 5 and "Boot" in self.relics:
            damage = 5
        if monster.powers:
            for name in list(monster.powers):
                hook = self.hooks.when_attacked.get(name)
                if hook is not None:
                    hook(self, target, monster, damage)
        if p.ENVENOM in self.b.powers:
            self.add_to_top(self.do_debuff, target, p.POISON, self.b.powers[p.ENVENOM])
        self._wound(target, monster, damage)

    def _wound(self, target: int, monster: Monster, damage: int) -> None:
        if p.INVINCIBLE in monster.powers:  # a limit per turn
            damage = min(damage, monster.powers[p.INVINCIBLE])
            monster.powers[p.INVINCIBLE] -= damage
        monster.hp = monster.hp - damage if monster.hp > damage else 0
        if monster.hp:
            hook = self.hooks.when_hurt.get(monster.kind)
            if hook is not None:
                hook(self, target, monster, damage)
        else:
            self.die(target)

    def do_attack_all(self, base: int) -> None:
        """Attack all monsters; `base` includes Vigor."""
        there = [(target, self.damage_without_vigor(target, base)) for target in self.targetable()]
        for target, damage in there:
            self.do_attack(target, damage)

    def do_attack_random(self, base: int) -> None:
        """Attack a random monster; `base` includes Vigor."""
        target = self.random_monster()
        if target >= 0:
            self.do_attack(target, self.damage_without_vigor(target, base))

    def kills(self, target: int, damage: int) -> bool:
        """Attack. Return whether that killed a monster for good that is not a minion."""
        monster = self.b.monsters[target]
        if not is_targetable(monster):
            return False
        self.do_attack(target, damage)
        if monster.hp > 0 or monster.is_half_dead or p.MINION in monster.powers:
            return False
        return p.REGROW not in monster.powers or self.is_won

    def do_damage(self, target: int, damage: int) -> None:
        """Damage that is not an attack."""
        monster = self.b.monsters[target]
        if not is_targetable(monster):
            return
        if p.GHOST in monster.powers and damage > 0:
            damage = 1
        left = self._through_block(target, monster, damage)
        if left > 0:
            self._hurt(target, monster, left)

    def do_monster_hp_loss(self, target: int, amount: int) -> None:
        """A monster loses HP; block does not help."""
        monster = self.b.monsters[target]
        if is_targetable(monster) and amount > 0:
            self._hurt(target, monster, 1 if p.GHOST in monster.powers else amount)

    def _hurt(self, target: int, monster: Monster, damage: int) -> None:
        for name in (p.ASLEEP, p.SHIFTING):
            if name in monster.powers:
                self.hooks.when_attacked[name](self, target, monster, damage)
        self._wound(target, monster, damage)

    def do_damage_all(self, damage: int) -> None:
        """Damage all monsters without an attack."""
        for target in range(len(self.b.monsters)):
            self.do_damage(target, damage)

    def do_damage_random(self, damage: int) -> None:
        """Damage a random monster without an attack."""
        target = self.random_monster()
        if target >= 0:
            self.do_damage(target, damage)

    def die(self, target: int) -> None:
        """A monster has reached 0 HP."""
        monster = self.b.monsters[target]
        monster.is_gone = True
        hook = self.hooks.when_dying.get(monster.kind)
        rises_again = hook is not None and hook(self, target, monster)
        leader = p.MINION_LEADER in monster.powers
        if not rises_again and (leader or not self._is_anybody_left()):
            self._win()
            return
        poison = monster.powers.get(p.POISON, 0)
        for name in sorted(monster.powers, key=p.REGROW.__eq__):  # that one removes the others
            power_hook = self.hooks.when_power_dies.get(name)
            if power_hook is not None:
                power_hook(self, target, monster)
        if poison and "The Specimen" in self.relics:
            self.add_to_bottom(spread_poison, self, poison)
        if "Gremlin Horn" in self.relics:
            self.energy(1)
            self.draw(1)

    def _win(self) -> None:
        """End the fight. Of the waiting actions only some are still done."""
        self.is_won = True
        waiting = [one for one in self.queue if one[0].__name__ in DONE_AFTER_VICTORY]
        self.queue.clear()
        self.queue.extend(waiting)

    def _is_anybody_left(self) -> bool:
        """Is a monster alive? An Awakened One that fell for the first time will come back."""
        return any(
            is_alive(m) or (m.is_half_dead and m.kind == "AwakenedOne") for m in self.b.monsters
        )

    # --- damage to the player -------------------------------------------------------------------

    def do_hit_player(self, source: int, damage: int) -> None:
        """A hit of a monster's attack. A monster that Thorns have killed does not hit any more, unless
        it will rise again."""
        monster = self.b.monsters[source]
        if monster.hp > 0 or monster.is_half_dead:
            self._hit_player(source, monster, damage)

    def _hit_player(self, source: int, monster: Monster, damage: int) -> None:
        b = self.b
        left = damage - b.block
        b.block = max(0, b.block - damage)
        if left > 0 and p.BUFFER in b.powers:
            reduce_power(b.powers, p.BUFFER)
            left = 0
        for name in (p.THORNS, p.FLAME_BARRIER):
            if name in b.powers:
                self.add_to_top(self.do_damage, source, b.powers[name])
        if 1 < left <= 5 and "Torii" in self.relics:
            left = 1
        if left > 0 and p.STATIC_DISCHARGE in b.powers:
            channel_next(self, LIGHTNING, b.powers[p.STATIC_DISCHARGE])
        if left > 0 and "TungstenRod" in self.relics:
            left -= 1
        b.counts["unblocked"] = max(0, left)
        if left > 0:
            if p.PLATED in b.powers:
                reduce_power(b.powers, p.PLATED)
            if p.PAINFUL_STABS in monster.powers:
                self.make("Wound", "discard")
            self._hp_lost(left, False)

    def do_damage_player(self, damage: int, by_self: bool = False) -> None:
        """Damage that is not an attack."""
        b = self.b
        if damage > 0 and p.INTANGIBLE in b.powers:
            damage = 1
        left = damage - b.block
        b.block = max(0, b.block - damage)
        if left > 0 and p.BUFFER in b.powers:
            reduce_power(b.powers, p.BUFFER)
            left = 0
        if left > 0 and "TungstenRod" in self.relics:
            left -= 1
        if left > 0:
            self._hp_lost(left, by_self)

    def do_lose_hp(self, amount: int, by_self: bool = False) -> None:
        """The player loses HP; block does not help."""
        if p.INTANGIBLE in self.b.powers and amount > 1:
            amount = 1
        if p.BUFFER in self.b.powers and amount > 0:
            reduce_power(self.b.powers, p.BUFFER)
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
        self.trigger_relics(self.hooks.relic_hp_lost, was_low)
        b.counts["damaged"] = b.counts.get("damaged", 0) + 1
        for card in (*b.hand, *b.draw, *b.discard):
            if card.kind == "Blood for Blood":
                make_cheaper(card)
            elif card.kind == "Masterful Stab":
                make_dearer(card)
        if G.hp <= 0:
            self._would_die()

    def _would_die(self) -> None:
        G = self.G
        if "Mark of the Bloom" not in self.relics:
            if "FairyPotion" in G.potions:
                G.potions[G.potions.index("FairyPotion")] = NO_POTION
                share = 0.6 if "SacredBark" in self.relics else 0.3
                self.do_heal(max(1, int(G.max_hp * share)))
                return
            tail = self.relics.get("Lizard Tail")
            if tail is not None and tail.counter != -2:
                tail.counter = -2
                self.do_heal(G.max_hp // 2)
                return
        self.is_lost = True

    # --- the player -----------------------------------------------------------------------------

    def do_heal(self, amount: int) -> None:
        """Heal the player."""
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
        """The player gains block."""
        if amount > 0:
            self.b.block += amount
            if p.JUGGERNAUT in self.b.powers:
                self.add_to_bottom(self.do_damage_random, self.b.powers[p.JUGGERNAUT])
            if p.WAVE_OF_THE_HAND in self.b.powers:
                self.debuff_all(p.WEAK, self.b.powers[p.WAVE_OF_THE_HAND])

    def do_energy(self, amount: int) -> None:
        """Change the player's energy."""
        self.b.energy = max(0, self.b.energy + amount)

    def gain_max_hp(self, amount: int) -> None:
        """Gain Max HP and as many HP."""
        self.G.max_hp += amount
        self.do_heal(amount)

    def gain_gold(self, amount: int) -> None:
        """Gain gold."""
        if "Ectoplasm" not in self.relics:
            self.G.gold += amount
            if "Bloody Idol" in self.relics:
                self.do_heal(5)

    def plant_bomb(self, damage: int) -> None:
        """The Bomb: damage to all monsters in three turns."""
        self.b.bombs += [0] * (3 - len(self.b.bombs))
        self.b.bombs[2] += damage

    def count_relic(self, relic: Relic, every: int) -> bool:
        """Count up a relic. Return whether it has come round to 0."""
        relic.counter = (max(relic.counter, 0) + 1) % every
        return relic.counter == 0

    def face_monster(self, target: int) -> None:
        """Face one of two surrounding monsters. The other one attacks from behind and hits harder."""
        for place, monster in enumerate(self.b.monsters):
            if place == target:
                monster.powers.pop(p.BACK_ATTACK, None)
            else:
                monster.powers[p.BACK_ATTACK] = 1

    # --- powers ---------------------------------------------------------------------------------

    def do_buff(self, name: str, amount: int = 1) -> None:
        """Give the player a power. Artifact stops debuffs."""
        powers = self.b.powers
        is_bad = name in p.DEBUFFS or (amount < 0 and name in p.SIGNED)
        if name == p.WEAK and "Ginger" in self.relics:
            return
        if name == p.FRAIL and "Turnip" in self.relics:
            return
        if is_bad and p.ARTIFACT in powers:
            reduce_power(powers, p.ARTIFACT)
            return
        change_power(powers, name, amount)
        hook = self.hooks.power_gained.get(name)
        if hook is not None:
            hook(self)

    def debuff_player(self, name: str, amount: int = 1) -> None:
        """A monster's debuff on the player. It does not wear off this round."""
        is_new = name not in self.b.powers
        self.do_buff(name, amount)
        if is_new and name in self.b.powers:
            self.b.fresh.append(name)

    def do_remove_debuffs(self) -> None:
        """Remove all debuffs of the player."""
        powers = self.b.powers
        for name in list(powers):
            if name in p.DEBUFFS or powers[name] < 0:
                del powers[name]

    def do_debuff(self, target: int, name: str, amount: int, is_for_all: bool = False) -> None:
        """Put a debuff on a monster."""
        monster = self.b.monsters[target]
        if is_targetable(monster):
            self._debuff(target, monster, name, amount)

    def _debuff(self, target: int, monster: Monster, name: str, amount: int) -> None:
        if p.ARTIFACT in monster.powers:
            reduce_power(monster.powers, p.ARTIFACT)
            return
        if name == p.POISON and "Snake Skull" in self.relics:
            amount += 1
        change_power(monster.powers, name, amount)
        if p.SADISTIC in self.b.powers and not (name == p.STRENGTH and amount > 0):
            self.add_to_bottom(self.do_damage, target, self.b.powers[p.SADISTIC])
        if name == p.VULNERABLE and "Champion Belt" in self.relics:
            self.add_to_top(self.do_debuff, target, p.WEAK, 1)

    def add_monster_power(self, monster: Monster, amount: int, name: str = p.STRENGTH) -> None:
        """Give a monster a power, past Artifact."""
        change_power(monster.powers, name, amount)

    # --- rules of cards that variants replace ---------------------------------------------------

    def created_cost(self, kind: str, up: int) -> int:
        """The cost of a card that is created in the fight."""
        cost = FACTS[kind].cost[1 if up else 0]
        if kind == "Blood for Blood":
            cost = max(0, cost - self.b.counts.get("damaged", 0))
        elif kind == "Masterful Stab":
            cost += self.b.counts.get("damaged", 0)
        return cost

    def is_innate(self, card: Card) -> bool:
        """Does this card of the deck start in the hand?"""
        return FACTS[card.kind].innate[1 if card.up else 0]

    def upgrade(self, card: Card) -> None:
        """Upgrade a card for the rest of the fight. A new printed cost replaces the cost; a
        reduction for this turn stays."""
        plain, upgraded = FACTS[card.kind].cost
        if not card.up and plain != upgraded:
            saved = card.cost - card.turn_cost
            if card.kind == "Blood for Blood":  # the reduction by lost HP stays
                upgraded = max(0, min(card.cost - 1, upgraded))
            card.cost = upgraded
            if card.turn_cost > 0:
                card.turn_cost = max(0, upgraded - saved)
        card.up += 1

    def upgrade_all(self, pile: list[Card]) -> None:
        """Upgrade all cards of a pile that can be upgraded."""
        for card in pile:
            if can_upgrade(card):
                self.upgrade(card)

    def exhaust_random(self) -> None:
        """Exhaust a random card of the hand."""
        hand = self.b.hand
        if hand:  # a single card is exhausted without a roll
            at = self.streams.card_random.random(len(hand) - 1) if len(hand) > 1 else 0
            exhaust_card(self, hand.pop(at))

    def may_resolve(self, play: CardPlay, card: Card) -> bool:
        """Can a queued card be played? Limits per turn also hold for cards that play themselves."""
        if play.is_auto and has_played_enough(self):
            return False
        return play.is_copy or can_use(self, card)

    def discard_unplayable(self, play: CardPlay, card: Card) -> None:
        """Move a card that plays itself but cannot be played to its pile."""
        if play.is_auto and not play.is_copy:
            if play.exhausts:
                self.add_to_bottom(exhaust_card, self, card)
            else:
                self.add_to_bottom(self.b.discard.append, card)

    def add_play(self, play: CardPlay) -> None:
        """Queue a card that plays itself. Several ones are played in the order in which they come."""
        self.plays.append(play)

    def add_copy(self, play: CardPlay) -> None:
        """Queue the repetition of the card in play. It comes next."""
        self.plays.appendleft(play)

    def suffer_pain(self) -> None:
        """Pain in hand: lose 1 HP when another card is played."""
        self.add_to_top(self.do_lose_hp, 1, True)


FIGHT_CLASSES: dict[str, type[Fight]] = {"": Fight}
"""By rule variant."""


def new_fight(c: SpireContext) -> Fight:
    """Create the fight for the battle of the state, with the rules of its variant."""
    return FIGHT_CLASSES[c.G.variant](c)


def fight_of(c: SpireContext) -> Fight:
    """The fight of a context. It is reused while the state is the same object."""
    fight = c.fight
    G = c.G
    if fight is None or fight.b is not G.battle or len(fight.relics) != len(G.relics):
        fight = c.fight = new_fight(c)
    return fight
