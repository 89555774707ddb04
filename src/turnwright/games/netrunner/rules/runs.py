"""The run: initiation, approach-ice, encounter-ice, movement, success. Both must pass to go on.

A first pass is written down, a second one moves the run. The encounter has a pass state of its own.
"""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import Price
from turnwright.games.netrunner.card_facts import CORP, NAMES, RUNNER
from turnwright.games.netrunner.context import Asking, Rules, other
from turnwright.games.netrunner.state import CENTRALS, Asked, Encounter, Piece, Run

from .access import breach


def make_run(
    c: Rules, server: str, source: Piece | None = None, *, click: bool = False, **more: int
) -> Asking:
    """Begin a run. It then waits in its initiation for both to pass."""
    G = c.G
    ices = G.servers[server].ices if server in G.servers else []
    number = None if source is None else source.id
    G.run = Run(
        server=server, position=len(ices), source=number, is_click_run=click, more=dict(more)
    )
    name = c.server_name(server)
    for side, msg in (
        (RUNNER, f"You are running on {name}"),
        (CORP, f"The Runner is running on {name}"),
    ):
        c.show(side, Asked(type="run", msg=msg, choices=[], card=number))
    register = G.sides[RUNNER].register
    register["made-run"] = _with(register.get("made-run", []), server)
    if click:
        register["made-click-run"] = True
    yield from c.fire("run", server=server)


def _with(servers: list[str], name: str) -> list[str]:
    return [name, *servers]


def current_ice(c: Rules) -> Piece | None:
    """The ice in front of the Runner: `ices[position - 1]`, innermost first."""
    run = c.G.run
    if run is None or run.position < 1 or run.server not in c.G.servers:
        return None
    ices = c.G.servers[run.server].ices
    return c.card(ices[run.position - 1]) if run.position <= len(ices) else None


# --- passing --------------------------------------------------------------------------------------


def pass_priority(c: Rules, side: int) -> Asking:
    """One side has no further action here."""
    run, encounter = c.G.run, c.G.encounter
    if encounter is not None:
        yield from _pass_encounter(c, side, encounter)
        return
    assert run is not None
    if run.no_action is None or run.no_action is False:
        run.no_action = side
        if run.phase == "movement":
            if side == RUNNER:
                c.say(RUNNER, "will continue the run")
        elif side == CORP:
            c.say(CORP, "has no further action")
        return
    if run.phase == "initiation":
        yield from (approach_ice(c) if run.position > 0 else movement(c, None))
    elif run.phase == "approach-ice":
        yield from _after_approach(c)
    elif run.phase == "movement":
        yield from (approach_ice(c) if run.position > 0 else approach_server(c))


def _pass_encounter(c: Rules, side: int, encounter: Encounter) -> Asking:
    if encounter.no_action is not None and encounter.no_action != side:
        yield from end_encounter(c)
        return
    encounter.no_action = side
    if side == RUNNER:
        c.say(RUNNER, "has no further action")


def auto_pass(c: Rules) -> None:
    """On entering a phase the Corp passes by itself where it has told so, unless it could rez what is
    approached, or stands at its last chance before the server."""
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
            c.say(CORP, "has no further action")
        elif c.G.encounter is not None:
            c.G.encounter.no_action = CORP


# --- phases ---------------------------------------------------------------------------------------


def approach_ice(c: Rules) -> Asking:
    run = c.G.run
    assert run is not None
    run.phase, run.no_action = "approach-ice", False
    ice = current_ice(c)
    assert ice is not None
    run.ice = ice.id
    reset_subs(c)
    auto_pass(c)
    c.say(RUNNER, f"approaches {c.name(ice)}")
    yield from c.fire("approach-ice", ice=ice)


def _after_approach(c: Rules) -> Asking:
    run = c.G.run
    assert run is not None
    ice = current_ice(c)
    if ice is not None and ice.rezzed and run.ice == ice.id:
        yield from encounter_ice(c, ice)
    else:
        yield from movement(c, run.ice)


