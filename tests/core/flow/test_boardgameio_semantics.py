"""What boardgame.io's documentation says about flow and turn order, case by case.

The words differ: its phase contains turns and is a segment here; its stage is a stage of a phase. A
case that differs on purpose has a comment that begins with "Differs".
"""

import pytest

import turnwright as tw

THREE = 3


def log(word):
    """A hook that logs a word and the turn player."""

    def run(c):
        c.G["log"].append(f"{word} {c.turn_player}")

    return run


def nothing(c):
    pass


def start(flow, seats=2, **settings):
    given = {"setup": lambda c: c.G.update(log=[], n=0)}
    return tw.Game("case", seats=seats, flow=flow, **{**given, **settings}).start()


def turns(turn=None, moves=None, **flow):
    """A flow of turns without phases, with the usual moves."""
    return tw.Flow(
        turn=turn or tw.Turn(),
        moves={"wait": nothing, "end": tw.end_turn, **(moves or {})},
        **flow,
    )


def segments(moves=None, **given):
    return tw.Flow(
        segments={name: tw.Segment(**settings) for name, settings in given.items()},
        moves={"wait": nothing, "end": tw.end_turn, "leave": leave, **(moves or {})},
    )


def leave(c):
    c.end_segment()


def act(match, *moves):
    for move in moves:
        match.play(match.acting[0], move)


def players(match, count):
    """The turn players of this and the next turns."""
    seen = [match.ctx.turn_player]
    for _ in range(count - 1):
        act(match, "end")
        seen.append(match.ctx.turn_player)
    return seen


def names(match, seat):
    return sorted({option.move for option in match.legal(seat)})


def code(match, seat, move, *args):
    refusal = match.submit(tw.Answer(seat, move, args))
    return refusal.code if refusal else None


# --- phases, which are segments here ---------------------------------------------------------------


def test_a_game_begins_in_the_phase_marked_start():
    match = start(segments(draft={}, play={"start": True}))
    assert match.ctx.current_segment == "play"


def test_without_a_start_mark_the_first_one_begins():
    # Differs: boardgame.io then is in no phase.
    assert start(segments(draft={}, play={})).ctx.current_segment == "draft"


def test_a_game_without_phases_has_turns_and_moves():
    match = start(turns())
    assert (match.ctx.current_phase, names(match, 0)) == (None, ["end", "wait"])


def test_moves_of_a_phase_are_only_available_in_it():
    match = start(segments(draft={"next": "play", "moves": {"take": nothing}}, play={}))
    assert "take" in names(match, 0)
    act(match, "leave")
    assert code(match, 0, "take") == "not_here"


def test_a_move_of_a_phase_overrides_the_global_one():
    take = {"wait": lambda c: c.G["log"].append("drafted")}
    match = start(segments(draft={"moves": take}))
    act(match, "wait")
    assert match.G["log"] == ["drafted"]


def test_global_moves_remain_available_in_a_phase():
    # Differs: in boardgame.io a phase with moves hides the global ones.
    assert "wait" in names(start(segments(draft={"moves": {"take": nothing}})), 0)


def test_a_phase_ends_when_its_end_if_is_true_after_a_move():
    draft = {"next": "play", "end_if": lambda c: c.ctx.num_moves == 2}
    match = start(segments(draft=draft, play={}))
    act(match, "wait")
    assert match.ctx.current_segment == "draft"
    act(match, "wait")
    assert match.ctx.current_segment == "play"


def test_the_next_phase_can_be_a_function():
    draft = {"next": lambda c: "b" if c.G["n"] else "a"}
    flow = segments(moves={"add": lambda c: c.G.update(n=1)}, draft=draft, a={}, b={})
    one, two = start(flow), start(flow)
    act(one, "leave")
    act(two, "add", "leave")
    assert (one.ctx.current_segment, two.ctx.current_segment) == ("a", "b")


def test_a_phase_without_next_leads_to_no_phase():
    match = start(segments(draft={}, play={}))
    act(match, "leave")
    assert (match.ctx.current_segment, names(match, 0)) == (None, ["end", "leave", "wait"])


