"""Moves by anyone are also allowed while a question is open."""

import turnwright as tw


def auction(seats=2):
    def bid(c):
        amount = yield c.amount("How much?", 1, 3)
        c.G["bids"].append([c.seat, amount])
        c.end_turn()

    return tw.Game(
        "auction",
        seats=seats,
        setup=lambda c: c.G.update(bids=[]),
        moves={"bid": bid, "concede": tw.move(tw.concede, by="anyone")},
    )


def test_a_seat_may_concede_while_another_seat_is_asked():
    match = auction().start()
    match.play(0, "bid")
    assert [option.move for option in match.legal(1)] == ["concede"]
    match.play(1, "concede")
    assert match.result.winners == (0,)
    assert match.prompts == []
    assert match.game.replay(match.record.to_json()).hash == match.hash


def test_the_asked_seat_may_concede():
    match = auction().start()
    match.play(0, "bid")
    match.play(0, "concede")
    assert match.result.winners == (1,)


def test_the_question_stays_open_when_a_third_seat_concedes():
    match = auction(seats=3).start()
    match.play(0, "bid")
    (prompt,) = match.prompts
    match.play(2, "concede")
    assert match.submit(prompt.answer("3")) is None
    assert match.G["bids"] == [[0, 3]]
    assert match.ctx.turn_player == 1


def test_the_question_of_a_seat_that_concedes_gets_the_default_answer():
    match = auction(seats=3).start()
    match.play(0, "bid")
    match.play(0, "concede")
    assert match.G["bids"] == [[0, 1]]
    assert match.acting == [1]
    copy = match.game.load(match.save())
    assert copy.hash == match.hash


def test_copies_made_after_an_interruption_play_on_equally():
    match = auction(seats=3).start()
    match.play(0, "bid")
    match.play(2, "concede")
    for copy in (match.clone(), match.game.load(match.save())):
        copy.pick(0, 2)
        assert copy.G["bids"] == [[0, 2]]
    match.pick(0, 2)
    assert match.hash == copy.hash


def test_a_second_concession_is_refused():
    match = auction(seats=3).start()
    match.play(0, "bid")
    match.play(2, "concede")
    assert match.submit(tw.Answer(2, "concede")).code == "eliminated"


def test_simultaneous_moves_of_other_seats_do_not_make_a_prompt_stale():
    def ready(c):
        c.ctx.pending_mulligan.discard(c.seat)

    phase = tw.Phase(
        start=True,
        on_begin=lambda c: c.set_pending_mulligan(c.seats),
        who=lambda c: sorted(c.ctx.pending_mulligan),
        moves={"ready": ready},
    )
    match = tw.Game("together", flow=tw.Flow(phases={"start": phase})).start()
    first, second = match.prompts
    assert match.submit(second.answer("ready")) is None
    assert match.submit(second.answer("ready")).code == "stale_prompt"
    assert match.submit(tw.Answer(0, "ready", prompt="0")).code == "stale_prompt"
    assert match.submit(first.answer("ready")) is None
