"""The words of the flow beside hooks and conditions: hold_if, skip_if, stages, on_move, the end."""

import pytest

import turnwright as tw
from turnwright.core.analysis.graph import coverage, graph_of
from turnwright.core.analysis.lint import check
from turnwright.testing import conformance


def note(word):
    def run(c):
        c.G["log"].append(f"{word} {c.seat}")

    return run


def act(match, *moves):
    for move in moves:
        match.play(match.acting[0], move)


def start(flow, seats=2, **settings):
    given = {"setup": lambda G: G.update(log=[], queue=0, n=0)}
    return tw.Game("words", seats=seats, flow=flow, **{**given, **settings}).start()


def problems(**flow):
    with pytest.raises(tw.DefinitionError) as error:
        tw.Game("words", flow=flow)
    return error.value.problems


# --- hold_if: wait until effects have drained --------------------------------------------------------


def queue(c):
    c.G["queue"] += 2


def resolve(c):
    c.G["queue"] -= 1
    c.G["log"].append("resolved")


def waits(c):
    return c.G["queue"] > 0


def queue_flow(**flow):
    moves = {"queue": queue, "resolve": resolve, "end": tw.end_turn, "both": both}
    main = tw.Phase(start=True, end_if=lambda c: c.ctx.num_turn_moves >= 2, on_end=note("end"))
    return tw.Flow(moves=moves, phases={"main": main}, **flow)


def both(c):
    queue(c)
    c.end_turn()


def test_nothing_ends_while_the_flow_is_held():
    match = start(queue_flow(hold_if=waits))
    act(match, "queue", "resolve")
    assert (match.ctx.num_turn_moves, match.ctx.turn_player) == (2, 0)
    act(match, "resolve")
    assert (match.ctx.turn_player, match.G["log"]) == (1, ["resolved", "resolved", "end 0"])


def test_a_request_waits_until_the_flow_goes_on():
    match = start(queue_flow(hold_if=waits))
    act(match, "both")
    assert match.ctx.turn_player == 0
    held = match.game.load(match.save())
    for each in (match, held, match.clone(), match.clone(record=False)):
        act(each, "resolve", "resolve")
        assert each.ctx.turn_player == 1
    assert match.hash == held.hash


def test_a_held_request_can_be_undone_with_its_move():
    match = start(queue_flow(hold_if=waits))
    before = match.hash
    act(match, "both")
    match.undo()
    assert match.hash == before


def test_the_game_can_end_while_the_flow_is_held():
    flow = queue_flow(hold_if=waits, end_if=lambda G: G["queue"] > 1)
    match = start(flow)
    act(match, "queue")
    assert match.result is not None


def test_a_single_phase_can_hold_the_flow():
    phases = {
        "main": tw.Phase(start=True, next="end", hold_if=waits, moves={"go": tw.end_phase}),
        "end": tw.Phase(moves={"done": tw.end_phase}),
    }
    match = start(tw.Flow(moves={"queue": queue, "resolve": resolve}, phases=phases))
    act(match, "queue", "go", "resolve", "resolve")
    assert match.ctx.current_phase == "end"
    act(match, "queue", "done")
    assert match.ctx.turn_player == 1


def test_queries_know_that_the_flow_is_held():
    match = start(queue_flow(hold_if=waits))
    act(match, "queue", "resolve")
    assert not match.flow.should_end_phase()


def test_a_hold_that_changes_something_is_refused():
    flow = queue_flow(hold_if=lambda c: c.end_turn())
    with pytest.raises(tw.RulesError, match="only read"):
        start(flow)


# --- skip_if -----------------------------------------------------------------------------------------


