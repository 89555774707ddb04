"""Replacing the breach: Account Siphon, Bank Job, Diversion of Funds, Security Testing."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    Ability,
    BreachReplacement,
    CardDefinition,
    EffectGenerator,
    EventData,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.cards.effects import gain, take_credits
from turnwright.games.netrunner.cards.runner_events import any_server, is_source
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.damage import give_tags
from turnwright.games.netrunner.rules.runs import make_run
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.state import CENTRALS, Card


def run_hq(c: NetrunnerContext, event: Card) -> EffectGenerator:
    """Run HQ."""
    c.log_use(event, "make a run on HQ")
    yield from make_run(c, "hq", event)


def is_own_hq_run(c: NetrunnerContext, event: Card, data: EventData) -> bool:
    """Tell whether this event made the run and it is on HQ."""
    return is_source(c, event, data) and data["server"] == "hq"


def siphon(c: NetrunnerContext, event: Card) -> EffectGenerator:
    """The Corp loses up to 5 credits, you gain twice as many and take 2 tags."""
    lost = min(5, c.G.sides[CORP].credits)
    c.log_use(
        event,
        f"force the Corp to lose {lost} [Credits], gain {2 * lost} [Credits], and take 2 tags",
    )
    yield from give_tags(c, 2, event)
    c.lose_credits(CORP, lost)
    c.gain_credits(RUNNER, 2 * lost)


def divert(c: NetrunnerContext, event: Card) -> None:
    """The Corp loses up to 5 credits and you gain as many."""
    lost = min(5, c.G.sides[CORP].credits)
    # jinteki.net writes two spaces here
    c.log_use(event, f"force the Corp to lose {lost} [Credits],  and gain {lost} [Credits]")
    c.lose_credits(CORP, lost)
    c.gain_credits(RUNNER, lost)


def is_remote_run(c: NetrunnerContext, resource: Card, data: EventData) -> bool:
    """Tell whether the run is on a remote server."""
    return data["server"] not in CENTRALS


def take_from_bank(c: NetrunnerContext, resource: Card) -> EffectGenerator:
    """Take any number of credits from one copy; when it is empty, trash it."""
    copies = [one.id for one in c.installed(RUNNER) if one.kind == resource.kind]
    if len(copies) > 1:
        text = f"Choose a copy of {resource.kind} to use"
        chosen = yield from c.select_cards(RUNNER, text, copies, 1, resource)
        if not chosen:
            return
        resource = c.card(chosen[0])
    most = resource.count("credit")
    text = "How many hosted credits do you want to take?"
    amount = yield from c.choose_number(RUNNER, text, most, resource, default=0)
    c.log_use(resource, f"gain {amount} [Credits]")
    take_credits(c, resource, amount)
    if not resource.count("credit"):
        c.log_line(f"Runner trashes {resource.kind}.", RUNNER)
        yield from trash_cards(c, [resource], RUNNER)


def choose_server(c: NetrunnerContext, resource: Card, *_: object) -> EffectGenerator:
    """When your turn begins: choose a server."""
    names = [*any_server(c), "No server"]
    index = yield from c.choose_button(RUNNER, "Choose a server", names, resource)
    c.log_use(resource, f"target {names[index]}")
    if index < len(names) - 1:
        resource.target = names[index]


def is_first_run_on_chosen_server(c: NetrunnerContext, resource: Card, data: EventData) -> bool:
    """Tell whether this is the first successful run this turn on the chosen server."""
    server: str = data["server"]
    runs = c.G.sides[RUNNER].register.get("successful-run", [])
    return c.server_name(server) == resource.target and runs.count(server) == 1


def forget_server(c: NetrunnerContext, resource: Card, data: EventData) -> None:
    """The choice lasts for the turn."""
    resource.target = ""


register(
    CardDefinition(
        "Account Siphon",
        play=run_hq,
        replaces_breach=BreachReplacement(effect=siphon, when=is_own_hq_run),
    )
)
register(
    CardDefinition(
        "Diversion of Funds",
        play=run_hq,
        replaces_breach=BreachReplacement(effect=divert, when=is_own_hq_run),
    )
)
register(
    CardDefinition(
        "Bank Job",
        counters=("credit", 8),
        replaces_breach=BreachReplacement(effect=take_from_bank, when=is_remote_run),
    )
)
register(
    CardDefinition(
        "Security Testing",
        on={
            "runner-turn-begins": Trigger(effect=choose_server, interactive=True),
            "runner-turn-ends": Trigger(effect=forget_server, silent=True),
        },
        abilities=(
            Ability(
                label="Choose a server (start of turn)",
                effect=choose_server,
                when=lambda c, resource: c.G.phase_12 == RUNNER,
            ),
        ),
        replaces_breach=BreachReplacement(
            effect=gain(2), when=is_first_run_on_chosen_server, mandatory=True
        ),
    )
)
