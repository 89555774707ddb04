"""Explicit navigation from moves and from outside, and queries that change nothing."""

import pytest

import turnwright as tw


def log_call(word):
    def hook(c):
        c.G["log"].append(word)

    return hook


def logging_level(cls, name, **settings):
    return cls(on_begin=log_call(f"+{name}"), on_end=log_call(f"-{name}"), **settings)


def go(c, where=tw.arg(["segment h", "phase q", "step t", "all", "nowhere", "here"])):
    targets = {
        "segment h": lambda: c.set_segment("h"),
        "phase q": lambda: c.set_phase("q"),
        "step t": lambda: c.set_step("t"),
        "all": lambda: c.jump_to(segment="h", phase="r", step="v"),
        "nowhere": lambda: c.set_phase("atlantis"),
        "here": lambda: c.set_phase("p"),
    }
    targets[where]()


def map_game(**settings):
    p_steps = {"s": logging_level(tw.Step, "s", start=True), "t": logging_level(tw.Step, "t")}
    r_steps = {"u": logging_level(tw.Step, "u", start=True), "v": logging_level(tw.Step, "v")}
    g_phases = {
        "p": logging_level(tw.Phase, "p", start=True, next="q", steps=p_steps),
        "q": logging_level(tw.Phase, "q", next="p", end_if=lambda c: c.G["rush"]),
        "x": logging_level(tw.Phase, "x"),
    }
    h_phases = {
        "r": logging_level(tw.Phase, "r", steps=r_steps),
        "w": logging_level(tw.Phase, "w", start=True),
    }
    segments = {
        "g": logging_level(
            tw.Segment, "g", next="h", turn=logging_level(tw.Turn, "gt", phases=g_phases)
        ),
        "h": logging_level(tw.Segment, "h", turn=logging_level(tw.Turn, "ht", phases=h_phases)),
    }
    return tw.Game(
        "map",
        flow=tw.Flow(segments=segments),
        setup=lambda c: c.G.update(log=[], rush=False),
        moves={
            "go": go,
            "wait": lambda c: None,
            "pass": tw.end_turn,
            "rush": lambda c: c.G.update(rush=True),
            "win": lambda c: c.win(c.seat),
        },
        **settings,
    )


def log_of(match, action):
    before = len(match.G["log"])
    assert action() is None
    return " ".join(match.G["log"][before:])


def assert_replays(match):
    assert match.game.replay(match.record).hash == match.hash
    assert match.game.replay(match.record.to_json()).hash == match.hash


# --- from moves and from outside ---------------------------------------------------------------------

NAVIGATIONS = {
    "segment h": ({"segment": "h"}, "h/w", "-s -p -gt -g +h +ht +w"),
    "phase q": ({"phase": "q"}, "g/q", "-s -p +q"),
    "step t": ({"step": "t"}, "g/p/t", "-s +t"),
    "all": ({"segment": "h", "phase": "r", "step": "v"}, "h/r/v", "-s -p -gt -g +h +ht +r +v"),
}


@pytest.mark.parametrize("where", NAVIGATIONS)
def test_navigation_from_a_move_runs_the_hooks_of_both_positions(where):
    _, place, hooks = NAVIGATIONS[where]
    match = map_game().start()
    assert log_of(match, lambda: match.play(0, "go", where)) == hooks
    assert match.ctx.place == place
    assert_replays(match)


@pytest.mark.parametrize("where", NAVIGATIONS)
def test_navigation_from_outside_behaves_like_navigation_from_a_move(where):
    target, place, hooks = NAVIGATIONS[where]
    match = map_game().start()
    assert log_of(match, lambda: match.flow.jump_to(**target)) == hooks
    assert match.ctx.place == place
    assert match.ctx.numMoves == 0  # no move was made
    assert_replays(match)


