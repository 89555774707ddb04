"""Mistakes of rule authors at unusual places: none may break a match or leave it half changed."""

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
def test_a_move_that_puts_something_into_the_state_that_is_no_plain_data_is_a_bug(thing):
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
def test_a_bug_inside_a_guard_or_a_domain_is_reported_and_does_not_raise(move, args):
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
        (lambda c: 5, "can only yield questions"),
        (lambda c: [], "can only yield questions"),
        (lambda c: [c.yes_no("a?"), c.yes_no("b?")], "two questions at the same time"),
        (lambda c: c.choose("a?", []), "0 options but needs 1"),
        (lambda c: c.choose_many("a?", [1], 2), "1 options but needs 2"),
        (lambda c: c.amount("a?", 3, 1), "0 options but needs 1"),
        (lambda c: c.choose("a?", [1], seat=7), "no seat 7"),
        (lambda c: c.yes_no("a?", seat=7), "no seat 7"),
    ],
)
def test_an_impossible_question_is_a_bug_and_not_a_dead_end(asked, sentence):
    def ask(c):
        c.G.things.append("asked")
        yield asked(c)

    match = game_with(ask=ask).start()
    assert match.submit(tw.Answer(0, "ask")).code == "rules_error"
    assert sentence in str(match.fault.error)
    assert (match.G.things, match.is_resting) == ([], True)


def test_a_bug_in_the_hook_that_a_move_leads_to_takes_the_move_back():
    phases = {"a": tw.Phase(start=True, next="b"), "b": tw.Phase(on_begin=failing)}
    moves = {"go": tw.end_phase}
    game = tw.Game("stumble", state=Box, flow=tw.Flow(phases=phases), moves=moves)
    match = game.start()
    before = match.save()
    assert match.submit(tw.Answer(0, "go")).code == "rules_error"
    assert (match.ctx.place, match.save()) == ("play/a", before)


def test_a_bug_in_the_setup_says_that_the_rules_are_at_fault():
    game = tw.Game("unset", setup=failing)
    with pytest.raises(tw.TurnwrightError, match="the author was tired"):
        game.start()


def test_hooks_see_the_same_seat_in_the_match_in_its_clone_and_in_its_replay():
    """What a hook sees as `c.seat` may not depend on who was refused, or on a copy."""
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
