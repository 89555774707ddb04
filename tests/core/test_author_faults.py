"""What an author gets wrong in the first hour: every mistake is refused, and says what to write."""

from __future__ import annotations

import pytest

import turnwright as tw
from turnwright.agents import Mcts


def wait(c):
    """Do nothing."""


def pass_turn(c):
    c.end_turn()


def game_of(**settings):
    moves = {"wait": wait, "pass": pass_turn, **settings.pop("moves", {})}
    flow = settings.pop("flow", {"phases": {"main": {"start": True}, "late": {}}})
    return tw.Game("table", flow=flow, moves=moves, **settings)


# --- the history of moves -------------------------------------------------------------------------


def echo(c):
    """Count the moves that the rules can see, the move in progress included."""
    c.G["seen"] = [move.type for move in c.ctx.moveHistory]


def test_rules_that_read_the_history_play_alike_in_a_rollout():
    match = game_of(moves={"echo": echo}).start()
    match.play(0, "wait")
    rollout = match.clone(record=False)
    for one in (match, rollout):
        one.play(0, "wait")
        one.play(0, "echo")
    assert match.G["seen"] == rollout.G["seen"] == ["wait", "wait", "echo"]
    assert match.hash == rollout.hash
    again = rollout.clone(record=False)
    again.play(0, "echo")
    assert again.G["seen"] == ["wait", "wait", "echo", "echo"]
    assert len(rollout.ctx.moveHistory) == 3


def test_rules_that_read_the_history_play_alike_without_a_record():
    game = game_of(moves={"echo": echo})
    recorded, simulated = game.start(), game.start(record=False)
    for one in (recorded, simulated):
        one.play(0, "wait")
        one.play(0, "echo")
    assert recorded.G == simulated.G


def test_a_hook_sees_as_many_moves_in_the_history_as_are_counted():
    seen = []

    def look(c):
        seen.append((c.ctx.numMoves, len(c.ctx.moveHistory)))

    phases = {"main": {"start": True, "on_end": look, "next": "late"}, "late": {}}
    match = game_of(flow={"phases": phases}, moves={"go": lambda c: c.end_phase()}).start()
    match.play(0, "wait")
    match.play(0, "go")
    assert seen == [(2, 2)]


def test_the_history_of_a_move_that_asks_is_the_same_when_it_is_rebuilt():
    def ask(c):
        echo(c)
        c.G["picked"] = yield c.choose("Which?", [1, 2])
        echo(c)

    match = game_of(moves={"ask": ask}).start()
    match.play(0, "wait")
    match.play(0, "ask")
    clone, rollout = match.clone(), match.clone(record=False)
    loaded = match.game.load(match.save())
    for one in (match, clone, rollout, loaded):
        one.pick(0, 2)
        one.play(0, "wait")
        assert one.G["seen"] == ["wait", "ask"]
        assert [move.type for move in one.ctx.moveHistory] == ["wait", "ask", "wait"]


def test_a_refused_move_is_not_in_the_history():
    match = game_of(moves={"no": lambda c: c.refuse("Not now.")}).start()
    match.play(0, "wait")
    assert match.submit(tw.Answer(0, "no")).sentence == "Not now."
    assert [move.type for move in match.ctx.moveHistory] == ["wait"]


def test_a_rollout_that_keeps_no_history_says_so_instead_of_showing_an_empty_one():
    rollout = game_of().start().clone(record=False)
    with pytest.raises(tw.RulesError, match="history=True"):
        _ = rollout.ctx.move_history
    kept = game_of(history=True).start().clone(record=False)
    kept.play(0, "wait")
    assert [move.type for move in kept.ctx.move_history] == ["wait"]


# --- conditions only read -------------------------------------------------------------------------


def ends_turn(c):
    c.end_turn()
    return True


def wins(c):
    c.win(0)
    return True


def rolls(c):
    return c.rng.below(2) == 0