def test_the_short_forms_are_equivalent_to_jump_to():
    match = map_game().start()
    assert log_of(match, lambda: match.flow.set_step("t")) == "-s +t"
    assert log_of(match, lambda: match.flow.set_phase("q")) == "-t -p +q"
    assert log_of(match, lambda: match.flow.set_segment("h")) == "-q -gt -g +h +ht +w"
    assert log_of(match, lambda: match.flow.jump_to(phase="r")) == "-w +r +u"
    assert_replays(match)


def test_a_jump_to_a_segment_and_a_step_uses_the_start_phase():
    match = map_game().start()
    match.flow.set_segment("h")
    assert match.flow.jump_to(segment="g", step="t") is None
    assert match.ctx.place == "g/p/t"


def test_setting_a_segment_starts_with_its_first_player():
    match = map_game().start()
    match.play(0, "pass")
    assert match.ctx.turn_player == 1
    match.flow.set_segment("h")
    assert (match.ctx.turn_player, match.ctx.priority_player) == (0, 0)


def test_setting_the_start_phase_does_not_end_the_turn():
    match = map_game().start()
    match.flow.set_phase("x")
    assert log_of(match, lambda: match.flow.set_phase("p")) == "-x +p +s"
    assert (match.ctx.turn_player, match.ctx.numPlayerTurns) == (0, 0)


def test_after_a_jump_the_flow_settles():
    match = map_game().start()
    match.play(0, "rush")
    assert log_of(match, lambda: match.flow.set_phase("q")) == "-s -p +q -q -gt +gt +p +s"
    assert match.ctx.turn_player == 1
    assert_replays(match)


def test_a_jump_without_settling_waits_for_the_next_move():
    match = map_game().start()
    match.play(0, "rush")
    assert log_of(match, lambda: match.flow.set_phase("q", settle=False)) == "-s -p +q"
    assert match.ctx.place == "g/q"
    match.play(0, "wait")
    assert match.ctx.place == "g/p/s"
    assert_replays(match)


def test_a_jump_without_hooks_only_sets_the_position():
    match = map_game().start()
    assert log_of(match, lambda: match.flow.set_phase("x", hooks=False)) == ""
    assert match.ctx.place == "g/x"
    assert {option.move for option in match.legal(0)} == {"go", "wait", "pass", "rush", "win"}
    assert_replays(match)


def test_a_jump_without_hooks_into_a_window_stays_there():
    window = tw.Phase(window=tw.Window(), next="after")
    flow = tw.Flow(phases={"idle": tw.Phase(start=True), "talk": window, "after": tw.Phase()})
    match = tw.Game("restore", flow=flow).start()
    assert match.flow.set_phase("talk", hooks=False) is None
    assert match.ctx.place == "play/talk"
    match.play(0, "pass")
    assert (match.ctx.place, match.acting) == ("play/talk", [1])
    match.play(1, "pass")
    assert match.ctx.place == "play/after"


def test_a_jump_without_hooks_out_of_a_window_closes_the_window():
    window = tw.Phase(start=True, window=tw.Window())
    flow = tw.Flow(phases={"talk": window, "work": tw.Phase(moves={"wait": lambda c: None})})
    match = tw.Game("restore", flow=flow).start()
    match.play(0, "pass")
    assert match.flow.set_phase("work", hooks=False) is None
    assert match.ctx.window is None
    assert match.ctx.passed_players == set()


@pytest.mark.parametrize("target", [{"segment": "g"}, {"phase": "p"}, {"step": "s"}])
def test_navigating_to_the_current_position_does_nothing(target):
    match = map_game().start()
    before = (match.hash, match.version)
    assert match.flow.jump_to(**target) is None
    assert (match.hash, match.version) == before
    match.play(0, "go", "here")
    assert match.G["log"] == ["+g", "+gt", "+p", "+s"]


@pytest.mark.parametrize(
    ("target", "hooks"),
    [
        ({"segment": "g"}, "-s -p -gt -g +g +gt +p +s"),
        ({"phase": "p"}, "-s -p +p +s"),
        ({"step": "s"}, "-s +s"),
    ],
)
def test_reenter_leaves_and_enters_the_current_position(target, hooks):
    match = map_game().start()
    assert log_of(match, lambda: match.flow.jump_to(**target, reenter=True)) == hooks
    assert match.ctx.place == "g/p/s"
    assert_replays(match)