def skipping(draw_if=None, first=None, second=None):
    steps = {
        "first": tw.Step(start=True, next="second", skip_if=first, on_begin=note("first"),
                         end_if=tw.always),
        "second": tw.Step(skip_if=second, on_begin=note("second"), end_if=tw.always),
    }  # fmt: skip
    return tw.Flow(
        moves={"draw": lambda c: c.set_phase("draw"), "first": lambda c: c.jump_to(step="first")},
        phases={
            "draw": tw.Phase(start=True, next="fight", skip_if=draw_if, on_begin=note("draw"),
                             end_if=tw.always),
            "fight": tw.Phase(next="main", steps=steps, on_begin=note("fight")),
            "main": tw.Phase(moves={"end": tw.end_phase}),
        },
    )  # fmt: skip


def test_a_skipped_phase_sees_the_new_turn_player():
    match = start(skipping(draw_if=lambda c: c.turn_player == 0))
    act(match, "end")
    begins = [line for line in match.G["log"] if line.startswith("draw")]
    assert begins == ["draw 1"]


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (None, None, ["draw 0", "fight 0", "first 0", "second 0"]),
        (tw.always, None, ["draw 0", "fight 0", "second 0"]),
        (None, tw.always, ["draw 0", "fight 0", "first 0"]),
        (tw.always, tw.always, ["draw 0", "fight 0"]),
    ],
)
def test_steps_are_skipped_on_their_own(first, second, expected):
    match = start(skipping(first=first, second=second))
    assert (match.G["log"], match.ctx.place) == (expected, "play/main")


def test_a_jump_enters_a_place_that_would_be_skipped():
    match = start(skipping(draw_if=tw.always, first=tw.always))
    assert match.G["log"] == ["fight 0", "second 0"]
    act(match, "draw")
    assert match.G["log"][2:] == ["draw 0", "fight 0", "second 0"]
    match.flow.set_manual_mode(True)
    match.flow.jump_to({"phase": "fight", "step": "first"})
    assert match.ctx.place == "play/fight/first"


def test_a_turn_whose_last_phase_is_skipped_is_over():
    phases = {
        "main": tw.Phase(start=True, next="end", moves={"go": tw.end_phase}),
        "end": tw.Phase(skip_if=tw.always, on_begin=note("end")),
    }
    segments = {"game": tw.Segment(turn=tw.Turn(phases=phases), end_if=lambda c: c.G["n"])}
    for flow in (tw.Flow(phases=phases), tw.Flow(segments=segments)):
        match = start(flow)
        act(match, "go")
        assert (match.ctx.turn_player, match.G["log"]) == (1, [])


def test_phases_that_skip_to_each_other_are_an_error():
    phases = {
        "main": tw.Phase(start=True, next="a", moves={"go": tw.end_phase}),
        "a": tw.Phase(next="b", skip_if=tw.always),
        "b": tw.Phase(next="a", skip_if=tw.always),
    }
    match = start(tw.Flow(phases=phases))
    assert match.submit(tw.Answer(0, "go")).code == "flow_loop"
    assert match.ctx.place == "play/main"


def test_a_hook_that_asks_on_the_way_to_a_skipped_phase_is_resumed():
    def ask(c):
        c.G["n"] = yield c.amount("How many?", 0, 3)

    phases = {
        "draw": tw.Phase(start=True, next="main", skip_if=lambda c: c.G["n"] > 1,
                         on_begin=note("draw"), end_if=tw.always),
        "main": tw.Phase(moves={"end": tw.end_phase}),
    }  # fmt: skip
    match = start(tw.Flow(turn=tw.Turn(on_begin=ask, phases=phases)))
    match.pick(0, "2")
    assert (match.ctx.place, match.G["log"]) == ("play/main", [])
    act(match, "end")
    match.pick(1, "0")
    assert match.G["log"] == ["draw 1"]


# --- on_move -----------------------------------------------------------------------------------------


def test_on_move_runs_innermost_first_and_after_the_answers():
    def ask(c):
        c.G["n"] = yield c.amount("How many?", 0, 3)
        c.G["log"].append("answered")

    main = tw.Phase(start=True, on_move=note("phase"), moves={"ask": ask})
    turn = tw.Turn(phases={"main": main}, on_move=note("turn"))
    match = start(tw.Flow(turn=turn))
    match.play(0, "ask")
    assert match.G["log"] == []
    match.pick(0, "2")
    assert match.G["log"] == ["answered", "phase 0", "turn 0"]


