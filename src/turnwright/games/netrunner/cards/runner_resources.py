"""Runner resources."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    CREDITS,
    Ability,
    CardDefinition,
    EffectGenerator,
    EventData,
    Price,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.install import server_key
from turnwright.games.netrunner.rules.payment import pay
from turnwright.games.netrunner.rules.runs import make_run
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.state import CENTRALS, Card

from .effects import (
    by_hand,
    is_virus_program,
    offer,
    set_auto,
    take_credits,
    take_credits_action,
)


def cook(c: NetrunnerContext, resource: Card, data: EventData) -> EffectGenerator:
    """When you install a virus program, you may place 1 more virus counter on it."""
    if not (yield from offer(c, resource, "Place 1 virus counter?", wait=True, auto="always")):
        return
    program = data["card"]
    c.log_use(resource, f"place 1 virus counter on {c.public_name(program)}")
    c.add_counters(program, "virus", 1)


def red_team(c: NetrunnerContext, resource: Card) -> EffectGenerator:
    """Run a central server that was not run this turn."""
    names = _unrun(c)
    index = yield from c.choose_button(RUNNER, "Choose a server", [*names, "Cancel"], resource)
    if index == len(names):
        return
    paid = yield from pay(c, RUNNER, Price(clicks=1), resource)
    c.log(RUNNER, f"{paid} to use {resource.kind} to make a run on {names[index]}")
    yield from make_run(c, server_key(c, names[index]), resource)


def _unrun(c: NetrunnerContext) -> list[str]:
    made = c.G.sides[RUNNER].register.get("made-run", [])
    return [c.server_name(key) for key in CENTRALS if key not in made]


def red_team_pays(c: NetrunnerContext, resource: Card, data: EventData) -> EffectGenerator:
    """If successful, take 3 credits from it."""
    taken = take_credits(c, resource, 3)
    c.log_use(resource, f"gain {taken} [Credits]")
    if not resource.count("credit"):
        c.log_line(f"Runner trashes {resource.kind}.", RUNNER)
        yield from trash_cards(c, [resource], RUNNER)


def distribute(c: NetrunnerContext, resource: Card) -> EffectGenerator:
    """Click: place 3 credits on it."""
    paid = yield from pay(c, RUNNER, Price(clicks=1), resource)
    c.log(RUNNER, f"{paid} to use {resource.kind} to place 3 [Credits]")
    c.add_counters(resource, "credit", 3)


def dividend(c: NetrunnerContext, resource: Card, data: EventData) -> None:
    """When your turn begins, take 1 credit from it."""
    take_credits(c, resource, 1)
    c.log_use(resource, "gain 1 [Credits]")


def plasticity(c: NetrunnerContext, resource: Card, data: EventData) -> None:
    """The first time each turn you draw with the basic action, draw 1 more card."""
    c.log_use(resource, "draw 1 additional card")
    c.draw_cards(RUNNER, 1)


register(
    CardDefinition(
        "Cookbook",
        on={
            "runner-install": Trigger(
                effect=cook, when=lambda c, r, e: is_virus_program(c, e["card"]), interactive=True
            )
        },
        abilities=(set_auto("Cookbook"),),
    )
)
register(
    CardDefinition(
        "Red Team",
        counters=("credit", 12),
        on={
            "successful-run": Trigger(
                effect=red_team_pays,
                when=lambda c, r, e: c.G.run is not None and c.G.run.source == r.id,
                interactive=True,
                order=CREDITS,
            )
        },
        abilities=(
            Ability(
                label="Make a run on a central server",
                price=Price(clicks=1),
                effect=red_team,
                is_action=True,
                when=lambda c, r: bool(_unrun(c)),
            ),
        ),
    )
)
register(
    CardDefinition(
        "Telework Contract",
        counters=("credit", 9),
        abilities=(
            Ability(
                label="Take 3 [Credits] from this resource",
                price=Price(clicks=1),
                effect=take_credits_action(3),
                is_action=True,
                once=True,
            ),
        ),
    )
)
register(
    CardDefinition(
        "Smartware Distributor",
        on={
            "runner-turn-begins": Trigger(
                effect=dividend, when=lambda c, r, e: r.count("credit") > 0
            )
        },
        abilities=(
            Ability(
                label="Place 3 [Credits]", price=Price(clicks=1), effect=distribute, is_action=True
            ),
            by_hand("Take 1 [Credits] (start of turn)", dividend),
        ),
    )
)
register(
    CardDefinition(
        "Verbal Plasticity",
        on={
            "click-draw": Trigger(
                effect=plasticity,
                when=lambda c, r, e: (
                    e["seat"] == RUNNER and not c.G.sides[RUNNER].used.get("click-draw")
                ),
            )
        },
    )
)