def test_hooks_of_a_phase_run_when_it_begins_and_ends():
    draft = {"next": "play", "on_begin": log("draft"), "on_end": log("drafted")}
    match = start(segments(draft=draft, play={"on_begin": log("play")}))
    act(match, "leave")
    assert match.G["log"] == ["draft 0", "drafted 0", "play 0"]


def test_a_phase_begins_before_its_first_turn_and_ends_after_its_last():
    turn = tw.Turn(on_begin=log("turn"), on_end=log("turned"))
    draft = {"next": "play", "on_begin": log("in"), "on_end": log("out"), "turn": turn}
    match = start(segments(draft=draft, play={}))
    act(match, "leave")
    assert match.G["log"] == ["in 0", "turn 0", "turned 0", "out 0"]


def test_a_move_can_go_to_another_phase():
    go = {"go": lambda c: c.set_segment("late")}
    match = start(segments(moves=go, draft={"next": "play"}, play={}, late={}))
    act(match, "go")
    assert match.ctx.current_segment == "late"


def test_an_unknown_phase_is_refused_and_changes_nothing():
    match = start(segments(moves={"go": lambda c: c.set_segment("nope")}, draft={}))
    before = match.hash
    assert code(match, 0, "go") == "rules_error"
    assert match.hash == before


def test_a_phase_whose_end_if_is_already_true_begins_and_ends():
    # Differs: boardgame.io asks end_if before on_begin and never enters such a phase.
    middle = {"next": "play", "end_if": tw.always, "on_begin": log("middle")}
    match = start(segments(draft={"next": "middle"}, middle=middle, play={}))
    act(match, "leave")
    assert (match.ctx.current_segment, match.G["log"]) == ("play", ["middle 0"])


def test_automatic_phases_follow_each_other_in_one_move():
    auto = {"end_if": tw.always}
    flow = segments(a={"next": "b"}, b={"next": "c", **auto}, c={"next": "d", **auto}, d={})
    match = start(flow)
    act(match, "leave")
    assert match.ctx.current_segment == "d"


def test_phases_that_lead_to_each_other_for_ever_are_an_error():
    # Differs: boardgame.io silently goes to no phase.
    auto = {"end_if": lambda c: c.G["n"]}
    go = {"go": lambda c: c.G.update(n=1)}
    match = start(segments(moves=go, a={"next": "b", **auto}, b={"next": "a", **auto}))
    assert code(match, 0, "go") == "flow_loop"
    assert match.G["n"] == 0


def test_phases_inside_a_turn_keep_the_turn_player():
    # Differs: boardgame.io has no phases inside turns; ending a phase ends the turn.
    phases = {
        "roll": tw.Phase(start=True, next="build", moves={"roll": tw.end_phase}),
        "build": tw.Phase(moves={"build": tw.end_phase}),
    }
    match = start(tw.Flow(phases=phases))
    act(match, "roll")
    assert (match.ctx.current_phase, match.ctx.turn_player) == ("build", 0)
    act(match, "build")
    assert (match.ctx.current_phase, match.ctx.turn_player) == ("roll", 1)


def test_a_phase_can_be_skipped():
    # Differs: there is no word for it in boardgame.io.
    phases = {
        "upkeep": tw.Phase(
            start=True, next="main", skip_if=lambda ctx: not ctx.num_turns, on_begin=log("upkeep"),
            end_if=tw.always,
        ),
        "main": tw.Phase(moves={"done": tw.end_phase}),
    }  # fmt: skip
    match = start(tw.Flow(phases=phases))
    act(match, "done", "done", "done")
    assert match.G["log"] == ["upkeep 0", "upkeep 1"]


# --- turns -----------------------------------------------------------------------------------------


def test_turns_are_counted_from_zero():
    # Differs: boardgame.io counts the current turn, from one.
    match = start(turns())
    assert match.ctx.num_player_turns == 0
    act(match, "end")
    assert match.ctx.num_player_turns == 1


