"""Activations: costs, limits, targets, responses, chains and the triggers that follow.

A chain, with all its responses and the triggers it sets off, is one action of the seat that began it:

- `activate` pays the cost, chooses the targets and puts the first link on the chain
- the core's `run_chain` offers responses to both seats and resolves the links, last in, first out
- `follow_up` collects the events of the chain, puts the effects they trigger on a new chain, and
  repeats until nothing more happens
"""

from __future__ import annotations

from collections.abc import Sequence
from types import GeneratorType
from typing import Any, TypeAlias

import turnwright as tw
from turnwright.core.rules.chain import Asking, Link, PendingTrigger, chain_triggers, run_chain

from .card_definition import (
    LIBRARY,
    CardCost,
    Effect,
    effects_of,
    kinds_matching,
    kinds_triggered_by,
    kinds_with_quick_effects,
)
from .context import DuelContext
from .events import Activated, SummonAttempt, Summoned
from .state import BANISHED, FIELD, GRAVES, HANDS, MONSTERS, SPELL_TRAPS, ZONE_SIZE

QUICK_SPELL_SPEED = 2
MOST_TRIGGERS = 40  # triggers that one action may set off; later ones are dropped and reported


class DuelLink(Link):
    """An activated card or effect on the chain, with its targets and the zones they were in."""

    card: int
    kind: str
    effect: str
    targets: list[list[int]]
    event: Any = None
    is_card: bool = False
    limit: str = ""
    zones: dict[int, str] = {}


class Trigger(PendingTrigger):
    """An effect that an event has triggered and that waits to go on the chain."""

    card: int
    kind: str
    effect: Effect
    event: Any


Response: TypeAlias = tuple[int, Effect]


# --- costs and limits -----------------------------------------------------------------------------


def limit_key(c: DuelContext, card_id: int, effect: Effect) -> str:
    """The ledger pool that counts the uses of a limited effect."""
    kind = c.kind_name(card_id)
    holder = card_id if effect.once == "card" else kind
    return f"{'duel' if effect.once == 'duel' else 'turn'}: {holder}.{effect.name}"


def is_within_limit(c: DuelContext, card_id: int, effect: Effect) -> bool:
    """Return whether the effect may be used once more."""
    if not effect.once:
        return True
    key = limit_key(c, card_id, effect)
    ledger = c.ledger()
    return key not in ledger.pools or ledger.has(key, 1)


def count_use(c: DuelContext, card_id: int, effect: Effect) -> str:
    """Count one use of a limited effect and return its pool; empty if it has no limit."""
    if not effect.once:
        return ""
    key = limit_key(c, card_id, effect)
    ledger = c.ledger()
    if key not in ledger.pools:
        ledger.add(key, tw.Pool(1, 1, "" if effect.once == "duel" else "turn"))
    ledger.spend(key, 1, who=c.kind_name(card_id), why=effect.name)
    return key


def can_pay(c: DuelContext, card_id: int, effect: Effect) -> bool:
    """Return whether the acting seat can pay every cost of the effect."""
    costs = [cost for cost in effect.cost if isinstance(cost, tw.Cost)]
    if costs and not isinstance(tw.quote(costs, c.ledger()), tw.Payment):
        return False
    return all(
        len(payable_cards(c, card_id, cost)) >= cost.count
        for cost in effect.cost
        if isinstance(cost, CardCost)
    )


def payable_cards(c: DuelContext, card_id: int, cost: CardCost) -> list[int]:
    """The cards that the acting seat may pay this cost with; never the card itself."""
    if cost.action == "discard":
        return [i for i in c.hand() if i != card_id]
    if cost.action == "tribute":
        return [i for i in c.own_monsters if i != card_id]
    return [i for i in c.grave() if i != card_id]


