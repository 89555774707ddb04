"""What cards do, as data and small functions: the words that card files are written with.

An effect is a function of the rules `c` and the card; if it asks somebody, it is a generator. Messages
are what the log says after "uses <card> to".
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

if TYPE_CHECKING:
    from .context import Rules
    from .state import Piece

Effect: TypeAlias = "Callable[..., Any]"
Test: TypeAlias = "Callable[..., bool]"


class Price(msgspec.Struct, frozen=True, gc=False):
    """What something costs. All of it is paid, or nothing."""

    clicks: int = 0
    lost_clicks: int = 0
    credits: int | None = None
    """None costs none; 0 is paid too, and said."""
    virus: int = 0
    """Virus counters hosted on the card itself."""
    trash_self: bool = False
    remove_self: bool = False
    from_hand: int = 0
    """Cards from the own hand, of one's choice, trashed."""

    def label(self) -> str:
        """As clients show it on a button."""
        parts = []
        if self.clicks:
            parts.append("[Click]" * self.clicks)
        if self.lost_clicks:
            parts.append("Lose " + "[Click]" * self.lost_clicks)
        if self.credits is not None:
            parts.append(f"{self.credits} [Credits]")
        if self.virus:
            one = self.virus == 1
            parts.append("Hosted virus counter" if one else f"{self.virus} hosted virus counters")
        if self.trash_self:
            parts.append("[trash]")
        if self.remove_self:
            parts.append("Remove this card from the game")
        return ", ".join(parts)


FREE = Price()


class Ability(msgspec.Struct, frozen=True, kw_only=True):
    """Something a player may use. `action` abilities are not used during runs."""

    label: str
    effect: Effect
    price: Price | Callable[..., Price] = FREE
    when: Test | None = None
    is_action: bool = False
    once: bool = False
    breaks: int = 0
    """How many subroutines at a time, if it breaks."""
    subtype: str = ""
    """Only on ice of this type; empty: any."""
    pump: int | Callable[..., int] = 0
    """By how much it raises the strength, if it does."""


class Sub(msgspec.Struct, frozen=True):
    """A subroutine."""

    label: str
    effect: Effect


CREDITS, LAST = 6, 10
"""Places of triggers that are left to themselves: what gains credits comes before the rest."""


class Trigger(msgspec.Struct, frozen=True, kw_only=True):
    """Something that happens by itself when something else does."""

    effect: Effect
    when: Test | None = None
    interactive: bool | Test = False
    """Does its place among others matter? Then their owner is asked for the order."""
    silent: bool = False
    """It never stands in such a list."""
    once: str = ""
    """Once a turn, under this name."""
    place: int = LAST
    """Whose turn it is among those that are left to themselves: the lowest first, then by title."""


class Behaviour(msgspec.Struct, kw_only=True):
    """All that a card does."""

    title: str
    play: Effect | None = None
    can_play: Test | None = None
    abilities: tuple[Ability, ...] = ()
    runner_abilities: tuple[Ability, ...] = ()
    subs: tuple[Sub, ...] = ()
    on: Mapping[str, Trigger] = {}
    strength: Callable[..., int] | None = None
    """Added to the printed one."""
    cost: Callable[..., int] | None = None
    """Added to the printed cost of installing it."""
    others_cost: Callable[..., int] | None = None
    """Added to the cost of installing another card."""
    counters: tuple[str, int] | None = None
    """Loaded when it is installed or rezzed."""
    memory: int = 0
    hand_size: int = 0
    """For its owner, while it is active."""
    advanceable: bool = False
    persists: bool = False
    """Trashed by the Runner during a run, its abilities last until the run ends."""
    opens_window: bool = False
    """Is the window at the start of its owner's turn opened for it?"""
    hosts_on: str = ""
    """What it must be installed on: "ice"."""
    access: Ability | None = None
    """Offered to the Runner while accessing any card."""
    pays: Test | None = None
    """May its credits be used for this?"""
    notice: str = ""
    """Said when it is installed."""
    breaks_subs: bool = False

    def __post_init__(self) -> None:
        self.breaks_subs = any(ability.breaks for ability in self.abilities)


CARDS: dict[str, Behaviour] = {}
_triggers: dict[str, frozenset[str]] = {}


def card(title: str, **what: Any) -> Behaviour:
    """Define what a card does."""
    found = CARDS[title] = Behaviour(title=title, **what)
    _triggers.clear()
    return found


BLANK = Behaviour(title="")


def triggers(event: str) -> frozenset[str]:
    """The titles of the cards that have something to say to an event."""
    if event not in _triggers:
        _triggers[event] = frozenset(title for title, does in CARDS.items() if event in does.on)
    return _triggers[event]


def price_of(c: Rules, card: Piece, ability: Ability) -> Price:
    return ability.price(c, card) if callable(ability.price) else ability.price