def test_turns_pass_round_the_table():
    assert players(start(turns(), seats=THREE), 5) == [0, 1, 2, 0, 1]


def test_only_the_current_player_can_move():
    match = start(turns())
    assert code(match, 1, "wait") == "not_your_turn"
    assert code(match, 0, "wait") is None


def test_hooks_of_a_turn_see_its_player():
    match = start(turns(tw.Turn(on_begin=log("begin"), on_end=log("end"))))
    act(match, "end")
    assert match.G["log"] == ["begin 0", "end 0", "begin 1"]


def test_on_move_runs_after_every_move():
    match = start(turns(tw.Turn(on_move=log("moved"))))
    act(match, "wait", "wait", "end")
    assert match.G["log"] == ["moved 0", "moved 0", "moved 0"]


def test_on_move_runs_before_the_turn_passes():
    turn = tw.Turn(on_move=log("moved"), on_end=log("end"))
    match = start(turns(turn))
    act(match, "end")
    assert match.G["log"] == ["moved 0", "end 0"]


def test_on_move_runs_before_end_if_is_asked():
    def count(c):
        c.G["n"] += 1

    match = start(turns(tw.Turn(on_move=count, end_if=lambda c: c.G["n"] > c.ctx.num_player_turns)))
    act(match, "wait")
    assert match.ctx.turn_player == 1


def test_on_move_does_not_run_for_a_refused_move():
    match = start(turns(tw.Turn(on_move=log("moved")), {"no": lambda c: c.refuse("No.")}))
    assert code(match, 0, "no") == "illegal"
    assert match.G["log"] == []


def test_a_turn_ends_when_its_end_if_is_true():
    match = start(turns(tw.Turn(end_if=lambda c: c.ctx.num_turn_moves == 1)))
    act(match, "wait", "wait", "wait")
    assert match.ctx.turn_player == 1


def test_most_moves_of_a_turn_are_an_end_if():
    # Differs: boardgame.io has `maxMoves`; the counter is enough.
    match = start(turns(tw.Turn(end_if=lambda c: c.ctx.num_turn_moves >= 2)))
    act(match, "wait")
    assert match.ctx.turn_player == 0
    act(match, "wait")
    assert match.ctx.turn_player == 1


def test_fewest_moves_of_a_turn_are_a_guard():
    # Differs: boardgame.io has `minMoves`; the guard of the move that ends the turn says it.
    done = tw.move(tw.end_turn, when=lambda ctx: ctx.num_turn_moves >= 1 or "Move first.")
    match = start(turns(moves={"done": done}))
    assert match.submit(tw.Answer(0, "done")).sentence == "Move first."
    act(match, "wait", "done")
    assert match.ctx.turn_player == 1


def test_moves_that_do_not_count_use_up_no_move():
    free = {"peek": tw.move(nothing, counts=False)}
    match = start(turns(tw.Turn(end_if=lambda c: c.ctx.num_turn_moves == 1), free))
    act(match, "peek", "peek")
    assert (match.ctx.turn_player, match.ctx.num_turn_moves, match.ctx.num_moves) == (0, 0, 2)
    act(match, "wait")
    assert match.ctx.turn_player == 1


def test_the_number_of_moves_is_reset_with_the_turn():
    match = start(turns())
    act(match, "wait", "wait")
    assert match.ctx.num_turn_moves == 2
    act(match, "end")
    assert match.ctx.num_turn_moves == 0


def test_a_player_can_end_the_turn_only_with_a_move_of_the_game():
    # Differs: boardgame.io offers every client an `endTurn` event unless it is switched off.
    match = start(tw.Flow(moves={"wait": nothing}))
    assert names(match, 0) == ["wait"]


# --- turn order ------------------------------------------------------------------------------------


def test_the_turn_can_be_given_to_a_player():
    give = {"give": tw.move(lambda c: (c.extra_turn(2), c.end_turn()))}
    match = start(turns(moves=give), seats=4)
    act(match, "give")
    assert players(match, 3) == [2, 3, 0]


