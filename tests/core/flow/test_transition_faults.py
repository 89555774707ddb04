"""Deferred flow requests, and errors in the rules, which are rolled back."""

import pytest

import turnwright as tw

END = {
    "endStep": tw.end_step,
    "endPhase": tw.end_phase,
    "endTurn": tw.end_turn,
    "endSegment": lambda c: c.end_segment(),
}


def game_of(phases, **settings):
    moves = {"wait": lambda c: None, **END, **settings.pop("moves", {})}
    return tw.Game("table", flow=tw.Flow(phases=phases), moves=moves, **settings)


# --- names that do not exist -------------------------------------------------------------------------


def flow_to_unknown(level):
    """A game in which `next` of this level names an unknown position."""

    def nowhere(name):
        return (lambda c: "atlantis") if name == level else None

    steps = {"s": tw.Step(start=True, next=nowhere("step"))}
    turn = tw.Turn(phases={"p": tw.Phase(start=True, next=nowhere("phase"), steps=steps)})
    return tw.Flow(segments={"g": tw.Segment(next=nowhere("segment"), turn=turn)})


LEVELS = [("step", "endStep"), ("phase", "endPhase"), ("segment", "endSegment")]


@pytest.mark.parametrize(("level", "move"), LEVELS)
def test_a_lenient_game_stays_where_it_is_and_traces_the_unknown_name(level, move):
    lenient = tw.Game("lost", flow=flow_to_unknown(level), moves=END, strict=False)
    match = lenient.start(trace=True)
    match.play(0, move)
    assert match.ctx.place == "g/p/s"
    rejected = [event.why for event in match.trace.events if event.kind == "rejected"]
    assert rejected == [f"g/p/s: the next {level} 'atlantis' does not exist"]


@pytest.mark.parametrize(("level", "move"), LEVELS)
def test_the_move_is_refused_that_leads_to_an_unknown_name(level, move):
    match = tw.Game("lost", flow=flow_to_unknown(level), moves=END).start()
    before = match.hash
    refusal = match.submit(tw.Answer(0, move))
    assert refusal.code == "rules_error"
    assert "atlantis" in refusal.data["error"]
    assert (match.hash, match.version, match.ctx.numMoves) == (before, 0, 0)
    assert isinstance(match.fault.error, tw.RulesError)


@pytest.mark.parametrize("level", ["segments", "phases", "steps"])
def test_a_literal_unknown_name_is_a_definition_error(level):
    def here(name):
        return "atlantis" if name == level else None

    steps = {"s": {"next": here("steps")}}
    phases = {"p": {"next": here("phases"), "steps": steps}}
    with pytest.raises(tw.DefinitionError) as caught:
        tw.Game(
            "bad", flow={"segments": {"g": {"next": here("segments"), "turn": {"phases": phases}}}}
        )
    (problem,) = caught.value.problems
    assert f"{level}." in problem
    assert "'atlantis'" in problem


def test_every_problem_of_a_definition_is_reported_at_once():
    phases = {
        "p": {"start": True, "nxt": "q"},
        "q": {"start": True, "onBegin": "ready all"},
        "r": {"next": 3},
    }
    with pytest.raises(tw.DefinitionError) as caught:
        tw.Game("bad", flow={"phases": phases})
    text = " | ".join(caught.value.problems)
    assert len(caught.value.problems) == 4
    assert "flow.phases.p: unknown key 'nxt'" in text
    assert "flow.phases.q.on_begin: expected a function" in text
    assert "flow.phases.r.next" in text


def test_two_starts_at_one_level_are_a_definition_error():
    with pytest.raises(tw.DefinitionError, match="'p' and 'q' are both marked start"):
        tw.Game("bad", flow={"phases": {"p": {"start": True}, "q": {"start": True}}})


def test_the_first_segment_starts_unless_another_is_marked_as_start():
    first = tw.Game("first", flow={"segments": {"a": {}, "b": {}}})
    marked = tw.Game("marked", flow={"segments": {"a": {}, "b": {"start": True}}})
    assert (first.start().ctx.place, marked.start().ctx.place) == ("a", "b")


