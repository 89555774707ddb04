"""Additional costs to steal: Predictive Algorithm, Red Herrings, Strongbox."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import CardDefinition, Price, StealCost, register
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.access import server_of
from turnwright.games.netrunner.state import Card


def from_any_server(price: Price) -> StealCost:
    """Return a cost to steal any agenda."""

    def cost(c: NetrunnerContext, card: Card, agenda: Card) -> Price:
        return price

    return cost


def from_this_server(price: Price) -> StealCost:
    """Return a cost to steal an agenda from the server of this upgrade, or its root.

    An upgrade that was trashed in this run counts where it was installed."""

    def cost(c: NetrunnerContext, upgrade: Card, agenda: Card) -> Price | None:
        here = upgrade.server or upgrade.last_server
        return price if server_of(c, agenda) == here else None

    return cost


register(CardDefinition("Predictive Algorithm", steal_cost=from_any_server(Price(credits=2))))
register(
    CardDefinition("Red Herrings", persists=True, steal_cost=from_this_server(Price(credits=5)))
)
register(CardDefinition("Strongbox", persists=True, steal_cost=from_this_server(Price(clicks=1))))