def test_an_order_function_chooses_the_next_player():
    match = start(turns(tw.Turn(order=lambda c: (c.turn_player + 2) % THREE)), seats=THREE)
    assert players(match, 4) == [0, 2, 1, 0]


def test_an_order_can_go_backwards():
    match = start(turns(tw.Turn(order=lambda ctx: (ctx.turn_player - 1) % 4)), seats=4)
    assert players(match, 5) == [0, 3, 2, 1, 0]


@pytest.mark.parametrize("listed", [[1, 0, 2], [2, 1, 0]])
def test_a_custom_order_is_a_list(listed):
    def following(c):
        return listed[(listed.index(c.turn_player) + 1) % len(listed)]

    flow = segments(play={"first": listed[0], "turn": tw.Turn(order=following)})
    assert players(start(flow, seats=THREE), 4) == [*listed, listed[0]]


def test_a_custom_order_can_come_from_the_state():
    def following(G, ctx):
        return G["order"][(G["order"].index(ctx.turn_player) + 1) % 3]

    flow = segments(play={"first": lambda G: G["order"][0], "turn": tw.Turn(order=following)})
    match = start(flow, seats=THREE, setup=lambda G: G.update(log=[], order=[2, 0, 1]))
    assert players(match, 4) == [2, 0, 1, 2]


def test_the_order_can_change_in_every_round():
    def snake(c):
        position = c.ctx.num_player_turns % 6
        return position if position < 3 else 5 - position

    match = start(turns(tw.Turn(order=snake)), seats=THREE)
    assert players(match, 7) == [0, 1, 2, 2, 1, 0, 0]


def test_an_order_can_skip_a_player():
    def skip_one(c):
        following = c.after(c.turn_player)
        return c.after(following) if following == 1 else following

    assert players(start(turns(tw.Turn(order=skip_one)), seats=THREE), 4) == [0, 2, 0, 2]


def test_a_phase_starts_with_the_first_player():
    # Differs: boardgame.io goes on with the next player by default; this is its RESET.
    match = start(segments(draft={"next": "play"}, play={}), seats=THREE)
    act(match, "end", "leave")
    assert match.ctx.turn_player == 0


def test_a_phase_can_continue_with_the_same_player():
    play = {"first": lambda c: c.turn_player}
    match = start(segments(draft={"next": "play"}, play=play), seats=THREE)
    act(match, "end", "leave")
    assert match.ctx.turn_player == 1


def test_a_phase_can_go_on_with_the_next_player():
    play = {"first": lambda c: c.after(c.turn_player)}
    match = start(segments(draft={"next": "play"}, play=play), seats=THREE)
    act(match, "end", "leave")
    assert match.ctx.turn_player == 2


def test_a_phase_can_last_one_round():
    # Differs: boardgame.io's ONCE ends the phase before another turn begins.
    draft = {"next": "play", "end_if": lambda ctx: ctx.num_rounds == 1}
    match = start(segments(draft=draft, play={}), seats=THREE)
    act(match, "end", "end")
    assert match.ctx.current_segment == "draft"
    act(match, "end")
    assert match.ctx.current_segment == "play"


def test_phases_can_have_different_orders():
    back = tw.Turn(order=lambda c: (c.turn_player - 1) % THREE)
    match = start(segments(draft={"next": "play"}, play={"turn": back}), seats=THREE)
    assert players(match, 2) == [0, 1]
    act(match, "leave")
    assert players(match, 3) == [0, 2, 1]


def test_a_removed_player_gets_no_turn():
    match = start(turns(moves={"out": lambda c: c.eliminate(c.seat)}), seats=THREE)
    act(match, "end", "out")
    assert players(match, 3) == [2, 0, 2]


# --- active players and stages ---------------------------------------------------------------------


def others(c):
    return [seat for seat in c.seats if seat != c.turn_player]


def militia(c):
    c.set_stage("discard", *others(c))


def drop(c):
    c.G["log"].append(f"drop {c.seat}")
    c.end_stage()