def test_on_move_may_ask():
    def ask(c):
        c.G["log"].append((yield c.yes_no("Sure?", seat=c.opponent)))

    turn = tw.Turn(on_move=ask, end_if=lambda c: c.ctx.num_turn_moves > 0)
    match = start(tw.Flow(moves={"go": lambda c: None}, turn=turn))
    match.play(0, "go")
    assert (match.acting, match.ctx.turn_player) == ([1], 0)
    match.pick(1, True)
    assert (match.G["log"], match.ctx.turn_player) == ([True], 1)


# --- stages ------------------------------------------------------------------------------------------


def drop(c, card: int = tw.arg(range(2))):
    c.G["log"].append(f"drop {c.seat}")
    c.end_stage()


def stage_game(**settings):
    main = tw.Phase(
        start=True,
        next="pay",
        moves={"militia": lambda c: c.set_stage("discard", c.opponent), "done": tw.end_phase},
        stages={"discard": tw.Stage(moves={"drop": drop})},
    )
    pay = tw.Phase(
        end_if=lambda c: not c.ctx.stages,
        stages={"pay": tw.Stage(who=lambda c: c.seats, moves={"pay": tw.end_stage})},
    )
    flow = tw.Flow(
        phases={"main": main, "pay": pay},
        end_if=lambda ctx: tw.Result.by_scores([3, 3]) if ctx.num_turns == 3 else None,
    )
    given = {"setup": lambda G: G.update(log=[]), "moves": {"undo": tw.undo}}
    return tw.Game("stages", flow=flow, **{**given, **settings})


def test_a_game_with_stages_conforms():
    conformance(stage_game())


def test_stages_are_part_of_the_state():
    match = stage_game().start()
    act(match, "militia")
    for each in (match.game.load(match.save()), match.clone(), match.clone(record=False)):
        assert each.hash == match.hash
        assert (each.acting, len(each.prompts[0].options)) == ([1], 2)
        each.play(1, "drop", 1)
        assert each.acting == [0]


def test_a_prompt_of_a_seat_in_a_stage_names_the_stage():
    match = stage_game().start()
    act(match, "militia")
    assert match.prompts[0].text == "discard: choose a move"
    assert match.view(0)["ctx"]["stages"] == {1: "discard"}


def test_an_eliminated_seat_leaves_its_stage():
    match = stage_game(seats=3, moves={"concede": tw.move(tw.concede, by="anyone")}).start()
    act(match, "done")
    match.play(1, "concede")
    assert match.acting == [0, 2]


def test_jumping_to_another_phase_leaves_the_stages():
    match = stage_game().start()
    act(match, "militia")
    match.flow.set_phase("pay")
    assert match.ctx.stages == {0: "pay", 1: "pay"}
    match.flow.jump_to({"phase": "main"}, hooks=False)
    assert (match.ctx.stages, match.acting) == ({}, [0])


def test_mistakes_in_stages_are_reported_at_definition():
    other = tw.move(lambda c, card=tw.arg(range(2)): None)
    phase = tw.Phase(
        moves={"drop": lambda c: None},
        window=tw.Window(),
        stages={"discard": tw.Stage(next="nope", moves={"drop": other})},
    )
    assert problems(phases={"main": phase}) == [
        "flow.phases.main: a phase with stages cannot have a window",
        "flow.phases.main.stages.discard: next is 'nope'; expected one of discard",
        "flow.phases.main.stages.discard.moves.drop: it takes other arguments than 'drop' "
        "elsewhere in this phase; use another name",
    ]


