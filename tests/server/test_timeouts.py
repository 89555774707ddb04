"""Time: every prompt has a default when nobody answers, and no effect is ever left waiting."""

import random

import pytest

import turnwright as tw
from tests.server.play import (
    MOVES,
    SAFE,
    SPECTATOR,
    Server,
    Table,
    fingerprint,
    finish,
    of,
    seat_two,
    skirmish,
)
from turnwright.games.duel.game import game as duel


@pytest.fixture
def table():
    return Table()


def after_strike(table):
    """Seat 0 has paid for a strike and hit; seat 1 is asked about its loss."""
    table.act(0, "strike")
    table.answer(0, table.candidates(0)[0])
    table.answer(0, table.candidates(0)[0])


def haggle(c):
    """The other one may take part, at a price."""
    c.commit()
    if (yield c.yes_no("Take part?", seat=c.opponent)):
        c.G.life[c.opponent] -= yield c.amount("At what price?", 1, 5, seat=c.opponent)
    finish(c)


def told_in_time(table, seat):
    """Has the seat heard that its time was up, and does everybody know the new state?"""
    assert of(table.heard[seat], "error")[-1]["code"] == "prompt_timeout"
    version = table.room.version
    for who in (0, 1, SPECTATOR):
        assert of(table.heard[who], "state_update")[-1]["state"]["stateVersion"] == version
    return True


# --- the defaults ---------------------------------------------------------------------------------


def test_a_menu_is_closed_without_change(table):
    table.say(0, "intent_card_click", zone="hand", index=0)
    before, prompt = table.fingerprint, table.prompt(0)
    assert prompt["deadline"] == int((table.clock + 30) * 1000)
    table.wait(29.9)
    assert table.prompt(0) == prompt
    table.wait(0.2)
    assert table.prompt(0) is None
    assert table.fingerprint == before
    assert of(table.heard[0], "prompt_closed")[-1] == {
        "type": "prompt_closed", "promptId": prompt["promptId"], "reason": "timeout"
    }  # fmt: skip
    assert of(table.heard[0], "error")[-1]["code"] == "prompt_timeout"
    assert not of(table.act(0, "end_turn"), "error")


def test_the_choice_of_a_target_is_cancelled_without_change(table):
    (attacker,) = [c for c in table.state(0)["players"]["self"]["field"] if c["face_up"]]
    before = table.fingerprint
    table.say(0, "intent_card_click", card=attacker["id"])
    table.answer(0, "attack")
    assert table.prompt(0)["type"] == "target_select"
    table.wait(30)
    assert table.prompt(0) is None
    assert table.fingerprint == before
    assert not of(table.act(0, "end_turn"), "error")


def test_before_the_commit_the_action_is_cancelled_and_nothing_is_paid(table):
    rest = table.match.hash
    table.act(0, "search")
    assert table.life(0) == 7200
    table.wait(30)
    assert told_in_time(table, 0)
    assert table.life(0) == 8000
    assert table.match.hash == rest
    assert table.match.acting == [0]
    assert not table.state(0)["isResolvingEffect"]


def test_in_the_middle_of_the_price_too(table):
    rest = table.match.hash
    table.act(0, "strike")
    table.answer(0, table.candidates(0)[0])
    table.wait(30)
    assert table.match.hash == rest


def test_a_yes_or_no_is_no(table):
    after_strike(table)
    count = table.state(1)["players"]["self"]["handCount"]
    table.wait(30)
    assert told_in_time(table, 1)
    assert table.state(1)["players"]["self"]["handCount"] == count
    assert table.prompt(0)["requirement"]["id"] == "more", "the effect goes on"


def test_what_is_optional_after_the_commit_is_declined(table):
    after_strike(table)
    table.answer(1, "no")
    hand = table.state(0)["players"]["self"]["handCount"]
    table.wait(30)
    assert table.state(0)["players"]["self"]["handCount"] == hand
    assert table.life(1) == 8000
    assert not table.match.asked
    assert table.match.acting == [1]


def test_what_is_mandatory_after_the_commit_gets_its_default(table):
    table.act(0, "mode")
    table.wait(30)
    assert table.life(0) == 8100, "the first of the menu"
    assert not table.match.asked


def test_a_response_is_a_pass(table):
    table.act(0, "cry")
    table.wait(30)
    assert told_in_time(table, 1)
    assert (table.life(0), table.life(1)) == (8000, 7700)


def test_an_order_stays_as_it_was_given(table):
    deck = list(table.match.ctx.zones["deck:0"])
    table.act(0, "sort")
    table.wait(30)
    assert table.match.ctx.zones["deck:0"] == deck
    assert not table.match.asked


def test_of_a_secret_choice_both_sides_run_out_of_time(table):
    table.act(0, "parley")
    table.answer(1, "war")
    table.wait(30)
    assert not table.match.asked
    assert (table.life(0), table.life(1)) == (7500, 7500)
    table = Table()
    table.act(0, "parley")
    table.wait(30)
    assert not table.match.asked
    assert (table.life(0), table.life(1)) == (8000, 8000)


