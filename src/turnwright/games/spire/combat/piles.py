"""The piles: drawing, shuffling, making, exhausting and choosing cards."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from turnwright.core.runtime.prompts import Question
from turnwright.games.spire.library import CURSE, SKILL, STATUS
from turnwright.games.spire.state import Card, Choice

from . import power_ids as p
from .action_queue import FACTS, HAND_LIMIT, TASKS, Asking, Play, title
from .damage import Harming


class Piles(Harming):
    """What can be done with cards."""

    __slots__ = ()

    # --- doing: cards --------------------------------------------------------------------------------

    def new_card(self, kind: str, up: int = 0) -> Card:
        cost = self._created_cost(kind, up)
        card = Card(kind, up, uid=self.b.next_uid, cost=cost, turn_cost=cost)
        self.b.next_uid += 1
        return card

    def _created_cost(self, kind: str, up: int) -> int:
        """What a card costs that is made in the fight."""
        cost = FACTS[kind].cost[1 if up else 0]
        if kind == "Blood for Blood":
            cost = max(0, cost - self.b.counts.get("damaged", 0))
        return cost

    def copy_of(self, card: Card) -> Card:
        """Another card, in everything as this one."""
        copy = msgspec.structs.replace(card, uid=self.b.next_uid)
        self.b.next_uid += 1
        return copy

    @staticmethod
    def free_this_turn(card: Card) -> None:
        """Costs nothing this turn; what costs X still does."""
        if card.turn_cost > 0:
            card.turn_cost = 0

    def can_upgrade(self, card: Card) -> bool:
        if card.up and card.kind != "Searing Blow":
            return False
        return FACTS[card.kind].type not in (CURSE, STATUS)

    def upgrade(self, card: Card) -> None:
        """For the rest of the fight. With another printed cost it costs that, whatever it cost before;
        what was off for this turn stays off."""
        plain, upgraded = FACTS[card.kind].cost
        if not card.up and plain != upgraded:
            saved = card.cost - card.turn_cost
            if card.kind == "Blood for Blood":  # what was saved by losing hit points stays saved
                upgraded = max(0, min(card.cost - 1, upgraded))
            card.cost = upgraded
            if card.turn_cost > 0:
                card.turn_cost = max(0, upgraded - saved)
        card.up += 1

    def upgrade_all(self, pile: list[Card]) -> None:
        for card in pile:
            if self.can_upgrade(card):
                self.upgrade(card)

    def add_random(self, kinds: Sequence[str], count: int = 1) -> None:
        """A card by chance comes into the hand, free this turn."""
        for _ in range(count):
            card = self.new_card(self.random_of(kinds))
            self.free_this_turn(card)
            self.place(card, "hand")

    def do_make(self, kind: str, where: str, count: int = 1, up: int = 0) -> None:
        for _ in range(count):
            self.place(self.new_card(kind, up), where)

    def place(self, card: Card, where: str) -> None:
        b = self.b
        if where == "hand" and len(b.hand) >= HAND_LIMIT:
            where = "discard"
        if where == "hand":
            if p.CORRUPTION in b.powers and FACTS[card.kind].type == SKILL:
                card.turn_cost = min(card.turn_cost, 0)
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
            self.tell_shuffle()
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
            card.cost = card.turn_cost = self.streams.card_random.random(3)
            card.free = False
        if p.CORRUPTION in powers and facts.type == SKILL:
            card.turn_cost = min(card.turn_cost, 0)
        b.hand.append(card)
        if card.kind == "Void":
            self.first(self.do_energy, -1)
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
        b.draw += b.discard
        b.discard.clear()

    def do_shuffle_draw(self) -> None:
        self.streams.shuffle.shuffle(self.b.draw)

    def tell_shuffle(self) -> None:
        self.tell_relics(self.hooks.relic_shuffle)

    def exhaust(self, card: Card) -> None:
        """A card leaves the fight; whoever cares is told."""
        b = self.b
        self.tell_relics(self.hooks.relic_exhaust)
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

    def do_exhaust_random(self) -> None:
        hand = self.b.hand
        if hand:  # a single card is exhausted without a roll
            at = self.streams.card_random.random(len(hand) - 1) if len(hand) > 1 else 0
            self.exhaust(hand.pop(at))

    def do_play_top_at_random(self) -> None:
        self.do_play_top(self.random_monster(), False)

    def do_make_random(self, kinds: Sequence[str]) -> None:
        """A card by chance comes into the hand."""
        self.do_make(self.random_of(kinds), "hand")

    def use_potion(self, kind: str, target: int) -> None:
        if target >= 0 and p.SURROUNDED in self.b.powers:
            self.turn_to(target)
        self.hooks.potions[kind](self, kind, target, 2 if "SacredBark" in self.relics else 1)
        if "Toy Ornithopter" in self.relics:
            self.do_heal(5)

    def do_play_top(self, target: int, exhausts: bool) -> None:
        """The top card of the draw pile is played by itself."""
        b = self.b
        if not b.draw:
            if b.discard:
                self.first(self.do_play_top, target, exhausts)
                self.tell_shuffle()
                self.first(self.do_reshuffle)
            return
        play = Play(b.draw.pop(), target, b.energy)
        play.exhausts, play.is_auto, play.is_free = exhausts, True, True
        self.plays.appendleft(play)

    # --- asking --------------------------------------------------------------------------------------

    def choose(self, task: str, source: str, places: Sequence[int] | None = None) -> Asking:
        """The player chooses a card of a pile; the answer is its place in it, -1 if there is none to
        choose. Where there is only one, nobody is asked."""
        pile: list[Card] = getattr(self.b, source)
        if places is None:
            places = range(len(pile))
        if len(places) <= 1:
            return places[0] if places else -1
        self.b.choice = Choice(task, source, list(places))
        place = yield Question(
            "choose", 0, TASKS[task], list(places), label=lambda at: title(pile[at]), id=task
        )
        self.b.choice = None
        return place

    def choose_many(self, task: str, source: str, most: int) -> Asking:
        """Any number of cards of a pile, up to so many; the answer is their places."""
        pile: list[Card] = getattr(self.b, source)
        self.b.choice = Choice(task, source, list(range(len(pile))), most=most)
        places = yield Question(
            "choose_many", 0, TASKS[task], list(range(len(pile))), 0, min(most, len(pile)),
            label=lambda at: title(pile[at]), id=task,
        )  # fmt: skip
        self.b.choice = None
        return places

    def offer(self, task: str, kinds: Sequence[str], may_skip: bool = False) -> Asking:
        """One of three different cards by chance; -1 if the player wants none. The answer is its id."""
        shown: list[str] = []
        while len(shown) < 3:
            kind = self.random_of(kinds)
            if kind not in shown:
                shown.append(kind)
        self.b.choice = Choice(task, "offer", [0, 1, 2], [Card(kind) for kind in shown])
        place = yield Question(
            "choose", 0, TASKS[task], [0, 1, 2], 0 if may_skip else 1,
            label=lambda at: FACTS[shown[at]].name, id=task,
        )  # fmt: skip
        self.b.choice = None
        return None if place is None else shown[place]

    def discover(self, kinds: Sequence[str], copies: int = 1, may_skip: bool = False) -> Asking:
        """Choose one of three cards; it comes into the hand, free this turn."""
        kind = yield from self.offer("DISCOVERY", kinds, may_skip)
        for _ in range(copies if kind is not None else 0):
            card = self.new_card(kind)
            self.free_this_turn(card)
            self.place(card, "hand")

    def gamble(self) -> Asking:
        """Discard any cards, draw as many."""
        places = yield from self.choose_many("GAMBLE", "hand", HAND_LIMIT)
        if places:
            self.first(self.do_draw, len(places))
        for place in sorted(places, reverse=True):
            self.b.discard.append(self.b.hand.pop(place))

    def exhaust_many(self, most: int) -> Asking:
        places = yield from self.choose_many("EXHAUST_MANY", "hand", most)
        for place in sorted(places, reverse=True):
            self.exhaust(self.b.hand.pop(place))
