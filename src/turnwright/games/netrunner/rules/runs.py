"""Runs, phase by phase: initiation, approach-ice, encounter-ice, movement, success.

Each phase but the last is a window: the first pass is stored in `no_action`, the second moves the run
on. An encounter has a window of its own.
"""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import EffectGenerator
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import CENTRALS, Card, Encounter, Run, StatusPrompt

from .access import breach
from .trash import trash_cards
from .triggers import fire_event


def make_run(
    c: NetrunnerContext,
    server: str,
    source: Card | None = None,
    *,
    click: bool = False,
    **modifiers: int,
) -> EffectGenerator:
    """Start a run. It stays in initiation until both sides pass. `modifiers` last for this run."""
    G = c.G
    ices = G.servers[server].ices if server in G.servers else []
    number = None if source is None else source.id
    G.run = Run(
        server=server,
        position=len(ices),
        source=number,
        is_click_run=click,
        modifiers=dict(modifiers),
    )
    name = c.server_name(server)
    for side, text in (
        (RUNNER, f"You are running on {name}"),
        (CORP, f"The Runner is running on {name}"),
    ):
        c.show_prompt(side, StatusPrompt(type="run", text=text, choices=[], card=number))
    register = G.sides[RUNNER].register
    register["made-run"] = _with(register.get("made-run", []), server)
    if click:
        register["made-click-run"] = True
    yield from fire_event(c, "run", server=server)


def _with(servers: list[str], name: str) -> list[str]:
    return [name, *servers]


def current_ice(c: NetrunnerContext) -> Card | None:
    """Return the ice at the Runner's position: `ices[position - 1]`, innermost first."""
    run = c.G.run
    if run is None or run.position < 1 or run.server not in c.G.servers:
        return None
    ices = c.G.servers[run.server].ices
    return c.card(ices[run.position - 1]) if run.position <= len(ices) else None


# --- passing --------------------------------------------------------------------------------------


def pass_priority(c: NetrunnerContext, side: int) -> EffectGenerator:
    """Pass in the open window. The second pass moves the run on."""
    run, encounter = c.G.run, c.G.encounter
    if encounter is not None:
        yield from _pass_encounter(c, side, encounter)
        return
    assert run is not None
    if c.passed_side() is None:
        run.no_action = side
        if run.phase == "movement":
            if side == RUNNER:
                c.log(RUNNER, "will continue the run")
        elif side == CORP:
            c.log(CORP, "has no further action")
        return
    if run.phase == "initiation":
        yield from (approach_ice(c) if run.position > 0 else movement(c, None))
    elif run.phase == "approach-ice":
        yield from _after_approach(c)
    elif run.phase == "movement":
        yield from (approach_ice(c) if run.position > 0 else approach_server(c))


def _pass_encounter(c: NetrunnerContext, side: int, encounter: Encounter) -> EffectGenerator:
    if encounter.no_action is not None and encounter.no_action != side:
        yield from end_encounter(c)
        return
    encounter.no_action = side
    if side == RUNNER:
        c.log(RUNNER, "has no further action")


def auto_pass(c: NetrunnerContext) -> None:
    """Pass for a Corp that asked for it, on entering a phase.

    Not while it could rez the approached ice, nor in the last window before the server."""
    run = c.G.run
    if run is None or not run.auto:
        return
    ice = current_ice(c)
    if run.phase == "movement":
        if run.position > 0:
            run.no_action = CORP
    elif ice is not None and ice.rezzed:
        if run.phase == "approach-ice":
            run.no_action = CORP
            c.log(CORP, "has no further action")
        elif c.G.encounter is not None:
            c.G.encounter.no_action = CORP


# --- phases ---------------------------------------------------------------------------------------


def approach_ice(c: NetrunnerContext) -> EffectGenerator:
    """Move the run to the approach of the ice at its position."""
    run = c.G.run
    assert run is not None
    run.phase, run.no_action = "approach-ice", False
    ice = current_ice(c)
    assert ice is not None
    run.ice = ice.id
    reset_subs(c)
    auto_pass(c)
    c.log(RUNNER, f"approaches {c.public_name(ice)}")
    yield from fire_event(c, "approach-ice", ice=ice)


def _after_approach(c: NetrunnerContext) -> EffectGenerator:
    run = c.G.run
    assert run is not None
    ice = current_ice(c)
    if ice is not None and ice.rezzed and run.ice == ice.id:
        yield from encounter_ice(c, ice)
    else:
        yield from movement(c, run.ice)


