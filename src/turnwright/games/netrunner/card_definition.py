"""What cards do, as data and small functions: the vocabulary of the card files.

An effect is a function of the context and the card. If it asks a question it is a generator. Its
messages complete the log line "uses <card> to ...".
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

import msgspec

from .card_facts import CORP, RUNNER, card_facts

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
TriggerAge: TypeAlias = "Callable[[NetrunnerContext, Card, EventData], int]"
AccessEffect: TypeAlias = "Callable[[NetrunnerContext, Card, Card], object]"
CostChange: TypeAlias = "Callable[[NetrunnerContext, Card, Card], int]"
StealCost: TypeAlias = "Callable[[NetrunnerContext, Card, Card], Price | None]"
IceTest: TypeAlias = "Callable[[NetrunnerContext, Card, Card], bool]"
HostTest: TypeAlias = "Callable[[NetrunnerContext, Card, Card], bool]"
PaymentTest: TypeAlias = "Callable[[NetrunnerContext, Card, str, Card | None], bool]"


class Price(msgspec.Struct, frozen=True, gc=False):
    """What something costs. It is paid in full or not at all. Prices can be added and multiplied."""

    clicks: int = 0
    lost_clicks: int = 0
    credits: int | None = None
    """None: no credits are involved. 0 is paid, and logged."""
    counters: tuple[str, int] | None = None
    """Counters hosted on the card itself: their kind and how many."""
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
        if self.trash_self:
            parts.append("[trash]")
        if self.remove_self:
            parts.append("remove this card from the game")
        if self.counters is not None:
            kind, count = self.counters
            one = f"hosted {kind} counter"
            parts.append(one if count == 1 else f"{count} {one}s")
        text = ", ".join(parts)
        return text[:1].upper() + text[1:]

    def __add__(self, other: Price) -> Price:
        """Return both prices as one. Counters must be of one kind."""
        credits = None
        if self.credits is not None or other.credits is not None:
            credits = (self.credits or 0) + (other.credits or 0)
        counters = self.counters or other.counters
        if self.counters is not None and other.counters is not None:
            counters = (self.counters[0], self.counters[1] + other.counters[1])
        return Price(
            self.clicks + other.clicks,
            self.lost_clicks + other.lost_clicks,
            credits,
            counters,
            self.trash_self or other.trash_self,
            self.remove_self or other.remove_self,
            self.from_hand + other.from_hand,
        )

    def __mul__(self, times: int) -> Price:
        """Return the price of paying this one several times."""
        if times == 1:
            return self
        return Price(
            self.clicks * times,
            self.lost_clicks * times,
            None if self.credits is None else self.credits * times,
            None if self.counters is None else (self.counters[0], self.counters[1] * times),
            self.trash_self,
            self.remove_self,
            self.from_hand * times,
        )


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
    breaks_only: IceTest | None = None
    """Which ice it can break, if that depends on more than the subtype and strength."""
    pump: int | Amount = 0
    """The strength that it adds; 0 if it does not."""
    pump_lasts: Literal["encounter", "run"] = "encounter"
    """For how long it adds strength."""


class AccessAbility(msgspec.Struct, frozen=True, kw_only=True):
    """Something the Runner may do with a card while accessing it."""

    label: str
    effect: AccessEffect
    price: Price = FREE


class Prevention(msgspec.Struct, frozen=True, kw_only=True):
    """An ability that prevents damage, tags or jacking out. It is offered just before they happen."""

    prevents: str
    """What it prevents: "net", "meat" or "core" damage, a "tag", or "jack-out"."""
    price: Price
    most: int = 1
    """How much it prevents at a time; the player chooses up to this number."""
    label: str = ""
    """The text of its button; by default the name of the card."""
    question: str = ""
    """Asked before it is used."""
    when: Condition | None = None
    text: str = ""
    """What the log says that it does, if not the usual words."""
    effect: Effect | None = None
    """What it does besides preventing."""
    once: bool = False
    """Once for each time that damage or tags are about to happen."""


class Subroutine(msgspec.Struct, frozen=True):
    """A subroutine of a piece of ice."""

    label: str
    effect: Effect


class BreachReplacement(msgspec.Struct, frozen=True, kw_only=True):
    """Something that a successful run does instead of breaching the server."""

    effect: Effect
    when: TriggerCondition | None = None
    """Checked when the run becomes successful; None for every run."""
    mandatory: bool = False
    """The Runner cannot breach instead."""


EVENTS: Mapping[str, str] = {
    "access": "the Runner accesses `card` in `server`",
    "advance": "the Corp advances `card`, which had `before` counters",
    "agenda-scored": "the Corp scores `card`, which was in `server`",
    "agenda-stolen": "the Runner steals `card`",
    "approach-ice": "the Runner approaches `ice`",
    "approach-server": "the Runner approaches `server`, past all ice",
    "breach-server": "the Runner begins to breach `server`",
    "click-draw": "`seat` has drawn with the basic action",
    "corp-install": "the Corp has installed `card`",
    "corp-turn-begins": "the Corp's turn begins",
    "corp-turn-ends": "the Corp's turn ends",
    "damage": "`cards` were trashed by damage of a `kind`",
    "encounter-ice": "the Runner encounters `ice`",
    "end-of-encounter": "the encounter with `ice` ends",
    "end-breach-server": "the breach of `server` ends",
    "pass-all-ice": "the Runner has passed all ice of the server",
    "pass-ice": "the Runner has passed `ice`",
    "placed": "counters were placed on `card`, which had `before`, without advancing it",
    "pre-successful-run": "the run on `server` is about to be successful",
    "pre-draw": "`seat` is about to draw with the basic action",
    "rez": "the Corp has rezzed `card`",
    "run": "a run on `server` begins",
    "run-ends": "the `run` has ended",
    "runner-install": "the Runner has installed `card`",
    "runner-turn-begins": "the Runner's turn begins",
    "runner-turn-ends": "the Runner's turn ends",
    "successful-run": "the run on `server` is successful",
    "tag": "the Runner got `count` tags",
    "trash": "`cards` of `side` were trashed, with a `cause`",
    "trash-accessed": "the Runner has trashed the accessed `card`",
}
"""Events that triggers react to, and what their data contain."""

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
    since: TriggerAge | None = None
    """When it was created, if an effect created it later than its card became active."""
    order: int = LAST
    """Its place in the fixed order: lowest first, then by title."""


def _take_recurring_credit(c: NetrunnerContext, card: Card) -> None:
    """Take 1 recurring credit, as players of jinteki.net may at any time and for any purpose."""
    c.log_use(card, "take 1 [Recurring Credits]")
    c.add_counters(card, "recurring", -1)
    c.gain_credits(card.owner, 1)


TAKE_RECURRING_CREDIT = Ability(
    label="Take 1 [Recurring Credits]",
    effect=_take_recurring_credit,
    when=lambda c, card: not c.G.strict and card.count("recurring") > 0,
)
"""An ability that every card with recurring credits has where priority is as on jinteki.net."""


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
    recurring: int = 0
    """Recurring credits: so many are on it whenever its owner's turn begins."""
    memory: int = 0
    """Memory units that it provides."""
    link: int = 0
    """Link that it provides."""
    hand_size: int = 0
    """Added to its owner's maximum hand size while it is active."""
    advanceable: bool = False
    cannot_be_bypassed: bool = False
    """Bypassing this ice has no effect."""
    replaces_breach: BreachReplacement | None = None
    """What the Runner may do instead of breaching, see `rules.breach_replacement`."""
    persists: bool = False
    """If the Runner trashes it during a run, its abilities last until the run ends."""
    opens_window: bool = False
    """It opens the window at the start of its owner's turn."""
    hosts_on: str = ""
    """What it must be installed on: "ice", or "rezzed ice"."""
    host_strength: Amount | None = None
    """Added to the strength of the ice that it is hosted on."""
    check_host: Effect | None = None
    """Resolved after every move while it is hosted: a condition on its host that is always enforced."""
    hosts: HostTest | None = None
    """Whether another card of its owner may be installed on it."""
    hosts_memory: int = 0
    """Memory units for programs that are hosted on it; these use no other memory."""
    gives_sub: Subroutine | None = None
    """The subroutine that ice gains from it, see `Card.gained_subs`."""
    access: AccessAbility | None = None
    """Offered to the Runner while accessing any card."""
    prevention: tuple[Prevention, ...] = ()
    """How it prevents damage or tags."""
    trash_when_empty: str = ""
    """It is trashed when the last counter of this kind is spent."""
    steal_cost: StealCost | None = None
    """The additional cost to steal an agenda, or None."""
    reveals: bool = False
    """If it is accessed from R&D, it is revealed."""
    accesses: tuple[str, int] | None = None
    """A server, and how many more cards the Runner accesses there."""
    pays: PaymentTest | None = None
    """Whether its hosted credits may be spent for a purpose: "breaker" (to use an icebreaker),
    "ability", "install", "play", "trash", "steal", "trace", "psi", or "" for anything else."""
    notice: str = ""
    """Logged when it is installed."""
    breaks_subs: bool = False

    def __post_init__(self) -> None:
        if self.recurring:
            self.abilities = (*self.abilities, TAKE_RECURRING_CREDIT)
            self.notice = (
                self.notice or f"[!] {self.title} - Recurring credits usage not restricted"
            )
        self.breaks_subs = any(ability.breaks for ability in self.abilities)