@pytest.mark.parametrize(
    ("rule", "call"), [(ends_turn, "end_turn"), (wins, "win"), (rolls, "stream")]
)
def test_a_guard_that_changes_something_is_refused_by_name(rule, call):
    match = game_of(moves={"strike": tw.move(wait, name="strike", when=rule)}).start()
    before = match.hash
    with pytest.raises(
        tw.RulesError, match=rf"move 'strike'.*{call}\(\).*test_author_faults\.py:\d+"
    ):
        _ = match.prompts[0].options
    refusal = match.submit(tw.Answer(0, "strike"))
    assert refusal.code == "rules_error"
    assert (match.hash, match.result, match.acting) == (before, None, [0])
    match.play(0, "wait")
    assert match.acting == [0]


def test_a_domain_that_changes_something_is_refused_by_name():
    def targets(c):
        c.set_phase("late")
        return [1, 2]

    def strike(c, target=tw.arg(targets)):
        pass

    match = game_of(moves={"strike": strike}).start()
    with pytest.raises(tw.RulesError, match=r"move 'strike'.*set_phase\(\)"):
        _ = match.prompts[0].options


def test_a_label_that_changes_something_is_refused_by_name():
    def label(c):
        c.end_turn()
        return "Strike"

    match = game_of(moves={"strike": tw.move(wait, name="strike", label=label)}).start()
    with pytest.raises(tw.RulesError, match=r"move 'strike'.*end_turn\(\)"):
        _ = match.prompts[0].options
    assert match.acting == [0]


@pytest.mark.parametrize("key", ["end_if", "next"])
def test_a_condition_of_the_flow_that_changes_something_is_refused_by_name(key):
    def rule(c):
        if c.ctx.num_moves:
            c.end_turn()
        return "late" if key == "next" else False

    main = {"start": True, key: rule, **({"end_if": lambda c: True} if key == "next" else {})}
    if key == "next":
        main["end_if"] = lambda c: c.ctx.num_moves > 0
    match = game_of(flow={"phases": {"main": main, "late": {}}}).start()
    refusal = match.submit(tw.Answer(0, "wait"))
    assert refusal.code == "rules_error"
    assert "end_turn()" in refusal.data["error"]
    assert f"{key} of play/main" in refusal.data["error"]
    assert (match.ctx.num_moves, match.acting) == (0, [0])


# --- eliminated seats -----------------------------------------------------------------------------


@pytest.mark.parametrize("call", ["extra_turn", "set_turn_player", "set_priority_player"])
def test_an_eliminated_seat_is_given_neither_turn_nor_priority(call):
    def give(c):
        getattr(c, call)(1)

    def out(c):
        c.eliminate(1)

    match = game_of(seats=3, moves={"give": give, "out": out}).start()
    match.play(0, "out")
    refusal = match.submit(tw.Answer(0, "give"))
    assert "seat 1 was eliminated" in refusal.data["error"]
    assert match.acting == [0]


def test_an_order_that_names_an_eliminated_seat_is_refused():
    def out(c):
        c.eliminate(1)

    flow = {"turn": {"order": lambda c: 1, "phases": {"main": {"start": True}}}}
    match = game_of(seats=3, flow=flow, moves={"out": out}).start()
    match.play(0, "out")
    refusal = match.submit(tw.Answer(0, "pass"))
    assert "seat 1 was eliminated" in refusal.data["error"]


def test_when_everybody_is_eliminated_the_match_is_a_draw():
    def storm(c):
        for seat in c.get_players():
            c.eliminate(seat)

    match = game_of(seats=3, moves={"storm": storm}).start()
    match.play(0, "storm")
    assert match.result == tw.Result((), "everybody was eliminated")
    assert match.acting == []


def test_a_single_player_who_is_eliminated_has_lost():
    match = game_of(seats=1, moves={"fall": lambda c: c.eliminate(0)}).start()
    match.play(0, "fall")
    assert (match.result.winners, match.result.losers) == ((), (0,))


# --- the end, as the document writes it -----------------------------------------------------------


def test_game_over_without_a_result_is_a_draw():
    def end(c):
        c.ctx.gameOver = True

    match = game_of(moves={"end": end}).start()
    match.play(0, "end")
    assert match.result == tw.Result((), "ended")
    assert match.view(0)["result"]["reason"] == "ended"


