"""Moves of a run: starting it, passing, jacking out."""

from __future__ import annotations

import turnwright as tw
from turnwright.games.netrunner.card_definition import EffectGenerator, Price
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules import install
from turnwright.games.netrunner.rules.payment import pay
from turnwright.games.netrunner.rules.run_state import current_ice
from turnwright.games.netrunner.rules.runs import (
    can_jack_out,
    end_encounter,
    jack_out,
    make_run,
    pass_priority,
    start_next_phase,
)

from .registry import may_take_action, move


def _server_names(c: NetrunnerContext) -> list[str]:
    return [c.server_name(key) for key in c.server_keys()]


@move(
    "run",
    when=lambda c: c.seat == RUNNER and may_take_action(c),
    label="Run on {server}",
    short_label="run",
)
def run(c: NetrunnerContext, server: str = tw.arg(_server_names)) -> EffectGenerator:
    """Start a run for a click."""
    paid = yield from pay(c, RUNNER, Price(clicks=1))
    c.log(RUNNER, f"{paid} to make a run on {server}")
    yield from make_run(c, install.server_key(c, server), click=True)


def _may_pass(c: NetrunnerContext) -> bool:
    G = c.G
    if G.encounter is None and (G.run is None or G.run.phase == "success"):
        return False
    if not G.strict:
        return True
    return c.passed_side() != c.seat


@move("continue", when=_may_pass, label="Continue", told="lets the run go on")
def continue_(c: NetrunnerContext) -> EffectGenerator:
    """Pass in the open window of the run."""
    yield from pass_priority(c, c.seat)


@move(
    "start-next-phase",
    when=lambda c: c.G.run is not None and c.G.run.next_phase != "",
    label="Start the next phase of the run",
)
def start_next_phase_(c: NetrunnerContext) -> EffectGenerator:
    """Enter the phase to which an effect has moved the run."""
    yield from (end_encounter(c) if c.G.encounter is not None else start_next_phase(c))


@move("jack-out", when=lambda c: c.seat == RUNNER and can_jack_out(c), label="Jack out")
def jack_out_(c: NetrunnerContext) -> EffectGenerator:
    """Jack out."""
    yield from jack_out(c)


@move(
    "toggle-auto-no-action",
    when=lambda c: c.seat == CORP and c.G.run is not None and not (c.G.strict and c.G.run.auto),
    label="Pass automatically",
)
def toggle_auto(c: NetrunnerContext) -> EffectGenerator:
    """Switch automatic passing for the Corp on or off for this run."""
    run = c.G.run
    assert run is not None
    run.auto = not run.auto
    ice = current_ice(c)
    if ice is not None and ice.rezzed and run.phase in ("approach-ice", "encounter-ice"):
        yield from pass_priority(c, CORP)
