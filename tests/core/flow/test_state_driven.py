"""State-driven segments: `at` computes the position, and the flow follows it."""

import pytest

import turnwright as tw
from turnwright.core.analysis.lint import check


class House(tw.State):
    room: tw.Public[str] = "hall"
    floor: tw.Public[str] = ""
    log: tw.Public[list[str]] = tw.default(list)


def log_call(word):
    def hook(c):
        c.G.log.append(word)

    return hook


def level(cls, name, **settings):
    return cls(on_begin=log_call(f"+{name}"), on_end=log_call(f"-{name}"), **settings)


def walk(c, room=tw.arg(["hall", "tower", "cellar"])):
    c.G.room = room


def climb(c, floor=tw.arg(["first", "top"])):
    c.G.floor = floor


def peek(c):
    rooms = yield c.choose("Walk where?", ["hall", "cellar"])
    c.G.room = rooms


def where(c):
    return ("tower", c.G.floor or "first") if c.G.room == "tower" else c.G.room


PHASES = {
    "hall": level(tw.Phase, "hall", moves={"peek": peek}),
    "tower": level(
        tw.Phase,
        "tower",
        moves={"climb": climb},
        steps={name: level(tw.Step, name) for name in ("first", "top")},
    ),
    "cellar": level(tw.Phase, "cellar", moves={"walk": None}),
}


def house(**settings):
    flow = tw.Flow(phases=PHASES, at=where)
    return tw.Game("house", seats=1, state=House, flow=flow, moves={"walk": walk}, **settings)


def place(match):
    ctx = match.ctx
    return ctx.current_phase, ctx.current_step


def test_the_flow_starts_at_the_position_of_the_state():
    match = house().start(seed=1)
    assert place(match) == ("hall", None)
    assert match.G.log == ["+hall"]


def test_a_move_that_changes_the_state_moves_the_flow_and_runs_all_hooks():
    match = house().start(seed=1)
    match.play(0, "walk", "tower")
    assert place(match) == ("tower", "first")
    match.play(0, "climb", "top")
    assert place(match) == ("tower", "top")
    assert match.G.log == ["+hall", "-hall", "+tower", "+first", "-first", "+top"]


def test_the_phase_offers_its_own_moves():
    match = house().start(seed=1)
    match.play(0, "walk", "cellar")
    assert match.prompts == [] or not match.prompts[0].options
    refusal = match.submit(tw.Answer(0, "walk", ("hall",)))
    assert refusal is not None
    assert place(match) == ("cellar", None)


def test_a_move_that_asks_moves_the_flow_after_the_answer():
    match = house().start(seed=1)
    match.play(0, "peek")
    assert place(match) == ("hall", None)
    prompt = match.prompts[0]
    match.submit(prompt.answer(prompt.options[1]))
    assert place(match) == ("cellar", None)


def test_replays_and_loaded_saves_have_the_same_position():
    game = house()
    match = game.start(seed=1)
    match.play(0, "walk", "tower")
    match.play(0, "climb", "top")
    assert game.replay(match.record.to_json()).hash == match.hash
    assert place(game.load(match.save())) == ("tower", "top")


def test_only_the_state_driven_segment_follows_the_state():
    flow = tw.Flow(
        segments={
            "before": tw.Segment(start=True, next="in", end_if=lambda c: c.G.room != "hall"),
            "in": tw.Segment(at=where, turn=tw.Turn(phases=PHASES)),
        }
    )
    match = tw.Game("house", seats=1, state=House, flow=flow, moves={"walk": walk}).start(seed=1)
    assert match.ctx.current_segment == "before"
    match.play(0, "walk", "tower")
    assert (match.ctx.current_segment, *place(match)) == ("in", "tower", "first")


def test_an_unknown_phase_is_a_rules_error():
    def nowhere(c):
        return "attic" if c.G.room == "cellar" else "hall"

    flow = tw.Flow(phases=PHASES, at=nowhere)
    match = tw.Game("house", seats=1, state=House, flow=flow, moves={"walk": walk}).start(seed=1)
    with pytest.raises(tw.Refused) as error:
        match.play(0, "walk", "cellar")
    assert error.value.refusal.code == "rules_error"
    assert "attic" in str(error.value.__cause__)
    assert match.G.room == "hall"


@pytest.mark.parametrize("key", [{"next": "cellar"}, {"end_if": tw.always}])
def test_a_state_driven_phase_may_not_define_next_or_end_if(key):
    phases = {**PHASES, "hall": tw.Phase(**key)}
    with pytest.raises(tw.DefinitionError, match="whose `at` drives the flow"):
        tw.Game("house", seats=1, state=House, flow=tw.Flow(phases=phases, at=where)).start(seed=1)


def test_at_must_be_set_on_the_segments_if_there_are_any():
    flow = tw.Flow(segments={"in": tw.Segment(turn=tw.Turn(phases=PHASES))}, at=where)
    with pytest.raises(tw.DefinitionError, match=r"flow\.at"):
        tw.Game("house", seats=1, state=House, flow=flow).start(seed=1)


def test_the_linter_treats_every_state_driven_phase_as_reachable():
    assert [problem for problem in check(house()) if problem.severity != "note"] == []