def pay(c: DuelContext, card_id: int, effect: Effect) -> Asking:
    """Pay the cost of an effect: first the cards that the seat chooses, then resources."""
    targets = [(target.min, set(target.among(c)) - {card_id}) for target in effect.targets]

    def leaves_targets(picks: list[int]) -> bool:
        return all(len(candidates.difference(picks)) >= least for least, candidates in targets)

    for cost in effect.cost:
        if isinstance(cost, CardCost):
            picks = yield c.choose_many(
                f"{cost.action.capitalize()} {cost.count} for {c.kind_name(card_id)}",
                payable_cards(c, card_id, cost), cost.count, cost.count,
                label=c.name, intent="cost", is_cards=True, id="cost", source=card_id, is_open=True,
                is_field=cost.action == "tribute", valid=leaves_targets if targets else None,
                why_invalid="That would leave nothing to target.",
            )  # fmt: skip
            for pick in picks:
                c.send(pick, "banished" if cost.action == "banish" else "grave")
    costs = [cost for cost in effect.cost if isinstance(cost, tw.Cost)]
    if costs:
        payment = tw.quote(costs, c.ledger())
        assert isinstance(payment, tw.Payment)
        tw.pay(c.ledger(), payment, who=c.kind_name(card_id), why=effect.name)
        c.check_life()


# --- legality -------------------------------------------------------------------------------------


def is_legal(c: DuelContext, card_id: int, effect: Effect, event: Any = None) -> bool:
    """Return whether the acting seat may activate this effect now, timing aside."""
    card = c.ctx.cards[card_id]
    if card.is_negated or (effect.once and not is_within_limit(c, card_id, effect)):
        return False
    c.me, c.event = card_id, event
    if effect.when is not None and not effect.when(c):
        return False
    if effect.cost and not can_pay(c, card_id, effect):
        return False
    for target in effect.targets:
        candidates = [i for i in target.among(c) if i != card_id]
        taken = _targets_taken_by_cost(c, card_id, effect, candidates) if effect.cost else 0
        if len(candidates) - taken < target.min:
            return False
    return True


def _targets_taken_by_cost(
    c: DuelContext, card_id: int, effect: Effect, candidates: list[int]
) -> int:
    """The smallest number of candidates that must be given up to pay the cost."""
    taken = 0
    for cost in effect.cost:
        if isinstance(cost, CardCost):
            others = [i for i in payable_cards(c, card_id, cost) if i not in candidates]
            taken += max(0, cost.count - len(others))
    return taken


def _add_legal(
    c: DuelContext,
    found: list[Response],
    card_id: int,
    effects: tuple[Effect, ...],
    min_speed: int,
    event: Any,
) -> None:
    for effect in effects:
        if effect.speed < min_speed or (effect.on is not None and effect.on is not type(event)):
            continue
        if is_legal(c, card_id, effect, event):
            found.append((card_id, effect))


# --- the chain ------------------------------------------------------------------------------------


