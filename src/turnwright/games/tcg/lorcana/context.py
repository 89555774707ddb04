"""The context of a Lorcana game: what the rules look up and do.

Moves and hooks in `game.py` use these operations. Numbers in comments are those of the Disney Lorcana
Comprehensive Rules, version 2.2.0. The active player is the turn player.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from turnwright.core.rules.chain import Asking
from turnwright.core.rules.ledger import Number
from turnwright.core.rules.requirement import targets as matching_targets
from turnwright.games.tcg.common.activation import CardFacts
from turnwright.games.tcg.common.context import CardGameContext
from turnwright.games.tcg.common.events import trigger_watchers
from turnwright.games.tcg.common.pending_effects import PendingEffect

from .cards import LIBRARY, LorcanaCardSpec
from .state import Card, LorcanaState

LORE_TO_WIN = 20  # 1.11.3

# The effects that choose a character, and the question they ask.
TARGET_QUESTIONS = {
    "damage": "Deal damage to a character",
    "heal": "Remove damage from a character",
    "boost": "A character gets strength this turn",
}


class LorcanaContext(CardGameContext[LorcanaCardSpec, Card]):
    """What moves and hooks of Lorcana receive."""

    __slots__ = ()
    library = LIBRARY
    watchers = trigger_watchers(LIBRARY)

    G: LorcanaState

    # --- queries --------------------------------------------------------------------------------

    def tags_of(self, card_id: int) -> Collection[str]:
        """The keywords of a card."""
        return self.spec(card_id).keywords

    def has(self, card_id: int, keyword: str) -> bool:
        """Return whether a card has a keyword."""
        return keyword in self.spec(card_id).keywords

    def in_play(self, seat: int, type: str) -> list[Card]:
        """A player's cards of a type in play."""
        return [card for card in self.cards_in("play", seat) if self.spec(card.id).type == type]

    def is_in_play(self, card_id: int) -> bool:
        """Return whether a card is in play."""
        return self.zone_of(card_id) == "play"

    def characters(self, seat: int) -> list[Card]:
        """A player's characters in play."""
        return self.in_play(seat, "character")

    def strength(self, card: Card) -> int:
        """The strength of a character, never below 0 (4.6.6.1)."""
        return max(0, self.spec(card.id).strength + card.strength_this_turn)

    def willpower(self, card: Card) -> int:
        """The willpower of a character or location, with what its location gives."""
        shelter = 0 if card.location is None else self.spec(card.location).shelter
        return self.spec(card.id).willpower + shelter

    def singers(self, song: int) -> list[int]:
        """5.4.4.2: ready and dry characters that cost at least as much as the song."""
        able = [card.id for card in self.characters(self.seat) if card.ready and not card.drying]
        requires = self.spec(song).actions["sing"].requires
        return matching_targets(requires, CardFacts(self, song), able)

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
        """8.7.3: a player cannot end the turn while a Reckless character can challenge."""
        reckless = [card for card in self.challengers() if self.has(card, "Reckless")]
        return any(self.challengeable(card) for card in reckless)

    def bag_owner(self) -> list[int]:
        """7.7.4: whoever resolved last continues; else the next in turn order with an ability in the
        bag, the active player first."""
        holder = self.G.bag_holder
        order = self.order_from(self.turn_player if holder is None else holder)
        owners = {pending.seat for pending in self.G.pending}
        return [seat for seat in order if seat in owners][:1]

    # --- costs ----------------------------------------------------------------------------------

    def resources(self) -> Mapping[str, int]:
        """Ready ink."""
        return {"ink": self.G.ink[self.seat]}

    def card_resources(self, card_id: int) -> Mapping[str, int]:
        """The card itself can be exerted if it is ready and (a character) dry (4.4.2)."""
        card = self.card(card_id)
        return {"exert": int(self.is_in_play(card_id) and card.ready and not card.drying)}

    def spend(self, card_id: int, amounts: Mapping[str, Number]) -> None:
        """4.3.2.4: exert ready ink cards (all alike, so they are only counted), or the card itself."""
        self.G.ink[self.seat] -= int(amounts.get("ink", 0))
        if "exert" in amounts:
            self.card(card_id).ready = False

    # --- operations -----------------------------------------------------------------------------

    def gain_lore_from_locations(self) -> None:
        """3.2.2.2: this is not a triggered ability and does not use the bag."""
        seat = self.turn_player
        for card in self.in_play(seat, "location"):
            self.G.lore[seat] += self.spec(card.id).lore

    def play(self, card_id: int) -> Asking:
        """4.3.3: a paid card enters play; an action takes effect at once and is discarded."""
        spec = self.spec(card_id)
        if spec.type in ("action", "song"):
            self.move_card(card_id, "play")
            yield from self.use_now(card_id, "play")
            self.move_card(card_id, "discard")
        else:
            card, text = self.card(card_id), f"Does {spec.name} enter play exerted?"
            card.ready = not (self.has(card_id, "Bodyguard") and (yield self.yes_no(text)))  # 8.3.2
            card.drying = spec.type == "character"
            self.move_card(card_id, "play")
            self.trigger("enters play", card_id)  # 4.3.4.1
        self.check_state()

    def banish(self, card: Card) -> None:
        """7.1.6: it becomes a new card. 5.6.6: characters at a banished location stay in play."""
        self.trigger("banished", card.id)
        for other in self.characters(card.owner):
            if other.location == card.id:
                other.location = None
        card.ready, card.drying, card.location = True, False, None
        card.damage = card.strength_this_turn = 0
        self.move_card(card.id, "discard")

    def check_state(self) -> None:
        """1.8: the game state check, repeated until it finds nothing."""
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

    def targets(self, pending: PendingEffect) -> list[int] | None:
        """Every character, if the effect chooses one."""
        if not any(effect.word in TARGET_QUESTIONS for effect in self.effects_of(pending)):
            return None
        order = self.order_from(pending.seat)
        return [card.id for side in order for card in self.characters(side)]

    def target_question(self, pending: PendingEffect) -> str:
        """The question for the character that the effect chooses."""
        return TARGET_QUESTIONS[self.effects_of(pending)[0].word]

    def resolve(self, pending: PendingEffect) -> Asking:
        """Effects choose when they resolve (6.1.3) and do as much as possible (1.2.3)."""
        yield from self.declare_target(pending)
        yield from self.perform(pending)

    def after_resolution(self) -> Asking:
        """7.7.4: the player who resolved an ability holds the bag until it is empty."""
        self.check_state()
        self.G.bag_holder = self.seat if self.G.pending else None
        return
        yield

    def _draw(self, pending: PendingEffect, amount: int) -> None:
        self.draw_card(amount, pending.seat)

    def _gain_lore(self, pending: PendingEffect, amount: int) -> None:
        self.G.lore[pending.seat] += amount

    def _damage(self, pending: PendingEffect, amount: int) -> None:
        assert pending.target is not None
        self.card(pending.target).damage += amount

    def _heal(self, pending: PendingEffect, amount: int) -> None:
        assert pending.target is not None
        card = self.card(pending.target)
        card.damage = max(0, card.damage - amount)

    def _boost(self, pending: PendingEffect, amount: int) -> None:
        assert pending.target is not None
        self.card(pending.target).strength_this_turn += amount

    effects = {
        "draw": _draw,
        "lore": _gain_lore,
        "damage": _damage,
        "heal": _heal,
        "boost": _boost,
    }
