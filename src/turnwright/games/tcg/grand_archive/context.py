"""The context of a Grand Archive game: what the rules look up and do.

Sections cited are those of the Grand Archive Comprehensive Rules, which number the rules inside each
section. When these things happen is in `game.py`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import turnwright as tw
from turnwright.core.rules.chain import Asking
from turnwright.core.rules.ledger import Number
from turnwright.core.rules.timing import at_events
from turnwright.games.tcg.common.card_definition import CardAction
from turnwright.games.tcg.common.context import CardGameContext
from turnwright.games.tcg.common.events import trigger_watchers
from turnwright.games.tcg.common.pending_effects import PendingEffect

from .cards import LIBRARY, GrandArchiveCardSpec
from .state import Card, Combat, GrandArchiveState


class GrandArchiveContext(CardGameContext[GrandArchiveCardSpec, Card]):
    """What moves and hooks of Grand Archive receive."""

    __slots__ = ()
    library = LIBRARY
    watchers = trigger_watchers(LIBRARY)

    G: GrandArchiveState

    # --- queries --------------------------------------------------------------------------------

    @property
    def combat(self) -> Combat:
        """The combat in progress."""
        assert self.G.combat is not None
        return self.G.combat

    def objects(self, seat: int, *types: str) -> list[Card]:
        """A player's objects of these types."""
        return [card for card in self.cards_in("field", seat) if self.spec(card.id).type in types]

    def units(self, seat: int) -> list[Card]:
        """A player's champion and allies."""
        return self.objects(seat, "champion", "ally")

    def champion(self, seat: int) -> Card:
        """A player's champion."""
        return self.objects(seat, "champion")[0]

    def are_on_field(self, *card_ids: int | None) -> bool:
        """Return whether all of these cards are on the field."""
        return all(card_id is not None and self.zone_of(card_id) == "field" for card_id in card_ids)

    def power(self, card: Card) -> int:
        """The power of a card, with what it got this turn."""
        return self.spec(card.id).power + card.bonus

    def enabled(self, seat: int) -> set[str]:
        """The elements that the champion and its lineage enable; norm needs none (Champion 5)."""
        lineage = [self.champion(seat), *self.cards_in("lineage", seat)]
        return {"norm", *(self.spec(card.id).element for card in lineage)}

    @property
    def has_slow_timing(self) -> bool:
        """Timing, Fast vs Slow 1: the turn player, in the main phase, with an empty effects stack."""
        is_main = self.ctx.current_phase == "main"
        return is_main and self.seat == self.turn_player and not self.G.pending

    # --- using cards ----------------------------------------------------------------------------

    def is_timely(self, action: CardAction) -> bool:
        """Fast actions whenever the player has Opportunity, slow ones with slow timing; and in the
        materialization step what may be done there."""
        if self.ctx.current_step == "materialization":
            return True
        return at_events(action.timing) or self.has_slow_timing

    def tags_of(self, card_id: int) -> Collection[str]:
        """Requirements name the elements that the player has enabled."""
        return self.enabled(self.seat)

    def value_of(self, card_id: int, name: str) -> Number:
        """Requirements name the level of the player's champion, and whether it is the first turn."""
        if name == "champion level":
            return self.spec(self.champion(self.seat).id).level
        return self.is_first_turn if name == "first turn" else super().value_of(card_id, name)

    def resources(self) -> Mapping[str, int]:
        """The cards in memory, and an awake champion."""
        return {
            "memory": len(self.zone("memory")),
            "awake champion": int(self.champion(self.seat).ready),
        }

    def card_resources(self, card_id: int) -> Mapping[str, int]:
        """The other cards in hand can be reserved; the object itself can rest if it is awake."""
        hand = self.zone("hand")
        return {
            "reserve": len(hand) - (card_id in hand),
            "rest": int(self.card(card_id).ready),
        }

    def spend(self, card_id: int, amounts: Mapping[str, Number]) -> Asking:
        """Costs and Memory: reserve chosen cards from the hand into memory; a memory cost banishes
        cards from memory at random (6)."""
        if "reserve" in amounts:
            count = int(amounts["reserve"])
            text = f"{self.spec(card_id).name}: reserve {count}"
            for paid in (
                yield self.choose_cards(text, self.zone("hand"), count, count, id="reserve")
            ):
                self.move_card(paid, "memory")
        if "memory" in amounts:
            for paid in self.stream("memory").sample(self.zone("memory"), int(amounts["memory"])):
                self.move_card(paid, "banishment")
        if "awake champion" in amounts:
            self.champion(self.seat).ready = False
        if "rest" in amounts:
            self.card(card_id).ready = False

    # --- the effects stack ----------------------------------------------------------------------

    def targets(self, pending: PendingEffect) -> list[int] | None:
        """The legal targets of an effect, or None if it needs no target."""
        words = [effect.word for effect in self.effects_of(pending)]
        if "damage" in words:
            return [card.id for seat in self.seats for card in self.units(seat)]
        if "strengthen" in words:
            return [card.id for card in self.units(pending.seat)]
        if "negate" in words:  # a card activation; materializations are something else
            cards = [card_id for card_id in self.zone("effectsStack") if card_id != pending.card]
            return [card_id for card_id in cards if not self.spec(card_id).is_material]
        return None

    def add_trigger(self, card_id: int, action: CardAction) -> None:
        """A triggered ability exists apart from its card: only the name is kept."""
        self.G.pending.append(self.pending_effect(card_id, action, "trigger"))

    def trigger_order_question(self, seat: int, triggers: list[PendingEffect]) -> tw.Question:
        """Ask in which order a player's triggers go onto the effects stack."""
        text = "Put your triggers onto the effects stack; the last one resolves first"
        how = self.effect_question(dict(enumerate(self.trigger_holders(triggers))), seat)
        return self.order(text, range(len(triggers)), id="effects", **how)

    def trigger_holders(self, triggers: list[PendingEffect]) -> list[tuple[int | str, str]]:
        """The cards whose abilities have triggered, with the events. If more cards of a name are on
        the table than have triggered, it is unknown which of them have, and the name is shown."""
        cards = [self.card(card_id) for ids in self.ctx.zones.values() for card_id in ids]
        seen = [card for card in cards if self.is_on_table(card.id)]
        found: list[tuple[int | str, str]] = []
        keys = [(pending.seat, pending.name, pending.action) for pending in triggers]
        for index, (seat, name, event) in enumerate(keys):
            ids = [card.id for card in seen if (card.owner, card.kind) == (seat, name)]
            is_certain = len(ids) == keys.count(keys[index])
            nth = keys[:index].count(keys[index])
            found.append((ids[nth] if is_certain else name, event))
        return found

    def before_opportunity(self) -> Asking:
        """Timing, Opportunity 10: state-based effects first. Then triggered abilities go onto the
        stack in turn order, each player choosing the order of their own (Triggered Abilities 10)."""
        self.check_state()
        if self.ctx.game_over:
            self.G.pending = [pending for pending in self.G.pending if pending.is_declared]
        else:
            yield from self.declare_triggers(self.trigger_order_question)

    # --- state-based effects ----------------------------------------------------------------------

    def check_state(self) -> None:
        """State-based Checks 1 to 3: champions die, then allies; weapons without durability break."""
        dead = [seat for seat in self.seats if self.is_destroyed(self.champion(seat))]
        if len(dead) == len(self.seats):
            self.draw(reason="all champions died together")  # Ending the Game 4
        elif dead:
            self.lose(dead[0], reason="the champion died")
        for seat in self.seats:
            for card in self.objects(seat, "ally", "weapon"):
                if self.is_destroyed(card):
                    self.destroy(card)

    def is_destroyed(self, card: Card) -> bool:
        """Return whether a champion or ally has no life left, or a weapon no durability."""
        spec = self.spec(card.id)
        return card.durability <= 0 if spec.type == "weapon" else card.damage >= spec.life

    def destroy(self, card: Card) -> None:
        """An object dies."""
        self.trigger("death", card.id)
        self.put_away(card)

    def put_away(self, card: Card) -> None:
        """Put a card into the graveyard; regalia and champions are banished instead."""
        card.damage, card.durability, card.bonus, card.ready = 0, 0, 0, True
        self.move_card(card.id, "banishment" if self.spec(card.id).is_material else "graveyard")

    # --- resolving --------------------------------------------------------------------------------

    def resolve(self, pending: PendingEffect) -> Asking:
        """Resolution: champions level up, attack cards attack, objects enter the field, and action
        cards and abilities do what they say."""
        if pending.card is None or pending.kind != "card":
            yield from self.perform(pending)
            return
        card = self.card(pending.card)
        type = self.spec(card.id).type
        if type == "champion":
            self.level_up(card)
        elif type == "attack":
            yield from self.attack_with(card)
        elif type in ("ally", "weapon", "item"):
            self.enter_field(card)
        else:
            yield from self.perform(pending)
            self.put_away(card)

    def after_resolution(self) -> Asking:
        """Timing, Opportunity 5 to 8: Opportunity begins again with the turn player."""
        yield from self.before_opportunity()
        self.reopen_window()

    def enter_field(self, card: Card) -> None:
        """A card becomes an object on the field."""
        self.move_card(card.id, "field")
        card.durability = self.spec(card.id).durability
        self.trigger("enter", card.id)

    def level_up(self, card: Card) -> None:
        """Champion, Leveling Up 4 and 7: on top of the lineage, as awake and as hurt as before."""
        old = self.champion(card.owner)
        card.ready, card.damage, card.bonus = old.ready, old.damage, old.bonus
        old.ready, old.damage, old.bonus = True, 0, 0
        self.move_card(old.id, "lineage")
        self.enter_field(card)

    def _target(self, pending: PendingEffect) -> Card:
        assert pending.target is not None
        return self.card(pending.target)

    def _draw(self, pending: PendingEffect, amount: int) -> None:
        self.draw_or_lose(amount, pending.seat)

    def _recover(self, pending: PendingEffect, amount: int) -> None:
        champion = self.champion(pending.seat)
        champion.damage = max(0, champion.damage - amount)

    def _damage(self, pending: PendingEffect, amount: int) -> None:
        self._target(pending).damage += amount

    def _strengthen(self, pending: PendingEffect, amount: int) -> None:
        self._target(pending).bonus += amount

    def _negate(self, pending: PendingEffect, amount: int) -> None:
        negated = self._target(pending)
        self.G.pending = [other for other in self.G.pending if other.card != negated.id]
        self.put_away(negated)

    def _glimpse(self, pending: PendingEffect, amount: int) -> Asking:
        """Look at the top cards; put any of them on the bottom, the others back in any order."""
        seat = pending.seat
        top = self.zone("deck", seat)[-amount:]
        text = "Put cards on the bottom"
        for card_id in (yield self.choose_cards(text, top, seat=seat, id="glimpse", reveals=True)):
            top.remove(card_id)
            self.move_card(card_id, "deck", bottom=True)
        if top:
            text = "Put the others back; the last one is on top"
            for card_id in (
                yield self.order_cards(text, top, seat=seat, id="glimpse", reveals=True)
            ):
                self.move_card(card_id, "deck")

    effects = {
        "draw": _draw,
        "glimpse": _glimpse,
        "recover": _recover,
        "damage": _damage,
        "strengthen": _strengthen,
        "negate": _negate,
    }

    # --- attacking --------------------------------------------------------------------------------

    def weapons(self, attacker: int) -> list[int | None]:
        """Attack Declaration 2.2: a champion may add a weapon; None is an attack without one, for
        which the unit needs power of its own or an attack card in the intent (Attacking 1.3, 5)."""
        spec = self.spec(attacker)
        seat = self.card(attacker).owner
        is_champion = spec.type == "champion"
        has_power = spec.power > 0 or (is_champion and self.zone("intent", seat))
        alone: list[int | None] = [None] if has_power else []
        return alone + [card.id for card in self.objects(seat, "weapon") if is_champion]

    def attackable(self, attacker: int) -> list[int]:
        """The units that an attacker may attack."""
        return [card.id for card in self.units(self.after(self.card(attacker).owner))]

    def declare_attack(self, attacker: int, weapon: int | None, target: int) -> None:
        """The combat phase begins at once and without Opportunity (Attack Declaration 1 and 2)."""
        self.card(attacker).ready = False
        self.G.combat = Combat(attacker=attacker, weapon=weapon, target=target)
        self.set_phase("combatPhase")

    def attack_with(self, card: Card) -> Asking:
        """Attack 6: an attack card enters the intent, and its attack must be declared."""
        self.move_card(card.id, "intent")
        attacker = self.champion(card.owner).id
        seat, weapon = card.owner, None
        weapons = [card_id for card_id in self.weapons(attacker) if card_id is not None]
        if weapons:
            weapon = yield self.choose_card(
                "Add a weapon", weapons, optional=True, seat=seat, id="weapon"
            )
        target = yield self.choose_card("Attack", self.attackable(attacker), seat=seat, id="target")
        self.declare_attack(attacker, weapon, target)
