"""Preventing damage and tags: Decoy, Feedback Filter, Net Shield, Plascrete Carapace."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import CardDefinition, Prevention, Price, register
from turnwright.games.netrunner.card_facts import RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import Card


def is_first_net_damage(c: NetrunnerContext, card: Card) -> bool:
    """Tell whether no other net damage was about to happen this turn."""
    return c.G.sides[RUNNER].used.get("net damage", 0) <= 1


register(
    CardDefinition(
        "Decoy",
        prevention=(
            Prevention(
                prevents="tag", price=Price(trash_self=True), question="Trash Decoy to avoid 1 tag?"
            ),
        ),
    )
)
register(
    CardDefinition(
        "Feedback Filter",
        prevention=(
            Prevention(prevents="net", price=Price(credits=3), label="Feedback Filter (Net)"),
            Prevention(
                prevents="core",
                price=Price(trash_self=True),
                most=2,
                label="Feedback Filter (Core)",
            ),
        ),
    )
)
register(
    CardDefinition(
        "Net Shield",
        prevention=(
            Prevention(prevents="net", price=Price(credits=1), when=is_first_net_damage, once=True),
        ),
    )
)
register(
    CardDefinition(
        "Plascrete Carapace",
        counters=("power", 4),
        trash_when_empty="power",
        prevention=(Prevention(prevents="meat", price=Price(counters=("power", 1))),),
    )
)
