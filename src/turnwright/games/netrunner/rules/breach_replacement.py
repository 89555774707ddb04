"""What a successful run does instead of breaching the server.

A card with `CardDefinition.replaces_breach` is noted when the run becomes successful. One mandatory
replacement is applied; of several, or of an optional one, the Runner chooses.
"""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import EffectGenerator
from turnwright.games.netrunner.card_facts import RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import Card

from .access import breach
from .triggers import run_effect


def note_replacements(c: NetrunnerContext) -> None:
    """Note which cards can replace the breach of the run that has become successful."""
    run = c.G.run
    assert run is not None
    cards = c.active_cards_with(RUNNER, "replaces_breach")
    if not cards:
        return
    data = {"server": run.server}
    for card in sorted(cards, key=lambda one: one.active_since):
        replacement = c.definition(card).replaces_breach
        assert replacement is not None
        if replacement.when is None or replacement.when(c, card, data):
            run.replacements.insert(0, card.id)


def breach_or_replace(c: NetrunnerContext) -> EffectGenerator:
    """Breach the server, or do what replaces that."""
    run = c.G.run
    assert run is not None
    name = c.server_name(run.server)
    if run.prevent_access:
        yield from c.choose_button(
            RUNNER, f"You are prevented from breaching {name} this run.", ("OK",)
        )
        c.log(RUNNER, f"is prevented from breaching {name} this run")
        return
    cards = c.cards(run.replacements)
    if cards:
        chosen = yield from _choose_replacement(c, cards, name)
        if chosen is not None:
            yield from _replace(c, chosen)
            return
    yield from breach(c, run.server)


def _choose_replacement(c: NetrunnerContext, cards: list[Card], name: str) -> EffectGenerator:
    """Return the card whose replacement is used; None if the Runner breaches the server."""
    is_mandatory = any(_is_mandatory(c, card) for card in cards)
    if is_mandatory and len(cards) == 1:
        return cards[0]
    buttons: list[str | int] = [card.id for card in cards]
    if not is_mandatory:
        buttons.append(f"Breach {name}")
    text = "Choose a breach replacement ability"
    index = yield from c.choose_button(RUNNER, text, buttons)
    if index < len(cards):
        return cards[index]
    c.log(RUNNER, f"chooses to breach {name} instead of use a replacement effect")
    return None


def _is_mandatory(c: NetrunnerContext, card: Card) -> bool:
    replacement = c.definition(card).replaces_breach
    return replacement is not None and replacement.mandatory


def _replace(c: NetrunnerContext, card: Card) -> EffectGenerator:
    replacement = c.definition(card).replaces_breach
    assert replacement is not None
    c.log(RUNNER, f"uses the replacement effect from {card.kind}")
    yield from run_effect(c, replacement.effect(c, card))
