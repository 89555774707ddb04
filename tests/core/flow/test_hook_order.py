"""The order of hooks: as listed at the head of `core/runtime/compiled_flow.py`.

Every hook logs its level, the position in ctx and the turn player.
"""

import pytest

import turnwright as tw


def test_next_is_asked_before_on_end():
    """What `on_end` changes does not change where the flow goes; `c.jump_to` does."""

    def change(c):
        c.G["to"] = "three"

    phases = {
        "one": tw.Phase(start=True, next=lambda c: c.G["to"], on_end=change),
        "two": tw.Phase(next="three"),
        "three": tw.Phase(),
    }
    setup = lambda c: c.G.update(to="two")  # noqa: E731
    game = tw.Game("order", flow=tw.Flow(phases=phases), setup=setup, moves={"go": tw.end_phase})
    match = game.start()
    match.play(0, "go")
    assert (match.ctx.current_phase, match.G["to"]) == ("two", "three")


def create_log(c):
    c.G["log"] = []


def log_call(word):
    def hook(c):
        c.G["log"].append(f"{word} at {c.ctx.place}, turn of {c.ctx.turn_player}")

    return hook


def logging_level(cls, name, **settings):
    """A level whose hooks log when it begins and ends."""
    return cls(on_begin=log_call(f"{name} begins"), on_end=log_call(f"{name} ends"), **settings)


def logging_phases():
    return {
        "one": logging_level(
            tw.Phase,
            "phase one",
            start=True,
            next="two",
            steps={
                "a": logging_level(tw.Step, "step a", start=True, next="b"),
                "b": logging_level(tw.Step, "step b"),
            },
        ),
        "two": logging_level(
            tw.Phase, "phase two", steps={"c": logging_level(tw.Step, "step c", start=True)}
        ),
    }


def logging_game(**settings):
    segments = {
        name: logging_level(
            tw.Segment,
            f"segment {name}",
            next=following,
            turn=logging_level(tw.Turn, "turn", phases=logging_phases()),
        )
        for name, following in (("first", "second"), ("second", None))
    }
    moves = {
        "endStep": tw.end_step,
        "endPhase": tw.end_phase,
        "endTurn": tw.end_turn,
        "endSegment": lambda c: c.end_segment(),
    }
    flow = tw.Flow(segments=segments)
    return tw.Game("logging", flow=flow, moves=moves, setup=create_log, **settings)


def log_of_move(match, move):
    """Play a move for the acting seat and return what the hooks logged."""
    before = len(match.G["log"])
    match.play(match.acting[0], move)
    return match.G["log"][before:]


def test_the_first_segment_turn_phase_and_step_begin_outermost_first():
    match = logging_game().start()
    assert match.G["log"] == [
        "segment first begins at first, turn of 0",
        "turn begins at first, turn of 0",
        "phase one begins at first/one, turn of 0",
        "step a begins at first/one/a, turn of 0",
    ]


def test_hooks_of_every_level_run_in_the_documented_order_and_position():
    match = logging_game().start()
    assert log_of_move(match, "endStep") == [
        "step a ends at first/one/a, turn of 0",
        "step b begins at first/one/b, turn of 0",
    ]
    assert log_of_move(match, "endStep") == [  # the last step, and with it the phase
        "step b ends at first/one/b, turn of 0",
        "phase one ends at first/one, turn of 0",
        "phase two begins at first/two, turn of 0",
        "step c begins at first/two/c, turn of 0",
    ]
    assert log_of_move(match, "endPhase") == [  # the last phase, and with it the turn
        "step c ends at first/two/c, turn of 0",
        "phase two ends at first/two, turn of 0",
        "turn ends at first, turn of 0",
        "turn begins at first, turn of 1",
        "phase one begins at first/one, turn of 1",
        "step a begins at first/one/a, turn of 1",
    ]
    assert log_of_move(match, "endPhase") == [
        "step a ends at first/one/a, turn of 1",
        "phase one ends at first/one, turn of 1",
        "phase two begins at first/two, turn of 1",
        "step c begins at first/two/c, turn of 1",
    ]
    assert log_of_move(match, "endSegment") == [
        "step c ends at first/two/c, turn of 1",
        "phase two ends at first/two, turn of 1",
        "turn ends at first, turn of 1",
        "segment first ends at first, turn of 1",
        "segment second begins at second, turn of 0",
        "turn begins at second, turn of 0",
        "phase one begins at second/one, turn of 0",
        "step a begins at second/one/a, turn of 0",
    ]
    assert log_of_move(match, "endTurn") == [
        "step a ends at second/one/a, turn of 0",
        "phase one ends at second/one, turn of 0",
        "turn ends at second, turn of 0",
        "turn begins at second, turn of 1",
        "phase one begins at second/one, turn of 1",
        "step a begins at second/one/a, turn of 1",
    ]
    assert log_of_move(match, "endSegment") == [  # next is None: every level is left
        "step a ends at second/one/a, turn of 1",
        "phase one ends at second/one, turn of 1",
        "turn ends at second, turn of 1",
        "segment second ends at second, turn of 1",
    ]
    assert match.ctx.place == "nowhere"


