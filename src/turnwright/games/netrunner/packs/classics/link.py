"""Link: Access to Globalsec, Rabbit Hole."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    CardDefinition,
    EffectGenerator,
    EventData,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import RUNNER
from turnwright.games.netrunner.cards.effects import is_this_card
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.install import runner_install
from turnwright.games.netrunner.state import Card


def copies_in_stack(c: NetrunnerContext, card: Card) -> list[Card]:
    """Return the copies of a card in the stack, from the top."""
    return [one for one in reversed(c.cards_in("deck", RUNNER)) if one.kind == card.kind]


def is_installed_with_copy(c: NetrunnerContext, hardware: Card, data: EventData) -> bool:
    """Tell whether this card was installed and the stack contains a copy of it."""
    return is_this_card(c, hardware, data) and bool(copies_in_stack(c, hardware))


def install_copy(c: NetrunnerContext, hardware: Card, data: EventData) -> EffectGenerator:
    """You may search your stack for another copy and install it."""
    text = f"Install another copy of {hardware.kind}?"
    if (yield from c.ask_yes_no(RUNNER, text, hardware)):
        c.shuffle_deck(RUNNER)
        copy = copies_in_stack(c, hardware)[0]
        yield from runner_install(c, copy, by=hardware, origin=" from the Stack")


register(CardDefinition("Access to Globalsec", link=1))
register(
    CardDefinition(
        "Rabbit Hole",
        link=1,
        on={"runner-install": Trigger(effect=install_copy, when=is_installed_with_copy)},
    )
)
