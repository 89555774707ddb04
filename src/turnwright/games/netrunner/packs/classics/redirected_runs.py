"""Runs that move: An Offer You Can't Refuse, Bullfrog, Cell Portal, Sneakdoor Beta,
Susanoo-no-Mikoto."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    Ability,
    CardDefinition,
    EffectGenerator,
    EventData,
    Price,
    Subroutine,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.cards.runner_events import any_server
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.ice_positions import move_ice
from turnwright.games.netrunner.rules.install import derez, server_key
from turnwright.games.netrunner.rules.payment import pay
from turnwright.games.netrunner.rules.psi import psi_subroutine
from turnwright.games.netrunner.rules.run_state import encounter_depth
from turnwright.games.netrunner.rules.runs import (
    allow_jack_out,
    end_encounter,
    forbid_jack_out,
    make_run,
    offer_jack_out,
    redirect_run,
)
from turnwright.games.netrunner.rules.waiting_effects import (
    is_waiting,
    take_waiting,
    wait_for_encounter,
)
from turnwright.games.netrunner.state import Card, StatusPrompt


def make_offer(c: NetrunnerContext, operation: Card) -> EffectGenerator:
    """The Runner runs a central server of your choice and cannot jack out, or this becomes an agenda
    worth 1 point."""
    names = ("Archives", "R&D", "HQ")
    name = names[(yield from c.choose_button(CORP, "Choose a server", names, operation))]
    text = f"Waiting for Runner to decide on running {name}"
    waiting = StatusPrompt(type="waiting", text=text, choices=[])
    c.show_prompt(CORP, waiting)
    runs = yield from c.ask_yes_no(RUNNER, f"Make a run on {name}?", operation)
    c.hide_prompt(CORP, waiting)
    if runs:
        c.log_use(operation, f"let the Runner make a run on {name}")
        yield from make_run(c, server_key(c, name), operation)
        forbid_jack_out(c, operation)
    else:
        what = "add itself to their score area as an agenda worth 1 agenda point"
        c.log_use(operation, what)
        c.move_card(operation.id, "scored", CORP)
        operation.extra_points = 1
        c.check_agenda_points()


def move_and_redirect(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """Move this ice to the outermost position of a server, and the run with it."""
    if not c.is_installed(ice):
        return
    names = any_server(c)
    name = names[(yield from c.choose_button(CORP, "Choose a server", names, ice))]
    c.log_use(ice, f"move itself to the outermost position of {name}")
    move_ice(c, ice, server_key(c, name))
    redirect_run(c, server_key(c, name))


def approach_again(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """The Runner approaches the outermost ice and may jack out. Derez this ice."""
    c.log_use(ice, "make the Runner approach the outermost piece of ice")
    if c.G.run is not None:
        redirect_run(c, c.G.run.server, "approach-ice")
        yield from offer_jack_out(c, ice)
    if ice.rezzed:
        c.log_use(ice, f"derez {c.public_name(ice)}")
        derez(c, ice)
    yield from end_encounter(c)


def run_archives(c: NetrunnerContext, program: Card) -> EffectGenerator:
    """Click: run Archives."""
    paid = yield from pay(c, RUNNER, Price(clicks=1), program)
    c.log(RUNNER, f"{paid} to use {program.kind} to make a run on Archives")
    yield from make_run(c, "archives", program)


def is_own_archives_run(c: NetrunnerContext, program: Card, data: EventData) -> bool:
    """Tell whether this program made the run and it is on Archives."""
    run = c.G.run
    return run is not None and run.source == program.id and data["server"] == "archives"


def change_to_hq(c: NetrunnerContext, program: Card, data: EventData) -> None:
    """If the run would be successful, it is a run on HQ."""
    assert c.G.run is not None
    c.log_use(program, "change the attacked server to HQ")
    c.G.run.server = "hq"


def continue_on_archives(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """The run goes on at Archives. The Runner cannot jack out until the next encounter."""
    if c.G.run is None:
        return
    c.log_use(ice, "make the Runner continue the run on Archives")
    forbid_jack_out(c, ice)
    wait_for_encounter(c, ice)
    if encounter_depth(c) == 1 and redirect_run(c, "archives", "approach-ice"):
        yield from end_encounter(c)


def let_go(c: NetrunnerContext, ice: Card, data: EventData) -> None:
    """From the next encounter on, the Runner may jack out again."""
    take_waiting(c, ice)
    allow_jack_out(c, ice)


register(CardDefinition("An Offer You Can't Refuse", play=make_offer))
register(
    CardDefinition(
        "Bullfrog", subs=(psi_subroutine("Move this ice to another server", move_and_redirect),)
    )
)
register(
    CardDefinition(
        "Cell Portal",
        subs=(Subroutine("Make the Runner approach the outermost piece of ice", approach_again),),
    )
)
register(
    CardDefinition(
        "Sneakdoor Beta",
        on={
            "pre-successful-run": Trigger(
                effect=change_to_hq, when=is_own_archives_run, interactive=True
            )
        },
        abilities=(
            Ability(
                label="Run Archives", price=Price(clicks=1), effect=run_archives, is_action=True
            ),
        ),
    )
)
register(
    CardDefinition(
        "Susanoo-no-Mikoto",
        on={"encounter-ice": Trigger(effect=let_go, when=is_waiting, silent=True)},
        subs=(Subroutine("Make the Runner continue the run on Archives", continue_on_archives),),
    )
)
