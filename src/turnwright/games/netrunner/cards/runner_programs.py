"""Programs that are no icebreakers."""

from __future__ import annotations

from typing import Any

from turnwright.games.netrunner.card_definition import Ability, Price, Trigger, card
from turnwright.games.netrunner.card_facts import RUNNER
from turnwright.games.netrunner.context import Asking, Rules
from turnwright.games.netrunner.rules.icebreaking import encountered
from turnwright.games.netrunner.rules.install import derez
from turnwright.games.netrunner.rules.runs import make_run
from turnwright.games.netrunner.state import CENTRALS, Piece

from .effects import nothing, offer, set_auto


def grow(c: Rules, program: Piece, about: Any) -> None:
    c.add_counters(program, "virus", 1)


def itself(c: Rules, program: Piece, about: Any) -> bool:
    return about["card"] is program


GROWS = {"runner-turn-begins": Trigger(effect=grow)}


def ferment(c: Rules, program: Piece) -> Asking:
    """Gain 2 credits for each virus counter on it."""
    amount = 2 * program.count("virus")
    paid = yield from c.pay(RUNNER, Price(clicks=1, trash_self=True), program)
    c.say(RUNNER, f"{paid} to use {program.kind} to gain {amount} [Credits]")
    c.gain(RUNNER, amount)


def leech(c: Rules, program: Piece, about: Any) -> None:
    c.uses(program, "place 1 virus counter on itself")
    c.add_counters(program, "virus", 1)


def weaken(c: Rules, program: Piece) -> Asking:
    """The ice that is encountered has -1 strength for the encounter."""
    ice = encountered(c)
    assert ice is not None
    paid = yield from c.pay(RUNNER, Price(virus=1), program)
    ice.weak += 1
    c.say(RUNNER, f"{paid} to use {program.kind} to give -1 strength to {ice.kind}")


def tranquilize(c: Rules, program: Piece, about: Any) -> None:
    if program.host is None:
        return
    host = c.card(program.host)
    if program.count("virus") >= 3 and host.rezzed:
        c.uses(program, f"derez {c.name(host)}")
        derez(c, host)


def grow_and_tranquilize(c: Rules, program: Piece, about: Any) -> None:
    grow(c, program, about)
    tranquilize(c, program, about)


def run_rd(c: Rules, program: Piece) -> Asking:
    """Run R&D; if successful, access 1 more card for each virus counter on it."""
    paid = yield from c.pay(RUNNER, Price(clicks=1), program)
    c.say(RUNNER, f"{paid} to use {program.kind} to make a run on R&D")
    yield from make_run(c, "rd", program)


def deeper(c: Rules, program: Piece, about: Any) -> None:
    run = c.G.run
    assert run is not None
    run.more["access rd"] = run.more.get("access rd", 0) + program.count("virus")


def by_it(c: Rules, program: Piece, about: Any) -> bool:
    return c.G.run is not None and c.G.run.source == program.id and about["server"] == "rd"


def offer_counter(c: Rules, program: Piece, about: Any) -> Asking:
    msg = f"Place 1 virus counter on {program.kind}?"
    if (yield from offer(c, program, msg, wait=True)):
        c.uses(program, "place 1 virus counter on itself")
        c.add_counters(program, "virus", 1)
    else:
        c.say(RUNNER, f"declines to use {program.kind} to place 1 virus counter on itself")


def well_run_rd(c: Rules, program: Piece, about: Any) -> bool:
    run = about["run"]
    return bool(run.successful and run.server == "rd")


card(
    "Botulus",
    hosts_on="ice",
    counters=("virus", 1),
    on=GROWS,
    notice="[!] Botulus - [Erratum] Program: Virus - Trojan",
    abilities=(
        Ability(label="Break 1 subroutine", price=Price(virus=1), effect=nothing, breaks=1),
    ),
)
card(
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
card(
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
card(
    "Tranquilizer",
    hosts_on="ice",
    on={
        "runner-turn-begins": Trigger(effect=grow_and_tranquilize),
        "runner-install": Trigger(effect=grow_and_tranquilize, when=itself),
    },
)
card(
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
