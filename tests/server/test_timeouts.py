"""Time-outs: every prompt has a default, and no effect waits forever."""

import random

import pytest

import turnwright as tw
from tests.server.room_harness import SPECTATOR, RoomHarness, fingerprint, of_type
from tests.server.server_process import Server, start_match
from tests.server.skirmish_game import MOVES, SAFE, finish, skirmish
from turnwright.games.duel.game import game as duel


@pytest.fixture
def harness():
    return RoomHarness()


def after_strike(harness):
    """Return a room in which seat 0 has struck and seat 1 is asked about its loss."""
    harness.act(0, "strike")
    harness.answer(0, harness.candidates(0)[0])
    harness.answer(0, harness.candidates(0)[0])


def haggle(c):
    """The opponent may take part, at a cost."""
    c.commit()
    if (yield c.yes_no("Take part?", seat=c.opponent)):
        c.G.life[c.opponent] -= yield c.amount("At what price?", 1, 5, seat=c.opponent)
    finish(c)


def told_in_time(harness, seat):
    """Check that the seat was told of its time-out and everybody of the new state."""
    assert of_type(harness.received[seat], "error")[-1]["code"] == "prompt_timeout"
    version = harness.room.version
    for who in (0, 1, SPECTATOR):
        assert (
            of_type(harness.received[who], "state_update")[-1]["state"]["stateVersion"] == version
        )
    return True


# --- the defaults ---------------------------------------------------------------------------------


def test_a_menu_is_closed_without_change(harness):
    harness.send(0, "intent_card_click", zone="hand", index=0)
    before, prompt = harness.fingerprint, harness.prompt(0)
    assert prompt["deadline"] == int((harness.clock + 30) * 1000)
    harness.wait(29.9)
    assert harness.prompt(0) == prompt
    harness.wait(0.2)
    assert harness.prompt(0) is None
    assert harness.fingerprint == before
    assert of_type(harness.received[0], "prompt_closed")[-1] == {
        "type": "prompt_closed", "promptId": prompt["promptId"], "reason": "timeout"
    }  # fmt: skip
    assert of_type(harness.received[0], "error")[-1]["code"] == "prompt_timeout"
    assert not of_type(harness.act(0, "end_turn"), "error")


def test_the_choice_of_a_target_is_cancelled_without_change(harness):
    (attacker,) = [c for c in harness.state(0)["players"]["self"]["field"] if c["face_up"]]
    before = harness.fingerprint
    harness.send(0, "intent_card_click", card=attacker["id"])
    harness.answer(0, "attack")
    assert harness.prompt(0)["type"] == "target_select"
    harness.wait(30)
    assert harness.prompt(0) is None
    assert harness.fingerprint == before
    assert not of_type(harness.act(0, "end_turn"), "error")


def test_before_the_commit_the_action_is_cancelled_and_nothing_is_paid(harness):
    rest = harness.match.hash
    harness.act(0, "search")
    assert harness.life(0) == 7200
    harness.wait(30)
    assert told_in_time(harness, 0)
    assert harness.life(0) == 8000
    assert harness.match.hash == rest
    assert harness.match.acting == [0]
    assert not harness.state(0)["isResolvingEffect"]


def test_a_timeout_while_paying_cancels_the_action(harness):
    rest = harness.match.hash
    harness.act(0, "strike")
    harness.answer(0, harness.candidates(0)[0])
    harness.wait(30)
    assert harness.match.hash == rest


def test_a_timed_out_yes_no_question_is_no(harness):
    after_strike(harness)
    count = harness.state(1)["players"]["self"]["handCount"]
    harness.wait(30)
    assert told_in_time(harness, 1)
    assert harness.state(1)["players"]["self"]["handCount"] == count
    assert harness.prompt(0)["requirement"]["id"] == "more", "the effect continues"


def test_an_optional_question_after_the_commit_is_declined(harness):
    after_strike(harness)
    harness.answer(1, "no")
    hand = harness.state(0)["players"]["self"]["handCount"]
    harness.wait(30)
    assert harness.state(0)["players"]["self"]["handCount"] == hand
    assert harness.life(1) == 8000
    assert not harness.match.asked
    assert harness.match.acting == [1]