def test_check_finds_mistakes_in_stages():
    phase = tw.Phase(
        start=True,
        moves={"go": lambda c: c.set_stage("discrad")},
        stages={"discard": tw.Stage(moves={"drop": drop}), "idle": tw.Stage(who=lambda c: [])},
    )
    found = check(tw.Game("words", flow=tw.Flow(phases={"main": phase})))
    assert [(problem.code, problem.path) for problem in found] == [
        ("unknown_stage", "play/main"),
        ("unreachable", "play/main"),
        ("never_ends", "play/main"),
    ]
    assert check(stage_game()) == []


def test_the_graph_has_stages_and_what_may_be_skipped():
    main, pay = graph_of(stage_game()).nodes[1:]
    assert ([str(stage) for stage in main.stages], str(pay.stages[0])) == (
        ["discard: drop"],
        "pay: pay",
    )
    game = tw.Game(
        "words", flow=skipping(draw_if=lambda c: False), setup=lambda G: G.update(log=[])
    )
    assert [node.name for node in graph_of(game).nodes if node.is_skippable] == ["draw"]
    match = game.start()
    act(match, "end")
    taken = coverage(game, [match.record])
    edges = graph_of(game).edges
    assert all(taken.has_taken(edge, graph_of(game)) for edge in edges if edge.kind != "jump")


# --- the end of the game -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scores", "winners", "winner"),
    [([3, 7, 5], (1,), 1), ([7, 3, 7], (0, 2), None), ([0, 0, 0], (0, 1, 2), None)],
)
def test_the_highest_score_wins_and_equal_scores_share(scores, winners, winner):
    match = start(tw.Flow(moves={"end": lambda c: c.end_game(tw.Result.by_scores(scores))}), 3)
    act(match, "end")
    assert (match.result.winners, match.ctx.winner) == (winners, winner)
    assert match.result.scores == tuple(scores)


def test_several_seats_win_together():
    match = start(tw.Flow(moves={"end": lambda c: c.win(0, 2, scores=[4, 1, 4])}), 3)
    act(match, "end")
    assert (str(match.result), match.result.scores) == ("seat 0 and seat 2 won", (4, 1, 4))


def test_every_seat_has_a_score():
    match = start(tw.Flow(moves={"end": lambda c: c.win(0, scores=[4])}), 3)
    assert match.submit(tw.Answer(0, "end")).code == "rules_error"


def test_the_last_seat_that_is_left_wins():
    flow = tw.Flow(end_if=tw.one_left, moves={"out": lambda c: c.eliminate(c.opponent)})
    match = start(flow, seats=3)
    act(match, "out")
    assert match.result is None
    act(match, "out")
    assert str(match.result) == "seat 0 won: the others are out"


def test_the_last_seat_wins_while_a_question_is_open():
    def ask(c):
        yield c.yes_no("Sure?", seat=c.opponent)

    leave = tw.move(lambda c: c.eliminate(c.seat), by="anyone")
    flow = tw.Flow(end_if=tw.one_left, on_end=note("over"), moves={"ask": ask, "leave": leave})
    match = start(flow)
    match.play(0, "ask")
    match.play(1, "leave")
    assert (match.result.winners, match.asked, match.G["log"]) == ((0,), {}, ["over 0"])


def test_an_end_segment_follows_the_end_of_the_game():
    segments = {
        "play": tw.Segment(next="scoring", end_if=lambda ctx: ctx.game_over),
        "scoring": tw.Segment(on_begin=note("scoring")),
    }
    flow = tw.Flow(
        segments=segments,
        moves={"go": lambda c: c.G.update(n=1)},
        end_if=lambda c: c.G["n"] == 1,
        on_end=note("over"),
    )
    match = start(flow)
    act(match, "go")
    assert (match.ctx.place, match.G["log"]) == ("scoring", ["over 0", "scoring 0"])


# --- the document's spellings ------------------------------------------------------------------------


