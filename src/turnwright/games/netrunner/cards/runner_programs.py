"""Programs that are no icebreakers."""

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

from .effects import nothing, offer, set_auto


def grow(c: NetrunnerContext, program: Card, data: EventData) -> None:
    c.add_counters(program, "virus", 1)


def itself(c: NetrunnerContext, program: Card, data: EventData) -> bool:
    return data["card"] is program


GROWS = {"runner-turn-begins": Trigger(effect=grow)}


def ferment(c: NetrunnerContext, program: Card) -> EffectGenerator:
    """Gain 2 credits for each virus counter on it."""
    amount = 2 * program.count("virus")
    paid = yield from pay(c, RUNNER, Price(clicks=1, trash_self=True), program)
    c.log(RUNNER, f"{paid} to use {program.kind} to gain {amount} [Credits]")
    c.gain_credits(RUNNER, amount)


def leech(c: NetrunnerContext, program: Card, data: EventData) -> None:
    c.log_use(program, "place 1 virus counter on itself")
    c.add_counters(program, "virus", 1)


def weaken(c: NetrunnerContext, program: Card) -> EffectGenerator:
    """The ice that is encountered has -1 strength for the encounter."""
    ice = encountered(c)
    assert ice is not None
    paid = yield from pay(c, RUNNER, Price(virus=1), program)
    ice.weak += 1
    c.log(RUNNER, f"{paid} to use {program.kind} to give -1 strength to {ice.kind}")


def tranquilize(c: NetrunnerContext, program: Card, data: EventData) -> None:
    if program.host is None:
        return
    host = c.card(program.host)
    if program.count("virus") >= 3 and host.rezzed:
        c.log_use(program, f"derez {c.public_name(host)}")
        derez(c, host)


def grow_and_tranquilize(c: NetrunnerContext, program: Card, data: EventData) -> None:
    grow(c, program, data)
    tranquilize(c, program, data)


def run_rd(c: NetrunnerContext, program: Card) -> EffectGenerator:
    """Run R&D; if successful, access 1 more card for each virus counter on it."""
    paid = yield from pay(c, RUNNER, Price(clicks=1), program)
    c.log(RUNNER, f"{paid} to use {program.kind} to make a run on R&D")
    yield from make_run(c, "rd", program)


def deeper(c: NetrunnerContext, program: Card, data: EventData) -> None:
    run = c.G.run
    assert run is not None
    run.modifiers["access rd"] = run.modifiers.get("access rd", 0) + program.count("virus")


def by_it(c: NetrunnerContext, program: Card, data: EventData) -> bool:
    return c.G.run is not None and c.G.run.source == program.id and data["server"] == "rd"


def offer_counter(c: NetrunnerContext, program: Card, data: EventData) -> EffectGenerator:
    msg = f"Place 1 virus counter on {program.kind}?"
    if (yield from offer(c, program, msg, wait=True)):
        c.log_use(program, "place 1 virus counter on itself")
        c.add_counters(program, "virus", 1)
    else:
        c.log(RUNNER, f"declines to use {program.kind} to place 1 virus counter on itself")


def well_run_rd(c: NetrunnerContext, program: Card, data: EventData) -> bool:
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
            Ability(label="Break 1 subroutine", price=Price(virus=1), effect=nothing, breaks=1),
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
                price=Price(virus=1),
                effect=weaken,
                when=lambda c, p: c.G.encounter is not None,
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
            "runner-install": Trigger(effect=grow_and_tranquilize, when=itself),
        },
    )
)
register(
    CardDefinition(
        "Conduit",
        on={
            "successful-run": Trigger(effect=deeper, when=by_it),
            "run-ends": Trigger(effect=offer_counter, when=well_run_rd),
        },
        abilities=(
            Ability(label="Run R&D", price=Price(clicks=1), effect=run_rd, is_action=True),
            set_auto("Conduit placing virus counters on itself"),
        ),
    )
)
