"""The context of a Gundam Card Game: what the rules look up and do.

Moves and hooks in `game.py` use these operations. Numbers in comments are those of the Gundam Card Game
Comprehensive Rules since Ver. 1.1.0. The active player is the turn player; the other is on standby.
"""

from __future__ import annotations

from collections.abc import Mapping

from turnwright.core.rules.chain import Asking
from turnwright.core.rules.ledger import Number
from turnwright.core.rules.timing import at_events
from turnwright.games.tcg.common.card_definition import CardAction
from turnwright.games.tcg.common.context import CardGameContext
from turnwright.games.tcg.common.events import trigger_watchers
from turnwright.games.tcg.common.pending_effects import PendingEffect

from .cards import LIBRARY, GundamCardSpec
from .state import Battle, Card, GundamState

MOST_UNITS = 6  # 11-4-1
PLAYER = "player"  # the attack target that is not a Unit

# The effects that choose a target, and the question they ask.
TARGET_QUESTIONS = {
    "damage": "Deal damage to an enemy Unit",
    "boost": "Another Unit gets AP during this turn",
    "surge": "A battling Unit gets AP during this battle",
}


class GundamContext(CardGameContext[GundamCardSpec, Card]):
    """What moves and hooks of the Gundam Card Game receive."""

    __slots__ = ()
    library = LIBRARY
    watchers = trigger_watchers(LIBRARY)

    G: GundamState

    # --- queries --------------------------------------------------------------------------------

    @property
    def standby(self) -> int:
        """The player who is not the active one."""
        return self.after(self.turn_player)

    @property
    def battle(self) -> Battle:
        """The battle in progress."""
        assert self.G.battle is not None
        return self.G.battle

    def is_a(self, card_id: int, type: str) -> bool:
        """Return whether a card is of a type."""
        return self.spec(card_id).type == type

    def has(self, card_id: int, keyword: str) -> int:
        """The number of a keyword on a card; 0 if it does not have it."""
        return self.spec(card_id).keywords.get(keyword, 0)

    def units(self, seat: int) -> list[Card]:
        """A player's Units."""
        return [card for card in self.cards_in("battleArea", seat) if self.is_a(card.id, "unit")]

    def field(self, seat: int) -> list[Card]:
        """A player's Units and Base."""
        return [*self.units(seat), *self.cards_in("base", seat)]

    def is_in_battle_area(self, card_id: int) -> bool:
        """Return whether a card is in the battle area."""
        return self.zone_of(card_id) == "battleArea"

    def with_pilot(self, unit: Card) -> list[int]:
        """A Unit and its Pilot."""
        return [unit.id] if unit.pilot is None else [unit.id, unit.pilot]

    def ap(self, unit: Card) -> int:
        """The AP of a Unit with its Pilot."""
        printed = sum(self.spec(card_id).ap for card_id in self.with_pilot(unit))
        return printed + unit.ap_this_turn + unit.ap_this_battle

    def hp(self, card: Card) -> int:
        """The HP of a Unit with its Pilot, or of a Base."""
        return sum(self.spec(card_id).hp for card_id in self.with_pilot(card))

    def is_link_unit(self, unit: Card) -> bool:
        """Return whether a Unit has a Pilot that it links with."""
        return unit.pilot is not None and self.spec(unit.id).link == self.spec(unit.pilot).trait

    def cards_in_hand(self, type: str) -> list[int]:
        """The acting player's cards of a type in hand."""
        return [card_id for card_id in self.zone("hand") if self.is_a(card_id, type)]

    # --- using cards ----------------------------------------------------------------------------

    def is_timely(self, action: CardAction) -> bool:
        """9-3: in action steps only what says so, and elsewhere nothing of that kind."""
        return at_events(action.timing) == (self.ctx.current_step == "actionStep")

    def active_resources(self) -> list[Card]:
        """The acting player's active Resources."""
        return [card for card in self.cards_in("resourceArea") if card.ready]

    def resources(self) -> Mapping[str, int]:
        """Resources, and the active ones among them."""
        return {
            "Resource": len(self.zone("resourceArea")),
            "active Resource": len(self.active_resources()),
        }

    def card_resources(self, card_id: int) -> Mapping[str, int]:
        """The card itself can be rested if it is active."""
        return {"rest": int(self.card(card_id).ready)}

    def spend(self, card_id: int, amounts: Mapping[str, Number]) -> None:
        """7-5-2-2-3: rest Resources. An EX Resource that pays leaves the game (5-17-3-2-3)."""
        tokens_last = sorted(self.active_resources(), key=lambda card: self.spec(card.id).is_token)
        for card in tokens_last[: int(amounts.get("active Resource", 0))]:
            card.ready = False
            if self.spec(card.id).is_token:
                self.leave_field(card)
        if "rest" in amounts:
            self.card(card_id).ready = False

    # --- operations -----------------------------------------------------------------------------

    def draw_cards(self, seat: int, count: int) -> None:
        """1-2-2-2, 7-3-1-1: a player whose deck is empty loses, even after drawing the last card."""
        self.draw_card(count, seat)
        if not self.zone("deck", seat):
            self.lose(seat, reason="no cards left in the deck")

    def deploy(self, card_id: int) -> Asking:
        """Put a Unit or a Base onto the field; an old one makes room if there are too many."""
        card, seat = self.card(card_id), self.card(card_id).owner
        is_unit = self.is_a(card_id, "unit")
        old = [other.id for other in (self.units(seat) if is_unit else self.cards_in("base", seat))]
        if len(old) >= (MOST_UNITS if is_unit else 1):  # 11-4-2, 11-5-2: not a destruction
            out = old[0]
            if len(old) > 1:
                text = "The battle area is full: choose a Unit that goes into the trash"
                out = yield self.choose_card(text, old, seat=seat, id="make_room")
            self.leave_field(self.card(out))
        self.move_card(card_id, "battleArea" if is_unit else "base")
        card.deployed_on = self.ctx.num_player_turns
        self.trigger("deploy", card_id)

    def leave_field(self, card: Card) -> None:
        """3-3-6: the Pilot goes where its Unit goes. 5-17-4: a token leaves the game."""
        for card_id in self.with_pilot(card):
            self.move_card(card_id, "outside" if self.spec(card_id).is_token else "trash")
        card.damage = card.ap_this_turn = card.ap_this_battle = 0
        card.ready, card.pilot = True, None

    def damage_shield_area(self, seat: int, amount: int, shields: int = 1) -> None:
        """8-5-2: the Base is damaged if there is one; else top Shields are revealed and destroyed."""
        for base in self.cards_in("base", seat):
            base.damage += amount
            self.manage_rules()
            return
        for card_id in self.zone("shields", seat)[-shields:][::-1]:
            self.move_card(card_id, "revealed")
            self.trigger("burst", card_id)

    def manage_rules(self) -> None:
        """11-3: Units and Bases with as much damage as HP are destroyed, all at the same time."""
        cards = [*self.field(self.turn_player), *self.field(self.standby)]
        for card in [card for card in cards if card.damage >= self.hp(card)]:
            self.trigger("destroyed", *self.with_pilot(card))
            self.leave_field(card)

    # --- effects --------------------------------------------------------------------------------

    def resolve_triggers(self, start: int = 0) -> Asking:
        """10-1-6: Bursts first, then the active player's effects, then the other's; a player with
        several chooses their order. What triggers in the meantime (from `start` on) resolves first."""
        pending = self.G.pending
        while len(pending) > start and not self.ctx.game_over:
            rank = min(map(self.rank, pending[start:]))
            first = [i for i in range(start, len(pending)) if self.rank(pending[i]) == rank]
            index = first[0]
            if len(first) > 1:
                effects = {i: (pending[i].shown_as, pending[i].action) for i in first}
                how = self.effect_question(effects, pending[index].seat)
                index = yield self.choose("Which effect first?", first, id="effect", **how)
            trigger = pending.pop(index)
            waiting = len(pending)
            yield from self.resolve(trigger)
            yield from self.resolve_triggers(waiting)

    def rank(self, pending: PendingEffect) -> tuple[bool, bool]:
        """10-1-6: the order in which effects that triggered together resolve."""
        return pending.action != "burst", pending.seat != self.turn_player

    def targets(self, pending: PendingEffect) -> list[int] | None:
        """What an effect of this player may choose."""
        word = self.effects_of(pending)[0].word
        if word not in TARGET_QUESTIONS:
            return None
        if word == "damage":
            return [unit.id for unit in self.units(self.after(pending.seat))]
        own = [unit.id for unit in self.units(pending.seat) if unit.id != pending.card]
        if word == "boost":
            return own
        battle = self.G.battle
        return [unit for unit in own if battle and unit in (battle.attacker, battle.target)]

    def target_question(self, pending: PendingEffect) -> str:
        """The question for the Unit that the effect chooses."""
        return TARGET_QUESTIONS[self.effects_of(pending)[0].word]

    def resolve(self, pending: PendingEffect) -> Asking:
        """Targets are chosen when the effect resolves (10-3-3). A Burst may be declined (13-2-5)."""
        if pending.action == "burst":
            assert pending.card is not None
            text = f"Activate the Burst of {self.name(pending.card)}?"
            if not (yield self.yes_no(text, seat=pending.seat)):
                return
        yield from self.declare_target(pending)
        yield from self.perform(pending)

    def _draw(self, pending: PendingEffect, amount: int) -> None:
        self.draw_cards(pending.seat, amount)

    def _take_shield(self, pending: PendingEffect, amount: int) -> None:
        for card_id in self.zone("shields", pending.seat)[-amount:]:
            self.move_card(card_id, "hand")

    def _to_hand(self, pending: PendingEffect, amount: int) -> None:
        assert pending.card is not None
        self.move_card(pending.card, "hand")

    def _deploy(self, pending: PendingEffect, amount: int) -> Asking:
        assert pending.card is not None
        yield from self.deploy(pending.card)

    def _damage(self, pending: PendingEffect, amount: int) -> None:
        assert pending.target is not None
        self.card(pending.target).damage += amount
        self.manage_rules()

    def _boost(self, pending: PendingEffect, amount: int) -> None:
        assert pending.target is not None
        self.card(pending.target).ap_this_turn += amount

    def _surge(self, pending: PendingEffect, amount: int) -> None:
        assert pending.target is not None
        self.card(pending.target).ap_this_battle += amount

    effects = {
        "draw": _draw,
        "take shield": _take_shield,
        "to hand": _to_hand,
        "deploy": _deploy,
        "damage": _damage,
        "boost": _boost,
        "surge": _surge,
    }