def test_a_mandatory_question_after_the_commit_gets_its_default(harness):
    harness.act(0, "mode")
    harness.wait(30)
    assert harness.life(0) == 8100, "the first option of the menu"
    assert not harness.match.asked


def test_a_timed_out_response_passes(harness):
    harness.act(0, "cry")
    harness.wait(30)
    assert told_in_time(harness, 1)
    assert (harness.life(0), harness.life(1)) == (8000, 7700)


def test_a_timed_out_order_keeps_the_given_order(harness):
    deck = list(harness.match.ctx.zones["deck:0"])
    harness.act(0, "sort")
    harness.wait(30)
    assert harness.match.ctx.zones["deck:0"] == deck
    assert not harness.match.asked


def test_both_sides_of_a_secret_choice_can_time_out(harness):
    harness.act(0, "parley")
    harness.answer(1, "war")
    harness.wait(30)
    assert not harness.match.asked
    assert (harness.life(0), harness.life(1)) == (7500, 7500)
    harness = RoomHarness()
    harness.act(0, "parley")
    harness.wait(30)
    assert not harness.match.asked
    assert (harness.life(0), harness.life(1)) == (8000, 8000)


def test_choosing_a_move_times_out(harness):
    assert harness.state(1)["clock"] == {"p1": int((harness.clock + 300) * 1000)}
    harness.wait(299)
    assert harness.match.acting == [0]
    harness.wait(1)
    assert told_in_time(harness, 0)
    assert harness.match.acting == [1], "the default is to end the turn"


# --- deadlines ------------------------------------------------------------------------------------


def test_timeouts_are_set_by_kind_or_requirement():
    harness = RoomHarness(
        timeouts={"prompt": 5, "yes_no": 7, "mode": 11, "card_action_menu": 13, "move": 0}
    )
    assert harness.state(0)["clock"] == {}
    harness.send(0, "intent_card_click", zone="hand", index=0)
    assert harness.prompt(0)["deadline"] == int((harness.clock + 13) * 1000)
    harness.answer(0, "cancel")
    for move, seconds in (("search", 5), ("crash", 7), ("mode", 11)):
        harness.act(0, move)
        assert harness.prompt(0)["deadline"] == int((harness.clock + seconds) * 1000)
        harness.wait(seconds)
        if harness.match.acting == [1]:
            harness.act(1, "end_turn")


def test_without_a_timeout_there_is_no_deadline():
    harness = RoomHarness(timeouts={"prompt": 0, "move": 0, "card_action_menu": 0})
    harness.act(0, "search")
    assert harness.prompt(0)["deadline"] is None
    harness.wait(10_000_000)
    assert harness.prompt(0)


def test_the_opponents_actions_do_not_extend_a_deadline(harness):
    harness.act(0, "parley")
    deadline = harness.prompt(1)["deadline"]
    harness.wait(10)
    harness.answer(0, "war")
    harness.send(0, "chat", text="well?")
    assert harness.prompt(1)["deadline"] == deadline
    harness.wait(20)
    assert not harness.match.asked


def test_an_invalid_answer_does_not_extend_a_deadline(harness):
    harness.act(0, "sort")
    deadline = harness.prompt(0)["deadline"]
    harness.wait(10)
    harness.answer(0, "nonsense")
    assert harness.prompt(0)["deadline"] == deadline


def test_reconnecting_does_not_extend_a_deadline(harness):
    harness.act(0, "sort")
    deadline = harness.prompt(0)["deadline"]
    harness.wait(10)
    harness.restart()
    assert harness.prompt(0)["deadline"] == deadline
    harness.restart(harness.restored(len(harness.rows)))
    assert harness.prompt(0)["deadline"] == deadline
    harness.wait(20)
    assert not harness.match.asked


# --- forfeits -------------------------------------------------------------------------------------