def test_a_move_has_its_time_too(table):
    assert table.state(1)["clock"] == {"p1": int((table.clock + 300) * 1000)}
    table.wait(299)
    assert table.match.acting == [0]
    table.wait(1)
    assert told_in_time(table, 0)
    assert table.match.acting == [1], "the default is to end the turn"


# --- clocks ---------------------------------------------------------------------------------------


def test_times_are_set_by_kind_or_by_the_name_of_the_requirement():
    table = Table(
        timeouts={"prompt": 5, "yes_no": 7, "mode": 11, "card_action_menu": 13, "move": 0}
    )
    assert table.state(0)["clock"] == {}
    table.say(0, "intent_card_click", zone="hand", index=0)
    assert table.prompt(0)["deadline"] == int((table.clock + 13) * 1000)
    table.answer(0, "cancel")
    for move, seconds in (("search", 5), ("crash", 7), ("mode", 11)):
        table.act(0, move)
        assert table.prompt(0)["deadline"] == int((table.clock + seconds) * 1000)
        table.wait(seconds)
        if table.match.acting == [1]:
            table.act(1, "end_turn")


def test_without_a_time_limit_nobody_is_hurried():
    table = Table(timeouts={"prompt": 0, "move": 0, "card_action_menu": 0})
    table.act(0, "search")
    assert table.prompt(0)["deadline"] is None
    table.wait(10_000_000)
    assert table.prompt(0)


def test_what_the_other_does_gives_nobody_more_time(table):
    table.act(0, "parley")
    deadline = table.prompt(1)["deadline"]
    table.wait(10)
    table.answer(0, "war")
    table.say(0, "chat", text="well?")
    assert table.prompt(1)["deadline"] == deadline
    table.wait(20)
    assert not table.match.asked


def test_a_wrong_answer_gives_nobody_more_time(table):
    table.act(0, "sort")
    deadline = table.prompt(0)["deadline"]
    table.wait(10)
    table.answer(0, "nonsense")
    assert table.prompt(0)["deadline"] == deadline


def test_coming_back_gives_nobody_more_time(table):
    table.act(0, "sort")
    deadline = table.prompt(0)["deadline"]
    table.wait(10)
    table.restart()
    assert table.prompt(0)["deadline"] == deadline
    table.restart(table.restored(len(table.rows)))
    assert table.prompt(0)["deadline"] == deadline
    table.wait(20)
    assert not table.match.asked


# --- the third in a row ---------------------------------------------------------------------------


def test_the_third_timeout_in_a_row_is_a_forfeit(table):
    table.act(0, "cry")
    table.wait(30)  # the first of seat 1: it has not responded
    table.wait(300)  # the second: it has not moved
    table.act(0, "cry")
    assert table.room.status == "playing"
    table.wait(30)
    assert table.room.status == "over"
    assert table.room.result.winners == (0,)
    assert of(table.heard[0], "game_over")[0]["result"] == "victory"
    assert of(table.heard[1], "game_over")[0]["result"] == "defeat"
    assert not table.room.open_prompts


def test_an_answer_in_time_begins_the_count_anew(table):
    for _ in range(4):
        table.act(0, "cry")
        table.wait(30)
        table.act(1, "end_turn")
    assert table.room.status == "playing"


def test_whoever_begins_an_action_again_and_again_without_an_answer_forfeits(table):
    for _ in range(3):
        assert table.room.status == "playing"
        table.act(0, "search")
        table.wait(30)
    assert table.room.status == "over"


def test_the_other_ones_timeouts_do_not_count(table):
    table.act(0, "cry")
    table.wait(30)
    table.act(1, "cry")
    table.wait(30)
    table.act(0, "cry")
    table.wait(30)
    assert table.room.status == "playing"


def test_the_forfeit_can_be_switched_off():
    table = Table(forfeit_after=0)
    for _ in range(5):
        table.wait(300)
    assert table.room.status == "playing"


def test_a_room_where_nobody_ever_answers_comes_to_its_end():
    for seed in range(10):
        table = Table(seed=str(seed))
        rng = random.Random(seed)
        while table.room.status == "playing":
            before = table.room.version
            if rng.random() < 0.3:
                table.random_answer(rng, SAFE)
            else:
                table.wait_for_timeout()
            assert table.room.version > before or not table.handler.open_menus
        assert not table.room.open_prompts
        assert fingerprint(table.restored()) == table.fingerprint


def test_a_timeout_is_an_input_like_any_other(table):
    table.act(0, "search")
    version = table.room.version
    table.wait(31.5)
    assert table.room.version == version + 1
    row = table.rows[-1]
    assert (row.kind, row.seat, row.at, row.version) == ("timeout", 0, table.clock, version + 1)
    assert fingerprint(table.restored()) == table.fingerprint


# --- on a real clock ------------------------------------------------------------------------------