def encounter_ice(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """Start the encounter with a piece of ice."""
    run = c.G.run
    assert run is not None
    run.phase, run.no_action = "encounter-ice", False
    c.G.encounter = Encounter(ice=ice.id)
    auto_pass(c)
    c.log(RUNNER, f"encounters {c.public_name(ice)}")
    yield from fire_event(c, "encounter-ice", ice=ice)
    if must_end(c) or not ice.rezzed or not ice.server:
        yield from end_encounter(c)


def end_encounter(c: NetrunnerContext) -> EffectGenerator:
    """End the encounter; the run moves on, or ends."""
    encounter, run = c.G.encounter, c.G.run
    assert encounter is not None
    assert run is not None
    c.G.encounter = None
    for card in c.installed(RUNNER):
        card.boost = 0
    ice = c.card(encounter.ice)
    ice.weak = 0
    if must_end(c):
        yield from finish(c)
        return
    yield from movement(c, encounter.ice)


def movement(c: NetrunnerContext, passed: int | None) -> EffectGenerator:
    """Pass the ice, if it is still there. The Runner may jack out in this phase."""
    run = c.G.run
    assert run is not None
    came_from = run.phase
    run.phase = "movement"
    if passed is not None and c.card(passed).server == run.server:
        c.log(RUNNER, f"passes {c.public_name(c.card(passed))}")
        run.position -= 1
        yield from fire_event(c, "pass-ice", ice=c.card(passed))
    if run.position == 0 or came_from == "initiation":
        yield from fire_event(c, "pass-all-ice")
    run.no_action = False
    auto_pass(c)
    reset_subs(c)


def approach_server(c: NetrunnerContext) -> EffectGenerator:
    """Approach the server: the run becomes successful and the Runner breaches it."""
    run = c.G.run
    assert run is not None
    run.ice = None
    c.log(RUNNER, f"approaches {c.server_name(run.server)}")
    yield from fire_event(c, "approach-server", server=run.server)
    if must_end(c):
        yield from finish(c)
        return
    run.phase, run.no_action = "success", False
    run.successful = True
    register = c.G.sides[RUNNER].register
    register["successful-run"] = _with(register.get("successful-run", []), run.server)
    yield from fire_event(c, "successful-run", server=run.server)
    if not run.is_over:
        yield from breach(c, run.server)
    yield from finish(c)


# --- the end of a run -----------------------------------------------------------------------------


def must_end(c: NetrunnerContext) -> bool:
    """Tell whether the run was ended or its remote server no longer exists."""
    run = c.G.run
    if run is None or run.is_over:
        return True
    return run.server not in CENTRALS and run.server not in c.G.servers


def end_the_run(c: NetrunnerContext) -> None:
    """Mark the run as ended. `finish_ended_run` clears it once no question is open."""
    run = c.G.run
    if run is not None and not run.is_over:
        run.is_over = True
        run.prevent_access = True
        if not run.successful:
            run.unsuccessful = True


def jack_out(c: NetrunnerContext) -> EffectGenerator:
    """End the run because the Runner jacks out."""
    c.log(RUNNER, "jacks out")
    end_the_run(c)
    yield from finish(c)


def finish(c: NetrunnerContext) -> EffectGenerator:
    """Clear the run and resolve run-ends triggers."""
    run = c.G.run
    if run is None:
        return
    c.G.encounter = None
    c.G.run = None
    for shown in c.G.status_prompts:
        shown[:] = [one for one in shown if one.type != "run"]
    reset_subs(c)
    for card in c.installed(RUNNER):
        card.boost = 0
    for card in c.installed(CORP):
        card.weak = 0
    register = c.G.sides[RUNNER].register
    if run.unsuccessful:
        register["unsuccessful-run"] = _with(register.get("unsuccessful-run", []), run.server)
    yield from fire_event(c, "run-ends", *c.cards(run.lingering_cards), run=run)
    if run.source is not None:
        source = c.card(run.source)
        if c.zone_of(source.id) == "play_area":
            yield from trash_cards(c, [source], RUNNER, cause="played")


def finish_ended_run(c: NetrunnerContext) -> EffectGenerator:
    """Clear a run that was ended, or whose remote server is gone. Called after every move."""
    if c.G.run is not None and must_end(c):
        yield from (finish(c) if c.G.encounter is None else end_encounter(c))


def reset_subs(c: NetrunnerContext) -> None:
    """Mark all subroutines as neither broken nor fired."""
    for card in c.installed(CORP):
        card.broken = card.fired = 0


def can_jack_out(c: NetrunnerContext) -> bool:
    """Tell whether the Runner may jack out: in movement, before passing.

    With `priority="engine"` there is no such limit, as on jinteki.net."""
    run = c.G.run
    if run is None:
        return False
    return not c.G.strict or (run.phase == "movement" and run.no_action != RUNNER)
