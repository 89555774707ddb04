"""Using the actions of cards: their requirements and costs are judged by facts of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import turnwright as tw
from turnwright.core.rules.facts import EventFacts, Scalar, TagBearer, TimeSpan
from turnwright.core.rules.ledger import Number

if TYPE_CHECKING:
    from .context import CardGameContext


class CardFacts:
    """What requirements and costs may ask when the acting player uses an action of a card.

    The resources are a ledger made from the cards on the table (ready resources, cards in hand); paying
    exhausts or moves those cards, which is the game's part (`CardGameContext.spend`).
    """

    __slots__ = ("_c", "_card")

    def __init__(self, c: CardGameContext[Any, Any], card: int) -> None:
        self._c = c
        self._card = card

    @property
    def ledger(self) -> tw.Ledger:
        """The resources that the acting player could spend on this card."""
        resources = self._c.resources(self._card)
        return tw.Ledger(pools={key: tw.Pool(amount) for key, amount in resources.items()})

    def self_value(self, name: str) -> Number:
        """A number of the card that is used."""
        return self._c.value_of(self._card, name)

    def target_value(self, target: int, name: str) -> Number:
        """A number of a card that may be the target."""
        return self._c.value_of(target, name)

    def has_tag(self, tag: str, on: TagBearer, by_self: bool, target: int | None) -> bool:
        """Return whether the card, or the target, has a keyword."""
        card = self._card if on == "self" else target
        return card is not None and tag in self._c.tags_of(card)

    def last_event(
        self, events: tuple[str, ...], window: TimeSpan, by_self: bool
    ) -> EventFacts | None:
        """These games keep no record of past events."""
        return None

    def custom(self, name: str, data: Mapping[str, Scalar], target: int | None) -> bool:
        """These games have no custom checks."""
        return False
