"""Using the actions of cards: their requirements and costs are judged by facts of the game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import turnwright as tw
from turnwright.core.rules.facts import EventFacts, Scalar, TagBearer, TimeSpan
from turnwright.core.rules.ledger import Number

if TYPE_CHECKING:
    from .context import CardGameContext


def player_ledger(c: CardGameContext[Any, Any]) -> tw.Ledger:
    """The resources that the acting player could spend."""
    return tw.Ledger(pools={key: tw.Pool(amount) for key, amount in c.resources().items()})


class CardFacts:
    """What requirements and costs may ask when the acting player uses an action of a card.

    The resources are a ledger made from the cards on the table (ready resources, cards in hand); paying
    exhausts or moves those cards, which is the game's part (`CardGameContext.spend`). When several
    cards are checked, they share one ledger of the player's resources.
    """

    __slots__ = ("_c", "_card", "ledger")

    def __init__(
        self, c: CardGameContext[Any, Any], card: int, ledger: tw.Ledger | None = None
    ) -> None:
        self._c = c
        self._card = card
        self.ledger = player_ledger(c) if ledger is None else ledger
        for key, amount in c.card_resources(card).items():
            self.ledger.pools[key] = tw.Pool(amount)

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
