"""The state that the trading card games share: the list of pending effects."""

from __future__ import annotations

import turnwright as tw
from turnwright.core.rules.chain import Link


class PendingEffect(Link, kw_only=True):
    """An action of a card that waits to resolve; the newest is last in the list.

    `name` is the card's name and `action` the name of its action. `kind` is "card" while the card
    itself waits (a played card), "trap", "ability" or "trigger". An effect is declared when its
    choices are made.
    """

    action: tw.Public[str]
    kind: tw.Public[str] = "trigger"
    card: tw.Public[int | None] = None
    target: tw.Public[int | None] = None
    destination: tw.Public[int | None] = None
    is_declared: bool = False

    @property
    def is_optional(self) -> bool:
        """No game here has optional triggers."""
        return False

    @property
    def shown_as(self) -> int | str:
        """The card that questions show for it, or only its name."""
        return self.name if self.card is None else self.card

    @property
    def source(self) -> int:
        """Simultaneous triggers are always ordered by their owner, so their cards are not compared."""
        return -1


class CardGameState(tw.State):
    """Base of the states: Lorcana's bag, Alpha Clash's Standby, Grand Archive's effects stack."""

    pending: tw.Public[list[PendingEffect]] = []