def encounter_ice(c: Rules, ice: Piece) -> Asking:
    run = c.G.run
    assert run is not None
    run.phase, run.no_action = "encounter-ice", False
    c.G.encounter = Encounter(ice=ice.id)
    auto_pass(c)
    c.say(RUNNER, f"encounters {c.name(ice)}")
    yield from c.fire("encounter-ice", ice=ice)
    if must_end(c) or not ice.rezzed or not ice.server:
        yield from end_encounter(c)


def end_encounter(c: Rules) -> Asking:
    """The encounter is over: by the run's end, or on to the next movement."""
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


def movement(c: Rules, passed: int | None) -> Asking:
    """Past the ice, if there was one and it is still there; the Runner may jack out now."""
    run = c.G.run
    assert run is not None
    came_from = run.phase
    run.phase = "movement"
    if passed is not None and c.card(passed).server == run.server:
        c.say(RUNNER, f"passes {c.name(c.card(passed))}")
        run.position -= 1
        yield from c.fire("pass-ice", ice=c.card(passed))
    if run.position == 0 or came_from == "initiation":
        yield from c.fire("pass-all-ice")
    run.no_action = False
    auto_pass(c)
    reset_subs(c)


def approach_server(c: Rules) -> Asking:
    run = c.G.run
    assert run is not None
    run.ice = None
    c.say(RUNNER, f"approaches {c.server_name(run.server)}")
    yield from c.fire("approach-server", server=run.server)
    if must_end(c):
        yield from finish(c)
        return
    run.phase, run.no_action = "success", False
    run.successful = True
    register = c.G.sides[RUNNER].register
    register["successful-run"] = _with(register.get("successful-run", []), run.server)
    yield from c.fire("successful-run", server=run.server)
    if not run.is_over:
        yield from breach(c, run.server)
    yield from finish(c)


# --- the end of a run -----------------------------------------------------------------------------


def must_end(c: Rules) -> bool:
    """Was it ended, or is there nothing left of the remote that is attacked?"""
    run = c.G.run
    if run is None or run.is_over:
        return True
    return run.server not in CENTRALS and run.server not in c.G.servers


def end_the_run(c: Rules) -> None:
    """Somebody ends it; it is cleared away as soon as nobody is asked any more."""
    run = c.G.run
    if run is not None and not run.is_over:
        run.is_over = True
        run.prevent_access = True
        if not run.successful:
            run.unsuccessful = True


def jack_out(c: Rules) -> Asking:
    c.say(RUNNER, "jacks out")
    end_the_run(c)
    yield from finish(c)


def finish(c: Rules) -> Asking:
    """Clear the run away, and let everybody know."""
    run = c.G.run
    if run is None:
        return
    c.G.encounter = None
    c.G.run = None
    for queue in c.G.asked:
        queue[:] = [one for one in queue if one.type != "run"]
    reset_subs(c)
    for card in c.installed(RUNNER):
        card.boost = 0
    for card in c.installed(CORP):
        card.weak = 0
    register = c.G.sides[RUNNER].register
    if run.unsuccessful:
        register["unsuccessful-run"] = _with(register.get("unsuccessful-run", []), run.server)
    yield from c.fire("run-ends", *c.cards(run.ghosts), run=run)
    if run.source is not None:
        source = c.card(run.source)
        if c.zone_of(source.id) == "play_area":
            yield from c.trash([source], RUNNER, cause="played")


def settle(c: Rules) -> Asking:
    """After every command: a run that was ended, or whose remote is gone, is cleared away."""
    if c.G.run is not None and must_end(c):
        yield from (finish(c) if c.G.encounter is None else end_encounter(c))


def reset_subs(c: Rules) -> None:
    for card in c.installed(CORP):
        card.broken = card.fired = 0


def can_jack_out(c: Rules) -> bool:
    """In movement, before passing. (jinteki.net's engine itself has no such limit.)"""
    run = c.G.run
    if run is None:
        return False
    return not c.G.strict or (run.phase == "movement" and run.no_action != RUNNER)


__all__ = ["NAMES", "Price", "other"]
