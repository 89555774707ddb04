"""Runs, phase by phase: initiation, approach-ice, encounter-ice, movement, success.

Each phase but the last is a window: the first pass is stored in `no_action`, the second moves the run
on. An encounter has a window of its own.
"""

from __future__ import annotations

from turnwright.core.runtime.prompts import ResumeWaitingMoves
from turnwright.games.netrunner.card_definition import EffectGenerator
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import Card, Encounter, Run, StatusPrompt

from .breach_replacement import breach_or_replace, note_replacements
from .ice_positions import set_current_ice
from .prevention import Threat, prevent
from .run_state import (
    current_ice,
    encounter_must_end,
    encountered,
    is_active_ice,
    is_server_gone,
    met_ice,
    must_end,
)
from .trash import remind_of_memory, trash_cards
from .triggers import NOTHING, fire_event


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
        bad_publicity=G.sides[CORP].bad_publicity,
        modifiers=dict(modifiers),
    )
    show_run_prompts(c, f"running on {c.server_name(server)}", number)
    register = G.sides[RUNNER].register
    register["made-run"] = _with(register.get("made-run", []), server)
    if click:
        register["made-click-run"] = True
    return fire_event(c, "run", server=server)


def show_run_prompts(c: NetrunnerContext, doing: str, card: int | None) -> None:
    """Show both sides what the Runner is doing. Nobody answers these prompts."""
    for side, text in ((RUNNER, f"You are {doing}"), (CORP, f"The Runner is {doing}")):
        c.show_prompt(side, StatusPrompt(type="run", text=text, choices=[], card=card))


def _with(servers: list[str], name: str) -> list[str]:
    return [name, *servers]


# --- passing --------------------------------------------------------------------------------------


def pass_priority(c: NetrunnerContext, side: int) -> EffectGenerator:
    """Pass in the open window. The second pass moves the run on."""
    run, encounter = c.G.run, c.G.encounter
    if encounter is not None:
        return _pass_encounter(c, side, encounter)
    assert run is not None
    if c.passed_side() is None:
        pass_first(c, side)
    elif run.phase == "initiation":
        return approach_ice(c) if run.position > 0 else movement(c)
    elif run.phase == "approach-ice":
        return _after_approach(c)
    elif run.phase == "movement":
        return approach_ice(c) if run.position > 0 else approach_server(c)
    return NOTHING


def pass_first(c: NetrunnerContext, side: int) -> None:
    """Pass in the open window as the first side."""
    run, encounter = c.G.run, c.G.encounter
    if encounter is not None:
        encounter.no_action = side
        if side == RUNNER:
            c.log(RUNNER, "has no further action")
        return
    assert run is not None
    run.no_action = side
    if run.phase == "movement":
        if side == RUNNER:
            c.log(RUNNER, "will continue the run")
    elif side == CORP:
        c.log(CORP, "has no further action")


def _pass_encounter(c: NetrunnerContext, side: int, encounter: Encounter) -> EffectGenerator:
    """Pass in an encounter. On jinteki.net one pass is enough once a bypass was declared, also if the
    ice cannot be bypassed."""
    is_second = encounter.no_action is not None and encounter.no_action != side
    if is_second or (encounter.bypass and not c.G.strict):
        return end_encounter(c)
    pass_first(c, side)
    return NOTHING


def auto_pass(c: NetrunnerContext) -> None:
    """Pass for a Corp that asked for it, on entering a phase.

    Not while it could rez the approached ice, nor in the last window before the server."""
    run = c.G.run
    if run is None or not run.auto or run.phase == "success" or c.G.outer_encounters:
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


def _enter_phase(run: Run, phase: str) -> None:
    run.phase, run.no_action, run.next_phase = phase, False, ""


def start_next_phase(c: NetrunnerContext) -> EffectGenerator:
    """Enter the phase that an effect has set: the run was moved."""
    run = c.G.run
    assert run is not None
    yield from (approach_ice(c) if run.next_phase == "approach-ice" else movement(c))


def redirect_run(c: NetrunnerContext, server: str, next_phase: str = "") -> bool:
    """Move the run to a server, in front of its outermost ice, and tell whether it could be moved.

    With `next_phase` "approach-ice" the Runner approaches that ice next, or is in movement if there is
    none. A run that was successful cannot be moved."""
    run = c.G.run
    if run is None or run.phase == "success":
        return False
    run.server = server
    run.position = len(c.G.servers[server].ices) if server in c.G.servers else 0
    if next_phase == "approach-ice" and not run.position:
        next_phase = "movement"
    run.next_phase = next_phase or run.next_phase
    set_current_ice(c)
    return True


