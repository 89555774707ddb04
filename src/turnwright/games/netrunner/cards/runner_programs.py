"""Runner programs that are not icebreakers."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
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
from turnwright.games.netrunner.rules.icebreaking import encountered
from turnwright.games.netrunner.rules.install import derez
from turnwright.games.netrunner.rules.payment import pay
from turnwright.games.netrunner.rules.runs import make_run
from turnwright.games.netrunner.state import CENTRALS, Card

from .effects import is_this_card, no_effect, offer, set_auto


def grow(c: NetrunnerContext, program: Card, data: EventData) -> None:
    """Place 1 virus counter on it."""
    c.add_counters(program, "virus", 1)


GROWS = {"runner-turn-begins": Trigger(effect=grow)}


def ferment(c: NetrunnerContext, program: Card) -> EffectGenerator:
    """Gain 2 credits for each virus counter on it."""
    amount = 2 * program.count("virus")
    paid = yield from pay(c, RUNNER, Price(clicks=1, trash_self=True), program)
    c.log(RUNNER, f"{paid} to use {program.kind} to gain {amount} [Credits]")
    c.gain_credits(RUNNER, amount)


def leech(c: NetrunnerContext, program: Card, data: EventData) -> None:
    """When you make a successful run on a central server, place 1 virus counter on it."""
    c.log_use(program, "place 1 virus counter on itself")
    c.add_counters(program, "virus", 1)


def weaken(c: NetrunnerContext, program: Card) -> EffectGenerator:
    """The ice being encountered has -1 strength for the encounter."""
    ice = encountered(c)
    assert ice is not None
    paid = yield from pay(c, RUNNER, Price(counters=("virus", 1)), program)
    ice.weak += 1
    c.log(RUNNER, f"{paid} to use {program.kind} to give -1 strength to {ice.kind}")


def tranquilize(c: NetrunnerContext, program: Card, data: EventData) -> None:
    """Derez the host if this has 3 or more virus counters."""
    if program.host is None:
        return
    host = c.card(program.host)
    if program.count("virus") >= 3 and host.rezzed:
        c.log_use(program, f"derez {c.public_name(host)}")
        derez(c, host)


def grow_and_tranquilize(c: NetrunnerContext, program: Card, data: EventData) -> None:
    """Place 1 virus counter on it, then derez its host if it has 3 or more."""
    grow(c, program, data)
    tranquilize(c, program, data)


def run_rd(c: NetrunnerContext, program: Card) -> EffectGenerator:
    """Run R&D; if successful, access 1 more card for each virus counter on it."""
    paid = yield from pay(c, RUNNER, Price(clicks=1), program)
    c.log(RUNNER, f"{paid} to use {program.kind} to make a run on R&D")
    yield from make_run(c, "rd", program)


def access_more_cards(c: NetrunnerContext, program: Card, data: EventData) -> None:
    """Access 1 more card in R&D for each hosted virus counter."""
    run = c.G.run
    assert run is not None
    run.modifiers["access rd"] = run.modifiers.get("access rd", 0) + program.count("virus")


def is_own_rd_run(c: NetrunnerContext, program: Card, data: EventData) -> bool:
    """Tell whether the successful run on R&D was made with this program."""
    return c.G.run is not None and c.G.run.source == program.id and data["server"] == "rd"


def offer_counter(c: NetrunnerContext, program: Card, data: EventData) -> EffectGenerator:
    """When a successful run on R&D ends, you may place 1 virus counter on it."""
    text = f"Place 1 virus counter on {program.kind}?"
    if (yield from offer(c, program, text, wait=True)):
        c.log_use(program, "place 1 virus counter on itself")
        c.add_counters(program, "virus", 1)
    else:
        c.log(RUNNER, f"declines to use {program.kind} to place 1 virus counter on itself")


def was_successful_rd_run(c: NetrunnerContext, program: Card, data: EventData) -> bool:
    """Tell whether the run was a successful run on R&D."""
    run = data["run"]
    return bool(run.successful and run.server == "rd")


register(
    CardDefinition(
        "Botulus",
        hosts_on="ice",
        counters=("virus", 1),
        on=GROWS,
        notice="[!] Botulus - [Erratum] Program: Virus - Trojan",
        abilities=(
            Ability(
                label="Break 1 subroutine",
                price=Price(counters=("virus", 1)),
                effect=no_effect,
                breaks=1,
                breaks_only=lambda c, program, ice: program.host == ice.id,
            ),
        ),
    )
)
register(
    CardDefinition(
        "Fermenter",
        counters=("virus", 1),
        on=GROWS,
        abilities=(
            Ability(
                label="Gain 2 [Credits] for each hosted virus counter",
                price=Price(clicks=1, trash_self=True),
                effect=ferment,
                is_action=True,
                when=lambda c, program: program.count("virus") > 0,
            ),
        ),
    )
)
register(
    CardDefinition(
        "Leech",
        on={"successful-run": Trigger(effect=leech, when=lambda c, p, e: e["server"] in CENTRALS)},
        abilities=(
            Ability(
                label="Give -1 strength to current piece of ice",
                price=Price(counters=("virus", 1)),
                effect=weaken,
                when=lambda c, p: encountered(c) is not None,
            ),
        ),
    )
)
register(
    CardDefinition(
        "Tranquilizer",
        hosts_on="ice",
        on={
            "runner-turn-begins": Trigger(effect=grow_and_tranquilize),
            "runner-install": Trigger(effect=grow_and_tranquilize, when=is_this_card),
        },
    )
)
register(
    CardDefinition(
        "Conduit",
        on={
            "successful-run": Trigger(effect=access_more_cards, when=is_own_rd_run),
            "run-ends": Trigger(effect=offer_counter, when=was_successful_rd_run),
        },
        abilities=(
            Ability(label="Run R&D", price=Price(clicks=1), effect=run_rd, is_action=True),
            set_auto("Conduit placing virus counters on itself"),
        ),
    )
)