class DuelChain:
    """What a duel adds to the core's chain: its responses, how they are declared, how links resolve."""

    __slots__ = ("c", "choose", "order", "public_windows")

    def __init__(self, c: DuelContext) -> None:
        self.c = c
        self.choose = c.choose
        self.order = c.order
        self.public_windows = c.public_windows

    def may_respond(self, seat: int, chain: Sequence[Any], min_speed: int) -> bool:
        """A card that was set before this turn may be a trap or a quick spell; on its own turn a seat
        may hold a quick spell; and everybody sees the quick effects of face-up cards."""
        c = self.c
        cards, zones = c.ctx.cards, c.ctx.zones
        busy = {link.card for link in chain}
        behind = [cards[i] for i in zones[SPELL_TRAPS[seat]] if i not in busy]
        if any(not card.face_up and card.came < c.turn for card in behind):
            return True
        is_own_turn = seat == c.turn_player and len(zones[SPELL_TRAPS[seat]]) < ZONE_SIZE
        if is_own_turn and min_speed <= QUICK_SPELL_SPEED and zones[HANDS[seat]]:
            return True
        others = [cards[i] for i in zones[MONSTERS[seat]] + zones[FIELD[seat]] if i not in busy]
        return any(
            effect.speed >= min_speed
            for card in behind + others
            if card.face_up and not card.is_negated
            for effect in effects_of(card.kind, "quick")
        )

    def responses(self, seat: int, chain: Sequence[Any], min_speed: int) -> list[Response]:
        """What a seat can respond with: set traps and quick spells, quick spells in the hand during
        its own turn, and quick effects of face-up cards."""
        c = self.c
        cards, zones = c.ctx.cards, c.ctx.zones
        set_cards, hand = zones[SPELL_TRAPS[seat]], zones[HANDS[seat]]
        others = zones[MONSTERS[seat]] + zones[FIELD[seat]]
        quick, from_hand = kinds_with_quick_effects(), kinds_matching((("subtype", "quick"),))
        is_own_turn = seat == c.turn_player and len(set_cards) < ZONE_SIZE
        fast = [i for i in others if cards[i].kind in quick and cards[i].face_up]
        held = [i for i in hand if cards[i].kind in from_hand] if is_own_turn else []
        if not set_cards and not fast and not held:
            return []  # the usual case
        before, was_me, was_event = c.seat, c.me, c.event
        c.seat = seat
        event = was_event
        if chain:
            last = chain[-1]
            event = Activated(card=last.card, kind=last.kind, seat=last.seat)
        found: list[Response] = []
        busy = {link.card for link in chain}
        for card_id in set_cards:
            card = cards[card_id]
            type = "quick" if card.face_up else "resolve"
            if card_id in busy or (type == "resolve" and card.came == c.turn):
                continue  # traps and quick spells cannot be used in the turn they were set
            _add_legal(c, found, card_id, effects_of(card.kind, type), min_speed, event)
        for card_id in fast:
            if card_id not in busy:
                effects = effects_of(cards[card_id].kind, "quick")
                _add_legal(c, found, card_id, effects, min_speed, event)
        for card_id in held:
            effects = effects_of(cards[card_id].kind, "resolve")
            _add_legal(c, found, card_id, effects, min_speed, event)
        c.seat, c.me, c.event = before, was_me, was_event
        return found

    def name_response(self, response: Response) -> str:
        """The name of a response in a question: its card, and which effect of it."""
        return response_name(self.c, response)

    def key_of_response(self, response: Response) -> str:
        """The key of a response: its card and its effect."""
        card_id, effect = response
        return f"{card_id}:{effect.name}"

    def card_of_response(self, response: Response) -> int:
        """The card that a response belongs to."""
        return response[0]

    def response_order(self, after: int) -> list[int]:
        """The other seat responds first."""
        return [self.c.after(after), after]

    def declare(self, seat: int, response: Response) -> Asking:
        """Activate a response: pay, choose targets, show the card. The value is the link."""
        c = self.c
        card_id, effect = response
        event = c.event
        if c.chain:
            last = c.chain[-1]
            event = Activated(card=last.card, kind=last.kind, seat=last.seat)
        return (yield from declare(c, seat, card_id, effect, event))

    def declare_trigger(self, trigger: Trigger) -> Asking:
        """Activate a triggered effect. None if it cannot be used or its owner declines."""
        c = self.c
        c.seat = trigger.seat
        if (
            trigger.card not in c.ctx.cards
            or c.zone_of(trigger.card) not in trigger.effect.where
            or not is_legal(c, trigger.card, trigger.effect, trigger.event)
        ):
            return None
        if trigger.is_optional:
            text = f"Use the effect of {trigger.kind}?"
            if not (
                yield c.yes_no(
                    text,
                    seat=trigger.seat,
                    id="use",
                    intent="benefit",
                    source=trigger.card,
                    is_open=True,
                )
            ):
                return None
        return (yield from declare(c, trigger.seat, trigger.card, trigger.effect, trigger.event))

    def resolve_link(self, link: DuelLink) -> Asking:
        """Do what a link says, unless it was negated or all of its targets are gone."""
        c = self.c
        effect = next(e for e in LIBRARY[link.kind].effects if e.name == link.effect)
        c.unresolved_cards.discard(link.card)
        if link.activation_negated:
            if link.limit and not effect.spent_if_negated:
                c.ledger(link.seat).restore(link.limit, 1, who=link.kind, why="negated")
        elif not link.effect_negated and not c.ctx.game_over and _is_still_there(c, link):
            position = next(i for i, other in enumerate(c.chain) if other is link)
            c.answered_link = c.chain[position - 1] if position else None
            c.seat, c.me, c.event = link.seat, link.card, link.event
            c.my_kind = link.kind
            # A target that has changed zones since it was chosen is not affected.
            zones = c.ctx.card_zones
            targets = [[i for i in ids if zones.get(i) == link.zones[i]] for ids in link.targets]
            # The effect fizzles if every card of a target has gone; an empty target does not matter.
            if all(now or not then for now, then in zip(targets, link.targets, strict=True)):
                arguments = [
                    picks[0] if target.max == 1 else picks
                    for picks, target in zip(targets, effect.targets, strict=True)
                ]
                c.mark_used(f"{link.kind}: {link.effect}")
                c.source = link.card
                result = effect.fn(c, *arguments)
                if type(result) is GeneratorType:
                    yield from result
                c.source = None


