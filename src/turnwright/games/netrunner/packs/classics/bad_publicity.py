"""Bad publicity: Hostile Takeover."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    CardDefinition,
    EventData,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import CORP
from turnwright.games.netrunner.cards.effects import is_this_card
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import Card


def hostile_takeover(c: NetrunnerContext, agenda: Card, data: EventData) -> None:
    """Gain 7 credits and take 1 bad publicity."""
    c.log_use(agenda, "gain 7 [Credits] and take 1 bad publicity")
    c.gain_credits(CORP, 7)
    c.take_bad_publicity(1)


register(
    CardDefinition(
        "Hostile Takeover",
        on={"agenda-scored": Trigger(effect=hostile_takeover, when=is_this_card, interactive=True)},
    )
)
