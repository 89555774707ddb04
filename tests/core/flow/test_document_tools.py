"""The rest of the flow document: move levels, navigation, tracing, inspection, conditions, hooks."""

import pytest

import turnwright as tw


def note(word):
    def run(c):
        c.G.setdefault("log", []).append(word)

    return run


def moves_of(match, seat=0):
    return sorted({option.move for option in match.legal(seat)})


def battle_game():
    steps = {
        "declareAttackers": {
            "start": True,
            "next": "damage",
            "onBegin": lambda G: G["log"].append("declare"),
            "moves": {"declareAttacker": note("attacker")},
        },
        "damage": {"onBegin": lambda G: G["log"].append("damage")},
    }
    phases = {
        "mainPhase": {
            "start": True,
            "next": lambda G: "combatPhase" if G["combat"] else "endPhase",
            "endIf": lambda G: G["done"],
            "onBegin": lambda G: G["log"].append("main"),
            "moves": {"playCard": note("card"), "activateAbility": note("ability")},
        },
        "combatPhase": {"onBegin": lambda G: G["log"].append("combat"), "steps": steps},
        "endPhase": {"onBegin": lambda G: G["log"].append("end")},
    }
    segments = {
        "startingAGame": {"next": "duringGame"},
        "duringGame": {
            "onBegin": lambda G: G["log"].append("during"),
            "moves": {"pauseGame": note("pause")},
            "turn": {"phases": phases, "moves": {"chat": note("chat")}},
        },
    }
    return tw.Game(
        "battle",
        flow={"segments": segments},
        moves={"concede": tw.move(tw.concede, by="anyone"), "wave": note("wave")},
        setup=lambda c: c.G.update(log=[], done=False, combat=False),
    )


@pytest.mark.parametrize(
    ("place", "moves"),
    [
        ({"segment": "startingAGame"}, ["concede", "wave"]),
        (
            {"segment": "duringGame", "phase": "endPhase"},
            ["chat", "concede", "pauseGame", "wave"],
        ),
        (
            {"segment": "duringGame", "phase": "mainPhase"},
            ["activateAbility", "chat", "concede", "pauseGame", "playCard", "wave"],
        ),
        (
            {"segment": "duringGame", "phase": "combatPhase", "step": "declareAttackers"},
            ["chat", "concede", "declareAttacker", "pauseGame", "wave"],
        ),
        (
            {"segment": "duringGame", "phase": "combatPhase", "step": "damage"},
            ["chat", "concede", "pauseGame", "wave"],
        ),
    ],
    ids=["global", "segment", "phase", "step", "another step"],
)
def test_moves_are_available_at_their_level_and_below(place, moves):
    match = battle_game().start()
    assert match.flow.jump_to(**place) is None
    assert moves_of(match) == moves


def test_set_segment_starts_the_segment_with_the_first_player():
    match = battle_game().start()
    assert match.flow.set_segment("duringGame") is None
    assert match.ctx.place == "duringGame/mainPhase"
    assert match.ctx.turnPlayerPos == 0
    assert match.G["log"] == ["during", "main"]


def test_set_phase_stays_in_the_segment_and_enters_the_start_step():
    match = battle_game().start()
    match.flow.set_segment("duringGame")
    assert match.flow.set_phase("combatPhase") is None
    assert match.ctx.place == "duringGame/combatPhase/declareAttackers"
    assert match.G["log"][2:] == ["combat", "declare"]


def test_set_step_stays_in_the_phase():
    match = battle_game().start()
    match.flow.jump_to(segment="duringGame", phase="combatPhase")
    assert match.flow.set_step("damage") is None
    assert match.ctx.place == "duringGame/combatPhase/damage"
    assert match.G["log"] == ["during", "combat", "declare", "damage"]


def test_jump_to_goes_to_a_combination_of_segment_phase_and_step():
    match = battle_game().start()
    assert match.flow.jump_to(segment="duringGame", phase="combatPhase", step="damage") is None
    assert match.ctx.place == "duringGame/combatPhase/damage"
    assert match.G["log"] == ["during", "combat", "damage"]


def test_invalid_navigation_is_handled_gracefully():
    match = battle_game().start()
    before = match.hash
    refusal = match.flow.jump_to(segment="duringGame", phase="combatPhase", step="mainPhase")
    assert refusal.code == "unknown_place"
    assert (match.hash, match.ctx.place) == (before, "startingAGame")


def test_flow_tracing_applies_to_matches_started_after_it_is_enabled():
    game = battle_game()
    silent = game.start()
    tw.debuggers.flowTransitions = True
    try:
        match = game.start()
    finally:
        tw.debuggers.flowTransitions = False
    match.flow.set_segment("duringGame")
    assert ("startingAGame", "duringGame/mainPhase") in match.flow.trace.transitions
    assert silent.flow.trace is None
    assert game.start().flow.trace is None