def test_game_over_with_a_winner_is_a_win():
    def end(c):
        c.ctx.winner = 1
        c.ctx.gameOver = True

    for record in (True, False):
        match = game_of(moves={"end": end}).start(record=record)
        match.play(0, "end")
        assert match.result == tw.Result((1,), "ended")
        assert match.submit(tw.Answer(0, "wait")).code == "game_over"


def test_agents_play_a_game_that_sets_game_over_to_its_end():
    def end(c):
        c.ctx.gameOver = True

    game = tw.Game("short", moves={"end": end})
    match = game.start()
    agent = Mcts(5)
    while match.result is None:
        match.submit(agent.decide(match.prompts[0], match))
    assert match.result.winners == ()


# --- ids ------------------------------------------------------------------------------------------


def test_every_match_has_an_id_of_its_own_which_a_replay_keeps():
    game = game_of()
    one, other = game.start(seed=1), game.start(seed=2)
    assert one.ctx.gameId != other.ctx.gameId
    assert one.ctx.gameId.startswith("table-")
    assert game.start(seed=1).ctx.gameId == one.ctx.gameId
    assert game.replay(one.record.to_json()).ctx.gameId == one.ctx.gameId


def test_a_host_names_the_game_and_the_match():
    match = game_of().start(game_id="table 4, game 2", match_id="table 4")
    assert (match.ctx.gameId, match.ctx.matchId) == ("table 4, game 2", "table 4")
    match.play(0, "wait")
    loaded = match.game.load(match.save())
    assert (loaded.ctx.gameId, loaded.ctx.matchId) == ("table 4, game 2", "table 4")


# --- places are not written -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "value", "call"),
    [
        ("currentPhase", "late", "set_phase"),
        ("currentStep", "first", "set_step"),
        ("currentSegment", "play", "set_segment"),
        ("turnPlayerPos", 1, "set_turn_player"),
    ],
)
def test_a_place_or_turn_that_is_written_is_refused_with_the_right_call(name, value, call):
    match = game_of(moves={"write": lambda c: setattr(c.ctx, name, value)}).start()
    refusal = match.submit(tw.Answer(0, "write"))
    assert f"c.{call}(" in refusal.data["error"]
    assert (match.ctx.currentPhase, match.ctx.turnPlayerPos) == ("main", 0)


def test_writing_the_place_is_an_error_of_the_definition():
    def write(c):
        c.ctx.current_phase = "late"

    with pytest.raises(tw.DefinitionError, match=r"move 'write'.*set_phase.*test_author_faults"):
        game_of(moves={"write": write}).start()


def test_writing_the_place_in_a_helper_that_cannot_be_found_is_refused_when_it_happens():
    match = game_of(moves={"write": lambda c: setattr(c.ctx, "current_phase", "late")}).start()
    refusal = match.submit(tw.Answer(0, "write"))
    assert "c.set_phase('late')" in refusal.data["error"]
    assert match.ctx.current_phase == "main"


# --- free peeks -----------------------------------------------------------------------------------

ZONES = {"deck": tw.Zone("hidden"), "hand": tw.Zone("owner"), "pile": tw.Zone("public")}


def scry(c):
    top = c.zone("deck")[-2:]
    yield c.choose("Keep which?", top, is_cards=True)


def deal(c):
    for seat in c.seats:
        for kind in ("ace", "king", "queen"):
            c.create_card(kind, "deck", seat)
        c.create_card("jack", "hand", seat)


def test_a_question_that_shows_the_top_of_ones_own_deck_cannot_be_cancelled():
    match = game_of(zones=ZONES, setup=deal, moves={"scry": scry}).start()
    match.play(0, "scry")
    assert match.cancel(0).code == "committed"
    assert match.undo().code == "undo_barrier"
    assert match.asked