def test_the_third_timeout_in_a_row_is_a_forfeit(harness):
    harness.act(0, "cry")
    harness.wait(30)  # the first of seat 1: no response
    harness.wait(300)  # the second: no move
    harness.act(0, "cry")
    assert harness.room.status == "playing"
    harness.wait(30)
    assert harness.room.status == "over"
    assert harness.room.result.winners == (0,)
    assert of_type(harness.received[0], "game_over")[0]["result"] == "victory"
    assert of_type(harness.received[1], "game_over")[0]["result"] == "defeat"
    assert not harness.room.open_prompts


def test_an_answer_in_time_resets_the_count(harness):
    for _ in range(4):
        harness.act(0, "cry")
        harness.wait(30)
        harness.act(1, "end_turn")
    assert harness.room.status == "playing"


def test_repeatedly_abandoned_actions_forfeit(harness):
    for _ in range(3):
        assert harness.room.status == "playing"
        harness.act(0, "search")
        harness.wait(30)
    assert harness.room.status == "over"


def test_the_opponents_timeouts_do_not_count(harness):
    harness.act(0, "cry")
    harness.wait(30)
    harness.act(1, "cry")
    harness.wait(30)
    harness.act(0, "cry")
    harness.wait(30)
    assert harness.room.status == "playing"


def test_the_forfeit_can_be_disabled():
    harness = RoomHarness(forfeit_after=0)
    for _ in range(5):
        harness.wait(300)
    assert harness.room.status == "playing"


def test_a_room_without_answers_ends():
    for seed in range(10):
        harness = RoomHarness(seed=str(seed))
        rng = random.Random(seed)
        while harness.room.status == "playing":
            before = harness.room.version
            if rng.random() < 0.3:
                harness.random_answer(rng, SAFE)
            else:
                harness.wait_for_timeout()
            assert harness.room.version > before or not harness.handler.open_menus
        assert not harness.room.open_prompts
        assert fingerprint(harness.restored()) == harness.fingerprint


def test_a_timeout_is_logged_as_an_input(harness):
    harness.act(0, "search")
    version = harness.room.version
    harness.wait(31.5)
    assert harness.room.version == version + 1
    row = harness.rows[-1]
    assert (row.kind, row.seat, row.at, row.version) == ("timeout", 0, harness.clock, version + 1)
    assert fingerprint(harness.restored()) == harness.fingerprint


# --- over a socket --------------------------------------------------------------------------------


def test_a_prompt_times_out_over_a_socket(tmp_path):
    with Server(tmp_path, timeouts={"prompt": 0.2, "card_action_menu": 0.2}) as server:
        ann, _ = start_match(server)
        ann.act("search")
        assert ann.receive("error")["code"] == "prompt_timeout"
        ann.drain()
        assert (ann.prompt, ann.state["players"]["self"]["lp"]) == (None, 8000)
        ann.send("intent_card_click", zone="hand", index=0)
        assert ann.receive("prompt_closed")["reason"] == "timeout"
        assert ann.act("end_turn")["type"] == "ack"
        assert server.metric("turnwright_timeouts_total") == 2


# --- kinds of timeouts ----------------------------------------------------------------------------


def test_timeouts_use_the_documented_kinds():
    kinds = {"card_select": 11, "target": 12, "yes_no": 13, "menu": 14}
    harness = RoomHarness(timeouts=kinds)

    def seconds(seat):
        return harness.prompt(seat)["deadline"] / 1000 - harness.clock

    harness.act(0, "search")
    assert seconds(0) == 11
    harness.answer(0, "cancel")
    harness.act(0, "mode")
    assert seconds(0) == 14
    harness.answer(0, "nothing")
    harness.act(1, "strike")
    assert seconds(1) == 11
    harness.answer(1, harness.candidates(1)[0])
    assert seconds(1) == 12
    harness.answer(1, harness.candidates(1)[0])
    assert seconds(0) == 13


def test_timeouts_can_be_set_by_prompt_type():
    harness = RoomHarness(timeouts={"selection_contract": 9})
    harness.act(0, "mode")
    assert harness.prompt(0)["deadline"] == int((harness.clock + 9) * 1000)


