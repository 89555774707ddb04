"""Automatic transitions: when a level ends and what comes next."""

import pytest

import turnwright as tw


def flag(name):
    return lambda c: bool(c.G.get(name))


def raise_flag(c, name=tw.arg(["step", "phase", "turn", "segment", "go"])):
    c.G[name] = True


END = {
    "endStep": tw.end_step,
    "endPhase": tw.end_phase,
    "endTurn": tw.end_turn,
    "endSegment": lambda c: c.end_segment(),
}


def game_of(phases=None, *, segments=None, **settings):
    flow = tw.Flow(segments=segments) if segments else tw.Flow(phases=phases)
    moves = {"raise": raise_flag, "wait": lambda c: None, **END, **settings.pop("moves", {})}
    return tw.Game("table", flow=flow, moves=moves, **settings)


def play(match, *moves):
    for move in moves:
        name, *args = move if isinstance(move, tuple) else (move,)
        match.play(match.acting[0], name, *args)
    return match.ctx.place


# --- next is None, at every level --------------------------------------------------------------------


def test_a_step_without_next_returns_control_to_its_phase():
    phase = tw.Phase(start=True, end_if=flag("phase"), next="q", steps={"s": tw.Step(start=True)})
    match = game_of({"p": phase, "q": tw.Phase()}).start()
    assert play(match, "endStep") == "play/p"
    assert match.ctx.currentStep is None
    assert play(match, "wait") == "play/p"  # the phase has an endIf, which decides
    assert play(match, ("raise", "phase")) == "play/q"


def test_a_phase_runs_its_steps_once_per_entry():
    steps = {"s": tw.Step(start=True, end_if=tw.always, on_begin=lambda c: c.G["n"].append(1))}
    p = tw.Phase(next="q", end_if=flag("phase"), steps=steps)
    phases = {"p": p, "q": tw.Phase(next="p")}
    match = game_of(phases, setup=lambda c: c.G.update(n=[])).start()
    match.flow.set_phase("p")
    play(match, "wait", "wait")
    assert (match.ctx.place, match.G["n"]) == ("play/p", [1])
    play(match, "endPhase", "endPhase")
    assert (match.ctx.place, match.G["n"]) == ("play/p", [1, 1])


def test_completed_steps_end_a_phase_without_a_condition():
    steps = {"s": tw.Step(start=True, next="t"), "t": tw.Step()}
    match = game_of({"p": tw.Phase(start=True, next="q", steps=steps), "q": tw.Phase()}).start()
    assert play(match, "endStep") == "play/p/t"
    assert play(match, "endStep") == "play/q"


def test_a_phase_with_completed_steps_ends_when_its_next_is_another_phase():
    phase = tw.Phase(
        start=True,
        next=lambda c: "q" if c.G.get("go") else "p",
        steps={"s": tw.Step(start=True, end_if=tw.always)},
    )
    match = game_of({"p": phase, "q": tw.Phase()}).start()
    assert match.ctx.place == "play/p"
    assert play(match, ("raise", "go")) == "play/q"


@pytest.mark.parametrize("end_if", [None, lambda c: False], ids=["no condition", "condition"])
def test_a_phase_without_next_completes_the_turn(end_if):
    segment = tw.Segment(end_if=end_if, turn=tw.Turn(phases={"p": tw.Phase(start=True)}))
    match = game_of(segments={"g": segment}).start()
    assert play(match, "endPhase") == "g/p"
    assert (match.ctx.turn_player, match.ctx.numPlayerTurns) == (1, 1)


def test_a_segment_that_ends_with_its_last_phase_starts_no_further_turn():
    asked_at = []

    def is_between_phases(c):
        asked_at.append(c.ctx.place)
        return c.ctx.current_phase is None

    turn = tw.Turn(phases={"p": tw.Phase(start=True)})
    segments = {"g": tw.Segment(next="h", end_if=is_between_phases, turn=turn), "h": tw.Segment()}
    match = game_of(segments=segments).start()
    assert play(match, "endPhase") == "h"
    assert asked_at == ["g/p", "g"]
    assert match.ctx.numPlayerTurns == 0


def test_a_turn_without_a_start_phase_stays_outside_all_phases():
    match = game_of({"p": tw.Phase(), "q": tw.Phase()}).start()
    assert (match.ctx.place, match.ctx.currentPhase) == ("play", None)
    match.flow.set_phase("p")
    assert play(match, "endPhase") == "play"
    assert (match.ctx.turn_player, match.ctx.numPlayerTurns) == (1, 1)
    assert play(match, "wait") == "play"


