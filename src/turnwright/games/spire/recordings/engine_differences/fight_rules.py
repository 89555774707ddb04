"""Differences in the rules of fights: damage, cards, playing and turns."""

from __future__ import annotations

from turnwright.games.spire.combat import power_ids as p
from turnwright.games.spire.combat.card_play import CardPlay, can_use
from turnwright.games.spire.combat.fight import FIGHT_CLASSES, Fight
from turnwright.games.spire.combat.hooks import HOOKS
from turnwright.games.spire.combat.piles import (
    FACTS,
    can_upgrade,
    draw_cards,
    exhaust_card,
    reshuffle,
    trigger_shuffle,
)
from turnwright.games.spire.context import Asking
from turnwright.games.spire.state import Card, Monster, is_alive, is_targetable

VARIANT = "recording_engine"
"""The name of the variant, and the value of the option."""
ENGINE_HOOKS = HOOKS.copy()
"""The hooks of the recording engine. `content` replaces some of them."""


class RecordingEngineFight(Fight):
    """A fight as the recording engine runs it."""

    __slots__ = ()
    rule_hooks = ENGINE_HOOKS

    # --- damage and powers ---------------------------------------------------------------------------

    def is_against(self, *ranks: str) -> bool:
        """Relics do not count elites and bosses met in events as such. Read in
        src/combat/BattleContext.cpp, initRelics."""
        return self.G.room in ranks

    def damage_to(self, target: int, base: int) -> int:
        """An attack of 0 damage hurts an intangible monster. Seen in dev-run-a0-025."""
        damage = super().damage_to(target, base)
        return max(1, damage) if p.GHOST in self.b.monsters[target].powers else damage

    def do_attack(self, target: int, damage: int) -> None:
        """Angry monsters also gain Strength from attacks that they block. Seen in
        dev-card-POMMEL_STRIKE+1-mixed."""
        monster = self.b.monsters[target]
        if is_targetable(monster) and p.ANGRY in monster.powers:
            self.add_monster_power(monster, monster.powers[p.ANGRY])
        super().do_attack(target, damage)

    def prick_player(self, monster: Monster) -> None:
        """Thorns only hurt if the attack deals damage (`content.thorns`). Read in
        src/combat/Monster.cpp, attackedUnblockedHelper."""

    def _is_anybody_left(self) -> bool:
        """The fight is won when the last other monster dies while the Awakened One waits for its
        rebirth. Read in src/combat/Monster.cpp, die."""
        return any(is_alive(monster) for monster in self.b.monsters)

    def do_hit_player(self, source: int, damage: int) -> None:
        """A monster that thorns have killed still makes its other hits. Seen in
        dev-card-GOOD_INSTINCTS-mixed."""
        self._hit_player(source, self.b.monsters[source], damage)

    def _with_magic_flower(self, amount: int) -> int:
        """Magic Flower rounds down. Seen in dev-relic-MAGIC_FLOWER-0."""
        return amount * 3 // 2

    def _end_red_skull(self) -> None:
        """Red Skull gives Strength again when HP rises above half. Seen in dev-run-a0-023."""
        self.do_buff(p.STRENGTH, 3)

    def do_debuff(self, target: int, name: str, amount: int, is_for_all: bool = False) -> None:
        """Half-dead monsters can be debuffed, and a revived Darkling remembers Weak and Vulnerable.
        Seen in dev-encounter-THREE_DARKLINGS-a0-2."""
        monster = self.b.monsters[target]
        if is_targetable(monster) or (monster.is_half_dead and not is_for_all):
            if p.ARTIFACT not in monster.powers:
                amount += monster.misc.pop(name, 0)
            self._debuff(target, monster, name, amount)

    # --- cards ---------------------------------------------------------------------------------------

    def created_cost(self, kind: str, up: int) -> int:
        """A Blood for Blood made in the fight has its printed cost. Seen in
        dev-relic-NILRYS_CODEX-1."""
        return FACTS[kind].cost[1 if up else 0]

    def is_innate(self, card: Card) -> bool:
        """Pride is not innate. Seen in dev-card-PRIDE-mixed."""
        return super().is_innate(card) and card.kind != "Pride"

    def upgrade(self, card: Card) -> None:
        """An upgrade makes a card cost something that was free this turn, and Infernal Blade keeps its
        cost. Seen in dev-run-a0-018. Tagged card_infernal_blade_upgraded_cost."""
        plain, upgraded = FACTS[card.kind].cost
        if not card.up and plain != upgraded:
            saved = card.cost - card.turn_cost
            if card.kind == "Blood for Blood":
                upgraded = max(0, min(card.cost - 1, upgraded))
            elif card.kind == "Infernal Blade":
                upgraded = card.cost
            card.cost = upgraded
            card.turn_cost = max(0, upgraded - saved)
        card.up += 1

    def upgrade_all(self, pile: list[Card]) -> None:
        """Statuses and curses in hand are upgraded, too. Seen in dev-card-ARMAMENTS+1-plain."""
        fixed = [one for one in pile if not can_upgrade(one)] if pile is self.b.hand else []
        super().upgrade_all(pile)
        for card in fixed:
            card.up = 1

    def exhaust_random(self) -> None:
        """A random number is drawn even for a single card. Seen in dev-card-BLOOD_FOR_BLOOD-mixed."""
        hand = self.b.hand
        if hand:
            exhaust_card(self, hand.pop(self.streams.card_random.random(len(hand) - 1)))

    # --- playing and turns ---------------------------------------------------------------------------

    def resolve(self) -> Asking | None:
        """Unceasing Top reshuffles one move later. Seen in dev-relic-UNCEASING_TOP-0."""
        if self.b.counts.pop("top", 0):
            trigger_shuffle(self)
            self.add_to_top(draw_cards, self, 1)
            self.add_to_top(reshuffle, self)
        return super().resolve()

    def _use_unceasing_top(self) -> bool:
        """See `resolve`."""
        if not self.b.draw:
            self.b.counts["top"] = 1
            return False
        return super()._use_unceasing_top()

    def _advance(self) -> bool:
        """A player without any cards, bombs and thorns loses, except against a Transient. Seen in
        dev-card-FIEND_FIRE+1-plain."""
        b = self.b
        has_something = b.hand or b.draw or b.discard or b.bombs or p.THORNS in b.powers
        if not has_something and b.monsters[0].kind != "Transient":
            self.is_lost = True
            return True
        return super()._advance()

    def may_resolve(self, play: CardPlay, card: Card) -> bool:
        """Cards that play themselves ignore Normality and Velvet Choker. Seen in dev-run-a0-012."""
        return play.is_copy or can_use(self, card)

    def discard_unplayable(self, play: CardPlay, card: Card) -> None:
        """An unplayable card that plays itself vanishes. Seen in dev-card-HAVOC-plain."""

    def add_play(self, play: CardPlay) -> None:
        """Of several cards that play themselves the last one is played first. Seen in
        dev-potion-DISTILLED_CHAOS-plain."""
        self.plays.appendleft(play)

    def add_copy(self, play: CardPlay) -> None:
        """A repeated card waits for one card that was queued before. Read in
        src/combat/BattleContext.cpp, addPurgeCardToCardQueue."""
        self.plays.insert(1, play)

    def suffer_pain(self) -> None:
        """Rupture does not see the HP lost to Pain. Seen in dev-run-a0-012."""
        self.add_to_top(self.do_lose_hp, 1)

    def end_survived(self) -> None:
        """The Parasite of a Writhing Mass arrives after the fight. Seen in dev-run-a0-023."""
        is_implanted = self.b.spoils.pop("implanted", 0)
        super().end_survived()
        if is_implanted:
            self.c.obtain("Parasite")


FIGHT_CLASSES[VARIANT] = RecordingEngineFight


def remember_debuffs(m: Monster) -> None:
    """Keep Weak and Vulnerable of a Darkling for `RecordingEngineFight.do_debuff`."""
    m.misc.update({name: m.powers[name] for name in (p.WEAK, p.VULNERABLE) if name in m.powers})