# --- invalid targets ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "target",
    [
        {"segment": "atlantis"},
        {"phase": "atlantis"},
        {"step": "atlantis"},
        {"phase": "r"},
        {"step": "u"},
        {"segment": "h", "phase": "p"},
        {"segment": "h", "step": "u"},
        {"segment": "h", "phase": "r", "step": "s"},
        {"phase": "q", "step": "s"},
    ],
    ids=str,
)
def test_an_invalid_target_is_refused_as_a_whole(target):
    match = map_game().start(trace=True)
    before = (match.hash, match.version, len(match.record.entries), str(match.trace))
    refusal = match.flow.jump_to(**target)
    assert refusal.code == "unknown_place"
    assert "there is no" in refusal.sentence
    assert (match.hash, match.version, len(match.record.entries), str(match.trace)) == before


def test_in_a_lenient_game_a_move_with_an_invalid_target_stays_and_is_traced():
    match = map_game(strict=False).start(trace=True)
    match.play(0, "go", "nowhere")
    assert match.ctx.place == "g/p/s"
    rejected = [event.why for event in match.trace.events if event.kind == "rejected"]
    assert rejected == ["there is no phase 'atlantis' in segment 'g'"]


def test_a_move_with_an_invalid_target_is_refused():
    match = map_game().start()
    before = match.hash
    assert match.submit(tw.Answer(0, "go", ("nowhere",))).code == "rules_error"
    assert match.hash == before


def test_after_the_game_is_over_only_another_segment_can_be_entered():
    match = map_game().start()
    match.play(0, "win")
    assert match.flow.set_phase("q").code == "game_over"
    assert match.flow.set_segment("h") is None
    assert match.ctx.current_segment == "h"
    assert_replays(match)


def test_after_the_game_is_over_manual_mode_can_navigate():
    match = map_game().start()
    match.play(0, "win")
    before = match.hash
    assert match.flow.set_phase("q").code == "game_over"
    assert match.hash == before
    assert match.flow.set_manual_mode(True) is None
    assert match.flow.set_phase("q") is None
    assert match.ctx.place == "g/q"
    assert_replays(match)


def test_navigation_is_refused_while_a_question_is_open():
    def ask(c):
        yield c.yes_no("Sure?")

    flow = tw.Flow(phases={"p": tw.Phase(start=True, moves={"ask": ask}), "q": tw.Phase()})
    match = tw.Game("sure", flow=flow).start()
    match.play(0, "ask")
    assert match.flow.set_phase("q").code == "question_open"
    assert match.flow.set_manual_mode(True).code == "question_open"


# --- queries -----------------------------------------------------------------------------------------


def test_flow_queries_change_nothing():
    match = map_game().start(trace=True)
    match.play(0, "rush")
    match.flow.set_phase("q", settle=False)
    before = (match.hash, match.version, str(match.trace), len(match.record.entries))
    flow = match.flow
    assert flow.should_end_step() is False
    assert flow.should_end_phase() is True
    assert flow.should_end_turn() is False
    assert flow.should_end_segment() is False
    assert flow.get_next_step() is None
    assert flow.get_next_phase() == "p"
    assert flow.get_next_segment() == "h"
    assert flow.get_next_turn() == 1
    assert (match.hash, match.version, str(match.trace), len(match.record.entries)) == before


def test_should_end_step_returns_the_value_of_the_condition():
    steps = {"s": tw.Step(start=True, end_if=lambda c: c.ctx.num_moves >= 1)}
    phases = {"p": tw.Phase(start=True, steps=steps, end_if=lambda c: False)}
    match = tw.Game("ask", flow=tw.Flow(phases=phases), moves={"wait": lambda c: None}).start()
    assert match.flow.should_end_step() is False
    match.flow.set_manual_mode(True)
    match.play(0, "wait")
    assert match.flow.should_end_step() is True