def stages(moves=None, given=None, phase=None, **flow):
    stage = {"discard": tw.Stage(moves={"drop": drop, "keep": nothing}), **(given or {})}
    main = tw.Phase(
        start=True,
        moves={"militia": militia, "wait": nothing, "end": tw.end_turn, **(moves or {})},
        stages=stage,
        **(phase or {}),
    )
    return tw.Flow(phases={"main": main}, **flow)


def test_active_players_can_be_others():
    match = start(stages(), seats=THREE)
    act(match, "militia")
    assert match.acting == [1, 2]
    assert code(match, 0, "wait") == "not_your_turn"


def test_the_moves_of_a_stage_replace_those_of_the_phase():
    match = start(stages(), seats=THREE)
    act(match, "militia")
    assert names(match, 1) == ["drop", "keep"]
    assert code(match, 1, "wait") == "not_here"


def test_moves_of_a_stage_are_not_for_players_outside_of_it():
    match = start(stages())
    assert code(match, 0, "drop") == "not_here"


def test_active_players_move_in_any_order():
    match = start(stages(), seats=THREE)
    act(match, "militia")
    match.play(2, "drop")
    match.play(1, "drop")
    assert match.G["log"] == ["drop 2", "drop 1"]


def test_a_player_that_ends_its_stage_is_no_longer_active():
    match = start(stages(), seats=THREE)
    act(match, "militia")
    match.play(1, "drop")
    assert match.acting == [2]


def test_when_nobody_is_in_a_stage_the_current_player_goes_on():
    match = start(stages(), seats=THREE)
    act(match, "militia", "drop", "drop")
    assert match.acting == [0]
    assert "militia" in names(match, 0)


def test_a_stage_leads_to_the_next_one():
    given = {
        "discard": tw.Stage(moves={"drop": drop}, next="pay"),
        "pay": tw.Stage(moves={"pay": tw.end_stage}),
    }
    match = start(stages(given=given))
    act(match, "militia", "drop")
    assert names(match, 1) == ["pay"]
    act(match, "pay")
    assert match.acting == [0]


def test_a_player_can_enter_a_stage_itself():
    match = start(stages({"go": lambda c: c.set_stage("discard")}))
    act(match, "go")
    assert (match.acting, names(match, 0)) == ([0], ["drop", "keep"])


def test_players_can_be_in_different_stages():
    given = {"attack": tw.Stage(moves={"hit": tw.end_stage})}
    both = {"fight": lambda c: (c.set_stage("attack"), c.set_stage("discard", 1), None)[2]}
    match = start(stages(both, given))
    act(match, "fight")
    assert (names(match, 0), names(match, 1)) == (["hit"], ["drop", "keep"])


def test_a_player_can_be_active_without_a_stage():
    everybody = {"all": lambda c: c.set_stage(None, *c.seats)}
    match = start(stages(everybody), seats=THREE)
    act(match, "all")
    assert match.acting == [0, 1, 2]
    match.play(2, "wait")
    assert match.ctx.stages == {0: None, 1: None, 2: None}


def test_a_phase_can_begin_with_everybody_in_a_stage():
    given = {"discard": tw.Stage(who=lambda c: c.seats, moves={"drop": drop})}
    assert start(stages(given=given), seats=THREE).acting == [0, 1, 2]


def test_a_phase_can_begin_with_the_others_in_a_stage():
    given = {"discard": tw.Stage(who=others, moves={"drop": drop})}
    match = start(stages(given=given, phase={"end_if": lambda c: not c.ctx.stages}), seats=THREE)
    assert match.acting == [1, 2]
    act(match, "drop", "drop")
    assert (match.ctx.turn_player, match.acting) == (1, [0, 2])


def test_stages_end_with_the_turn():
    match = start(stages(given={"free": tw.Stage(moves={"end": tw.end_turn})}))
    match.play(0, "militia")
    match.play(1, "drop")
    match.play(0, "end")
    assert (match.ctx.stages, match.acting) == ({}, [1])


