"""The words of the Grand Archive rulebook: what is on the table, and what can be done with it.

Sections cited are those of the Grand Archive Comprehensive Rules, which number the rules inside each
section. An object's `ready` says that it is awake. When these things happen is said in `game.py`.
"""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeAlias

import turnwright as tw
from turnwright.games.tcg.common.context import CardTable

from .cards import LIBRARY, CardSpec, Effects

Asking: TypeAlias = Generator[Any, Any, None]


class Card(tw.Card):
    damage: tw.Public[int] = 0  # for good on champions, until the end of the turn on allies
    durability: tw.Public[int] = 0
    bonus: tw.Public[int] = 0  # power until the end of the turn


class Layer(tw.State):
    """What waits on the effects stack: a card (activated or materialized) or an ability."""

    seat: tw.Public[int]
    source: tw.Public[str]
    event: tw.Public[str]
    card: tw.Public[int | None] = None
    target: tw.Public[int | None] = None


class Combat(tw.State):
    attacker: tw.Public[int]
    weapon: tw.Public[int | None]
    target: tw.Public[int]
    is_retaliated: tw.Public[bool] = False


class Table(tw.State):
    starting: tw.Own[list[int | None]] = tw.default(lambda: [None, None])
    stack: tw.Public[list[Layer]] = []
    triggered: tw.Public[list[Layer]] = []  # enters the stack before the next Opportunity
    combat: tw.Public[Combat | None] = None


