"""Sealed questions: several seats answer at once without seeing the other answers."""

import json

import pytest

import turnwright as tw


class Auction(tw.State):
    bids: tw.Public[dict[int, int]] = {}
    rounds: tw.Public[int] = 0


def auction(c):
    """All seats bid at the same time."""
    c.G.rounds += 1
    bids = yield [c.amount(f"Your bid, seat {seat}?", 11, 13, seat=seat) for seat in c.seats]
    c.G.bids = bids


def auction_from(source, seats=3):
    """Start the auction from a move, from the hook of a later phase, or at the start of the game."""
    start = {"on_begin": auction} if source == "start" else {}
    phases = {
        "p": tw.Phase(start=True, next="q", **start),
        "q": tw.Phase(on_begin=auction if source == "hook" else None),
    }
    moves = {
        "open": auction if source == "move" else tw.end_phase,
        "wait": lambda c: None,
    }
    game = tw.Game("auction", seats=seats, state=Auction, flow=tw.Flow(phases=phases), moves=moves)
    match = game.start()
    if source != "start":
        match.play(0, "wait")
        match.play(0, "open")
    return match


SOURCES = pytest.mark.parametrize("source", ["move", "hook", "start"])


@SOURCES
def test_sealed_questions_wait_for_all_seats_and_return_answers_by_seat(source):
    match = auction_from(source)
    assert match.acting == [0, 1, 2]
    assert [prompt.text for prompt in match.prompts] == [f"Your bid, seat {n}?" for n in range(3)]
    match.pick(2, 13)
    match.pick(0, 12)
    assert (match.acting, match.G.bids) == ([1], {})
    assert match.submit(tw.Answer(0, picks=("11",))).code == "not_asked"
    match.pick(1, 11)
    assert match.G.bids == {0: 12, 1: 11, 2: 13}
    assert match.G.rounds == 1
    assert match.acting == [0]
    assert match.game.replay(match.record).hash == match.hash


@SOURCES
def test_nobody_sees_a_sealed_answer_before_all_have_answered(source):
    views = {}
    for bid in (11, 12, 13):
        match = auction_from(source)
        match.pick(1, bid)
        views[bid] = [json.dumps(match.view(seat)) for seat in (0, 1, 2, None)]
    assert views[11] == views[12] == views[13]
    match.pick(0, 12)
    match.pick(2, 12)
    assert '"bids": {"0": 12, "1": 13, "2": 12}' in json.dumps(match.view(0))


@SOURCES
def test_a_match_can_be_saved_and_cloned_with_some_sealed_answers(source):
    match = auction_from(source)
    match.pick(1, 13)
    copies = [match.clone(), match.game.load(match.save()), match.game.load(match.save("msgpack"))]
    for copy in copies:
        assert copy.acting == [0, 2]
        assert [prompt.id for prompt in copy.prompts] == [prompt.id for prompt in match.prompts]
    for one in [match, *copies]:
        one.pick(0, 11)
        one.pick(2, 11)
        assert one.G.bids == {0: 11, 1: 13, 2: 11}
        assert one.G.rounds == 1
        assert one.hash == match.hash


@SOURCES
def test_an_unanswered_sealed_question_can_be_saved(source):
    match = auction_from(source)
    loaded = match.game.load(match.save())
    assert loaded.acting == [0, 1, 2]
    for seat in range(3):
        loaded.pick(seat, 12)
    assert loaded.G.bids == {0: 12, 1: 12, 2: 12}


@SOURCES
def test_an_invalid_sealed_answer_is_refused_and_the_other_answers_are_kept(source):
    match = auction_from(source)
    match.pick(1, 13)
    before = match.version
    assert match.submit(tw.Answer(0, picks=("14",))).code == "unknown_option"
    assert (match.version, match.acting) == (before, [0, 2])


def test_a_list_of_one_question_also_returns_answers_by_seat():
    def ask(c):
        c.G["answers"] = yield [c.yes_no("Sure?", seat=1)]

    match = tw.Game("one", moves={"ask": ask}).start()
    match.play(0, "ask")
    match.pick(1, "no")
    assert match.G == {"answers": {1: False}}


def test_a_question_in_a_hook_pauses_the_transition():
    def ask(c):
        c.G["log"].append((yield c.menu("Which way?", {"l": "Left", "r": "Right"}, seat=1)))

    def record_result(c):
        c.G["log"].append(c.ctx.place)

    steps = {"s": tw.Step(start=True, on_begin=record_result)}
    phases = {
        "p": tw.Phase(start=True, next="q", on_end=ask, moves={"go": tw.end_phase}),
        "q": tw.Phase(on_begin=ask, steps=steps),
    }
    match = tw.Game("ways", flow=tw.Flow(phases=phases), setup=lambda c: c.G.update(log=[])).start()
    match.play(0, "go")
    assert (match.ctx.place, match.acting) == ("play/p", [1])
    match.pick(1, "l")
    assert (match.ctx.place, match.acting) == ("play/q", [1])
    loaded = match.game.load(match.save())
    for one in (match, loaded):
        one.pick(1, "r")
        assert (one.ctx.place, one.G["log"]) == ("play/q/s", ["l", "r", "play/q/s"])
    assert match.ctx.numMoves == 1