def test_the_given_definition_is_never_modified():
    step = {"start": True, "next": "t", "onBegin": lambda ctx: None}
    phases = {"p": {"start": True, "steps": {"s": step, "t": {"endIf": lambda: True}}}}
    hook = step["onBegin"]
    match = tw.Game("kept", flow={"phases": phases}, moves=END).start()
    match.play(0, "endStep")
    assert step == {"start": True, "next": "t", "onBegin": hook}
    assert list(phases["p"]["steps"]) == ["s", "t"]


# --- rules that raise --------------------------------------------------------------------------------


def raise_error(c):
    c.G["dirt"] = True
    raise ValueError("boom")


def raise_in_condition(c):
    raise ValueError("boom")


RAISING = {
    "on_end": {"a": {"on_end": raise_error}},
    "on_begin": {"b": {"on_begin": raise_error}},
    "next": {"a": {"next": raise_in_condition}},
    "end_if": {"b": {"end_if": raise_in_condition}},
    "step": {"b": {"steps": {"s": tw.Step(start=True, on_begin=raise_error)}}},
}


@pytest.mark.parametrize("where", RAISING)
def test_an_exception_in_a_rule_rolls_back_the_move_and_records_a_fault(where):
    given = {"a": {"next": "b"}, "b": {}}
    for name, settings in RAISING[where].items():
        given[name] |= settings
    phases = {"a": tw.Phase(start=True, **given["a"]), "b": tw.Phase(**given["b"])}

    def go(c):
        c.G["armed"] = True
        c.end_phase()

    match = game_of(phases, setup=lambda c: c.G.update(armed=False), moves={"go": go}).start()
    match.play(0, "wait")
    match.play(0, "wait")
    before, version = match.hash, match.version
    refusal = match.submit(tw.Answer(0, "go"))
    assert refusal.code == "rules_error"
    assert refusal.data["error"] == "ValueError: boom"
    assert (match.hash, match.version, match.G) == (before, version, {"armed": False})
    assert [entry.move for entry in match.record.entries] == ["wait", "wait"]
    assert isinstance(match.fault.error, ValueError)
    assert [entry.move for entry in match.fault.record.entries] == ["wait", "wait", "go"]
    match.play(0, "wait")  # the match continues
    assert match.ctx.numMoves == 3


def test_playing_a_failing_move_raises_with_the_cause():
    match = game_of({"a": tw.Phase(start=True, on_end=raise_error)}).start()
    with pytest.raises(tw.Refused) as caught:
        match.play(0, "endPhase")
    assert caught.value.code == "rules_error"
    assert isinstance(caught.value.__cause__, ValueError)


# --- endless transitions -----------------------------------------------------------------------------


def spinning_game(**settings):
    def is_on(c):
        return c.G["on"]

    phases = {
        "idle": tw.Phase(start=True, next="p", end_if=is_on),
        "p": tw.Phase(next="q", end_if=tw.always),
        "q": tw.Phase(next="r", end_if=is_on),
        "r": tw.Phase(next="p", end_if=tw.always),
    }

    def switch_on(c):
        c.G["on"] = True

    return game_of(
        phases, setup=lambda c: c.G.update(on=False), moves={"switchOn": switch_on}, **settings
    )


@pytest.mark.parametrize("cap", [10, 100, 1000])
def test_an_endless_loop_is_refused_naming_its_cycle_and_changes_nothing(cap):
    match = spinning_game(max_transitions=cap).start()
    match.play(0, "wait")
    before = match.hash
    refusal = match.submit(tw.Answer(0, "switchOn"))
    assert refusal.code == "flow_loop"
    cycle = refusal.data["cycle"]
    assert len(cycle) == 4
    assert cycle[0] == cycle[-1]
    ring = "play/p -> play/q -> play/r -> play/p -> play/q -> play/r"
    assert " -> ".join(cycle[:3]) in ring
    assert " -> ".join(cycle) in refusal.sentence
    assert (match.hash, match.ctx.place) == (before, "play/idle")
    assert isinstance(match.fault.error, tw.FlowLoop)
    match.play(0, "wait")
    assert match.ctx.numMoves == 2