def test_a_question_that_lists_the_whole_deck_as_it_lies_cannot_be_cancelled():
    def deal_shuffled(c):
        deal(c)
        c.shuffle_all_decks()

    def look(c):
        yield c.choose("Take which?", list(c.zone("deck")), is_cards=True)

    def search(c):
        yield c.choose("Take which?", sorted(c.zone("deck")), is_cards=True)

    moves = {"look": look, "search": search}
    scripts = {"shuffle deck": [[2, 0, 1], [4, 5, 6]]}
    match = game_of(zones=ZONES, setup=deal_shuffled, moves=moves).start(scripts=scripts)
    match.play(0, "search")
    assert match.cancel(0) is None, "the seat knows which cards it has"
    match.play(0, "look")
    assert match.cancel(0).code == "committed", "but not how they lie"


def test_a_question_whose_text_names_the_top_of_the_deck_cannot_be_cancelled():
    def keep_the_top(c):
        yield c.yes_no(f"Keep the {c.card(c.zone('deck')[-1]).kind}?")

    def guess(c):
        top = c.card(c.zone("deck")[-1]).kind
        yield c.choose("What now?", [f"Draw the {top}", "Shuffle"])

    match = game_of(zones=ZONES, setup=deal, moves={"keep": keep_the_top}).start()
    match.play(0, "keep")
    assert match.cancel(0).code == "committed"
    assert match.undo().code == "undo_barrier"

    match = game_of(zones=ZONES, setup=deal, moves={"guess": guess}).start()
    match.play(0, "guess")
    assert match.cancel(0).code == "committed", "an option can name it as well"


def test_a_question_whose_text_names_a_card_in_hand_can_be_cancelled():
    def use(c):
        yield c.yes_no(f"Discard the {c.card(c.zone('hand')[0]).kind}?")

    match = game_of(zones=ZONES, setup=deal, moves={"use": use}).start()
    match.play(0, "use")
    assert match.cancel(0) is None


def test_words_that_only_contain_a_name_do_not_name_a_card():
    def use(c):
        yield c.yes_no("Make the place a kingdom?")

    match = game_of(zones=ZONES, setup=deal, moves={"use": use}).start()
    match.play(0, "use")
    assert match.cancel(0) is None


def test_a_question_about_ones_hand_can_be_cancelled():
    def discard(c):
        yield c.choose("Discard which?", c.zone("hand"), is_cards=True)

    match = game_of(zones=ZONES, setup=deal, moves={"discard": discard}).start()
    match.play(0, "discard")
    assert match.cancel(0) is None
    assert not match.asked


# --- strict by default ------------------------------------------------------------------------------


def error_of(game, move="go", *args):
    """What the author reads, from the definition or when the move is made."""
    try:
        match = game.start()
    except tw.DefinitionError as error:
        return str(error)
    before = match.hash
    refusal = match.submit(tw.Answer(0, move, args))
    assert refusal.code == "rules_error", refusal
    assert match.hash == before
    return refusal.data["error"]


@pytest.mark.parametrize("call", ["set_phase", "set_step", "set_segment"])
def test_a_jump_to_an_unknown_place_is_refused(call):
    sentence = error_of(game_of(moves={"go": lambda c: getattr(c, call)("atlantis")}))
    assert "'atlantis'" in sentence
    lenient = game_of(moves={"go": lambda c: getattr(c, call)("atlantis")}, strict=False).start()
    lenient.play(0, "go")
    assert lenient.ctx.place == "play/main"


def jump_by_names(c):
    c.jump_to(phase="lte")


def jump_by_dict(c):
    c.jumpTo({"segment": "play",
              "phase": "atlantis"})  # fmt: skip


@pytest.mark.parametrize(
    ("jump", "line", "hint"),
    [
        (jump_by_names, 1, "'lte' in segment 'play'; did you mean 'late'?"),
        (jump_by_dict, 2, "'atlantis' in segment 'play'; there are 'late' and 'main'"),
    ],
)
def test_a_jump_to_an_unknown_place_names_the_line_and_what_exists(jump, line, hint):
    line += jump.__code__.co_firstlineno
    sentence = error_of(game_of(moves={"go": jump}))
    assert f"move 'go' (test_author_faults.py:{line}): there is no phase {hint}" in sentence


def test_an_unknown_name_from_next_is_refused():
    phases = {"main": {"start": True, "next": lambda c: "atlantis"}, "late": {}}
    sentence = error_of(game_of(flow={"phases": phases}, moves={"go": tw.end_phase}))
    assert "the next phase 'atlantis' does not exist" in sentence