def test_over_the_wire_a_prompt_times_out(tmp_path):
    with Server(tmp_path, timeouts={"prompt": 0.2, "card_action_menu": 0.2}) as server:
        ann, _ = seat_two(server)
        ann.act("search")
        assert ann.hear("error")["code"] == "prompt_timeout"
        ann.settle()
        assert (ann.prompt, ann.state["players"]["self"]["lp"]) == (None, 8000)
        ann.say("intent_card_click", zone="hand", index=0)
        assert ann.hear("prompt_closed")["reason"] == "timeout"
        assert ann.act("end_turn")["type"] == "ack"
        assert server.metric("turnwright_timeouts_total") == 2


# --- kinds ----------------------------------------------------------------------------------------


def test_times_go_by_the_kinds_of_the_document():
    kinds = {"card_select": 11, "target": 12, "yes_no": 13, "menu": 14}
    table = Table(timeouts=kinds)

    def seconds(seat):
        return table.prompt(seat)["deadline"] / 1000 - table.clock

    table.act(0, "search")
    assert seconds(0) == 11
    table.answer(0, "cancel")
    table.act(0, "mode")
    assert seconds(0) == 14
    table.answer(0, "nothing")
    table.act(1, "strike")
    assert seconds(1) == 11
    table.answer(1, table.candidates(1)[0])
    assert seconds(1) == 12
    table.answer(1, table.candidates(1)[0])
    assert seconds(0) == 13


def test_a_prompt_type_is_a_kind_as_well():
    table = Table(timeouts={"selection_contract": 9})
    table.act(0, "mode")
    assert table.prompt(0)["deadline"] == int((table.clock + 9) * 1000)


def test_the_sentence_says_what_came_of_it(table):
    table.act(0, "search")
    table.wait(30)
    assert "taken back" in of(table.heard[0], "error")[-1]["message"]
    table.act(0, "mode")
    table.wait(30)
    assert "default" in of(table.heard[0], "error")[-1]["message"]


# --- nobody gains time ----------------------------------------------------------------------------


def test_taking_an_action_back_gains_no_time(table):
    deadline = table.state(0)["clock"]["p1"]
    for _ in range(3):
        table.wait(5)
        table.act(0, "search")
        table.wait(5)
        table.answer(0, "cancel")
        assert table.state(0)["clock"]["p1"] == deadline
    table.restart(table.restored(len(table.rows) - 1))
    assert table.state(0)["clock"]["p1"] == deadline
    table.wait_for_timeout()
    assert table.match.acting == [1]


def test_nor_does_taking_back_a_part_in_the_others_action():
    table = Table(skirmish("hagglers", moves={**MOVES, "haggle": haggle}))
    table.act(0, "haggle")
    deadline = table.prompt(1)["deadline"]
    table.wait(10)
    table.answer(1, "yes")
    table.wait(10)
    assert table.prompt(1)["canCancel"]
    table.answer(1, "cancel")
    assert table.prompt(1)["deadline"] == deadline
    table.wait(10)
    assert not table.match.asked
    assert table.match.acting == [1]


def test_the_next_turn_has_all_its_time_again(table):
    table.act(0, "search")
    table.wait(20)
    table.answer(0, table.candidates(0)[0])
    table.act(1, "end_turn")
    assert table.state(0)["clock"]["p1"] == int((table.clock + 300) * 1000)


def test_a_forfeit_is_called_what_it_is(table):
    for _ in range(3):
        table.act(0, "search")
        table.wait(30)
    assert of(table.heard[1], "game_over")[0]["reason"] == "Player 1 ran out of time too often"


def test_the_default_for_a_move_is_to_end_something_and_the_log_says_so():
    table = Table(duel, "slow")
    assert "normal_summon" in {option.move for option in table.match.legal(0)}
    table.wait(300)
    assert table.match.acting == [1], "not to summon, which only begins with the letters of no"
    lines = [line["text"] for line in table.state(1)["log"] if line["who"] == "p1"]
    assert lines[-2:] == ["ran out of time", "End the turn"]


def test_answering_half_of_ones_own_action_is_no_answer(table):
    """Or one could begin, answer, wait until it is taken back, and begin again for ever."""
    for _ in range(3):
        assert table.room.status == "playing"
        table.act(0, "strike")
        table.answer(0, table.candidates(0)[0])
        table.wait(30)
    assert table.room.status == "over"


def test_where_several_act_at_once_taking_back_costs_nobody_his_time():
    def ask(c):
        yield c.yes_no("Really?")

    def both(c):
        return c.seats

    phase = tw.Phase(start=True, who=both, moves={"nod": lambda c: None, "ask": ask})
    crowd = tw.Game("crowd", flow=tw.Flow(phases={"all": phase}))
    table = Table(crowd, timeouts={"move": 60, "prompt": 30})
    for _ in range(3):
        table.wait(50)
        table.act(1, "nod")
        table.act(0, "nod")
    deadline = table.state(0)["clock"]["p1"]
    table.wait(40)
    table.act(0, "ask")
    table.wait(5)
    table.answer(0, "cancel")
    assert table.state(0)["clock"]["p1"] == deadline


def test_rules_that_fail_at_the_very_first_default_end_the_match():
    def fail(c):
        raise ValueError("a mistake")

    table = Table(tw.Game("bad", moves={"fail": fail}))
    table.wait(300)
    assert table.room.status == "over"
    assert table.room.result.reason == "the rules failed"
