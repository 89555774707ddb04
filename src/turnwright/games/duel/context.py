"""Activations: what they cost, how they are answered, and everything that follows from them.

A chain, with all its responses and the triggers it sets off, is one action of the seat that began it.
"""

from __future__ import annotations

from types import GeneratorType
from typing import Any, TypeAlias

import turnwright as tw
from turnwright.core.rules.chain import Link, Waiting, chain_triggers, run_chain

from .board_operations import Asking, Words
from .card_definition import (
    LIBRARY,
    Effect,
    Give,
    effects_of,
    kinds_like,
    kinds_quick,
    listeners_to,
)
from .events import Activated, SummonAttempt, Summoned
from .state import BACKS, BANISHED, FIELD, GRAVES, HANDS, LINE, MONSTERS

ECHOES = 40  # triggers that one action may set off before the rest is held back


class DuelLink(Link):
    card: int
    kind: str
    effect: str
    targets: list[list[int]]
    event: Any = None
    is_card: bool = False
    limit: str = ""
    zones: dict[int, str] = {}


class Trigger(Waiting):
    card: int
    kind: str
    effect: Effect
    event: Any


Response: TypeAlias = tuple[int, Effect]


class Rules(Words):
    """The whole context of a duel."""

    __slots__ = ()

    # --- costs and limits -------------------------------------------------------------------------

    def limit_key(self, card_id: int, effect: Effect) -> str:
        kind = self.kind_name(card_id)
        holder = card_id if effect.once == "card" else kind
        return f"{'duel' if effect.once == 'duel' else 'turn'}: {holder}.{effect.name}"

    def can_use(self, card_id: int, effect: Effect) -> bool:
        """Is the effect within its limit?"""
        if not effect.once:
            return True
        key = self.limit_key(card_id, effect)
        ledger = self.ledger()
        return key not in ledger.pools or ledger.has(key, 1)

    def use(self, card_id: int, effect: Effect) -> str:
        if not effect.once:
            return ""
        key = self.limit_key(card_id, effect)
        ledger = self.ledger()
        if key not in ledger.pools:
            ledger.add(key, tw.Pool(1, 1, "" if effect.once == "duel" else "turn"))
        ledger.spend(key, 1, who=self.kind_name(card_id), why=effect.name)
        return key

    def can_pay(self, card_id: int, effect: Effect) -> bool:
        data = [cost for cost in effect.cost if isinstance(cost, tw.Cost)]
        if data and not isinstance(tw.quote(data, self.ledger()), tw.Payment):
            return False
        return all(
            len(self._payable(card_id, cost)) >= cost.count
            for cost in effect.cost
            if isinstance(cost, Give)
        )

    def _payable(self, card_id: int, cost: Give) -> list[int]:
        if cost.word == "discard":
            return [i for i in self.hand() if i != card_id]
        if cost.word == "tribute":
            return [i for i in self.own_monsters if i != card_id]
        return [i for i in self.grave() if i != card_id]

    def pay(self, card_id: int, effect: Effect) -> Asking:
        """Pay what an effect costs, once: first what is chosen, then what is counted."""
        aims = [(target.min, set(target.among(self)) - {card_id}) for target in effect.targets]

        def leaves_targets(picks: list[int]) -> bool:
            return all(len(candidates.difference(picks)) >= least for least, candidates in aims)

        for cost in effect.cost:
            if isinstance(cost, Give):
                picks = yield self.choose_many(
                    f"{cost.word.capitalize()} {cost.count} for {self.kind_name(card_id)}",
                    self._payable(card_id, cost), cost.count, cost.count,
                    label=self.name, intent="cost", is_cards=True, id="cost",
                    is_field=cost.word == "tribute", valid=leaves_targets if aims else None,
                    why_invalid="Then nothing would be left to choose.",
                )  # fmt: skip
                for pick in picks:
                    self.send(pick, "banished" if cost.word == "banish" else "grave")
        data = [cost for cost in effect.cost if isinstance(cost, tw.Cost)]
        if data:
            payment = tw.quote(data, self.ledger())
            assert isinstance(payment, tw.Payment)
            tw.pay(self.ledger(), payment, who=self.kind_name(card_id), why=effect.name)
            self.check_life()

    # --- activation -------------------------------------------------------------------------------

    def is_legal(self, card_id: int, effect: Effect, event: Any = None) -> bool:
        """May the acting seat activate this effect now (its timing apart)?"""
        card = self.ctx.cards[card_id]
        if card.is_negated or (effect.once and not self.can_use(card_id, effect)):
            return False
        self.me, self.event = card_id, event
        if effect.when is not None and not effect.when(self):
            return False
        if effect.cost and not self.can_pay(card_id, effect):
            return False
        for target in effect.targets:
            candidates = [i for i in target.among(self) if i != card_id]
            spoiled = self._spoiled(card_id, effect, candidates) if effect.cost else 0
            if len(candidates) - spoiled < target.min:
                return False
        return True

    def _spoiled(self, card_id: int, effect: Effect, candidates: list[int]) -> int:
        """How many of the candidates the cost takes away at least."""
        spoiled = 0
        for cost in effect.cost:
            if isinstance(cost, Give):
                others = [i for i in self._payable(card_id, cost) if i not in candidates]
                spoiled += max(0, cost.count - len(others))
        return spoiled

    def responses(self, seat: int, chain: list[Any], min_speed: int) -> list[Response]:
        """What a seat can answer with: set traps and quick spells, quick spells in the hand on its own
        turn, and quick effects of face-up cards."""
        cards, zones = self.ctx.cards, self.ctx.zones
        backs, hand = zones[BACKS[seat]], zones[HANDS[seat]]
        others = zones[MONSTERS[seat]] + zones[FIELD[seat]]
        quick, from_hand = kinds_quick(), kinds_like((("subtype", "quick"),))
        is_own_turn = seat == self.turn_player and len(backs) < LINE
        fast = [i for i in others if cards[i].kind in quick and cards[i].face_up]
        held = [i for i in hand if cards[i].kind in from_hand] if is_own_turn else []
        if not backs and not fast and not held:
            return []  # most of the time there is nothing to answer with
        before, was_me, was_event = self.seat, self.me, self.event
        self.seat = seat
        event = was_event
        if chain:
            last = chain[-1]
            event = Activated(card=last.card, kind=last.kind, seat=last.seat)
        found: list[Response] = []
        busy = {link.card for link in chain}
        for card_id in backs:
            card = cards[card_id]
            word = "quick" if card.face_up else "resolve"
            if card_id in busy or (word == "resolve" and card.came == self.turn):
                continue  # traps and quick spells wait for the turn after they were set
            self._add_legal(found, card_id, effects_of(card.kind, word), min_speed, event)
        for card_id in fast:
            if card_id not in busy:
                effects = effects_of(cards[card_id].kind, "quick")
                self._add_legal(found, card_id, effects, min_speed, event)
        for card_id in held:
            effects = effects_of(cards[card_id].kind, "resolve")
            self._add_legal(found, card_id, effects, min_speed, event)
        self.seat, self.me, self.event = before, was_me, was_event
        return found

    def _add_legal(
        self,
        found: list[Response],
        card_id: int,
        effects: tuple[Effect, ...],
        min_speed: int,
        event: Any,
    ) -> None:
        for effect in effects:
            if effect.speed < min_speed or (effect.on is not None and effect.on is not type(event)):
                continue
            if self.is_legal(card_id, effect, event):
                found.append((card_id, effect))

    def name_response(self, response: Response) -> str:
        card_id, effect = response
        kind = self.kind_name(card_id)
        return kind if effect.word == "resolve" else f"{kind}: {effect.name.replace('_', ' ')}"

    def card_of_response(self, response: Response) -> int:
        return response[0]

    def response_order(self, after: int) -> list[int]:
        return [self.after(after), after]

    def declare(self, seat: int, response: Response) -> Asking:
        """Activate: pay, choose targets, show the card. The value is the link."""
        card_id, effect = response
        event = Activated(card=-1, kind="", seat=-1) if self.chain else self.event
        if self.chain:
            last = self.chain[-1]
            event = Activated(card=last.card, kind=last.kind, seat=last.seat)
        return (yield from self._declare(seat, card_id, effect, event))

    def declare_trigger(self, trigger: Trigger) -> Asking:
        self.seat = trigger.seat
        if (
            trigger.card not in self.ctx.cards
            or self.zone_of(trigger.card) not in trigger.effect.where
        ):
            return None
        if not self.is_legal(trigger.card, trigger.effect, trigger.event):
            return None  # nothing to choose, or nothing to pay with: it fizzles
        if trigger.is_optional:
            text = f"Use {trigger.name}?"
            if not (
                yield self.yes_no(
                    text, seat=trigger.seat, id="use", intent="benefit", source=trigger.card
                )
            ):
                return None
        return (yield from self._declare(trigger.seat, trigger.card, trigger.effect, trigger.event))

    def _declare(self, seat: int, card_id: int, effect: Effect, event: Any) -> Asking:
        self.seat, self.me, self.event = seat, card_id, event
        self.source = card_id
        kind = self.kind_name(card_id)
        yield from self.pay(card_id, effect)
        targets = []
        for target in effect.targets:
            candidates = [i for i in target.among(self) if i != card_id]
            picks = yield self.choose_many(
                target.text, candidates, target.min, min(target.max, len(candidates)), id="target",
                label=self.name, intent=target.intent, is_cards=True, is_field=target.is_field,
            )  # fmt: skip
            targets.append(picks)
        zones = {i: self.ctx.card_zones[i] for picks in targets for i in picks}
        limit = self.use(card_id, effect)
        self.source = None
        self.commit()
        is_card = effect.word == "resolve"
        if is_card:
            self.unresolved.add(card_id)
            card = self.ctx.cards[card_id]
            if self.zone_of(card_id) == "hand":
                zone = "field" if LIBRARY[kind].subtype == "field" else "backs"
                if zone == "field":
                    for old in list(self.zone("field", seat)):
                        self.send(old, "grave")  # a new field card replaces the old one
                self.move_card(card_id, zone, seat)
                card.came = self.turn
            self.turn_card(card_id)
        return DuelLink(
            seat=seat, speed=effect.speed, name=self.name_response((card_id, effect)), card=card_id,
            kind=kind, effect=effect.name, targets=targets, event=event, is_card=is_card, limit=limit,
            zones=zones,
        )  # fmt: skip

    def resolve_link(self, link: DuelLink) -> Asking:
        effect = next(e for e in LIBRARY[link.kind].effects if e.name == link.effect)
        self.unresolved.discard(link.card)
        if link.activation_negated:
            if link.limit and not effect.spent_if_negated:
                self.ledger(link.seat).restore(link.limit, 1, who=link.kind, why="negated")
        elif not link.effect_negated and not self.ctx.game_over and self._is_still_there(link):
            position = next(i for i, other in enumerate(self.chain) if other is link)
            self.answered = self.chain[position - 1] if position else None
            self.seat, self.me, self.event = link.seat, link.card, link.event
            self.my_kind = link.kind
            # A target that has gone elsewhere since is no longer there to be affected.
            zones = self.ctx.card_zones
            targets = [[i for i in ids if zones.get(i) == link.zones[i]] for ids in link.targets]
            # It fizzles if all it aimed at has gone; what it did not aim at does not matter.
            if all(now or not then for now, then in zip(targets, link.targets, strict=True)):
                singles = [
                    picks[0] if target.max == 1 else picks
                    for picks, target in zip(targets, effect.targets, strict=True)
                ]
                self.note(f"{link.kind}: {link.effect}")
                self.source = link.card
                result = effect.fn(self, *singles)
                if type(result) is GeneratorType:
                    yield from result
                self.source = None

    def _is_still_there(self, link: DuelLink) -> bool:
        """A card that is to stay on the field does nothing if it has been removed meanwhile."""
        stays = link.is_card and LIBRARY[link.kind].stays
        return not stays or self.is_on_field(link.card)

    def negate_activation(self) -> None:
        """The link that this one answers never happens; its card goes to the grave."""
        if self.answered is not None:
            self.answered.activation_negated = True

    def negate_effect(self) -> None:
        """The link that this one answers resolves without doing anything."""
        if self.answered is not None:
            self.answered.effect_negated = True

    def _clean_up(self) -> None:
        """After a chain: spells and traps that do not stay, or were negated, go to the grave."""
        for link in self.chain:
            if not link.is_card or link.card not in self.ctx.cards:
                continue
            spec = LIBRARY[link.kind]
            is_here = self.zone_of(link.card) in ("backs", "field")
            loose = spec.subtype == "equip" and self.ctx.cards[link.card].equipped_to is None
            if is_here and (not spec.stays or link.activation_negated or loose):
                self.send(link.card, "grave")
        self.chain = []

    # --- everything that follows from an action ---------------------------------------------------

    def triggers(self) -> list[Trigger]:
        """Effects that what happened has set off, in the order of the players."""
        events, self.happened = self.happened, []
        found: list[Trigger] = []
        cards = self.ctx.cards
        around: list[tuple[int, list[int]]] = []
        for event in events:
            kinds = listeners_to(type(event))
            if not kinds:
                continue
            around = around or [(seat, self._listeners(seat)) for seat in self.seats]
            for seat, listeners in around:
                for card_id in [i for i in listeners if cards[i].kind in kinds]:
                    card = cards[card_id]
                    for effect in effects_of(card.kind, "trigger"):
                        if effect.on is type(event) and self._is_set_off(
                            card_id, effect, event, seat
                        ):
                            name = f"{card.kind}: {effect.name.replace('_', ' ')}"
                            found.append(
                                Trigger(
                                    seat=seat,
                                    name=name,
                                    is_optional=effect.optional,
                                    source=card_id,
                                    card=card_id,
                                    kind=card.kind,
                                    effect=effect,
                                    event=event,
                                )
                            )
        return found

    def _listeners(self, seat: int) -> list[int]:
        zones = self.ctx.zones
        return self.on_field(seat) + zones[GRAVES[seat]] + zones[BANISHED[seat]]

    def _is_set_off(self, card_id: int, effect: Effect, event: Any, seat: int) -> bool:
        card = self.ctx.cards[card_id]
        if not card.face_up or self.zone_of(card_id) not in effect.where:
            return False
        if effect.on_self and card_id not in (
            getattr(event, "card", -1),
            getattr(event, "attacker", -1),
        ):
            return False
        before, self.seat = self.seat, seat
        legal = self.is_legal(card_id, effect, event)
        self.seat = before
        return legal

    def follow_up(self, event: tw.Event | None = None, text: str = "Respond?") -> Asking:
        """Let triggers and responses happen until nothing more comes of this action."""
        actor = self.seat
        echoes = 0
        while not self.ctx.game_over:
            summons = [e for e in self.happened if type(e) is Summoned]
            if event is None and summons:  # what came by an effect can be answered, too
                event, text = summons[-1], "A monster was summoned. Respond?"
            waiting = self.triggers()
            echoes += len(waiting)
            if echoes > ECHOES:
                self.bus.reports = [f"{echoes} triggers from one action; the rest was held back"]
                self.note("the guard against endless echoes")
                self.happened = []
                break
            chain: list[DuelLink] = []
            if waiting:
                chain = yield from chain_triggers(self, waiting, self.turn_player)
            self.event = event
            if not chain and event is None:
                break
            self.chain = chain
            last = chain[-1].seat if chain else actor
            resolved = yield from run_chain(self, chain, last, text)
            self._clean_up()
            if not resolved and not self.happened:
                break
            if not waiting and event is not None and resolved:
                event = None  # the window was used; what follows has its own
        self.seat = actor

    def activate(self, card_id: int, effect: Effect) -> Asking:
        """The acting seat starts a chain with an effect, and everything that follows happens."""
        actor = self.seat
        link = yield from self._declare(actor, card_id, effect, None)
        self.chain = [link]
        yield from run_chain(self, self.chain, actor)
        self._clean_up()
        self.seat = actor
        yield from self.follow_up()

    def attempt_summon(self, card_id: int, how: str, position: str) -> Asking:
        """A normal or flip summon: it can be negated, and then answered."""
        actor = self.seat
        attempt = SummonAttempt(card=card_id, seat=actor, how=how)
        self.event = attempt
        self.chain = []
        yield from run_chain(
            self, self.chain, actor, f"{self.kind_name(card_id)} is summoned. Respond?"
        )
        self._clean_up()
        self.seat = actor
        if attempt.is_cancelled or card_id not in self.ctx.cards:
            yield from self.follow_up()
            return
        card = self.ctx.cards[card_id]
        if how == "flip":
            self.flip(card_id)
            card.position, card.turned = "attack", self.turn
        self.happened.append(Summoned(card=card_id, seat=actor, how=how))
        self.note(card.kind)
        done = Summoned(card=card_id, seat=actor, how=how)
        yield from self.follow_up(done, f"{self.kind_name(card_id)} was summoned. Respond?")

    def negate_summon(self) -> Asking:
        """In answer to a summon attempt: the monster is destroyed before it has arrived."""
        if isinstance(self.event, SummonAttempt):
            self.event.is_cancelled = True
            yield from self.destroy(self.event.card)
