"""What cards do, as data and small functions: the vocabulary of the card files.

An effect is a function of the context and the card. If it asks a question it is a generator. Its
messages complete the log line "uses <card> to ...".
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

if TYPE_CHECKING:
    from .context import NetrunnerContext
    from .state import Card

EffectGenerator: TypeAlias = Generator[Any, Any, Any]
"""What a rule or an effect that may ask returns; the value of `yield from` is its result."""
EventData: TypeAlias = Mapping[str, Any]
"""What happened, by name: `card`, `server`, `ice`, `run`, ..."""

Effect: TypeAlias = "Callable[[NetrunnerContext, Card], object]"
Condition: TypeAlias = "Callable[[NetrunnerContext, Card], bool]"
Amount: TypeAlias = "Callable[[NetrunnerContext, Card], int]"
TriggerEffect: TypeAlias = "Callable[[NetrunnerContext, Card, EventData], object]"
TriggerCondition: TypeAlias = "Callable[[NetrunnerContext, Card, EventData], bool]"
AccessEffect: TypeAlias = "Callable[[NetrunnerContext, Card, Card], object]"
CostChange: TypeAlias = "Callable[[NetrunnerContext, Card, Card], int]"
PaymentTest: TypeAlias = "Callable[[NetrunnerContext, Card, str, Card | None], bool]"


class Price(msgspec.Struct, frozen=True, gc=False):
    """What something costs. It is paid in full or not at all."""

    clicks: int = 0
    lost_clicks: int = 0
    credits: int | None = None
    """None: no credits are involved. 0 is paid, and logged."""
    virus: int = 0
    """Virus counters hosted on the card itself."""
    trash_self: bool = False
    remove_self: bool = False
    from_hand: int = 0
    """Cards to trash from the player's hand."""

    def label(self) -> str:
        """Return the text that clients show on a button."""
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
    """An ability that its owner may use. With `is_action` it cannot be used during runs."""

    label: str
    effect: Effect
    price: Price | Callable[[NetrunnerContext, Card], Price] = FREE
    when: Condition | None = None
    is_action: bool = False
    once: bool = False
    """Once per turn."""
    breaks: int = 0
    """How many subroutines it breaks at a time; 0 if it does not break."""
    subtype: str = ""
    """The subtype of ice that it can break; empty for any."""
    pump: int | Amount = 0
    """The strength that it adds; 0 if it does not."""


class AccessAbility(msgspec.Struct, frozen=True, kw_only=True):
    """Something the Runner may do with a card while accessing it."""

    label: str
    effect: AccessEffect
    price: Price = FREE


class Subroutine(msgspec.Struct, frozen=True):
    """A subroutine of a piece of ice."""

    label: str
    effect: Effect


CREDITS, LAST = 6, 10
"""The fixed order of triggers: those that gain credits resolve before the others."""


class Trigger(msgspec.Struct, frozen=True, kw_only=True):
    """An ability that resolves when an event happens."""

    effect: TriggerEffect
    when: TriggerCondition | None = None
    interactive: bool | Condition = False
    """Its place among other triggers matters: their owner chooses the order."""
    silent: bool = False
    """It is not listed when the owner chooses the order."""
    once: str = ""
    """Once per turn, counted under this name."""
    order: int = LAST
    """Its place in the fixed order: lowest first, then by title."""


class CardDefinition(msgspec.Struct):
    """Everything a card does."""

    title: str
    play: Effect | None = None
    can_play: Condition | None = None
    abilities: tuple[Ability, ...] = ()
    runner_abilities: tuple[Ability, ...] = ()
    """Abilities of ice that the Runner may use."""
    subs: tuple[Subroutine, ...] = ()
    on: Mapping[str, Trigger] = {}
    strength: Amount | None = None
    """Added to the printed strength."""
    cost: Amount | None = None
    """Added to its install cost."""
    others_cost: CostChange | None = None
    """Added to the install cost of another card."""
    counters: tuple[str, int] | None = None
    """Counters that it enters play with."""
    memory: int = 0
    """Memory units that it provides."""
    hand_size: int = 0
    """Added to its owner's maximum hand size while it is active."""
    advanceable: bool = False
    persists: bool = False
    """If the Runner trashes it during a run, its abilities last until the run ends."""
    opens_window: bool = False
    """It opens the window at the start of its owner's turn."""
    hosts_on: str = ""
    """What it must be installed on: "ice"."""
    access: AccessAbility | None = None
    """Offered to the Runner while accessing any card."""
    pays: PaymentTest | None = None
    """Whether its hosted credits may be spent for a purpose."""
    notice: str = ""
    """Logged when it is installed."""
    breaks_subs: bool = False

    def __post_init__(self) -> None:
        self.breaks_subs = any(ability.breaks for ability in self.abilities)


CARDS: dict[str, CardDefinition] = {}
_triggers: dict[str, frozenset[str]] = {}
_titles: dict[str, frozenset[str]] = {}


def register(definition: CardDefinition) -> None:
    """Add a card to the game."""
    CARDS[definition.title] = definition
    _triggers.clear()
    _titles.clear()


BLANK = CardDefinition("")


def triggers(event: str) -> frozenset[str]:
    """Return the titles of the cards with a trigger for an event."""
    if event not in _triggers:
        titles = (title for title, card in CARDS.items() if event in card.on)
        _triggers[event] = frozenset(titles)
    return _triggers[event]


def titles_with(field: str) -> frozenset[str]:
    """Return the titles of the cards that define this field of `CardDefinition`."""
    if field not in _titles:
        _titles[field] = frozenset(title for title, card in CARDS.items() if getattr(card, field))
    return _titles[field]


def price_of(c: NetrunnerContext, card: Card, ability: Ability | AccessAbility) -> Price:
    """Return the current price of an ability."""
    return ability.price(c, card) if callable(ability.price) else ability.price