def test_everybody_moves_once():
    given = {"discard": tw.Stage(who=lambda c: c.seats, moves={"drop": drop})}
    match = start(stages(given=given), seats=THREE)
    match.play(1, "drop")
    assert code(match, 1, "drop") == "not_here"
    match.play(0, "drop")
    match.play(2, "drop")
    assert match.G["log"] == ["drop 1", "drop 0", "drop 2"]


def test_a_stage_can_end_after_a_number_of_moves():
    # Differs: boardgame.io has `maxMoves` for stages; here a stage has an `end_if`.
    def keep(c):
        c.G["kept"][c.seat] += 1

    discard = tw.Stage(moves={"keep": keep}, end_if=lambda c: c.G["kept"][c.seat] >= 2)
    match = start(
        stages(given={"discard": discard}), THREE, setup=lambda G: G.update(log=[], kept=[0] * 3)
    )
    act(match, "militia")
    match.play(1, "keep")
    match.play(2, "keep")
    match.play(2, "keep")
    assert match.acting == [1]


def test_stages_have_hooks():
    # Differs: stages of boardgame.io have no hooks.
    def note(word):
        return lambda c: c.G["log"].append(f"{word} {c.seat}")

    given = {"discard": tw.Stage(moves={"drop": drop}, on_begin=note("in"), on_end=note("out"))}
    match = start(stages(given=given))
    act(match, "militia", "drop")
    assert match.G["log"] == ["in 1", "drop 1", "out 1"]


def test_an_unknown_stage_is_an_error():
    # Differs: boardgame.io lets the player into a stage without moves.
    match = start(stages({"go": lambda c: c.set_stage("discrad")}))
    assert code(match, 0, "go") == "rules_error"
    assert "did you mean 'discard'" in str(match.fault.error)


def test_on_move_runs_for_moves_in_a_stage():
    def note(c):
        c.G["log"].append(f"moved {c.seat}")

    match = start(stages(phase={"on_move": note}))
    act(match, "militia", "keep")
    assert match.G["log"] == ["moved 0", "moved 1"]


def test_moves_of_players_at_the_same_time_do_not_make_each_other_stale():
    match = start(stages(), seats=THREE)
    act(match, "militia")
    prompts = {prompt.seat: prompt.id for prompt in match.prompts}
    for seat in (1, 2):
        assert match.submit(tw.Answer(seat, "drop", prompt=prompts[seat])) is None


# --- events ----------------------------------------------------------------------------------------


def test_events_take_effect_after_the_move():
    def finish(c):
        c.end_turn()
        c.G["log"].append(f"still {c.turn_player}")

    match = start(turns(moves={"finish": finish}))
    act(match, "finish")
    assert (match.G["log"], match.ctx.turn_player) == (["still 0"], 1)


def test_ending_the_turn_twice_in_one_move_ends_it_once():
    def twice(c):
        c.end_turn()
        c.end_turn()

    match = start(turns(moves={"twice": twice}), seats=THREE)
    act(match, "twice")
    assert match.ctx.turn_player == 1


def test_events_happen_in_the_order_of_their_calls():
    def both(c):
        c.end_turn()
        c.set_segment("play")

    match = start(segments(moves={"both": both}, draft={"on_end": log("out")}, play={}), THREE)
    act(match, "both")
    assert (match.ctx.current_segment, match.G["log"]) == ("play", ["out 1"])


def test_a_turn_can_be_ended_in_its_own_on_begin():
    # Differs: boardgame.io drops an `endTurn` in `turn.onBegin`.
    def skip_one(c):
        if c.turn_player == 1:
            c.end_turn()

    assert players(start(turns(tw.Turn(on_begin=skip_one)), seats=THREE), 3) == [0, 2, 0]


def test_a_hook_can_go_to_another_phase():
    # Differs: boardgame.io forbids some events in some hooks.
    draft = {"next": "play", "on_end": lambda c: c.set_segment("late")}
    match = start(segments(draft=draft, play={}, late={}))
    act(match, "leave")
    assert match.ctx.current_segment == "late"