def test_after_a_segment_without_next_the_flow_has_no_position_until_navigation():
    phase = tw.Phase(start=True, moves={"local": lambda c: None})
    match = game_of(segments={"g": tw.Segment(turn=tw.Turn(phases={"p": phase}))}).start()
    assert play(match, "endSegment") == "nowhere"
    assert match.ctx.currentSegment is match.ctx.currentPhase is match.ctx.currentStep is None
    assert match.submit(tw.Answer(0, "local")).code == "not_here"
    match.play(0, "wait")  # the moves of the game remain
    assert match.flow.set_segment("g") is None
    assert match.ctx.place == "g/p"


# --- the end of a turn -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("last", "ends_turn"),
    [
        (tw.Phase(next=None), True),
        (tw.Phase(next="begin"), True),
        (tw.Phase(next="middle"), False),
        (tw.Phase(next="middle", end=True), True),
        (tw.Phase(next=lambda c: None), True),
        (tw.Phase(next=lambda c: "begin"), True),
    ],
    ids=["no next", "to the start", "back", "end: true", "function to None", "function to start"],
)
def test_a_turn_ends_when_its_phases_are_complete(last, ends_turn):
    phases = {
        "begin": tw.Phase(start=True, next="middle", end_if=tw.always),
        "middle": tw.Phase(next="last"),
        "last": last,
    }
    match = game_of(phases).start()
    assert play(match, "endPhase", "endPhase") == "play/middle"
    assert match.ctx.turn_player == (1 if ends_turn else 0)
    assert match.ctx.numPlayerTurns == (1 if ends_turn else 0)


def test_a_turn_ends_by_its_own_condition():
    def reset(c):
        c.G["turn"] = False

    turn = tw.Turn(end_if=flag("turn"), on_end=reset, phases={"p": tw.Phase(start=True)})
    match = game_of(segments={"g": tw.Segment(turn=turn)}).start()
    play(match, ("raise", "turn"))
    assert (match.ctx.place, match.ctx.turn_player) == ("g/p", 1)


def test_a_full_turn_passes_through_end_and_beginning_back_to_main():
    auto = tw.always
    steps = {
        "ready": tw.Step(start=True, next="upkeep", end_if=auto),
        "upkeep": tw.Step(next="draw", end_if=auto),
        "draw": tw.Step(end_if=auto),
    }
    phases = {
        "beginning": tw.Phase(start=True, next="main", steps=steps),
        "main": tw.Phase(next="end"),
        "end": tw.Phase(next="beginning", end_if=auto),
    }
    match = game_of(phases).start()
    match.flow.start_trace()
    assert play(match, "endPhase") == "play/main"
    assert match.ctx.currentStep is None
    assert match.ctx.turn_player == 1
    assert [event.to for event in match.trace.events if event.kind == "transition"] == [
        "play/end",
        "play/beginning/ready",
        "play/beginning/upkeep",
        "play/beginning/draw",
        "play/beginning",
        "play/main",
    ]


# --- conditions --------------------------------------------------------------------------------------


@pytest.mark.parametrize("ends", [True, False])
def test_a_segment_ends_only_when_its_condition_is_true(ends):
    segments = {"g": tw.Segment(next="h", end_if=lambda c: ends), "h": tw.Segment()}
    assert game_of(segments=segments).start().ctx.place == ("h" if ends else "g")


def test_levels_without_a_condition_do_not_end_automatically():
    steps = {"s": tw.Step(start=True, next="t"), "t": tw.Step()}
    segments = {
        "g": tw.Segment(
            next="h",
            turn=tw.Turn(
                phases={"p": tw.Phase(start=True, next="q", steps=steps), "q": tw.Phase()}
            ),
        ),
        "h": tw.Segment(),
    }
    match = game_of(segments=segments).start()
    assert play(match, "wait", "wait", "wait") == "g/p/s"


def test_the_innermost_condition_is_checked_first():
    """Alpha Clash: the segment's condition is true before the mulligan has been prepared."""
    phases = {
        "choose": tw.Phase(start=True, next="mulligan", end_if=lambda c: c.ctx.otp is not None),
        "mulligan": tw.Phase(
            on_begin=lambda c: c.set_pending_mulligan(c.seats),
            end_if=lambda c: not c.ctx.pending_mulligan,
        ),
    }
    segments = {
        "starting": tw.Segment(
            next="during",
            end_if=lambda c: c.ctx.otp is not None and not c.ctx.pending_mulligan,
            turn=tw.Turn(phases=phases),
        ),
        "during": tw.Segment(),
    }

    def choose(c):
        c.ctx.otp = 1

    def keep(c):
        c.ctx.pending_mulligan.discard(c.seat)
        c.pass_priority()

    match = game_of(segments=segments, moves={"choose": choose, "keep": keep}).start()
    assert play(match, "choose") == "starting/mulligan"
    assert play(match, "keep") == "starting/mulligan"
    assert play(match, "keep") == "during"


