"""Whatever is asked at any time only reads: seats, windows, orders, labels, reasons and views."""

from __future__ import annotations

import pytest

import turnwright as tw
from turnwright.testing.played_check import play_and_check


def wait(c):
    """Do nothing."""


def ends_turn(c):
    c.end_turn()
    return [0]


def phase(**settings):
    return {"flow": {"phases": {"main": {"start": True, **settings}}}}


PAY = {"pay": {"who": ends_turn, "moves": {"pay": wait}}}
RULES = {
    "who of play/main": phase(who=ends_turn),
    "window.seats of play/main": phase(window={"seats": ends_turn}),
    "window.first of play/main": phase(window={"first": ends_turn}),
    "who of stage 'pay' of play/main": phase(stages=PAY),
    "first of play": {"flow": {"segments": {"play": {"first": ends_turn}}}},
}


@pytest.mark.parametrize("says", RULES)
def test_a_rule_that_names_seats_and_ends_the_turn_is_refused(says):
    with pytest.raises(tw.RulesError, match=rf"{says} calls c.end_turn\(\) \(test_read_only_rules"):
        _ = tw.Game("seats", moves={"wait": wait}, **RULES[says]).start().acting


def test_an_order_that_ends_the_turn_is_refused():
    turn = {"order": lambda c: ends_turn(c)[0], "phases": {"main": {"start": True}}}
    match = tw.Game("order", flow={"turn": turn}, moves={"pass": tw.end_turn}).start()
    refusal = match.submit(tw.Answer(0, "pass"))
    assert "order of play calls c.end_turn()" in refusal.data["error"]
    assert match.acting == [0]


def asking(**settings):
    """A match in which a question is open; its settings are rules of the context."""

    def ask(c):
        how = {name: lambda value, rule=rule: bool(rule(c)) for name, rule in settings.items()}
        c.G["picked"] = yield c.choose_many("Which?", [1, 2], 1, 2, **how)

    match = tw.Game("asking", moves={"ask": ask}).start()
    match.play(0, "ask")
    return match


def test_the_label_of_an_option_that_ends_the_turn_is_refused():
    match = asking(label=ends_turn)
    before = match.save()
    with pytest.raises(tw.RulesError, match=r"label of the question 'Which\?'.*calls c.end_turn"):
        _ = match.prompts[0].options
    assert match.save() == before


def test_a_check_of_picks_that_ends_the_turn_is_refused():
    match = asking(valid=ends_turn)
    refusal = match.submit(tw.Answer(0, picks=("1",)))
    assert "`valid` of the question 'Which?' calls c.end_turn()" in refusal.data["error"]
    assert match.asked


def test_an_interruption_that_ends_the_turn_when_it_is_asked_for_is_refused():
    def ask(c):
        yield c.choose("Which?", [1, 2])

    moves = {"ask": ask, "stop": tw.move(wait, name="stop", interrupts=ends_turn)}
    match = tw.Game("stop", moves=moves).start()
    match.play(0, "ask")
    refusal = match.submit(tw.Answer(1, "stop"))
    assert "interrupts of move 'stop'" in refusal.data["error"]
    match.pick(0, 1)
    assert match.acting == [0]


def test_a_view_and_a_line_of_the_log_that_end_the_turn_are_refused():
    move = tw.move(wait, name="wait", told=lambda c: f"waits {ends_turn(c)}")
    match = tw.Game("view", moves={"wait": move}, view=lambda c, seat: {"x": ends_turn(c)}).start()
    with pytest.raises(tw.RulesError, match=r"view of play calls c.end_turn"):
        match.view(0)
    with pytest.raises(tw.RulesError, match=r"told of move 'wait' of play calls c.end_turn"):
        match.moves["wait"].tell(match.c, ())
    match.play(0, "wait")
    assert match.acting == [0]


def test_a_guard_that_changes_the_state_itself_is_found_by_playing():
    def count(c):
        state = c.G
        state.update(asked=state.get("asked", 0) + 1)
        return True

    moves = {"go": tw.move(lambda c: c.win(c.seat), name="go", when=count)}
    found = {one.code: one for one in play_and_check(tw.Game("guard", moves=moves), 3).problems}
    assert found["impure"].sentence == "Listing the moves at play changes the state."