def test_turns_that_end_for_ever_are_an_error():
    # Differs: boardgame.io stops after a hundred turns for each player; the move is rolled back here.
    match = start(turns(tw.Turn(end_if=lambda c: c.G["n"]), {"go": lambda c: c.G.update(n=1)}))
    assert code(match, 0, "go") == "flow_loop"
    assert match.ctx.num_player_turns == 0


def test_a_move_can_end_the_game_with_any_result():
    def finish(c):
        c.end_game(tw.Result((1,), "a trick"))

    match = start(turns(moves={"finish": finish}))
    act(match, "finish")
    assert (match.result.winner, match.result.reason) == (1, "a trick")


# --- the end of the game ---------------------------------------------------------------------------


def at_three(c):
    return tw.Result((c.turn_player,), "three") if c.G["n"] >= 3 else None


def add(c):
    c.G["n"] += 3


def test_the_game_ends_when_its_end_if_returns_a_result():
    match = start(turns(moves={"add": add}, end_if=at_three))
    act(match, "wait")
    assert match.result is None
    act(match, "add")
    assert str(match.result) == "seat 0 won: three"


def test_no_move_is_possible_after_the_end():
    match = start(turns(moves={"add": add}, end_if=at_three))
    act(match, "add")
    assert (match.acting, code(match, 0, "wait")) == ([], "game_over")


def test_the_end_of_the_game_is_asked_after_hooks_too():
    turn = tw.Turn(on_begin=lambda c: c.G.update(n=c.G["n"] + 1))
    match = start(turns(turn, end_if=at_three))
    act(match, "end", "end")
    assert match.result.winners == (0,)


def test_the_game_ends_before_the_turn_does():
    turn = tw.Turn(end_if=lambda c: c.G["n"] >= 3, on_begin=log("begin"))
    match = start(turns(turn, {"add": add}, end_if=at_three))
    act(match, "add")
    assert (match.result.winners, match.G["log"]) == ((0,), ["begin 0"])


def test_a_turn_that_the_move_ends_is_not_passed_when_the_game_ends():
    match = start(turns(moves={"last": lambda c: (add(c), c.end_turn(), None)[2]}, end_if=at_three))
    act(match, "last")
    assert (match.ctx.turn_player, match.result.winners) == (0, (0,))


def test_on_end_of_the_game_runs_once():
    match = start(turns(moves={"add": add}, end_if=at_three, on_end=log("over")))
    act(match, "add")
    assert match.G["log"] == ["over 0"]
    match.flow.set_manual_mode(True)
    match.flow.set_manual_mode(False)
    assert match.G["log"] == ["over 0"]


def test_on_end_of_the_game_runs_however_it_ends():
    match = start(turns(moves={"win": lambda c: c.win(0)}, on_end=log("over")))
    act(match, "win")
    assert match.G["log"] == ["over 0"]


def test_the_levels_are_not_left_when_the_game_ends():
    # Differs: boardgame.io runs `onEnd` of the turn and the phase first.
    match = start(turns(tw.Turn(on_end=log("end")), {"add": add}, end_if=at_three))
    act(match, "add")
    assert (match.ctx.place, match.G["log"]) == ("play", [])


def test_a_game_can_end_without_a_winner():
    match = start(turns(moves={"add": add}, end_if=lambda c: c.G["n"] > 0))
    act(match, "add")
    assert (match.result.winners, match.result.reason) == ((), "ended")


def test_the_result_must_be_a_result():
    # Differs: boardgame.io takes any value.
    match = start(turns(moves={"add": add}, end_if=lambda c: c.G["n"] or None))
    assert code(match, 0, "add") == "rules_error"
    assert "tw.Result" in str(match.fault.error)


def test_inner_conditions_are_asked_before_outer_ones():
    # Differs: boardgame.io asks the phase before the turn.
    turn = tw.Turn(end_if=lambda c: c.ctx.num_turn_moves > 0, on_end=log("turned"))
    draft = {"next": "play", "end_if": lambda c: c.ctx.num_moves > 0, "turn": turn}
    match = start(segments(draft=draft, play={}))
    act(match, "wait")
    assert (match.ctx.current_segment, match.G["log"]) == ("play", ["turned 0", "turned 1"])


