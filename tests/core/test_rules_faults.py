"""Bugs in rules, in unusual places: none may corrupt a match or leave it partly changed."""

import pytest

import turnwright as tw


class Box(tw.State):
    things: tw.Public[list] = []


def game_with(**moves):
    return tw.Game("box", state=Box, moves=moves | {"add": lambda c: c.G.things.append(1)})


def put(thing):
    def run(c):
        c.G.things.append(thing)

    return run


@pytest.mark.parametrize(
    "thing", [object(), 2**70, {1, "one"}, lambda: 0], ids=["object", "huge", "set", "function"]
)
def test_storing_anything_but_plain_data_in_the_state_is_a_bug(thing):
    match = game_with(put=put(thing)).start()
    match.play(0, "add")
    hash = match.hash
    refusal = match.submit(tw.Answer(0, "put"))
    assert refusal.code == "rules_error"
    assert (match.G.things, match.hash, match.version) == ([1], hash, 1)
    assert len(match.record.entries) == 1
    match.play(0, "add")
    assert match.game.replay(match.record.to_json()).hash == match.hash


def failing(*_):
    raise LookupError("the author was tired")


@pytest.mark.parametrize(
    ("move", "args"),
    [
        (tw.move(lambda c: None, when=failing, name="act"), ()),
        (tw.move(lambda c, x=tw.arg(failing): None, name="act"), (1,)),
    ],
    ids=["guard", "domain"],
)
def test_a_bug_in_a_guard_or_a_domain_is_reported_and_does_not_raise(move, args):
    match = game_with(act=move).start()
    before = match.hash
    refusal = match.submit(tw.Answer(0, "act", args))
    assert refusal.code == "rules_error"
    assert isinstance(match.fault.error, LookupError)
    assert match.hash == before


def test_a_guard_may_refuse_with_its_own_code():
    def guard(c):
        c.refuse("Only on Sundays.", code="weekday")

    match = game_with(act=tw.move(lambda c: None, when=guard, name="act")).start()
    assert match.submit(tw.Answer(0, "act")).code == "weekday"
    assert {option.move for option in match.legal(0)} == {"add"}


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        (lambda c: 5, "yields 5. Yield a question"),
        (lambda c: [], "yields an empty list of questions"),
        (lambda c: [c.yes_no("a?"), c.yes_no("b?")], "two questions at the same time"),
        (lambda c: c.choose("a?", []), "0 options but needs 1"),
        (lambda c: c.choose_many("a?", [1], 2), "1 option but needs 2"),
        (lambda c: c.amount("a?", 3, 1), "0 options but needs 1"),
        (lambda c: c.choose("a?", [1], seat=7), "no seat 7"),
        (lambda c: c.yes_no("a?", seat=7), "no seat 7"),
    ],
)
def test_an_invalid_question_is_a_bug(asked, sentence):
    def ask(c):
        c.G.things.append("asked")
        yield asked(c)

    match = game_with(ask=ask).start()
    assert match.submit(tw.Answer(0, "ask")).code == "rules_error"
    assert sentence in str(match.fault.error)
    assert (match.G.things, match.is_resting) == ([], True)


def test_an_invalid_question_is_reported_with_the_line_that_asks_it():
    def helper(c):
        yield []

    def ask(c):
        yield from helper(c)

    match = game_with(ask=ask).start()
    match.submit(tw.Answer(0, "ask"))
    line = helper.__code__.co_firstlineno + 1
    assert f"test_rules_faults.py:{line}" in str(match.fault.error)


def test_a_bug_in_a_hook_rolls_back_the_move_that_triggered_it():
    phases = {"a": tw.Phase(start=True, next="b"), "b": tw.Phase(on_begin=failing)}
    moves = {"go": tw.end_phase}
    game = tw.Game("failing hook", state=Box, flow=tw.Flow(phases=phases), moves=moves)
    match = game.start()
    before = match.save()
    assert match.submit(tw.Answer(0, "go")).code == "rules_error"
    assert (match.ctx.place, match.save()) == ("play/a", before)


def test_a_bug_in_setup_is_raised_by_start():
    game = tw.Game("unset", setup=failing)
    with pytest.raises(tw.TurnwrightError, match="the author was tired"):
        game.start()


def test_hooks_see_the_same_seat_in_match_clone_and_replay():
    """`c.seat` in a hook must not depend on refused answers or on copying."""
    phases = {
        "a": tw.Phase(start=True),
        "b": tw.Phase(on_begin=lambda c: c.G.things.append(c.seat)),
    }
    boo = tw.move(lambda c: None, by="anyone", name="boo")
    game = tw.Game("onlookers", state=Box, flow=tw.Flow(phases=phases), moves={"boo": boo})
    match = game.start()
    match.play(1, "boo")
    match.submit(tw.Answer(0, "boo", ("too loud",)))  # refused: changes nothing
    twins = [match.clone(), game.load(match.save()), game.replay(match.record.to_json())]
    for table in (match, *twins):
        assert table.flow.set_phase("b") is None
    assert [table.G.things for table in twins] == [match.G.things] * 3
    assert game.replay(match.record.to_json()).hash == match.hash