def test_conditions_are_checked_innermost_first_after_all_levels_are_entered():
    asked = []

    def ask(word):
        return lambda c: asked.append(f"{word}? at {c.ctx.place}")

    steps = {"s": tw.Step(start=True, on_begin=log_call("step"), end_if=ask("step"))}
    phases = {
        "p": tw.Phase(start=True, steps=steps, on_begin=log_call("phase"), end_if=ask("phase"))
    }
    turn = tw.Turn(phases=phases, on_begin=log_call("turn"), end_if=ask("turn"))
    segment = tw.Segment(turn=turn, on_begin=log_call("segment"), end_if=ask("segment"))
    match = tw.Game("asking", flow=tw.Flow(segments={"s": segment}), setup=create_log).start()
    assert match.G["log"] == [
        "segment at s, turn of 0",
        "turn at s, turn of 0",
        "phase at s/p, turn of 0",
        "step at s/p/s, turn of 0",
    ]
    assert asked == ["step? at s/p/s", "phase? at s/p/s", "turn? at s/p/s", "segment? at s/p/s"]


def test_a_level_can_begin_and_end_in_a_single_transition():
    def set_done(c):
        log_call("b begins")(c)
        c.G["done"] = True

    def is_done(c):
        log_call("b asked")(c)
        return c.G.get("done")

    phases = {
        "a": tw.Phase(start=True, next="b", moves={"go": tw.end_phase}, on_end=log_call("a ends")),
        "b": tw.Phase(next="c", on_begin=set_done, end_if=is_done, on_end=log_call("b ends")),
        "c": tw.Phase(on_begin=log_call("c begins")),
    }
    match = tw.Game("single transition", flow=tw.Flow(phases=phases), setup=create_log).start()
    match.play(0, "go")
    assert match.G["log"] == [
        "a ends at play/a, turn of 0",
        "b begins at play/b, turn of 0",
        "b asked at play/b, turn of 0",
        "b ends at play/b, turn of 0",
        "c begins at play/c, turn of 0",
    ]


@pytest.mark.parametrize("level", ["segment", "phase", "step"])
def test_a_next_that_names_the_same_state_runs_no_hooks(level):
    steps = {"s": logging_level(tw.Step, "step", start=True, next="s")}
    phases = {"p": logging_level(tw.Phase, "phase", start=True, next="p", steps=steps)}
    turn = logging_level(tw.Turn, "turn", phases=phases)
    flow = tw.Flow(segments={"g": logging_level(tw.Segment, "segment", next="g", turn=turn)})
    ends = {
        "segment": lambda c: c.end_segment(),
        "phase": lambda c: c.end_phase(),
        "step": lambda c: c.end_step(),
    }
    match = tw.Game("same", flow=flow, setup=create_log, moves={"end": ends[level]}).start()
    assert log_of_move(match, "end") == []
    assert match.ctx.place == "g/p/s"
    assert match.ctx.numPlayerTurns == 0


class Score(tw.State):
    points: int = 0
    words: list[str] = []


