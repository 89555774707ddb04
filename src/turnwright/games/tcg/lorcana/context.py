"""The words of the rulebook: what a table holds, and what can be looked at and done on it.

Moves and hooks (`game.py`) are written with these words. Numbers in comments are those of the Disney
Lorcana Comprehensive Rules, version 2.2.0.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import turnwright as tw
from turnwright.games.tcg.common.context import CardTable

from .cards import LIBRARY, CardSpec

LORE_TO_WIN = 20  # 1.11.3


class Card(tw.Card):
    damage: tw.Public[int] = 0
    drying: tw.Public[bool] = False  # 5.1.1.11: it has come into play this turn
    location: tw.Public[int | None] = None  # where this character is
    strength_this_turn: tw.Public[int] = 0


class Trigger(tw.State):
    """A triggered ability that waits in the bag: the one its card has for this timing."""

    card: tw.Public[int]
    timing: tw.Public[str]


class Challenge(tw.State):
    challenger: tw.Public[int]
    challenged: tw.Public[int]


class Table(tw.State):
    lore: tw.Public[list[int]] = tw.default(lambda: [0, 0])
    ink: tw.Public[list[int]] = tw.default(lambda: [0, 0])  # how many ink cards are ready
    has_inked: tw.Public[bool] = False
    altered: tw.Public[list[int]] = []  # who has altered the opening hand
    challenge: tw.Public[Challenge | None] = None
    bag: tw.Public[list[Trigger]] = []
    bag_holder: tw.Public[int | None] = None  # who has resolved last, while the bag is not empty


# The words that choose a character, and the question they ask.
CHOOSES = {
    "damage": "Deal damage to a character",
    "heal": "Remove damage from a character",
    "boost": "A character gets strength this turn",
}


class Rules(CardTable[CardSpec]):
    """The words of the rulebook. The active player is the turn player."""

    __slots__ = ()
    library = LIBRARY

    # --- looking --------------------------------------------------------------------------------

    def has(self, card_id: int, keyword: str) -> bool:
        return keyword in self.spec(card_id).keywords

    def in_play(self, seat: int, type: str) -> list[Any]:
        return [card for card in self.cards_in("play", seat) if self.spec(card.id).type == type]

    def is_in_play(self, card_id: int) -> bool:
        return self.zone_of(card_id) == "play"

    def characters(self, seat: int) -> list[Any]:
        return self.in_play(seat, "character")

    def able(self, seat: int) -> list[Any]:
        """Characters that are ready and dry."""
        return [card for card in self.characters(seat) if card.ready and not card.drying]

    def strength(self, card: Card) -> int:
        return max(0, self.spec(card.id).strength + card.strength_this_turn)  # 4.6.6.1

    def willpower(self, card: Any) -> int:
        shelter = 0 if card.location is None else self.spec(card.location).shelter
        return int(self.spec(card.id).willpower + shelter)

    def can_pay(self, amount: int) -> bool:
        return bool(self.G.ink[self.seat] >= amount)

    def challengers(self) -> list[int]:
        """4.6.4.1: ready and dry. Rush (8.9.1) challenges as though it were dry."""
        cards = [card for card in self.characters(self.seat) if card.ready]
        return [card.id for card in cards if not card.drying or self.has(card.id, "Rush")]

    def challengeable(self, card: int) -> list[int]:
        """4.6.4.2, 4.6.8: exerted opposing characters and any opposing location."""
        exerted = [other.id for other in self.characters(self.opponent) if not other.ready]
        if not self.has(card, "Evasive"):  # 8.6.1
            exerted = [other for other in exerted if not self.has(other, "Evasive")]
        guards = [other for other in exerted if self.has(other, "Bodyguard")]  # 8.3.3
        locations = [other.id for other in self.in_play(self.opponent, "location")]
        return (guards or exerted) + locations

    def must_challenge(self) -> bool:
        """8.7.3: a Reckless character that can challenge keeps its player from ending the turn."""
        reckless = [card for card in self.challengers() if self.has(card, "Reckless")]
        return any(self.challengeable(card) for card in reckless)

    def bag_owner(self) -> list[int]:
        """7.7.4: who resolved last goes on; else the next in turn order, the active player first."""
        holder = self.G.bag_holder
        order = self.order_from(self.turn_player if holder is None else holder)
        owners = {self.card(trigger.card).owner for trigger in self.G.bag}
        return [seat for seat in order if seat in owners][:1]

    # --- doing ----------------------------------------------------------------------------------

    def pay(self, amount: int) -> None:
        """4.3.2.4: exert ready ink cards. They are all alike, so they are only counted."""
        self.G.ink[self.seat] -= amount

    def gain_lore_from_locations(self) -> None:
        """3.2.2.2: this is no triggered ability and does not use the bag."""
        seat = self.turn_player
        for card in self.in_play(seat, "location"):
            self.G.lore[seat] += self.spec(card.id).lore

    def play(self, card_id: int) -> Any:
        """4.3.3: what is paid for enters play; an action takes effect at once and is discarded."""
        spec: CardSpec = self.spec(card_id)
        if spec.type in ("action", "song"):
            self.move_card(card_id, "play")
            yield from self.resolve(card_id, "play")
            self.move_card(card_id, "discard")
        else:
            card, text = self.card(card_id), f"Does {spec.name} enter play exerted?"
            card.ready = not (self.has(card_id, "Bodyguard") and (yield self.yes_no(text)))  # 8.3.2
            card.drying = spec.type == "character"
            self.move_card(card_id, "play")
            self.trigger([card_id], "play")  # 4.3.4.1
        self.check_state()

    def banish(self, card: Any) -> None:
        """7.1.6: it becomes a new card. 5.6.6: who was there remains in play, at no location."""
        self.trigger([card.id], "banished")
        for other in self.characters(card.owner):
            if other.location == card.id:
                other.location = None
        card.ready, card.drying, card.location = True, False, None
        card.damage = card.strength_this_turn = 0
        self.move_card(card.id, "discard")

    def check_state(self) -> None:
        """1.8: the game state check, made again until it finds nothing."""
        order = self.order_from(self.turn_player)
        for seat in order:
            if self.G.lore[seat] >= LORE_TO_WIN:
                self.win(seat, reason=f"{LORE_TO_WIN} lore")
                return
        cards = [card for seat in order for card in self.cards_in("play", seat)]
        banished = [card for card in cards if 0 < self.willpower(card) <= card.damage]
        for card in banished:
            self.banish(card)
        if banished:
            self.check_state()

    # --- effects --------------------------------------------------------------------------------

    def trigger(self, cards: Iterable[int], timing: str) -> None:
        """7.7.3.1: the abilities that these cards have for this timing go into the bag."""
        having = [card_id for card_id in cards if timing in self.spec(card_id).effects]
        self.G.bag += [Trigger(card=card_id, timing=timing) for card_id in having]

    def resolve(self, source: int, timing: str) -> Any:
        """What the words on the cards do: as much as is possible (1.2.3), chosen now (6.1.3)."""
        seat = self.card(source).owner
        word, number = self.spec(source).effects[timing]
        targets = [card.id for side in self.order_from(seat) for card in self.characters(side)]
        if word == "draw":
            self.draw_card(number, seat)
        elif word == "lore":
            self.G.lore[seat] += number
        elif targets:
            chosen = yield self.choose_card(CHOOSES[word], targets, seat=seat, id="target")
            self.affect(self.card(chosen), word, number)

    def affect(self, card: Any, word: str, number: int) -> None:
        if word == "damage":
            card.damage += number
        elif word == "heal":
            card.damage = max(0, card.damage - number)
        else:
            card.strength_this_turn += number
