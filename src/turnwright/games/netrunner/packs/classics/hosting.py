"""Programs that host programs: Djinn."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    Ability,
    CardDefinition,
    EffectGenerator,
    Price,
    register,
)
from turnwright.games.netrunner.card_facts import RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.payment import pay
from turnwright.games.netrunner.state import Card

SEARCH = Price(clicks=1, credits=1)


def is_not_icebreaker(c: NetrunnerContext, daemon: Card, card: Card) -> bool:
    """Tell whether a card is a program without the subtype icebreaker."""
    facts = c.facts(card)
    return facts.type == "program" and not facts.has("Icebreaker")


def search_virus(c: NetrunnerContext, daemon: Card) -> EffectGenerator:
    """Search the stack for a virus program and add it to the grip. In an empty stack there is nothing
    to search, and nothing is paid."""
    if not c.zone("deck", RUNNER):
        c.log_use(daemon, "do nothing")
        return
    viruses: dict[str, int] = {}
    for one in reversed(c.cards_in("deck", RUNNER)):  # of several copies, the topmost
        if c.facts(one).type == "program" and c.facts(one).has("Virus"):
            viruses.setdefault(one.kind, one.id)
    found = [viruses[title] for title in sorted(viruses)]
    index = yield from c.choose_button(RUNNER, "Choose a card", [*found, "Cancel"], daemon)
    if index == len(found):
        c.log(RUNNER, "shuffles their deck!")
    else:
        card = c.card(found[index])
        paid = yield from pay(c, RUNNER, SEARCH, daemon, "ability")
        what = f"search their Stack for {card.kind} and add it to their Grip"
        c.log(RUNNER, f"{paid} to use {daemon.kind} to {what}")
        c.move_card(card.id, "hand", RUNNER)
    c.shuffle_deck(RUNNER)


register(
    CardDefinition(
        "Djinn",
        hosts=is_not_icebreaker,
        hosts_memory=3,
        abilities=(
            Ability(
                label="Search the stack for a virus program and add it to the grip",
                price=SEARCH,
                effect=search_virus,
                is_action=True,
                when=lambda c, daemon: not c.G.strict or bool(c.zone("deck", RUNNER)),
            ),
        ),
    )
)
