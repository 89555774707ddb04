"""The words of the rulebook: what a table holds, and what can be looked at and done on it.

Moves and hooks (`game.py`) are written with these words. Numbers in comments are those of the Gundam
Card Game Comprehensive Rules, as they are since Ver. 1.1.0.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import turnwright as tw
from turnwright.games.tcg.common.context import CardTable

from .cards import LIBRARY, CardSpec

MOST_UNITS = 6  # 11-4-1
PLAYER = "player"  # the attack target that is no Unit


class Card(tw.Card):
    damage: tw.Public[int] = 0
    pilot: tw.Public[int | None] = None  # the Pilot beneath this Unit
    deployed_on: tw.Public[int] = -1  # the number of the turn
    ap_this_turn: tw.Public[int] = 0
    ap_this_battle: tw.Public[int] = 0


class Battle(tw.State):
    attacker: tw.Public[int]
    target: tw.Public[int | str]


class Trigger(tw.State):
    """An effect that has triggered and waits: the one its card has for this timing."""

    card: tw.Public[int]
    timing: tw.Public[str]


class Table(tw.State):
    battle: tw.Public[Battle | None] = None
    triggers: tw.Public[list[Trigger]] = []


# The words that choose a target, and the question they ask.
CHOOSES = {
    "damage": "Deal damage to an enemy Unit",
    "boost": "Another Unit gets AP during this turn",
    "surge": "A battling Unit gets AP during this battle",
}


class Rules(CardTable[CardSpec]):
    """The words of the rulebook. The active player is the turn player; the other is on standby."""

    __slots__ = ()
    library = LIBRARY

    # --- looking --------------------------------------------------------------------------------

    @property
    def standby(self) -> int:
        return self.after(self.turn_player)

    def is_a(self, card_id: int, type: str) -> bool:
        return bool(self.spec(card_id).type == type)

    def has(self, card_id: int, keyword: str) -> int:
        return int(self.spec(card_id).keywords.get(keyword, 0))

    def units(self, seat: int) -> list[Any]:
        return [card for card in self.cards_in("battleArea", seat) if self.is_a(card.id, "unit")]

    def field(self, seat: int) -> list[Any]:
        """Units and the Base."""
        return [*self.units(seat), *self.cards_in("base", seat)]

    def is_in_battle_area(self, card_id: int) -> bool:
        return self.zone_of(card_id) == "battleArea"

    def with_pilot(self, unit: Any) -> list[int]:
        return [unit.id] if unit.pilot is None else [unit.id, unit.pilot]

    def ap(self, unit: Any) -> int:
        printed = sum(self.spec(card_id).ap for card_id in self.with_pilot(unit))
        return int(printed + unit.ap_this_turn + unit.ap_this_battle)

    def hp(self, card: Any) -> int:
        return sum(self.spec(card_id).hp for card_id in self.with_pilot(card))

    def is_link_unit(self, unit: Any) -> bool:
        return unit.pilot is not None and self.spec(unit.id).link == self.spec(unit.pilot).trait

    def active_resources(self) -> list[Any]:
        return [card for card in self.cards_in("resourceArea") if card.ready]

    def playable(self, type: str) -> list[int]:
        """7-5-2-2: enough Resources for the card's Lv, and enough active ones for its cost."""
        lv, active = len(self.zone("resourceArea")), len(self.active_resources())
        cards = [card_id for card_id in self.zone("hand") if self.is_a(card_id, type)]
        cards = [card_id for card_id in cards if self.spec(card_id).lv <= lv]
        return [card_id for card_id in cards if self.spec(card_id).cost <= active]

    def can_use(self, card_id: int, timing: str) -> bool:
        """10-1-8-1-1, 10-2-2: an effect that has to choose a target needs one."""
        if timing not in self.spec(card_id).effects:
            return False
        word, _ = self.spec(card_id).effects[timing]
        return word not in CHOOSES or bool(self.targets(word, card_id))

    def targets(self, word: str, source: int) -> list[int]:
        """What an effect of this card's owner may choose."""
        seat = self.card(source).owner
        if word == "damage":
            return [unit.id for unit in self.units(self.after(seat))]
        own = [unit.id for unit in self.units(seat) if unit.id != source]
        if word == "boost":
            return own
        battle = self.G.battle
        return [unit for unit in own if battle and unit in (battle.attacker, battle.target)]

    # --- doing ----------------------------------------------------------------------------------

    def pay(self, card_id: int) -> None:
        """7-5-2-2-3: rest Resources. An EX Resource that pays leaves the game (5-17-3-2-3)."""
        tokens_last = sorted(self.active_resources(), key=lambda card: self.spec(card.id).is_token)
        for card in tokens_last[: self.spec(card_id).cost]:
            card.ready = False
            if self.spec(card.id).is_token:
                self.leave_field(card)

    def draw_cards(self, seat: int, count: int) -> None:
        """1-2-2-2, 7-3-1-1: whoever has no card left in the deck, be it by drawing, has lost."""
        self.draw_card(count, seat)
        if not self.zone("deck", seat):
            self.lose(seat, reason="no cards left in the deck")

    def deploy(self, card_id: int) -> Any:
        card, seat = self.card(card_id), self.card(card_id).owner
        is_unit = self.is_a(card_id, "unit")
        old = [other.id for other in (self.units(seat) if is_unit else self.cards_in("base", seat))]
        if len(old) >= (MOST_UNITS if is_unit else 1):  # 11-4-2, 11-5-2: this is no destruction
            out = old[0]
            if len(old) > 1:
                text = "The battle area is full: choose a Unit that goes into the trash"
                out = yield self.choose_card(text, old, seat=seat, id="make_room")
            self.leave_field(self.card(out))
        self.move_card(card_id, "battleArea" if is_unit else "base")
        card.deployed_on = self.ctx.num_player_turns
        self.trigger([card_id], "deploy")

    def leave_field(self, card: Any) -> None:
        """3-3-6: the Pilot goes where its Unit goes. 5-17-4: a token leaves the game."""
        for card_id in self.with_pilot(card):
            self.move_card(card_id, "outside" if self.spec(card_id).is_token else "trash")
        card.damage = card.ap_this_turn = card.ap_this_battle = 0
        card.ready, card.pilot = True, None

    def damage_shield_area(self, seat: int, amount: int, shields: int = 1) -> None:
        """8-5-2: the Base is damaged if there is one; else the top Shield is revealed, destroyed."""
        for base in self.cards_in("base", seat):
            base.damage += amount
            self.manage_rules()
            return
        for card_id in self.zone("shields", seat)[-shields:][::-1]:
            self.move_card(card_id, "revealed")
            self.trigger([card_id], "burst")

    def manage_rules(self) -> None:
        """11-3: what has taken as much damage as it has HP is destroyed, all at the same time."""
        cards = [*self.field(self.turn_player), *self.field(self.standby)]
        for card in [card for card in cards if card.damage >= self.hp(card)]:
            self.trigger(self.with_pilot(card), "destroyed")
            self.leave_field(card)

    # --- effects --------------------------------------------------------------------------------

    def trigger(self, cards: Iterable[int], timing: str) -> None:
        having = [card_id for card_id in cards if timing in self.spec(card_id).effects]
        self.G.triggers += [Trigger(card=card_id, timing=timing) for card_id in having]

    def resolve_triggers(self, start: int = 0) -> Any:
        """10-1-6: Bursts first, then the active player's, then the others; a player with several
        decides on their order. What triggers in the meantime (from `start` on) is resolved first."""
        triggers = self.G.triggers
        while len(triggers) > start and not self.ctx.game_over:
            rank = min(map(self.rank, triggers[start:]))
            first = [i for i in range(start, len(triggers)) if self.rank(triggers[i]) == rank]
            index = first[0]
            if len(first) > 1:
                text, owner = "Which effect first?", self.card(triggers[index].card).owner
                effects = {i: (triggers[i].card, triggers[i].timing) for i in first}
                how = self.of_effects(effects, owner)
                index = yield self.choose(text, first, id="effect", **how)
            trigger = triggers.pop(index)
            waiting = len(triggers)
            yield from self.resolve(trigger.card, trigger.timing)
            yield from self.resolve_triggers(waiting)

    def rank(self, trigger: Trigger) -> tuple[bool, bool]:
        return trigger.timing != "burst", self.card(trigger.card).owner != self.turn_player

    def resolve(self, source: int, timing: str) -> Any:
        """What the words on the cards do. Targets are chosen when the word is reached (10-3-3)."""
        seat = self.card(source).owner
        word, number = self.spec(source).effects[timing]
        if timing == "burst":  # 13-2-5: the owner may decline
            text = f"Activate the Burst of {self.name(source)}?"
            if not (yield self.yes_no(text, seat=seat)):
                return
        if word in CHOOSES:
            targets = self.targets(word, source)
            if targets:
                chosen = yield self.choose_card(CHOOSES[word], targets, seat=seat, id="target")
                self.affect(self.card(chosen), word, number)
        elif word == "draw":
            self.draw_cards(seat, number)
        elif word == "take shield":
            for card_id in self.zone("shields", seat)[-number:]:
                self.move_card(card_id, "hand")
        elif word == "to hand":
            self.move_card(source, "hand")
        else:
            yield from self.deploy(source)

    def affect(self, unit: Any, word: str, number: int) -> None:
        if word == "damage":
            unit.damage += number
            self.manage_rules()
        elif word == "boost":
            unit.ap_this_turn += number
        else:
            unit.ap_this_battle += number