class Rules(CardTable[CardSpec]):
    __slots__ = ()
    library = LIBRARY

    # --- looking --------------------------------------------------------------------------------

    def objects(self, seat: int, *types: str) -> list[Any]:
        return [card for card in self.cards_in("field", seat) if self.spec(card.id).type in types]

    def units(self, seat: int) -> list[Any]:
        return self.objects(seat, "champion", "ally")

    def champion(self, seat: int) -> Any:
        return self.objects(seat, "champion")[0]

    def are_on_field(self, *card_ids: int | None) -> bool:
        return all(card_id is not None and self.zone_of(card_id) == "field" for card_id in card_ids)

    def power(self, card: Card) -> int:
        return self.spec(card.id).power + card.bonus

    def enabled(self, seat: int) -> set[str]:
        """The elements that the champion and its lineage enable; norm needs none (Champion 5)."""
        lineage = [self.champion(seat), *self.cards_in("lineage", seat)]
        return {"norm", *(self.spec(card.id).element for card in lineage)}

    @property
    def has_slow_timing(self) -> bool:
        """Timing, Fast vs Slow 1: the turn player, in the main phase, with an empty effects stack."""
        is_main = self.ctx.current_phase == "main"
        return is_main and self.seat == self.turn_player and not self.G.stack

    # --- abilities ------------------------------------------------------------------------------

    def effects(self, layer: Layer) -> Effects:
        return self.library[layer.source].on.get(layer.event, ())

    def targets(self, layer: Layer) -> list[int] | None:
        """The legal targets of an effect, or None if it needs no target."""
        words = [word for word, _ in self.effects(layer)]
        if "damage" in words:
            return [card.id for seat in self.seats for card in self.units(seat)]
        if "strengthen" in words:
            return [card.id for card in self.units(layer.seat)]
        if "negate" in words:  # a card activation; materializations are something else
            cards = [card_id for card_id in self.zone("effectsStack") if card_id != layer.card]
            return [card_id for card_id in cards if not self.spec(card_id).is_material]
        return None

    def target_of(self, layer: Layer) -> Any:
        """The card that an effect with a target was declared for."""
        assert layer.target is not None
        return self.card(layer.target)

    def holders(self, layers: list[Layer]) -> list[tuple[int | str, str]]:
        """The cards whose abilities have triggered, and on what. A layer keeps only a name: where more
        cards of that name lie open than have triggered, it is not certain which of them have."""
        cards = [self.card(card_id) for ids in self.ctx.zones.values() for card_id in ids]
        seen = [card for card in cards if self.lies_open(card.id)]
        found: list[tuple[int | str, str]] = []
        triggered = [(layer.seat, layer.source, layer.event) for layer in layers]
        for index, (seat, source, event) in enumerate(triggered):
            ids = [card.id for card in seen if (card.owner, card.kind) == (seat, source)]
            is_certain = len(ids) == triggered.count(triggered[index])
            nth = triggered[:index].count(triggered[index])
            found.append((ids[nth] if is_certain else source, event))
        return found

    def activation(self, card_id: int) -> Layer:
        source = self.card(card_id).kind
        return Layer(seat=self.seat, source=source, event="resolve", card=card_id)

    def declare_target(self, layer: Layer) -> Asking:
        targets = self.targets(layer)
        if targets is not None:
            text = f"{layer.source}: choose a target"
            layer.target = yield self.choose_card(text, targets, seat=layer.seat, id="target")

    def trigger(self, event: str, *cards: Any) -> None:
        for card in cards:
            if event in self.spec(card.id).on:
                self.G.triggered.append(Layer(seat=card.owner, source=card.kind, event=event))

    def before_opportunity(self) -> Asking:
        """Timing, Opportunity 10: state-based effects first. Then what has triggered is stacked, in
        turn order, each player choosing the order of their own (Triggered Abilities 10)."""
        self.check_state()
        for seat in self.order_from(self.turn_player):
            own = [layer for layer in self.G.triggered if layer.seat == seat]
            if len(own) > 1 and not self.ctx.game_over:
                text = "Put your triggers onto the effects stack; the last one resolves first"
                how = self.of_effects(dict(enumerate(self.holders(own))), seat)
                order = yield self.order(text, range(len(own)), id="effects", **how)
                own = [own[index] for index in order]
            for layer in own:
                if self.targets(layer) != [] and not self.ctx.game_over:
                    yield from self.declare_target(layer)
                    self.G.stack.append(layer)
        self.G.triggered = []

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
        spec: CardSpec = self.spec(card.id)
        return card.durability <= 0 if spec.type == "weapon" else card.damage >= spec.life

    def destroy(self, card: Any) -> None:
        self.trigger("death", card)
        self.put_away(card)

    def put_away(self, card: Any) -> None:
        """To the graveyard; regalia and champions are banished instead."""
        card.damage, card.durability, card.bonus, card.ready = 0, 0, 0, True
        self.move_card(card.id, "banishment" if self.spec(card.id).is_material else "graveyard")

    # --- resolving --------------------------------------------------------------------------------

    def resolve(self, layer: Layer) -> Asking:
        card = None if layer.card is None else self.card(layer.card)
        type = "" if card is None else self.spec(card.id).type
        if type == "champion":
            self.level_up(card)
        elif type == "attack":
            yield from self.attack_with(card)
        elif type in ("ally", "weapon", "item"):
            self.enter_field(card)
        else:
            yield from self.perform(layer)
            if card is not None:
                self.put_away(card)

    def enter_field(self, card: Any) -> None:
        self.move_card(card.id, "field")
        card.durability = self.spec(card.id).durability
        self.trigger("enter", card)

    def level_up(self, card: Any) -> None:
        """Champion, Leveling Up 4 and 7: on top of the lineage, as awake and as hurt as before."""
        old = self.champion(card.owner)
        card.ready, card.damage, card.bonus = old.ready, old.damage, old.bonus
        old.ready, old.damage, old.bonus = True, 0, 0
        self.move_card(old.id, "lineage")
        self.enter_field(card)

    def perform(self, layer: Layer) -> Asking:
        """Resolution 2: step by step. It fizzles if its target is no longer legal."""
        targets = self.targets(layer)
        if targets is not None and layer.target not in targets:
            return
        for word, amount in self.effects(layer):
            if word == "draw":
                self.draw_or_lose(amount, layer.seat)
            elif word == "glimpse":
                yield from self.glimpse(layer.seat, amount)
            elif word == "recover":
                champion = self.champion(layer.seat)
                champion.damage = max(0, champion.damage - amount)
            elif word == "damage":
                self.target_of(layer).damage += amount
            elif word == "strengthen":
                self.target_of(layer).bonus += amount
            elif word == "negate":
                self.G.stack = [other for other in self.G.stack if other.card != layer.target]
                self.put_away(self.target_of(layer))

    def glimpse(self, seat: int, amount: int) -> Asking:
        """Look at the top cards; any of them go to the bottom, the rest back in any order."""
        top = self.zone("deck", seat)[-amount:]
        text = "Put cards on the bottom"
        for card_id in (yield self.choose_cards(text, top, seat=seat, id="glimpse")):
            top.remove(card_id)
            self.move_card(card_id, "deck", bottom=True)
        if top:
            text = "Put the others back; the last one is on top"
            for card_id in (yield self.order_cards(text, top, seat=seat, id="glimpse")):
                self.move_card(card_id, "deck")

    # --- attacking --------------------------------------------------------------------------------

    def weapons(self, attacker: int) -> list[int | None]:
        """Attack Declaration 2.2: a champion may add a weapon; None is an attack without one, for
        which the unit needs power of its own or an attack card in the intent (Attacking 1.3, 5)."""
        spec: CardSpec = self.spec(attacker)
        seat = self.card(attacker).owner
        is_champion = spec.type == "champion"
        has_power = spec.power > 0 or (is_champion and self.zone("intent", seat))
        alone = [None] if has_power else []
        return alone + [card.id for card in self.objects(seat, "weapon") if is_champion]

    def attackable(self, attacker: int) -> list[int]:
        return [card.id for card in self.units(self.after(self.card(attacker).owner))]

    def declare_attack(self, attacker: int, weapon: int | None, target: int) -> None:
        """The combat phase begins at once and without Opportunity (Attack Declaration 1 and 2)."""
        self.card(attacker).ready = False
        self.G.combat = Combat(attacker=attacker, weapon=weapon, target=target)
        self.set_phase("combatPhase")

    def attack_with(self, card: Any) -> Asking:
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