def response_name(c: DuelContext, response: Response) -> str:
    """What a response does, as an option says it."""
    card_id, effect = response
    kind = c.kind_name(card_id)
    return kind if effect.type == "resolve" else f"{kind}: effect"


def declare(c: DuelContext, seat: int, card_id: int, effect: Effect, event: Any) -> Asking:
    """Pay for an effect, choose its targets and show its card. The value is the link."""
    c.seat, c.me, c.event = seat, card_id, event
    c.source = card_id
    kind = c.kind_name(card_id)
    yield from pay(c, card_id, effect)
    targets = []
    for target in effect.targets:
        candidates = [i for i in target.among(c) if i != card_id]
        picks = yield c.choose_many(
            target.text, candidates, target.min, min(target.max, len(candidates)), id="target",
            label=c.name, intent=target.intent, is_cards=True, is_field=target.is_field,
        )  # fmt: skip
        targets.append(picks)
    zones = {i: c.ctx.card_zones[i] for picks in targets for i in picks}
    limit = count_use(c, card_id, effect)
    c.source = None
    c.commit()
    is_card = effect.type == "resolve"
    if is_card:
        c.unresolved_cards.add(card_id)
        card = c.ctx.cards[card_id]
        if c.zone_of(card_id) == "hand":
            zone = "field" if LIBRARY[kind].subtype == "field" else "spell_trap"
            if zone == "field":
                for old in list(c.zone("field", seat)):
                    c.send(old, "grave")  # a new field card replaces the old one
            c.move_card(card_id, zone, seat)
            card.came = c.turn
        c.turn_card(card_id)
    return DuelLink(
        seat=seat, speed=effect.speed, name=response_name(c, (card_id, effect)), card=card_id,
        kind=kind, effect=effect.name, targets=targets, event=event, is_card=is_card, limit=limit,
        zones=zones,
    )  # fmt: skip


def _is_still_there(c: DuelContext, link: DuelLink) -> bool:
    """A card that stays on the field does nothing if it was removed before it resolved."""
    stays = link.is_card and LIBRARY[link.kind].stays
    return not stays or c.is_on_field(link.card)


def _clean_up(c: DuelContext) -> None:
    """After a chain, send spells and traps that do not stay, or were negated, to the grave."""
    for link in c.chain:
        if not link.is_card or link.card not in c.ctx.cards:
            continue
        spec = LIBRARY[link.kind]
        is_here = c.zone_of(link.card) in ("spell_trap", "field")
        is_loose = spec.subtype == "equip" and c.ctx.cards[link.card].equipped_to is None
        if is_here and (not spec.stays or link.activation_negated or is_loose):
            c.send(link.card, "grave")
    c.chain = []


# --- triggers and everything that follows from an action ------------------------------------------