def test_when_all_levels_end_at_once_the_step_ends_first():
    steps = {"s": tw.Step(start=True, next="t", end_if=flag("go")), "t": tw.Step()}
    phases = {"p": tw.Phase(start=True, next="q", end_if=flag("go"), steps=steps), "q": tw.Phase()}
    segments = {
        "g": tw.Segment(next="h", end_if=flag("go"), turn=tw.Turn(phases=phases)),
        "h": tw.Segment(),
    }
    match = game_of(segments=segments).start()
    match.flow.start_trace()
    play(match, ("raise", "go"))
    walked = [event.to for event in match.trace.events if event.kind == "transition"]
    assert walked == ["g/p/t", "g/q", "h"]


def test_once_the_game_is_over_only_segments_end():
    def win(c):
        c.win(c.seat)
        c.G["go"] = True
        c.end_step()
        c.end_phase()
        c.end_turn()

    steps = {"s": tw.Step(start=True, next="t", end_if=flag("go")), "t": tw.Step()}
    phases = {"p": tw.Phase(start=True, next="q", end_if=flag("go"), steps=steps), "q": tw.Phase()}
    turn = tw.Turn(phases=phases, end_if=flag("go"))
    segments = {
        "g": tw.Segment(next="h", end_if=lambda c: c.ctx.game_over, turn=turn),
        "h": tw.Segment(turn=tw.Turn(phases={"r": tw.Phase(start=True, end_if=tw.always)})),
    }
    match = game_of(segments=segments, moves={"win": win}).start()
    match.flow.start_trace()
    assert play(match, "win") == "h/r"
    walked = [event.to for event in match.trace.events if event.kind == "transition"]
    assert walked == ["h/r"]
    assert match.ctx.numPlayerTurns == 0


def test_a_jump_requested_together_with_the_win_is_ignored():
    def win_and_jump(c):
        c.win(c.seat)
        c.set_phase("q")

    phases = {"p": tw.Phase(start=True), "q": tw.Phase()}
    match = game_of(phases, moves={"win": win_and_jump}).start()
    assert play(match, "win") == "play/p"


# --- next as a function ------------------------------------------------------------------------------


def test_next_may_be_a_function_at_every_level():
    def either(one, other):
        return lambda c: other if c.G.get("go") else one

    steps = {"s": tw.Step(start=True, next=either("t", "u")), "t": tw.Step(), "u": tw.Step()}
    phases = {
        "p": tw.Phase(start=True, next=either("q", "r"), steps=steps),
        "q": tw.Phase(),
        "r": tw.Phase(),
    }
    segments = {
        "g": tw.Segment(next=either("h", "i"), turn=tw.Turn(phases=phases)),
        "h": tw.Segment(),
        "i": tw.Segment(),
    }
    game = game_of(segments=segments)
    assert play(game.start(), "endStep") == "g/p/t"
    assert play(game.start(), "endPhase") == "g/q"
    assert play(game.start(), "endSegment") == "h"
    for move, place in (("endStep", "g/p/u"), ("endPhase", "g/r"), ("endSegment", "i")):
        assert play(game.start(), ("raise", "go"), move) == place


def test_a_next_function_that_returns_none_equals_no_next():
    def return_none(c):
        return None

    phase = tw.Phase(
        start=True,
        next=return_none,
        end_if=lambda c: False,
        steps={"s": tw.Step(start=True, next=return_none)},
    )
    segment = tw.Segment(next=return_none, turn=tw.Turn(phases={"p": phase}))
    game = game_of(segments={"g": segment})
    assert play(game.start(), "endStep") == "g/p"
    match = game.start()
    assert play(match, "endPhase") == "g/p/s"
    assert match.ctx.turn_player == 1
    assert play(game.start(), "endSegment") == "nowhere"


def test_three_segments_end_in_one_settling_and_run_all_their_hooks():
    def logging_segment(name, following):
        return tw.Segment(
            next=following,
            end_if=tw.always if following else None,
            on_begin=lambda c: c.G["log"].append(f"{name} begins"),
            on_end=lambda c: c.G["log"].append(f"{name} ends"),
        )

    chain = {
        "a": logging_segment("a", "b"),
        "b": logging_segment("b", "c"),
        "c": logging_segment("c", "d"),
        "d": logging_segment("d", None),
    }
    match = game_of(segments=chain, setup=lambda c: c.G.update(log=[])).start()
    assert match.ctx.place == "d"
    assert match.G["log"] == [
        *("a begins", "a ends", "b begins", "b ends", "c begins", "c ends", "d begins"),
    ]
