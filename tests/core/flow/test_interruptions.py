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


# --- moves that interrupt and ask themselves -------------------------------------------------------


def market():
    """Seat 0 bids; meanwhile every seat may haggle, which asks it, or bribe, which asks both others."""

    def bid(c):
        amount = yield c.amount("How much?", 1, 3)
        c.G["told"].append(f"{c.seat} bids {amount}")
        c.end_turn()

    def haggle(c, rival=tw.arg(lambda c: c.seats)):
        amount = yield c.amount("How much less?", 1, 3, seat=rival)
        c.G["told"].append(f"{c.seat} haggles with {rival} for {amount}")

    def shout(c):
        c.G["told"].append(f"{c.seat} shouts")
        return
        yield

    def close(c):
        c.win(c.seat)
        return
        yield

    meanwhile = {"by": "everyone", "interrupts": lambda c: not c.G["quiet"]}
    return tw.Game(
        "market",
        seats=3,
        setup=lambda c: c.G.update(told=[], quiet=c.options.get("quiet", False)),
        moves={
            "bid": bid,
            "haggle": tw.move(haggle, **meanwhile),
            "shout": tw.move(shout, **meanwhile),
            "close": tw.move(close, **meanwhile),
        },
    )


def bidding(**how):
    match = market().start(**how)
    match.play(0, "bid")
    return match


def test_a_move_that_asks_nothing_leaves_the_question_open():
    match = bidding()
    (prompt,) = match.prompts
    match.play(1, "shout")
    assert match.submit(prompt.answer("2")) is None
    assert match.G["told"] == ["1 shouts", "0 bids 2"]
    assert match.ctx.turn_player == 1


def test_a_move_that_may_not_interrupt_now_is_refused():
    match = bidding(options={"quiet": True})
    assert match.submit(tw.Answer(1, "shout")).code == "not_asked"
    assert match.submit(tw.Answer(0, "shout")).code == "question_open"
    assert match.submit(tw.Answer(1, "bid")).code == "not_asked"


def test_an_interruption_with_bad_arguments_changes_nothing():
    match = bidding()
    assert match.submit(tw.Answer(1, "haggle", (7,))).code == "illegal_argument"
    assert match.acting == [0]


def test_questions_of_two_effects_are_answered_in_any_order():
    for order in ([0, 1], [1, 0]):
        match = bidding()
        match.play(1, "haggle", 1)
        assert match.acting == [0, 1]
        for seat in order:
            match.pick(seat, 2)
        assert sorted(match.G["told"]) == ["0 bids 2", "1 haggles with 1 for 2"]
        assert match.is_resting
        assert match.ctx.turn_player == 1


def test_a_seat_answers_its_newest_question_first():
    match = bidding()
    match.play(1, "haggle", 0)
    match.play(2, "haggle", 0)
    assert match.acting == [0]
    assert len(match.questions(0)) == 3
    for amount in (1, 2, 3):
        match.pick(0, amount)
    assert match.G["told"] == [
        "2 haggles with 0 for 1",
        "1 haggles with 0 for 2",
        "0 bids 3",
    ]
    assert match.is_resting


def test_a_match_with_several_open_effects_can_be_saved_cloned_and_replayed():
    match = bidding()
    match.play(1, "haggle", 2)
    match.play(2, "haggle", 0)
    copies = [match.game.load(match.save()), match.clone(), match.clone(record=False)]
    for copy in [match, *copies]:
        copy.pick(2, 1)
        copy.play(2, "shout")
        copy.pick(0, 3)
        copy.pick(0, 2)
        assert copy.is_resting
        assert copy.hash == match.hash
    assert match.game.replay(match.record.to_json()).hash == match.hash


def test_an_interruption_can_be_undone():
    match = bidding()
    match.play(1, "haggle", 1)
    assert match.undo() is None
    assert match.acting == [0]
    match.pick(0, 1)
    assert match.G["told"] == ["0 bids 1"]


def test_the_end_of_the_game_drops_all_questions():
    match = bidding()
    match.play(1, "haggle", 1)
    match.play(2, "close")
    assert match.result.winners == (2,)
    assert match.prompts == []
    assert match.game.replay(match.record.to_json()).hash == match.hash
