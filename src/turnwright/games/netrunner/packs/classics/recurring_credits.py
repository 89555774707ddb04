"""Recurring credits: Cloak, Cyberfeeder."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import CardDefinition, register
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import Card


def for_breakers(c: NetrunnerContext, card: Card, purpose: str, target: Card | None) -> bool:
    """Tell whether an icebreaker is used."""
    return purpose == "breaker"


def for_breakers_and_viruses(
    c: NetrunnerContext, card: Card, purpose: str, target: Card | None
) -> bool:
    """Tell whether an icebreaker is used or a virus program is installed."""
    if purpose != "install" or target is None:
        return purpose == "breaker"
    facts = c.facts(target)
    return facts.type == "program" and facts.has("Virus")


register(CardDefinition("Cloak", recurring=1, pays=for_breakers))
register(CardDefinition("Cyberfeeder", recurring=1, pays=for_breakers_and_viruses))