def test_the_error_names_the_outcome(harness):
    harness.act(0, "search")
    harness.wait(30)
    assert "taken back" in of_type(harness.received[0], "error")[-1]["message"]
    harness.act(0, "mode")
    harness.wait(30)
    assert "default" in of_type(harness.received[0], "error")[-1]["message"]


# --- deadlines are not extended -------------------------------------------------------------------


def test_cancelling_does_not_extend_a_deadline(harness):
    deadline = harness.state(0)["clock"]["p1"]
    for _ in range(3):
        harness.wait(5)
        harness.act(0, "search")
        harness.wait(5)
        harness.answer(0, "cancel")
        assert harness.state(0)["clock"]["p1"] == deadline
    harness.restart(harness.restored(len(harness.rows) - 1))
    assert harness.state(0)["clock"]["p1"] == deadline
    harness.wait_for_timeout()
    assert harness.match.acting == [1]


def test_cancelling_within_the_opponents_action_does_not_extend_a_deadline():
    harness = RoomHarness(skirmish("hagglers", moves={**MOVES, "haggle": haggle}))
    harness.act(0, "haggle")
    deadline = harness.prompt(1)["deadline"]
    harness.wait(10)
    harness.answer(1, "yes")
    harness.wait(10)
    assert harness.prompt(1)["canCancel"]
    harness.answer(1, "cancel")
    assert harness.prompt(1)["deadline"] == deadline
    harness.wait(10)
    assert not harness.match.asked
    assert harness.match.acting == [1]


def test_the_next_turn_has_the_full_time(harness):
    harness.act(0, "search")
    harness.wait(20)
    harness.answer(0, harness.candidates(0)[0])
    harness.act(1, "end_turn")
    assert harness.state(0)["clock"]["p1"] == int((harness.clock + 300) * 1000)


def test_the_reason_of_a_forfeit_names_the_timeouts(harness):
    for _ in range(3):
        harness.act(0, "search")
        harness.wait(30)
    assert (
        of_type(harness.received[1], "game_over")[0]["reason"]
        == "Player 1 ran out of time too often"
    )


def test_a_timed_out_move_is_logged():
    harness = RoomHarness(duel, "slow")
    assert "normal_summon" in {option.move for option in harness.match.legal(0)}
    harness.wait(300)
    assert harness.match.acting == [1], "not to summon, which only begins with the letters of no"
    lines = [line["text"] for line in harness.state(1)["log"] if line["who"] == "p1"]
    assert lines[-2:] == ["ran out of time", "ends the turn"]


def test_a_partial_answer_does_not_reset_the_count(harness):
    """Otherwise a player could begin, answer, wait for the cancellation, and begin again forever."""
    for _ in range(3):
        assert harness.room.status == "playing"
        harness.act(0, "strike")
        harness.answer(0, harness.candidates(0)[0])
        harness.wait(30)
    assert harness.room.status == "over"


def test_cancelling_does_not_affect_other_acting_seats():
    def ask(c):
        yield c.yes_no("Really?")

    def both(c):
        return c.seats

    phase = tw.Phase(start=True, who=both, moves={"nod": lambda c: None, "ask": ask})
    crowd = tw.Game("crowd", flow=tw.Flow(phases={"all": phase}))
    harness = RoomHarness(crowd, timeouts={"move": 60, "prompt": 30})
    for _ in range(3):
        harness.wait(50)
        harness.act(1, "nod")
        harness.act(0, "nod")
    deadline = harness.state(0)["clock"]["p1"]
    harness.wait(40)
    harness.act(0, "ask")
    harness.wait(5)
    harness.answer(0, "cancel")
    assert harness.state(0)["clock"]["p1"] == deadline


def test_failing_defaults_end_the_match():
    def fail(c):
        raise ValueError("a mistake")

    harness = RoomHarness(tw.Game("bad", moves={"fail": fail}))
    harness.wait(300)
    assert harness.room.status == "over"
    assert harness.room.result.reason == "the rules failed"