def collect_triggers(c: DuelContext) -> list[Trigger]:
    """The effects that the events since the last call have triggered, in player order."""
    events, c.pending_events = c.pending_events, []
    found: list[Trigger] = []
    cards = c.ctx.cards
    around: list[tuple[int, list[int]]] = []
    for event in events:
        kinds = kinds_triggered_by(type(event))
        if not kinds:
            continue
        around = around or [(seat, _possible_triggers(c, seat)) for seat in c.seats]
        for seat, ids in around:
            for card_id in [i for i in ids if cards[i].kind in kinds]:
                card = cards[card_id]
                for effect in effects_of(card.kind, "trigger"):
                    if effect.on is type(event) and _is_triggered(c, card_id, effect, event, seat):
                        found.append(
                            Trigger(
                                seat=seat,
                                name=f"{card.kind}: effect",
                                is_optional=effect.optional,
                                source=card_id,
                                card=card_id,
                                kind=card.kind,
                                effect=effect,
                                event=event,
                            )
                        )
    return found


def _possible_triggers(c: DuelContext, seat: int) -> list[int]:
    """The cards of a seat whose effects an event may trigger: field, grave and banished cards."""
    zones = c.ctx.zones
    return c.on_field(seat) + zones[GRAVES[seat]] + zones[BANISHED[seat]]


def _is_triggered(c: DuelContext, card_id: int, effect: Effect, event: Any, seat: int) -> bool:
    card = c.ctx.cards[card_id]
    if not card.face_up or c.zone_of(card_id) not in effect.where:
        return False
    if effect.on_self and card_id not in (
        getattr(event, "card", -1),
        getattr(event, "attacker", -1),
    ):
        return False
    before, c.seat = c.seat, seat
    legal = is_legal(c, card_id, effect, event)
    c.seat = before
    return legal


def follow_up(c: DuelContext, event: tw.Event | None = None, text: str = "Respond?") -> Asking:
    """Resolve triggers and offer responses until nothing more follows from this action.

    With an `event` both seats may respond to it even if it triggers nothing.
    """
    actor = c.seat
    count = 0
    while not c.ctx.game_over:
        summons = [e for e in c.pending_events if type(e) is Summoned]
        if event is None and summons:  # a summon by an effect can be responded to as well
            event, text = summons[-1], "A monster was summoned. Respond?"
        waiting = collect_triggers(c)
        count += len(waiting)
        if count > MOST_TRIGGERS:
            c.bus.reports = [f"{count} triggers from one action; the rest was dropped"]
            c.mark_used("the limit on triggers of one action")
            c.pending_events = []
            break
        rules = DuelChain(c)
        chain: list[DuelLink] = []
        if waiting:
            chain = yield from chain_triggers(rules, waiting, c.turn_player)
        c.event = event
        if not chain and event is None:
            break
        c.chain = chain
        last = chain[-1].seat if chain else actor
        resolved = yield from run_chain(rules, chain, last, text)
        _clean_up(c)
        if not resolved and not c.pending_events:
            break
        if not waiting and event is not None and resolved:
            event = None  # the window was used; later events have their own
    c.seat = actor


def activate(c: DuelContext, card_id: int, effect: Effect) -> Asking:
    """Start a chain with an effect of the acting seat, and resolve everything that follows."""
    actor = c.seat
    link = yield from declare(c, actor, card_id, effect, None)
    c.chain = [link]
    yield from run_chain(DuelChain(c), c.chain, actor)
    _clean_up(c)
    c.seat = actor
    yield from follow_up(c)


def attempt_summon(c: DuelContext, card_id: int, how: str) -> Asking:
    """A normal or flip summon: it can be negated first and responded to afterwards."""
    actor = c.seat
    attempt = SummonAttempt(card=card_id, seat=actor, how=how)
    c.event = attempt
    c.chain = []
    text = f"{c.kind_name(card_id)} is summoned. Respond?"
    yield from run_chain(DuelChain(c), c.chain, actor, text)
    _clean_up(c)
    c.seat = actor
    if attempt.is_cancelled or card_id not in c.ctx.cards:
        yield from follow_up(c)
        return
    card = c.ctx.cards[card_id]
    if how == "flip":
        c.flip(card_id)
        card.position, card.turned = "attack", c.turn
    c.pending_events.append(Summoned(card=card_id, seat=actor, how=how))
    c.mark_used(card.kind)
    done = Summoned(card=card_id, seat=actor, how=how)
    yield from follow_up(c, done, f"{c.kind_name(card_id)} was summoned. Respond?")