@pytest.mark.parametrize("hook", ["on_begin", "on_end"])
@pytest.mark.parametrize("level", ["segment", "turn", "phase", "step"])
def test_a_hook_that_returns_a_new_state_replaces_it_and_later_hooks_see_it(level, hook):
    def replace(c):
        return Score(points=c.G.points + 10, words=[*c.G.words, c.ctx.place])

    def given(name):
        return {hook: replace} if name == level else {}

    def tell(c):
        c.G.words.append(f"points {c.G.points}")

    steps = {"s": tw.Step(start=True, **given("step"))}
    turn = tw.Turn(
        phases={"p": tw.Phase(start=True, steps=steps, **given("phase"))}, **given("turn")
    )
    segments = {
        "g": tw.Segment(next="h", turn=turn, **given("segment")),
        "h": tw.Segment(on_begin=tell),
    }
    moves = {"leave": lambda c: c.end_segment()}
    match = tw.Game("score", state=Score, flow=tw.Flow(segments=segments), moves=moves).start()
    match.play(0, "leave")
    place = {"segment": "g", "turn": "g", "phase": "g/p", "step": "g/p/s"}[level]
    assert match.G.points == 10
    assert match.G.words == [place, "points 10"]


def test_a_hook_that_returns_nothing_leaves_the_state_as_it_is():
    kept = tw.Phase(start=True, on_begin=lambda c: None, on_end=lambda c: None, next="b")
    flow = tw.Flow(phases={"a": kept, "b": tw.Phase()})
    match = tw.Game("kept", flow=flow, setup=create_log, moves={"go": tw.end_phase}).start()
    match.play(0, "go")
    assert match.G == {"log": []}


def ending_game(winning_hook, begin_of_b=None):
    hooks = {winning_hook: lambda c: c.win(0)}
    phases = {
        "a": tw.Phase(start=True, next="b", on_end=hooks.get("a ends")),
        "b": tw.Phase(
            on_begin=hooks.get("b begins", begin_of_b),
            steps={"s": tw.Step(start=True, on_begin=log_call("step begins"))},
        ),
    }
    return tw.Game("end", flow=tw.Flow(phases=phases), setup=create_log, moves={"go": tw.end_phase})


def test_a_game_that_ends_in_on_end_enters_no_further_phase():
    match = ending_game("a ends", begin_of_b=log_call("phase begins")).start()
    match.play(0, "go")
    assert match.ctx.gameOver is True
    assert match.G["log"] == []
    assert match.ctx.place == "play"


def test_a_game_that_ends_in_on_begin_does_not_begin_the_step():
    match = ending_game("b begins").start()
    match.play(0, "go")
    assert match.G["log"] == []
    assert match.ctx.place == "play/b"


def test_a_game_that_ends_during_a_transition_stays_there_without_later_hooks():
    flow = tw.Flow(
        phases={
            "a": tw.Phase(start=True, next="b", on_end=lambda c: c.win(0)),
            "b": tw.Phase(),
        }
    )
    match = tw.Game("quiet end", flow=flow, moves={"go": tw.end_phase}).start()
    match.play(0, "go")
    assert match.ctx.place == "play"  # the same position as if b had an on_begin


def test_a_game_that_ends_with_the_turn_starts_no_further_turn():
    turn = tw.Turn(phases={"p": tw.Phase(start=True)}, on_end=lambda c: c.win(0))
    match = tw.Game("last", flow=tw.Flow(turn=turn), moves={"go": tw.end_turn}).start()
    match.play(0, "go")
    assert (match.ctx.turn_player, match.ctx.numPlayerTurns) == (0, 0)


def test_leaving_a_segment_after_the_game_is_over_runs_all_its_hooks():
    turn = logging_level(
        tw.Turn, "turn", phases={"p": logging_level(tw.Phase, "phase", start=True)}
    )
    segments = {
        "during": logging_level(
            tw.Segment, "during", next="end", end_if=lambda c: c.ctx.game_over, turn=turn
        ),
        "end": logging_level(
            tw.Segment, "end", turn=tw.Turn(phases={"q": logging_level(tw.Phase, "q", start=True)})
        ),
    }
    moves = {"win": lambda c: c.win(c.seat)}
    match = tw.Game("over", flow=tw.Flow(segments=segments), setup=create_log, moves=moves).start()
    assert log_of_move(match, "win") == [
        "phase ends at during/p, turn of 0",
        "turn ends at during, turn of 0",
        "during ends at during, turn of 0",
        "end begins at end, turn of 0",
        "q begins at end/q, turn of 0",
    ]
