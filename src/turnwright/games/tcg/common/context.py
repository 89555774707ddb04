"""The context that the trading card games share: naming cards in questions, decks, and the pending
effects and actions of cards.

A game subclasses `CardGameContext` with the terms of its own rulebook. It defines

- `effects`: what each word of an effect does
- `targets`: what a pending effect may choose
- `resources`, `card_resources` and `spend`: what the acting player can pay with, and paying it
- `resolve` and `after_resolution`, if more than the effect happens when something resolves
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from types import GeneratorType
from typing import Any, ClassVar, Generic, TypeVar

import turnwright as tw
from turnwright.core.rules.action import check
from turnwright.core.rules.chain import Asking, chain_triggers
from turnwright.core.rules.ledger import Number

from .activation import CardFacts, player_ledger
from .card_definition import CardAction, CardEffect, CardSpec
from .events import CardEvent
from .pending_effects import CardGameState, PendingEffect

S = TypeVar("S", bound=CardSpec)
C = TypeVar("C", bound=tw.Card)

MOST_CARDS = 250  # in a deck

NOTHING: Mapping[str, int] = {}


class CardGameContext(tw.Context[Any, C], Generic[S, C]):
    """The operations of a card game. `S` defines its cards and `C` is a card in play."""

    __slots__ = ()

    library: ClassVar[Mapping[str, Any]] = {}
    watchers: ClassVar[tw.WatcherRegistry] = tw.WatcherRegistry()
    effects: ClassVar[Mapping[str, Callable[..., Any]]] = {}

    G: CardGameState

    # --- cards ------------------------------------------------------------------------------------

    def spec(self, card_id: int) -> S:
        """The definition of a card."""
        spec: S = self.library[self.ctx.cards[card_id].kind]
        return spec

    def name(self, card_id: int) -> str:
        """The name and the id of a card."""
        return f"{self.ctx.cards[card_id].kind} #{card_id}"

    def name_there(self, card_id: int) -> str:
        """The name of a card that a move aims at; its position if its zone has others of that name."""
        kinds = [self.card(other).kind for other in self.ctx.zones[self.ctx.card_zones[card_id]]]
        is_alone = kinds.count(self.card(card_id).kind) == 1
        return self.name(card_id) + ("" if is_alone else f" ({self.position_in_zone(card_id)})")

    # --- naming cards in questions ----------------------------------------------------------------
    # A player who is asked for cards is told which ones, whose they are and where they lie.

    def effect_question(
        self, effects: Mapping[int, tuple[int | str, str]], seat: int
    ) -> dict[str, Any]:
        """The settings of a question about effects: each is shown as its card (or the card's name, if
        it is unknown which one) and its action."""
        cards = {i: card for i, (card, _) in effects.items() if isinstance(card, int)}
        name = self.tell_apart(cards.values(), seat)
        labels = {
            i: f"{name(card) if isinstance(card, int) else card}: {action}"
            for i, (card, action) in effects.items()
        }
        return {"seat": seat, "label": labels.__getitem__, "about": cards.get}

    def tell_apart(
        self, cards: Iterable[int], seat: int | None = None, *, reveals: bool = False
    ) -> Callable[[int], str]:
        """Name cards by their marks, and if those are equal by their position. (Pages do not show the
        ids of cards.)"""
        marks = {card_id: self.marks(card_id, seat) for card_id in cards}
        counts = Counter((self.card(card_id).kind, *found) for card_id, found in marks.items())
        names = {}
        for card_id, found in marks.items():
            if counts[self.card(card_id).kind, *found] > 1:
                found = [*found, self.position_in_zone(card_id)]
            names[card_id] = self.name(card_id) + (f" ({', '.join(found)})" if found else "")
        return names.__getitem__

    def marks(self, card_id: int, seat: int | None) -> list[str]:
        """What distinguishes a card from others of its name: on the table, whose it is. Games may add
        more."""
        if not self.is_on_table(card_id):
            return []
        return ["yours" if self.card(card_id).owner == seat else "opponent's"]

    # --- decks and seats --------------------------------------------------------------------------

    def create_decks(self, default: Mapping[str, int], zone: str = "deck") -> None:
        """Create every seat's deck from the option `decks` (one per seat), or the default deck."""
        decks = self.options.get("decks") or [default] * len(self.seats)
        if not isinstance(decks, list) or len(decks) != len(self.seats):
            raise tw.UnusableError(
                "bad_deck", "`decks` must be a list with one deck for each seat."
            )
        for seat, deck in zip(self.seats, decks, strict=True):
            self._check_deck(deck)
            for kind, copies in deck.items():
                for _ in range(copies):
                    self.create_card(kind, zone, seat)

    def _check_deck(self, deck: Any) -> None:
        """Accept any known cards, since the card sets are stand-ins, but limit their number."""
        if not isinstance(deck, dict):
            raise tw.UnusableError("bad_deck", "A deck must be an object of card names and counts.")
        counts = list(deck.values())
        problems = [f"unknown card {kind!r}" for kind in deck if kind not in self.library]
        if not all(type(count) is int and 1 <= count <= MOST_CARDS for count in counts):
            problems.append(f"the count of a card must be 1 to {MOST_CARDS}")
        elif sum(counts) > MOST_CARDS:
            problems.append(f"{sum(counts)} cards are more than {MOST_CARDS}")
        if problems:
            sentence = f"This deck cannot be played: {'; '.join(problems)}."
            raise tw.UnusableError("bad_deck", sentence)

    def draw_or_lose(self, count: int = 1, seat: int | None = None) -> list[int]:
        """Draw cards. A player who must draw from an empty deck loses."""
        who = self.turn_player if seat is None else seat
        drawn = self.draw_card(count, who)
        if len(drawn) < count:
            self.lose(who, reason="no card left to draw")
        return drawn

    @property
    def starting_player(self) -> int:
        """The player who goes first, once that is decided."""
        assert self.ctx.otp is not None
        return self.ctx.otp

    @property
    def is_first_turn(self) -> bool:
        """Return whether this is the starting player's first turn."""
        return self.ctx.num_turns == 0 and self.turn_player == self.ctx.otp

    # --- using actions of cards -------------------------------------------------------------------

    def resources(self) -> Mapping[str, int]:
        """What the acting player could spend on actions of cards."""
        return NOTHING

    def card_resources(self, card_id: int) -> Mapping[str, int]:
        """Resources that depend on the card that is used, such as exhausting the card itself."""
        return NOTHING

    def spend(self, card_id: int, amounts: Mapping[str, Number]) -> Any:
        """Pay for an action of this card; a generator if the player has to choose."""
        raise NotImplementedError(f"{type(self).__name__} has no resources")

    def value_of(self, card_id: int, name: str) -> Number:
        """A number of a card that requirements name, by default a printed one."""
        value: Number = getattr(self.spec(card_id), name)
        return value

    def tags_of(self, card_id: int) -> Collection[str]:
        """The keywords of a card that requirements name."""
        return ()

    def is_timely(self, action: CardAction) -> bool:
        """Return whether the acting player may use an action of this timing now. By default the
        flow decides that, because the action is a move of one phase only."""
        return True

    def usable(self, cards: Iterable[int], name: str) -> list[int]:
        """Those of the cards that have an action of this name which the acting player may use now:
        its timing, its requirements and its cost allow it."""
        found = []
        ledger: tw.Ledger | None = None
        for card_id in cards:
            action = self.spec(card_id).actions.get(name)
            if action is None or not self.is_timely(action):
                continue
            ledger = ledger or player_ledger(self)
            if check(action, CardFacts(self, card_id, ledger), explain=False).ok:
                found.append(card_id)
        return found

    def meets_requirements(self, card_id: int, action: CardAction) -> bool:
        """Return whether the requirements of an action hold, whatever it costs."""
        if not action.requires:
            return True
        facts = CardFacts(self, card_id)
        return all(requirement.holds(facts) for requirement in action.requires)

    def can_pay(self, card_id: int, costs: Sequence[tw.Cost]) -> bool:
        """Return whether the acting player can pay these costs for a card."""
        return isinstance(tw.quote(costs, CardFacts(self, card_id).ledger), tw.Payment)

    def pay(self, card_id: int, action: CardAction, extra: Sequence[tw.Cost] = ()) -> Asking:
        """Pay the cost of an action, and extra costs."""
        payment = tw.quote([*action.cost, *extra], CardFacts(self, card_id).ledger)
        assert isinstance(payment, tw.Payment), f"{action.name} cannot be paid"
        if payment.amounts:
            paid = self.spend(card_id, payment.amounts)
            if type(paid) is GeneratorType:
                yield from paid

    # --- pending effects --------------------------------------------------------------------------

    def trigger(self, event: str, *cards: int, seat: int | None = None) -> None:
        """An event happened to these cards: add the abilities that it triggers to the pending ones.

        They belong to the owners of the cards, or to `seat`.
        """
        happened = CardEvent(type=event)
        found = [self.card(card_id) for card_id in cards]
        holders = [(card.owner if seat is None else seat, card.kind, card.id) for card in found]
        for reaction in self.watchers.live(self, happened, "after", holders):
            before, self.seat = self.seat, reaction.seat
            reaction.watcher.effect(self, reaction.holder, happened)
            self.seat = before

    def add_trigger(self, card_id: int, action: CardAction) -> None:
        """Add a triggered ability of the acting player to the pending effects."""
        self.G.pending.append(self.pending_effect(card_id, action, "trigger", card=card_id))

    def pending_effect(
        self, card_id: int, action: CardAction, kind: str, **fields: Any
    ) -> PendingEffect:
        """An action of a card, used by the acting player, as a pending effect."""
        name = self.ctx.cards[card_id].kind
        return PendingEffect(seat=self.seat, name=name, action=action.name, kind=kind, **fields)

    def use_now(self, card_id: int, name: str) -> Asking:
        """Resolve an action of a card at once, without waiting."""
        action = self.spec(card_id).actions[name]
        yield from self.resolve(self.pending_effect(card_id, action, "ability", card=card_id))

    def has_target(self, card_id: int, name: str) -> bool:
        """Return whether an action of a card has a target, or needs none."""
        action = self.spec(card_id).actions[name]
        return self.targets(self.pending_effect(card_id, action, "ability", card=card_id)) != []

    def action_of(self, pending: PendingEffect) -> CardAction:
        """The action that a pending effect comes from."""
        action: CardAction = self.library[pending.name].actions[pending.action]
        return action

    def effects_of(self, pending: PendingEffect) -> tuple[CardEffect, ...]:
        """The effects that a pending effect will have, in order."""
        effects = self.action_of(pending).effect
        assert not isinstance(effects, str)
        return effects

    def targets(self, pending: PendingEffect) -> list[int] | None:
        """The legal targets of a pending effect; None if it has no target."""
        return None

    def target_question(self, pending: PendingEffect) -> str:
        """The text of the question for a target."""
        return f"{pending.name}: choose a target"

    def declare_target(self, pending: PendingEffect) -> Asking:
        """Its controller chooses the target of a pending effect, if there is one to choose."""
        targets = self.targets(pending)
        if targets and pending.target is None:
            text = self.target_question(pending)
            pending.target = yield self.choose_card(text, targets, seat=pending.seat, id="target")

    def declare_triggers(self, ask: Callable[[int, list[PendingEffect]], Any]) -> Asking:
        """Declare the triggers that wait for it: those of the turn player first, each player's in an
        order of their choice. They then lie on top of the other pending effects."""
        declared = [pending for pending in self.G.pending if pending.is_declared]
        waiting = [pending for pending in self.G.pending if not pending.is_declared]
        chain = yield from chain_triggers(self, waiting, self.turn_player, ask)
        self.G.pending = declared + chain

    def declare_trigger(self, trigger: PendingEffect) -> Asking:
        """Make the choices of a trigger. None removes it, because it has no legal target."""
        if self.targets(trigger) == [] or self.ctx.game_over:
            return None
        yield from self.declare_target(trigger)
        trigger.is_declared = True
        return trigger

    def resolvable_triggers(self) -> list[int]:
        """The pending triggers that the acting player may resolve next, by index."""
        return [i for i, pending in enumerate(self.G.pending) if pending.seat == self.seat]

    def resolve(self, pending: PendingEffect) -> Asking:
        """Resolve a pending effect that has left the list."""
        yield from self.perform(pending)

    def perform(self, pending: PendingEffect) -> Asking:
        """Do what an effect says. It does nothing if its target is no longer legal."""
        targets = self.targets(pending)
        if targets is not None and pending.target not in targets:
            return
        for effect in self.effects_of(pending):
            result = self.effects[effect.word](self, pending, effect.amount)
            if type(result) is GeneratorType:
                yield from result

    def after_resolution(self) -> Asking:
        """What follows when a pending effect has resolved."""
        return
        yield  # games may ask here