def test_the_trace_lists_transitions_and_conditions_in_order():
    match = battle_game().start(trace=True)
    match.flow.set_segment("duringGame")
    kinds = ("transition", "condition")
    events = [event for event in match.trace.events if event.kind in kinds]
    told = [(event.kind, event.where, event.to) for event in events]
    assert told == [
        ("transition", "nowhere", "startingAGame"),
        ("transition", "startingAGame", "duringGame/mainPhase"),
        ("condition", "duringGame/mainPhase", ""),
    ]
    assert events[-1].why == "phase end_if: False"
    assert str(events[1]).startswith("transition startingAGame -> duringGame")


def test_the_trace_lists_the_conditions_of_all_four_levels():
    never = {"endIf": lambda: False}
    phases = {"p": {"start": True, **never, "steps": {"s": {"start": True, **never}}}}
    flow = {"segments": {"g": {**never, "turn": {**never, "phases": phases}}}}
    match = tw.Game("asked", flow=flow).start(trace=True)
    asked = [event.why for event in match.trace.events if event.kind == "condition"]
    assert asked == [f"{level} end_if: False" for level in ("step", "phase", "turn", "segment")]


def test_state_inspection_shows_segment_phase_and_step():
    match = battle_game().start()
    match.flow.jump_to(segment="duringGame", phase="combatPhase")
    ctx = match.ctx
    assert (ctx.currentSegment, ctx.currentPhase, ctx.currentStep) == (
        "duringGame",
        "combatPhase",
        "declareAttackers",
    )


def test_transition_checks_do_not_change_the_position():
    match = battle_game().start()
    match.flow.set_segment("duringGame")
    assert match.flow.should_end_phase() is False
    assert match.flow.get_next_phase() == "endPhase"
    match.flow.set_manual_mode(True)  # nothing advances automatically while the state is set up
    match.flow.edit("G.done", True)
    match.flow.edit("G.combat", True)
    before = match.hash
    assert match.flow.should_end_phase() is True
    assert match.flow.get_next_phase() == "combatPhase"
    assert (match.hash, match.ctx.currentPhase) == (before, "mainPhase")


# --- Conditional transitions -------------------------------------------------------------------------


class Fight(tw.State):
    combatInitiated: bool = False
    playerPassedTurn: bool = False
    timeoutReached: bool = False


def main_phase_next(G, ctx):
    if G.combatInitiated:
        return "combatPhase"
    if ctx.players[ctx.turnPlayer].get("wantsToContinue"):
        return "mainPhase"
    return "endPhase"


def conditional_game():
    def attack(c):
        c.G.combatInitiated = c.G.playerPassedTurn = True

    def time_out(c):
        c.G.timeoutReached = True

    def want_more(c):
        c.ctx.players[c.seat]["wantsToContinue"] = True
        c.G.playerPassedTurn = True

    def give_up(c):
        c.ctx.players[c.seat]["wantsToContinue"] = False

    moves = {"attack": attack, "timeOut": time_out, "wantMore": want_more, "giveUp": give_up}
    phases = {
        "mainPhase": {
            "start": True,
            "next": main_phase_next,
            "endIf": lambda G, ctx: G.playerPassedTurn or G.timeoutReached,
            "moves": moves,
        },
        "combatPhase": {},
        "endPhase": {},
    }
    return tw.Game("conditional", state=Fight, flow={"phases": phases})


@pytest.mark.parametrize(
    ("moves", "phase"),
    [
        (["attack"], "combatPhase"),
        (["timeOut"], "endPhase"),
        (["wantMore"], "mainPhase"),
        (["wantMore", "giveUp"], "endPhase"),
    ],
)
def test_conditional_transitions_depend_on_the_game_state(moves, phase):
    match = conditional_game().start()
    for move in moves:
        match.play(0, move)
    assert match.ctx.currentPhase == phase


# --- The function context ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    "hook",
    [
        lambda c: c.G["log"].append(c.ctx.place),
        lambda G, ctx: G["log"].append(ctx.place),
        lambda ctx, G: G["log"].append(ctx.place),
        lambda coreOps: coreOps.G["log"].append(coreOps.ctx.place),
        lambda ops: ops.G["log"].append(ops.ctx.place),
        lambda _getUpdatedState: _getUpdatedState()[0]["log"].append(_getUpdatedState()[1].place),
    ],
    ids=["c", "G, ctx", "ctx, G", "coreOps", "ops", "_getUpdatedState"],
)
def test_hooks_receive_the_function_context_under_the_names_of_the_document(hook):
    flow = {"phases": {"main": {"start": True, "onBegin": hook}}}
    match = tw.Game("hooks", flow=flow, setup=lambda c: c.G.update(log=[])).start()
    assert match.G["log"] == ["play/main"]