def approach_ice(c: NetrunnerContext) -> EffectGenerator:
    """Move the run to the approach of the ice at its position."""
    run = c.G.run
    assert run is not None
    _enter_phase(run, "approach-ice")
    ice = current_ice(c)
    assert ice is not None
    run.ice = ice.id
    reset_subs(c)
    auto_pass(c)
    c.log(RUNNER, f"approaches {c.public_name(ice)}")
    return fire_event(c, "approach-ice", ice=ice)


def _after_approach(c: NetrunnerContext) -> EffectGenerator:
    ice = met_ice(c)
    return encounter_ice(c, ice) if ice is not None and ice.rezzed else movement(c)


def encounter_ice(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """Start the encounter with the approached ice."""
    run = c.G.run
    assert run is not None
    _enter_phase(run, "encounter-ice")
    return begin_encounter(c, ice)


def begin_encounter(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """Begin an encounter, inside of the one in progress if there is one."""
    G = c.G
    if G.encounter is not None:
        G.outer_encounters.append(G.encounter)
    G.encounter = Encounter(ice=ice.id, ice_card=ice.id)
    if G.run is not None:
        G.run.encounters += 1
    auto_pass(c)
    c.log(RUNNER, f"encounters {c.public_name(ice, known=is_active_ice(c, ice))}")
    waiting = [] if G.run is None else [number for number, _ in G.run.next_encounter]
    yield from fire_event(c, "encounter-ice", *c.remembered_cards(waiting), ice=ice)
    if encounter_must_end(c):
        yield from end_encounter(c)


def end_encounter(c: NetrunnerContext) -> EffectGenerator:
    """End the encounter, by passes or by an effect. The run moves on, unless it ends.

    After an encounter inside another one, in a breach or outside of a run, what was interrupted goes
    on. An effect that forced the encounter goes on at once, before what ended the encounter."""
    encounter = c.G.encounter
    if encounter is None:
        return
    encounter.ending = True
    ice = encountered(c) or met_ice(c) or c.card(encounter.ice_card)
    if encounter.bypass:
        c.log(RUNNER, f"bypasses {ice.kind}")
    for card in c.installed(RUNNER):
        card.boost = 0
    ice.boost = ice.weak = 0
    if c.G.is_over_memory and c.G.run is not None:
        source, title = c.run_source()
        yield from remind_of_memory(c, source, title)
    waiting = c.remembered_cards(encounter.end_effects)
    yield from fire_event(c, "end-of-encounter", *waiting, ice=ice)
    if c.G.encounter is not encounter:  # it was ended while an effect of its end was asking
        return
    run = c.G.run
    is_nested = bool(c.G.outer_encounters)
    stays = run is None or is_nested or run.successful or must_end(c)
    c.G.encounter = c.G.outer_encounters.pop() if is_nested else None
    if stays:
        ice.broken = ice.fired = 0
    if c.G.forced_encounters:
        yield ResumeWaitingMoves()
    if stays or run is None or c.G.run is not run:
        return
    if run.next_phase:
        yield from start_next_phase(c)
    elif run.phase == "encounter-ice":
        yield from movement(c)


def movement(c: NetrunnerContext) -> EffectGenerator:
    """Pass the ice, if it is still there. The Runner may jack out in this phase."""
    run = c.G.run
    assert run is not None
    came_from = run.phase
    _enter_phase(run, "movement")
    ice = met_ice(c) if came_from in ("approach-ice", "encounter-ice") else None
    if ice is not None and ice.server == run.server:
        c.log(RUNNER, f"passes {c.public_name(ice)}")
        run.position -= 1
    else:
        ice = None
    has_passed_all = run.position == 0 or came_from == "initiation"
    auto_pass(c)
    if ice is not None:
        yield from fire_event(c, "pass-ice", ice=ice)
    if has_passed_all and not must_end(c):
        yield from fire_event(c, "pass-all-ice")
    reset_subs(c)
    if c.G.run is run and run.next_phase and not must_end(c):
        yield from start_next_phase(c)


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
    if run.next_phase:
        yield from start_next_phase(c)
        return
    _enter_phase(run, "success")
    yield from fire_event(c, "pre-successful-run", server=run.server)
    run.successful = True
    register = c.G.sides[RUNNER].register
    register["successful-run"] = _with(register.get("successful-run", []), run.server)
    note_replacements(c)
    yield from fire_event(c, "successful-run", server=run.server)
    if not run.is_over:
        yield from breach_or_replace(c)
    yield from finish(c)


# --- the end of a run -----------------------------------------------------------------------------


def end_the_run(c: NetrunnerContext) -> None:
    """Mark the run as ended. `finish_ended_run` clears it once no question is open.

    Outside of a run, only the encounter ends."""
    run = c.G.run
    if run is None:
        if c.G.encounter is not None:
            c.G.encounter.is_over = True
    elif not run.is_over:
        run.is_over = True
        run.prevent_access = True
        if not run.successful:
            run.unsuccessful = True


def jack_out(c: NetrunnerContext) -> EffectGenerator:
    """End the run because the Runner jacks out, unless an effect forbids or prevents that."""
    if (yield from try_to_jack_out(c)):
        yield from finish_ended_run(c)


def try_to_jack_out(c: NetrunnerContext) -> EffectGenerator:
    """Let the Runner jack out and return whether it could. The Corp may prevent it."""
    if is_jack_out_forbidden(c):
        return leave_run(c)
    if not (yield from prevent(c, Threat("jack-out", 1), None)):
        return False
    return leave_run(c)


def leave_run(c: NetrunnerContext) -> bool:
    """Let the Runner jack out and tell whether it could. The run is cleared later."""
    if is_jack_out_forbidden(c):
        c.log(RUNNER, "cannot jack out this run")
        return False
    c.log(RUNNER, "jacks out")
    end_the_run(c)
    return True


def offer_jack_out(c: NetrunnerContext, by: Card) -> EffectGenerator:
    """Ask the Runner whether to jack out, by the effect of a card.

    jinteki.net asks also if another effect forbids it; the answer "Yes" then fails."""
    leaves = yield from c.ask_yes_no(RUNNER, "Jack out?", by, wait=True)
    c.log_use(by, "jack out" if leaves else "continue the run", side=RUNNER)
    if leaves:
        yield from try_to_jack_out(c)


def finish(c: NetrunnerContext) -> EffectGenerator:
    """Clear the run and resolve run-ends triggers. While a question is open, only mark it as ended."""
    run = c.G.run
    if run is None:
        return
    if c.open_questions:
        end_the_run(c)
        return
    c.G.encounter, c.G.outer_encounters = None, []
    c.G.run = None
    for shown in c.G.status_prompts:
        shown[:] = [one for one in shown if one.type != "run"]
    for card in c.installed(RUNNER):
        card.boost = card.run_boost = 0
    for card in c.installed(CORP):
        card.broken = card.fired = card.boost = card.run_boost = card.weak = 0
        card.gained_subs = ()
    register = c.G.sides[RUNNER].register
    if run.unsuccessful:
        register["unsuccessful-run"] = _with(register.get("unsuccessful-run", []), run.server)
    yield from fire_event(c, "run-ends", *c.cards(run.lingering_cards), run=run)
    if run.source is not None:
        source = c.card(run.source)
        if c.zone_of(source.id) == "play_area":
            yield from trash_cards(c, [source], source.owner, cause="played")


def finish_ended_run(c: NetrunnerContext) -> EffectGenerator:
    """Clear a run that was ended, or whose remote server is gone. Called after every move.

    While an effect waits for a forced encounter or for an answer, only the encounter ends, and the
    effect goes on."""
    G = c.G
    run, encounter = G.run, G.encounter
    is_ended = run is not None and (run.is_over or is_server_gone(c))
    if is_ended or (encounter is not None and encounter.is_over):
        return _finish_ended_run(c)
    return NOTHING


def _finish_ended_run(c: NetrunnerContext) -> EffectGenerator:
    if c.G.encounter is not None and not c.G.encounter.ending:
        yield from end_encounter(c)
    if not c.G.forced_encounters and _is_run_ended(c):
        yield from finish(c)


def _is_run_ended(c: NetrunnerContext) -> bool:
    return c.G.run is not None and must_end(c)


def reset_subs(c: NetrunnerContext) -> None:
    """Mark all subroutines as neither broken nor fired."""
    cards = c.ctx.cards
    for number in c.ctx.zones["ice:0"]:
        ice = cards[number]
        ice.broken = ice.fired = 0


def can_jack_out(c: NetrunnerContext) -> bool:
    """Tell whether the Runner may jack out: in movement, before passing, if no effect forbids it.

    With `priority="engine"` there is no such limit, as on jinteki.net: `jack_out` says if it fails."""
    run = c.G.run
    if run is None:
        return False
    if not c.G.strict:
        return not run.is_over
    is_in_time = run.phase == "movement" and run.no_action != RUNNER
    return is_in_time and not is_jack_out_forbidden(c)


def forbid_jack_out(c: NetrunnerContext, by: Card) -> None:
    """Keep the Runner from jacking out until the run ends, or until `by` allows it again."""
    run = c.G.run
    if run is not None and by.id not in run.jack_out_bans:
        run.jack_out_bans.append(by.id)


def allow_jack_out(c: NetrunnerContext, by: Card) -> None:
    """Lift the ban on jacking out that the effect of a card made."""
    run = c.G.run
    if run is not None and by.id in run.jack_out_bans:
        run.jack_out_bans.remove(by.id)


def is_jack_out_forbidden(c: NetrunnerContext) -> bool:
    """Tell whether an effect keeps the Runner from jacking out."""
    return c.G.run is not None and bool(c.G.run.jack_out_bans)
