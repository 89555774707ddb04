"""The fight itself: the loop, playing cards, and turns."""

from __future__ import annotations

from functools import cache
from types import GeneratorType
from typing import Any

from turnwright.games.spire.library import ATTACK, CURSE, POWER, SKILL, STATUS, CardFacts
from turnwright.games.spire.state import Card

from . import power_ids as p
from .action_queue import FACTS, NOBODYS, Asking, Play, is_alive, is_there
from .hooks import HOOKS
from .piles import Piles

NOBODY = [-1]


@cache
def always(is_entangled: bool) -> frozenset[str]:
    """Cards that only their cost can keep one from playing."""
    types = (SKILL, POWER) if is_entangled else (SKILL, POWER, ATTACK)
    fitting = {kind for kind, facts in FACTS.items() if facts.type in types}
    return frozenset(fitting.difference(HOOKS.card_rules))


class Fight(Piles):
    """A fight under way: all the words that content is written with, and the loop that does it."""

    __slots__ = ()

    def settle(self) -> Asking:
        """Go on until the player must decide, or the fight is over."""
        asked = self.go_on()
        while asked is not None:
            yield from asked
            asked = self.go_on()

    def go_on(self) -> Asking | None:
        """The same up to the first action that asks: then that is what one gets."""
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
                self._play(plays.popleft())
            elif not self._advance():
                break
        return None

    def _advance(self) -> bool:
        """Do what comes when nothing is waiting. False: the player must decide."""
        if self.monster_turn < len(self.b.monsters):
            self._take_monster_turn()
        elif self.turn_ended:
            self._next_turn()
        elif self.ends_turn:
            self.ends_turn = False
            self._turn_ends()
        elif "Unceasing Top" in self.relics and not self.b.hand and self._can_draw():
            return self._use_unceasing_top()
        else:
            return False
        return True

    def _use_unceasing_top(self) -> bool:
        self.do_draw(1)
        return True

    @property
    def is_over(self) -> bool:
        return self.is_won or self.is_lost or self.b.has_escaped

    def _can_draw(self) -> bool:
        return bool(self.b.draw or self.b.discard) and p.NO_DRAW not in self.b.powers

    # --- playing a card ------------------------------------------------------------------------------

    def playable(self) -> list[int]:
        """Places of the cards in hand that the player could play now, on somebody."""
        b = self.b
        if b.counts.get("played", 0) >= 3 and self._has_played_enough():
            return []
        energy, is_corrupt = b.energy, p.CORRUPTION in b.powers
        freely = always(p.ENTANGLED in b.powers)
        found = []
        for place, card in enumerate(b.hand):
            is_paid = card.turn_cost <= energy or card.free or (is_corrupt and self._is_free(card))
            if is_paid and (card.kind in freely or self._can_use(card)):
                found.append(place)
        return found

    def may_play(self, card: Card) -> bool:
        """The same for one card, be it in hand or elsewhere."""
        if self._has_played_enough() or not self._can_use(card):
            return False
        return card.turn_cost <= self.b.energy or card.free or self._is_free(card)

    def _has_played_enough(self) -> bool:
        """Must the player stop playing cards this turn?"""
        b = self.b
        played = b.counts.get("played", 0)
        if played >= 6 and "Velvet Choker" in self.relics:
            return True
        return played >= 3 and any(card.kind == "Normality" for card in b.hand)

    def plays_possible(self) -> list[tuple[int, int]]:
        """All cards that can be played, on whom."""
        hand, there = self.b.hand, self.alive()
        found: list[tuple[int, int]] = []
        for place in self.playable():
            card = hand[place]
            if FACTS[card.kind].target[1 if card.up else 0]:
                for target in there:
                    found.append((place, target))
            else:
                found.append((place, -1))
        return found

    def targets(self, card: Card) -> list[int]:
        """Whom a card may be played on; -1 if it needs nobody."""
        if not FACTS[card.kind].target[1 if card.up else 0]:
            return NOBODY
        return self.alive()

    def _can_use(self, card: Card) -> bool:
        """Is it a card that can be played at all, as things are?"""
        kind = card.kind
        type = FACTS[kind].type
        if type == ATTACK:
            if p.ENTANGLED in self.b.powers:
                return False
        elif type == CURSE:
            return "Blue Candle" in self.relics
        elif type == STATUS and kind != "Slimed":
            return "Medical Kit" in self.relics
        rule = self.hooks.card_rules.get(kind)
        return rule is None or bool(rule(self, card))

    def _may_go_on(self, play: Play, card: Card) -> bool:
        """May a card that is on its way be played? One that plays itself may be one too many."""
        if play.is_auto and self._has_played_enough():
            return False
        return play.is_copy or self._can_use(card)

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
            hook = self.hooks.card_turn_end.get(card.kind)
            if hook is not None:
                hook(self, card)
            self.b.hand[:] = [one for one in self.b.hand if one is not card]
            self.then(self.b.discard.append, card)
            return
        needs_target = facts.target[1 if card.up else 0]
        has_target = not needs_target or (
            play.target >= 0 and is_there(self.b.monsters[play.target])
        )
        if not has_target or not self._may_go_on(play, card):
            self._put_away(play, card)
            return
        if needs_target and p.SURROUNDED in self.b.powers:
            self.turn_to(play.target)
        self._use(play, card, facts)

    def _put_away(self, play: Play, card: Card) -> None:
        """A card that plays itself but cannot be played leaves for its pile."""
        if play.is_auto and not play.is_copy:
            self.then(self.exhaust if play.exhausts else self.b.discard.append, card)

    def _use(self, play: Play, card: Card, facts: CardFacts) -> None:
        b = self.b
        play.exhausts |= facts.exhaust[1 if card.up else 0]
        counts = b.counts
        counts["played"] = counts.get("played", 0) + 1
        if play.energy > b.energy and not play.ignores_energy:
            play.energy = b.energy
        for deed in self.hooks.cards.get(card.kind, ()):
            deed(self, play.target, card.up)
        if facts.type == ATTACK:
            counts["attacks"] = counts.get("attacks", 0) + 1
        elif facts.type == SKILL:
            counts["skills"] = counts.get("skills", 0) + 1
        if b.powers:
            for name in list(b.powers):
                hook = self.hooks.power_card.get(name)
                if hook is not None:
                    hook(self, play, facts)
        self.tell_relics(self.hooks.relic_card, play, facts)
        for target, monster in enumerate(b.monsters):
            if monster.powers and is_there(monster):
                for name in list(monster.powers):
                    monster_hook = self.hooks.monster_card.get(name)
                    if monster_hook is not None:
                        monster_hook(self, target, monster, facts)
        if facts.type == SKILL and p.CORRUPTION in b.powers:
            play.exhausts = True
        self.queue.append((self._after, (play,)))
        own = -1
        for place, one in enumerate(b.hand):
            if one is card:
                own = place
            elif one.kind == "Pain":
                self._suffer_pain()
        if not play.is_copy:
            if own >= 0:
                del b.hand[own]
            if card.turn_cost > 0 and not (card.free or play.is_auto or self._is_free(card)):
                b.energy -= card.turn_cost

    def _suffer_pain(self) -> None:
        """Pain in the hand when another card is played."""
        self.first(self.do_lose_hp, 1, True)

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
        for target, monster in enumerate(() if play.silent else b.monsters):
            if monster.powers and is_there(monster):
                for name in list(monster.powers):
                    hook = self.hooks.monster_after_card.get(name)
                    if hook is not None:
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

    def end_turn_early(self) -> None:
        """The turn ends now. Cards that were about to play themselves are put away."""
        for play in self.plays:
            if play.is_auto and not play.is_copy and play.card is not None:
                play.silent = True
                play.exhausts |= FACTS[play.card.kind].exhaust[1 if play.card.up else 0]
                self.then(self._after, play)
        self.plays.clear()
        self.end_turn()

    def _end_of_turn(self) -> None:
        """What happens before the hand is discarded."""
        b = self.b
        self.tell_relics(self.hooks.relic_turn_end)
        for name in (p.METALLICIZE, p.PLATED):
            if name in b.powers:
                self.then(self.do_block, b.powers[name])
        for card in b.hand:
            if card.kind in self.hooks.card_turn_end:
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
            hook = self.hooks.power_turn_end.get(name)
            if hook is not None:
                hook(self, b.powers[name])
        self.then(self.plays.clear)
        self.then(self._discard_hand)
        for card in (*b.hand, *b.draw, *b.discard):
            card.turn_cost = card.cost
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
                    hook = self.hooks.monster_turn_start.get(name)
                    if hook is not None:
                        hook(self, monster)
        self.monster_turn = 0

    def _take_monster_turn(self) -> None:
        place = self.monster_turn
        self.monster_turn += 1
        monster = self.b.monsters[place]
        if (is_there(monster) or monster.is_half_dead) and not monster.has_escaped:
            self.acting = monster
            self.hooks.take_turn(self, place, monster)

    def _next_turn(self) -> None:
        """After all monsters: what wears off, and a new turn."""
        b = self.b
        if not self.skips_monsters:
            self._round_ends()
        b.turn += 1
        self.turn_ended = self.skips_monsters = False
        self.monster_turn = NOBODYS
        self.tell_relics(self.hooks.relic_turn_start)
        for name in list(b.powers):
            power_hook = self.hooks.power_turn_start.get(name)
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
        self.tell_relics(self.hooks.relic_after_draw)
        for name in list(b.powers):
            power_hook = self.hooks.power_after_draw.get(name)
            if power_hook is not None:
                power_hook(self, b.powers[name])
        for word in ("played", "attacks", "skills", "discarded"):
            b.counts[word] = 0
        b.energy = b.energy + b.energy_per_turn if "Ice Cream" in self.relics else b.energy_per_turn
        if p.NEXT_ENERGY in b.powers:
            b.energy += b.powers.pop(p.NEXT_ENERGY)

    def end_survived(self) -> None:
        """The player has won or escaped: what the run keeps of the fight."""
        G, b = self.G, self.b
        for card in (*b.hand, *b.draw, *b.discard, *b.exhaust):
            if card.kind == "RitualDagger" and 0 <= card.uid < len(G.deck):
                G.deck[card.uid].misc = card.special
        self.tell_relics(self.hooks.relic_before_victory)
        self.tell_relics(self.hooks.relic_victory)
        G.data = {"escaped": b.has_escaped, **b.spoils}

    def cards_a_turn(self) -> int:
        count = 5 + 2 * ("Snecko Eye" in self.relics) + ("Ring of the Serpent" in self.relics)
        return count - (1 if p.DRAW_REDUCTION in self.b.powers else 0)

    def _round_ends(self) -> None:
        b = self.b
        for monster in b.monsters:
            if is_alive(monster):
                for name in list(monster.powers):
                    hook = self.hooks.monster_turn_end.get(name)
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
                    hook = self.hooks.monster_round_end.get(name)
                    if hook is not None:
                        hook(self, monster)


def fight_of(c: Any) -> Fight:
    """The fight of a context. It is kept from move to move, as long as the state is the same."""
    fight: Fight | None = c.fight
    G = c.G
    if fight is None or fight.b is not G.battle or len(fight.relics) != len(G.relics):
        fight = c.fight = FIGHT_CLASSES[G.variant](c)
    return fight


FIGHT_CLASSES: dict[str, type[Fight]] = {"": Fight}
"""By rule variant."""


def new_fight(c: Any) -> Fight:
    """A fight over the battle of the state, with the rules of its variant."""
    return FIGHT_CLASSES[c.G.variant](c)