def document_game():
    def play_card(G, ctx, card=tw.arg(lambda G: range(len(G["hand"])))):
        G["played"].append([ctx.turn_player, G["hand"].pop(card)])

    def set_up(G, ctx):
        G.update(hand=["a", "b"], played=[], done=False, seats=ctx.num_moves)

    phases = {
        "mainPhase": {
            "start": True,
            "next": lambda G, ctx: "endPhase",
            "endIf": lambda G: G["done"],
            "onMove": lambda G: G["played"].append("moved"),
            "moves": {"playCard": play_card},
        },
        "endPhase": {"skipIf": lambda ctx: ctx.num_moves > 5, "moves": {"endTurn": tw.end_turn}},
    }
    flow = {
        "moves": {
            "concede": tw.move(tw.concede, by="anyone"),
            "undo": tw.undo,
            "finish": tw.move(
                lambda G: G.update(done=True), when=lambda G, ctx: bool(G["played"]) or "Play one."
            ),
            "jump": lambda coreOps: coreOps.jumpTo({"segment": "duringGame", "phase": "endPhase"}),
        },
        "segments": {"duringGame": {"turn": {"phases": phases}}},
    }
    return tw.Game("document", flow=flow, setup=set_up)


def test_rules_take_parts_of_the_context_by_name():
    match = document_game().start()
    assert match.submit(tw.Answer(0, "finish")).sentence == "Play one."
    assert [option.id for option in match.legal(0, must=True)] == [
        "jump", "playCard:0", "playCard:1",
    ]  # fmt: skip
    match.play(0, "playCard", 1)
    assert match.G["played"] == [[0, "b"], "moved"]
    match.play(0, "finish")
    assert match.ctx.current_phase == "endPhase"


def test_global_moves_stand_beside_the_segments():
    assert {"concede", "undo"} <= document_game().start().moves.keys()
    with pytest.raises(tw.DefinitionError, match="the game has a move of that name"):
        tw.Game("twice", moves={"go": tw.end_turn}, flow={"moves": {"go": tw.end_turn}})


def test_jump_to_takes_one_object():
    match = document_game().start()
    match.play(0, "jump")
    assert match.ctx.place == "duringGame/endPhase"
    assert match.flow.jumpTo({"phase": "mainPhase"}) is None
    assert match.ctx.place == "duringGame/mainPhase"
    assert match.flow.jumpTo({"phase": "nowhere"}).code == "unknown_place"
    assert match.flow.jumpTo({"fase": "mainPhase"}).code == "unknown_place"


def test_queries_take_a_state_and_a_context():
    match = document_game().start()
    later = match.clone()
    later.play(0, "playCard", 0)
    later.G["done"] = True
    assert match.flow.shouldEndPhase(match.state, match.c) is False
    assert match.flow.shouldEndPhase(later.state, later.c) is True
    assert match.flow.shouldEndPhase(later.state) is True
    assert match.flow.shouldEndPhase(later.c.get_updated_state()) is True
    assert match.flow.getNextPhase(later.state, later.c) == "endPhase"
    assert match.flow.shouldEndSegment(later.state, later.c) is False
    assert match.flow.shouldEndPhase() is False


def test_undo_takes_back_a_move_with_its_answers():
    def ask(c):
        c.G["n"] = yield c.amount("How many?", 0, 3)
        c.G["n"] += yield c.amount("And more?", 0, 3)

    match = start(tw.Flow(moves={"ask": ask, "undo": tw.undo}))
    before = match.hash
    match.play(0, "ask")
    match.pick(0, "2")
    match.play(0, "undo")  # in the middle
    assert (match.hash, match.asked) == (before, {})
    match.play(0, "ask")
    match.pick(0, "2")
    match.pick(0, "1")
    assert match.G["n"] == 3
    match.play(0, "undo")
    assert match.hash == before
    assert match.game.replay(match.record).hash == before


def test_a_match_without_a_record_has_nothing_to_undo():
    match = stage_game().start(record=False)
    act(match, "militia")
    assert match.submit(tw.Answer(0, "undo")).code == "not_now"