# --- hooks and moves -------------------------------------------------------------------------------


def test_hooks_and_moves_take_state_and_context():
    def on_begin(G, ctx):
        G["log"].append(ctx.turn_player)

    def put(G, ctx, seat, cell=tw.arg(range(3))):
        G["log"].append([seat, cell, ctx.num_moves])

    match = start(turns(tw.Turn(on_begin=on_begin), {"put": put}))
    match.play(0, "put", 2)
    assert match.G["log"] == [0, [0, 2, 1]]


def test_a_rule_can_return_a_new_state():
    match = start(turns(moves={"reset": lambda G: {**G, "n": 7}}))
    act(match, "reset")
    assert match.G["n"] == 7


def test_an_invalid_move_changes_nothing():
    def greedy(c):
        c.G["n"] = 5
        c.refuse("Not so fast.")

    match = start(turns(moves={"greedy": greedy}))
    assert code(match, 0, "greedy") == "illegal"
    assert (match.G["n"], match.ctx.num_moves) == (0, 0)


def test_an_unknown_move_is_refused():
    assert code(start(turns()), 0, "jump") == "unknown_move"


def test_random_numbers_in_hooks_are_part_of_the_match():
    turn = tw.Turn(on_begin=lambda c: c.G["log"].append(c.roll("1d6")))
    one, two = start(turns(turn)), start(turns(turn))
    for match in (one, two):
        act(match, "end", "end", "end")
    assert one.G["log"] == two.G["log"]


# --- undo ------------------------------------------------------------------------------------------


def undoable(**moves):
    return start(turns(moves={"add": add, "undo": tw.undo, **moves}), seats=THREE)


def test_a_player_can_undo_its_last_move():
    match = undoable()
    before = match.hash
    act(match, "add", "undo")
    assert (match.G["n"], match.hash) == (0, before)


def test_several_moves_can_be_undone_one_by_one():
    match = undoable()
    act(match, "add", "add", "undo")
    assert match.G["n"] == 3
    act(match, "undo")
    assert match.G["n"] == 0


def test_there_is_nothing_to_undo_at_the_start():
    match = undoable()
    assert code(match, 0, "undo") == "not_now"
    assert "undo" not in names(match, 0)


def test_a_player_cannot_undo_the_move_of_another():
    match = undoable()
    act(match, "end", "add")
    assert code(match, 0, "undo") == "not_now"
    assert (names(match, 1), names(match, 2)) == (["add", "end", "undo", "wait"], [])


def test_undo_takes_back_what_hooks_did():
    match = start(turns(tw.Turn(on_move=log("moved")), {"undo": tw.undo}))
    act(match, "wait", "undo")
    assert (match.G["log"], match.ctx.num_turn_moves) == ([], 0)


def test_a_move_that_reveals_something_cannot_be_undone():
    match = undoable(peek=lambda c: c.reveal())
    act(match, "peek")
    assert code(match, 0, "undo") == "not_now"


def test_a_roll_of_dice_cannot_be_undone():
    # Differs: boardgame.io can undo it, which gives another chance.
    match = undoable(roll=lambda c: c.G["log"].append(c.roll("1d6")))
    act(match, "roll")
    assert code(match, 0, "undo") == "not_now"


def test_the_end_of_a_turn_can_be_undone_until_another_player_moves():
    # Differs: boardgame.io undoes only within the turn.
    match = undoable()
    act(match, "end")
    match.play(0, "undo")
    assert match.ctx.turn_player == 0


def test_what_was_undone_stays_in_the_record():
    # Differs: boardgame.io has redo; here the record has both the move and its undoing.
    match = undoable()
    act(match, "add", "undo")
    assert [entry.op or entry.move for entry in match.record.entries] == ["add", "undo"]
    assert match.game.replay(match.record).hash == match.hash
