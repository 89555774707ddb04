"""Bypassing ice, and encounters that an effect forces on the Runner."""

from __future__ import annotations

from turnwright.core.runtime.prompts import WaitForMoves
from turnwright.games.netrunner.card_definition import EffectGenerator
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import Card

from .ice_positions import set_current_ice
from .run_state import encounter_depth
from .runs import begin_encounter, reset_subs, show_run_prompts


def bypass_ice(c: NetrunnerContext) -> None:
    """Bypass the encountered ice: the encounter ends and the ice is passed, unless that ice cannot be
    bypassed."""
    if c.G.encounter is not None:
        c.G.encounter.bypass = True


def force_encounter(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """Make the Runner encounter a piece of ice now, wherever it is, and go on after the encounter.

    Both sides act and pass in it as in any other encounter, also during a breach, inside another
    encounter, or outside of a run. Afterwards the ice is not passed; if a subroutine ended the run, the
    effect that forced the encounter still goes on, and should check that."""
    G = c.G
    ice.broken = ice.fired = 0
    show_run_prompts(c, f"encountering {ice.kind}", ice.id)
    G.forced_encounters += 1
    depth = encounter_depth(c)
    yield from begin_encounter(c, ice)
    while encounter_depth(c) > depth:
        yield WaitForMoves(lambda c: encounter_depth(c) <= depth)
    G = c.G
    G.forced_encounters -= 1
    _hide_run_prompts(c)
    if G.run is not None:
        set_current_ice(c)
    elif G.encounter is None:
        reset_subs(c)


def _hide_run_prompts(c: NetrunnerContext) -> None:
    """Remove the newest prompt about what the Runner is doing from both sides."""
    for side in (CORP, RUNNER):
        newest = next((one for one in c.G.status_prompts[side] if one.type == "run"), None)
        if newest is not None:
            c.hide_prompt(side, newest)


__all__ = ["bypass_ice", "force_encounter"]