CARDS: dict[str, CardDefinition] = {}
_triggers: dict[str, frozenset[str]] = {}
_titles: dict[str, frozenset[str]] = {}


def register(definition: CardDefinition) -> None:
    """Add a card to the game."""
    CARDS[definition.title] = definition
    forget_indices()


def forget_indices() -> None:
    """Forget the indices of `CARDS`, because it has changed."""
    _triggers.clear()
    _titles.clear()
    title_index.cache_clear()


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


BySide: TypeAlias = tuple[frozenset[str], frozenset[str]]
"""Titles of the Corp's cards, and of the Runner's."""
NO_TITLES: BySide = (frozenset(), frozenset())


class TitleIndex:
    """The titles of the cards of a match, by side and by what the cards do.

    The rules ask it before they look for cards, so that what no card of a match does costs nothing."""

    __slots__ = ("_fields", "_titles", "_triggers")

    def __init__(self, titles: Iterable[str]) -> None:
        facts = card_facts()
        sides = {title: facts[title].side for title in titles if title in facts}
        self._titles = tuple(
            frozenset(title for title, side in sides.items() if side == one)
            for one in (CORP, RUNNER)
        )
        self._triggers: dict[str, BySide] = {}
        self._fields: dict[str, BySide] = {}

    def triggers(self, event: str) -> BySide:
        """Return the titles of the cards with a trigger for an event."""
        found = self._triggers.get(event)
        if found is None:
            found = self._triggers[event] = self._in_match(triggers(event))
        return found

    def titles_with(self, field: str) -> BySide:
        """Return the titles of the cards that define this field of `CardDefinition`."""
        found = self._fields.get(field)
        if found is None:
            found = self._fields[field] = self._in_match(titles_with(field))
        return found

    def _in_match(self, titles: frozenset[str]) -> BySide:
        found = titles & self._titles[CORP], titles & self._titles[RUNNER]
        return found if any(found) else NO_TITLES


@lru_cache(256)
def title_index(titles: tuple[str, ...]) -> TitleIndex:
    """Return the index of these titles; without any, the index of all cards."""
    return TitleIndex(titles or CARDS)


def price_of(c: NetrunnerContext, card: Card, ability: Ability | AccessAbility) -> Price:
    """Return the current price of an ability."""
    return ability.price(c, card) if callable(ability.price) else ability.price
