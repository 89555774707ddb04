"""The chain: activations that can be responded to, and then resolve last in, first out.

A *link* is an activation: its seat, its speed and its effect. Responses are offered in turn, starting
with the other seat, and need a speed of at least 2 and at least that of the last link. When all seats
have passed in succession, the links resolve from the last to the first. Negating an *activation* undoes
the whole activation; negating an *effect* lets it resolve without doing anything.

Whether a seat is asked must not tell the others what it holds. In a match with public windows (see
`Game.start`) a seat is asked whenever `may_respond` says that the visible position allows a response,
for example because it has a face-down card. A seat that has no response then gets a window without
options and can only pass.

Simultaneous triggers go on one chain in four groups: mandatory ones of the turn player, mandatory ones
of the others, optional ones of the turn player, optional ones of the others. A seat with several
triggers in a group orders them.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any, Protocol, TypeVar, Unpack

import msgspec

from turnwright.core.definition.state import Public, State
from turnwright.core.runtime.prompts import Asking as Asking
from turnwright.core.runtime.prompts import Question, QuestionSettings

"""An effect that may ask: a generator that yields questions and receives their answers."""


class Link(State, kw_only=True):
    """One activation on the chain. Games subclass it with what they need to resolve it.

    A chain that is built and resolved within one action lives in the context; one that is responded
    to with moves is a list in the state.
    """

    seat: Public[int]
    speed: int = 1
    name: Public[str] = ""
    activation_negated: bool = False
    effect_negated: bool = False


class PendingTrigger(msgspec.Struct, kw_only=True, gc=False):
    """A trigger that waits to go on a chain. `source` is what it is on."""

    seat: int
    name: str
    is_optional: bool = False
    source: int = -1  # equal triggers of the same source need no order


class SimultaneousTrigger(Protocol):
    """What a trigger must have to be ordered: `PendingTrigger`, or a game's own type."""

    @property
    def seat(self) -> int:
        """The seat of the trigger."""
        ...

    @property
    def name(self) -> str:
        """Its name for people."""
        ...

    @property
    def is_optional(self) -> bool:
        """Whether its seat may decline it."""
        ...

    @property
    def source(self) -> int:
        """What it is on, or -1."""
        ...


W = TypeVar("W", bound=SimultaneousTrigger)


class TriggerRules(Protocol):
    """What a game implements to put triggers on a chain."""

    def order(
        self, text: str, values: Sequence[object], **how: Unpack[QuestionSettings]
    ) -> Question:
        """Ask a seat for an order; see `Context.order`."""
        ...

    def declare_trigger(self, trigger: Any) -> Asking:
        """Put a trigger on the chain: the value is its link, or None."""
        ...


class ChainRules(TriggerRules, Protocol):
    """What a game implements: possible responses, their declaration, and how a link resolves."""

    @property
    def choose(self) -> Callable[..., Question]:
        """Ask a seat for a choice; see `Context.choose`."""
        ...

    def response_order(self, after: int) -> list[int]:
        """The seats that are asked for responses, in order."""
        ...

    def responses(self, seat: int, chain: list[Any], min_speed: int) -> list[Any]:
        """What a seat can respond with, at this speed or faster."""
        ...

    @property
    def public_windows(self) -> bool:
        """Whether windows open by what everybody can see; see `Context`."""
        ...

    def may_respond(self, seat: int, chain: list[Any], min_speed: int) -> bool:
        """Whether a seat may be able to respond, as far as everybody can see.

        It must be true whenever `responses` is not empty, and must not depend on hidden cards."""
        ...

    def name_response(self, response: Any) -> str:
        """The label of a response."""
        ...

    def key_of_response(self, response: Any) -> str:
        """The key of a response: the same whatever else is offered. Equal keys are one choice."""
        ...

    def card_of_response(self, response: Any) -> int | None:
        """The card that a response is about, or None."""
        ...

    def declare(self, seat: int, response: Any) -> Asking:
        """Declare a response: the value is its link, or None if it was cancelled."""
        ...

    def resolve_link(self, link: Any) -> Asking:
        """Resolve a link."""
        ...


def min_speed(chain: Sequence[Link]) -> int:
    """Return the speed that a response needs."""
    return max(2, chain[-1].speed if chain else 0)


def run_chain(c: ChainRules, chain: list[Any], after: int, text: str = "Respond?") -> Asking:
    """Offer responses to a chain, or without links to what has happened, then resolve it.

    `after` is the seat that acted last; the others are asked first. Returns the resolved chain.
    """
    passes = 0
    order = c.response_order(after)
    position = 0
    while passes < len(order):
        seat = order[position % len(order)]
        position += 1
        speed = min_speed(chain)
        options = c.responses(seat, chain, speed)
        response = None
        if options or (c.public_windows and c.may_respond(seat, chain, speed)):
            offered = {c.key_of_response(option): option for option in options}
            names = {key: c.name_response(option) for key, option in offered.items()}
            cards = {key: c.card_of_response(option) for key, option in offered.items()}
            asked = chain[-1].name if chain else text
            picked = yield c.choose(
                f"Respond to {asked}?" if chain else text,
                list(offered),
                optional=True,
                seat=seat,
                label=names.__getitem__,
                about=cards.__getitem__,
                id="response",
                responds_to=chain[-1].seat if chain else after,
            )
            response = None if picked is None else offered[picked]
        link = None if response is None else (yield from c.declare(seat, response))
        if link is None:
            passes += 1
            continue
        chain.append(link)
        passes = 0
        order = c.response_order(seat)
        position = 0
    for link in reversed(chain):
        yield from c.resolve_link(link)
    return chain


def group_triggers(waiting: Sequence[W], turn_player: int) -> list[list[W]]:
    """The four groups, in the order in which they go on the chain."""
    groups: list[list[W]] = [[], [], [], []]
    for trigger in waiting:
        groups[2 * trigger.is_optional + (trigger.seat != turn_player)].append(trigger)
    return groups


def chain_triggers(
    c: TriggerRules,
    waiting: Sequence[W],
    turn_player: int,
    ask: Callable[[int, list[W]], Any] | None = None,
) -> Generator[Any, Any, list[Any]]:
    """Put waiting triggers on a chain, group by group; each owner orders their own.

    `ask(seat, triggers)` is the question for an order of indices, if a game words it itself.
    """
    chain: list[Any] = []
    for group in group_triggers(waiting, turn_player):
        for seat in sorted({trigger.seat for trigger in group}):
            own = [trigger for trigger in group if trigger.seat == seat]
            if len(own) > 1 and (own[0].source < 0 or len({(t.name, t.source) for t in own}) > 1):
                indices = yield (ask(seat, own) if ask else _order_question(c, seat, own))
                own = [own[index] for index in indices]
            for trigger in own:
                link = yield from c.declare_trigger(trigger)
                if link is not None:
                    chain.append(link)
    return chain


def _order_question(c: TriggerRules, seat: int, triggers: Sequence[SimultaneousTrigger]) -> Any:
    names = [trigger.name for trigger in triggers]
    return c.order(
        "In which order do these go on the chain? The last one happens first.",
        range(len(triggers)),
        seat=seat,
        label=names.__getitem__,
        id="trigger_order",
    )