def test_an_async_rule_is_refused():
    async def go(c):
        pass

    sentence = error_of(game_of(moves={"go": go}))
    assert "move 'go': rules cannot be async" in sentence
    assert "test_author_faults.py:" in sentence


def test_a_condition_that_asks_is_refused():
    def done(c):
        yield c.yes_no("Done?")

    phases = {"main": {"start": True, "end_if": done, "next": "late"}, "late": {}}
    sentence = error_of(game_of(flow={"phases": phases}))
    assert "end_if of play/main: a condition cannot ask" in sentence


def test_a_question_that_is_not_yielded_is_refused():
    def go(c):
        c.choose("Which?", [1, 2])

    def go_late(c):
        getattr(c, "choose")("Which?", [1, 2])  # noqa: B009

    sentence = error_of(game_of(moves={"go": go}))
    assert "move 'go': c.choose(...) makes a question and does not ask it" in sentence
    assert "write `answer = yield from c.choose(...)` (test_author_faults.py:" in sentence
    sentence = error_of(game_of(moves={"go": go_late}))
    assert "move 'go' (test_author_faults.py:" in sentence
    assert "created the question 'Which?' and did not ask it" in sentence


def ask_which(c):
    c.G["which"] = yield c.choose("Which?", [1, 2])


class Asking(tw.Context):
    def ask_which(self):
        self.G["which"] = yield self.choose("Which?", [1, 2])


def test_a_forgotten_yield_from_is_refused():
    def helper(c):
        ask_which(c)

    def operation(c):
        c.ask_which()

    def right(c):
        yield from ask_which(c)

    assert "ask_which(...) asks a question: call it with `yield from`" in error_of(
        game_of(moves={"go": helper})
    )
    assert "test_author_faults.py:" in error_of(game_of(moves={"go": operation}, context=Asking))
    match = game_of(moves={"go": right}).start()
    match.play(0, "go")
    assert match.asked


def test_the_value_of_a_helper_that_asks_needs_yield_from():
    def unused(c):
        answer = ask_which(c)  # noqa: F841
        yield c.choose("And then?", [1, 2])

    def compared(c):
        answer = ask_which(c)
        if answer == 1:
            c.end_turn()

    def tested(c):
        if ask_which(c):
            c.end_turn()

    def kept(c):
        answers = ask_which(c)
        value = yield from answers
        if value:
            c.end_turn()

    for wrong in (unused, compared, tested):
        assert "call it with `yield from`" in error_of(game_of(moves={"go": wrong})), wrong.__name__
    match = game_of(moves={"go": kept}).start()
    match.play(0, "go")
    assert match.asked


@pytest.mark.parametrize("call", ["win", "lose", "eliminate"])
def test_a_seat_that_does_not_exist_is_refused(call):
    sentence = error_of(game_of(moves={"go": lambda c: getattr(c, call)(7)}))
    assert "This match has no seat 7; its seats are 0 and 1." in sentence


def test_a_result_that_means_nothing_is_refused():
    def go(c):
        return "INVALID_MOVE"

    sentence = error_of(game_of(moves={"go": go}))
    assert "move 'go' (test_author_faults.py:" in sentence
    assert "c.refuse(...)" in sentence


def test_a_hook_that_returns_something_else_than_a_state_is_refused():
    def begin(c):
        return [1, 2]

    phases = {"main": {"start": True, "next": "late"}, "late": {"on_begin": begin}}
    sentence = error_of(game_of(flow={"phases": phases}, moves={"go": tw.end_phase}))
    assert "begin (test_author_faults.py:" in sentence
    assert "[1, 2]" in sentence


def test_a_hook_may_return_a_new_state():
    def begin(c):
        return {**c.G, "is_late": True}

    phases = {"main": {"start": True, "next": "late"}, "late": {"on_begin": begin}}
    match = game_of(flow={"phases": phases}, moves={"go": tw.end_phase}).start()
    match.play(0, "go")
    assert match.G == {"is_late": True}