def test_a_game_that_loops_from_the_start_cannot_be_started():
    phases = {
        "p": tw.Phase(start=True, next="q", end_if=tw.always),
        "q": tw.Phase(end_if=tw.always),
    }
    with pytest.raises(tw.FlowLoop) as caught:
        game_of(phases).start()
    assert set(caught.value.cycle) == {"play/p", "play/q"}


# --- requests ----------------------------------------------------------------------------------------


def test_flow_requests_of_a_move_are_applied_after_the_move():
    def act(c):
        c.end_phase()
        c.G["still in"] = c.ctx.place

    phases = {"p": tw.Phase(start=True, next="q"), "q": tw.Phase()}
    match = game_of(phases, moves={"act": act}).start()
    match.play(0, "act")
    assert (match.G["still in"], match.ctx.place) == ("play/p", "play/q")


def test_flow_requests_of_a_hook_are_applied_after_the_transition():
    log = []

    def skip(c):
        c.end_phase()
        log.append(f"phase at {c.ctx.place}")

    steps = {"s": tw.Step(start=True, on_begin=lambda c: log.append(f"step at {c.ctx.place}"))}
    phases = {
        "p": tw.Phase(start=True, next="q", on_begin=skip, steps=steps),
        "q": tw.Phase(on_begin=lambda c: log.append(f"then {c.ctx.place}")),
    }
    game_of(phases).start()
    assert log == ["phase at play/p", "step at play/p/s", "then play/q"]


@pytest.mark.parametrize(
    "requests",
    [
        ["end_turn", "end_turn"],
        ["end_phase", "end_turn"],
        ["end_step", "end_phase", "end_turn"],
        ["end_phase", "end_phase", "end_phase"],
    ],
)
def test_repeated_requests_end_only_one_turn(requests):
    def make_requests(c):
        for request in requests:
            getattr(c, request)()

    phases = {"p": tw.Phase(start=True, steps={"s": tw.Step(start=True)})}
    match = game_of(phases, moves={"request": make_requests}).start()
    match.play(0, "request")
    assert (match.ctx.turn_player, match.ctx.numPlayerTurns) == (1, 1)


@pytest.mark.parametrize(
    ("requests", "place"),
    [
        (["end_phase", "end_step"], "g/last/s"),
        (["end_segment", "end_step"], "h/main/s"),
        (["end_segment", "end_phase"], "h/main/s"),
        (["end_segment", "end_turn"], "h/main/s"),
    ],
)
def test_a_request_does_not_end_a_later_level_of_the_same_name(requests, place):
    def make_requests(c):
        for request in requests:
            getattr(c, request)()

    steps = {"s": tw.Step(start=True, next="t"), "t": tw.Step()}
    phases = {
        "main": tw.Phase(start=True, next="last", steps=steps),
        "last": tw.Phase(steps=steps),
    }
    turn = tw.Turn(phases=phases)
    segments = {"g": tw.Segment(next="h", turn=turn), "h": tw.Segment(turn=turn)}
    match = tw.Game(
        "twins", flow=tw.Flow(segments=segments), moves={"request": make_requests}
    ).start()
    match.play(0, "request")
    assert (match.ctx.place, match.ctx.turn_player) == (place, 0)


def test_a_request_for_a_phase_whose_condition_also_holds_ends_it_once():
    phases = {
        "p": tw.Phase(start=True, next="q", end_if=lambda c: c.ctx.num_moves > 0),
        "q": tw.Phase(next="r"),
        "r": tw.Phase(),
    }
    match = game_of(phases).start()
    match.play(0, "endPhase")
    assert match.ctx.place == "play/q"


def test_ending_a_level_that_is_not_active_is_a_rules_error():
    match = game_of({"p": tw.Phase(start=True)}).start()
    before = match.hash
    refusal = match.submit(tw.Answer(0, "endStep"))
    assert refusal.code == "rules_error"
    assert "There is no step to end at play/p" in refusal.data["error"]
    assert match.hash == before
