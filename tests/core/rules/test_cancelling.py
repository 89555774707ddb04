"""Cancelling and time-outs: an action can be cancelled until it commits its cost."""

import turnwright as tw


class Purse(tw.State):
    coins: tw.Public[list[int]] = tw.default(lambda: [10, 10])
    got: tw.Public[list[str]] = []


def buy(c):
    c.G.coins[c.seat] -= 3
    what = yield c.choose("What?", ["apple", "pear"])
    c.commit()
    how = yield c.choose("How?", ["raw", "baked"])
    c.G.got.append(f"{how} {what}")
    c.end_turn()


def gift(c):
    c.G.got.append((yield c.choose("Take?", ["book", "pen"], seat=c.opponent)))


def shop_match():
    moves = {"buy": buy, "gift": gift, "concede": tw.move(tw.concede, by="anyone")}
    return tw.Game("shop", state=Purse, moves=moves).start()


def test_an_action_can_be_cancelled_before_it_commits():
    match = shop_match()
    before = match.hash
    match.play(0, "buy")
    assert match.G.coins == [7, 10]
    assert match.cancel(0) is None
    assert (match.hash, match.G.coins, match.asked) == (before, [10, 10], {})
    assert match.game.replay(match.record.to_json()).hash == match.hash


def test_a_committed_action_cannot_be_cancelled():
    match = shop_match()
    match.play(0, "buy")
    match.pick(0, "pear")
    assert match.cancel(0).code == "committed"
    assert match.G.coins == [7, 10]
    match.pick(0, "baked")
    assert (match.G.got, match.G.coins) == (["baked pear"], [7, 10])


def test_other_seats_cannot_cancel_an_action():
    match = shop_match()
    assert match.cancel(0).code == "nothing_to_cancel"
    match.play(0, "buy")
    assert match.cancel(1).code == "not_your_move"
    match = shop_match()
    match.play(0, "gift")
    assert match.cancel(1).code == "not_your_move"  # the action of seat 0 asks seat 1


def test_a_time_out_cancels_the_action_or_gives_the_default_answer():
    match = shop_match()
    match.play(0, "buy")
    assert match.time_out(0) == "cancelled"
    assert match.is_resting
    match.play(0, "buy")
    match.pick(0, "apple")
    assert match.time_out(0) == "default"
    assert match.is_resting
    assert match.G.got == ["raw apple"]
    assert match.time_out(0) == "nothing"  # it is now the other seat's turn


def test_a_time_out_in_the_action_of_another_seat_gives_the_default_answer():
    match = shop_match()
    match.play(0, "gift")
    assert match.time_out(1) == "default"
    assert match.G.got == ["book"]


def test_a_time_out_of_a_move_passes_if_possible():
    phase = tw.Phase(start=True, moves={"attack": lambda c: None, "pass": tw.end_turn})
    match = tw.Game("pass", flow=tw.Flow(phases={"main": phase})).start()
    assert match.time_out(0) == "default"
    assert match.ctx.turn_player == 1


def test_default_answers_are_no_none_and_the_first_valid_choice():
    def ask(c):
        c.G.got.append(str((yield c.yes_no("Sure?"))))
        c.G.got.append(str((yield c.choose_many("Which?", [1, 2, 3], 0, 2))))
        c.G.got.append(
            str(
                (
                    yield c.choose_many(
                        "Sum of 5", [1, 2, 3], 1, 3, valid=lambda picks: sum(picks) == 5
                    )
                )
            )
        )
        c.G.got.append(str((yield c.order("Order", ["b", "a"]))))

    match = tw.Game("defaults", state=Purse, moves={"ask": ask}).start()
    match.play(0, "ask")
    match.cancel(0)
    match.play(0, "ask")
    while match.asked:
        match.apply(match.prompt(0).default())
    assert match.G.got == ["False", "[]", "[2, 3]", "['b', 'a']"]


def test_an_invalid_combination_of_picks_is_refused():
    def ask(c):
        c.G.got += yield c.choose_many(
            "Levels that make 5", ["1", "2", "3"], 1, 3,
            valid=lambda picks: sum(map(int, picks)) == 5, why_invalid="They must make 5.",
        )  # fmt: skip

    match = tw.Game("sum", state=Purse, moves={"ask": ask}).start()
    match.play(0, "ask")
    refusal = match.submit(tw.Answer(0, picks=("1", "3")))
    assert (refusal.code, refusal.sentence) == ("wrong_combination", "They must make 5.")
    match.pick(0, "2", "3")
    assert match.G.got == ["2", "3"]


def trade(c):
    """An action in which the other seat may make and commit an offer of its own."""
    c.commit()
    if (yield c.yes_no("Offer something?", seat=c.opponent)):
        price = yield c.amount("How much?", 1, 5, seat=c.opponent)
        c.G.coins[c.opponent] -= price
        thing = yield c.choose("For what?", ["apple", "pear"], seat=c.opponent)
        c.commit()
        c.G.got.append(thing)
    c.end_turn()


def trading_match():
    return tw.Game("trading", state=Purse, moves={"trade": trade}).start()


def test_a_seat_can_cancel_its_own_part_of_the_action_of_another_seat():
    match = trading_match()
    match.play(0, "trade")
    assert match.cancel(1).code == "not_your_move", "seat 1 has not started a part of its own"
    asked = match.asked[1].text
    match.pick(1, "yes")
    match.pick(1, 4)
    assert match.G.coins == [10, 6]
    assert match.cancel(0).code == "not_your_move"
    assert match.cancel(1) is None
    assert (match.G.coins, match.asked[1].text) == ([10, 10], asked)
    assert match.game.replay(match.record.to_json()).asked[1].text == asked
    match.pick(1, "no")
    assert match.is_resting


def test_a_time_out_cancels_the_part_of_a_seat_in_the_action_of_another():
    match = trading_match()
    match.play(0, "trade")
    match.pick(1, "yes")
    match.pick(1, 4)
    assert match.time_out(1) == "cancelled"
    assert match.is_resting
    assert (match.G.coins, match.G.got) == ([10, 10], [])
    assert match.game.replay(match.record.to_json()).hash == match.hash


def test_repeated_time_outs_end_the_action():
    def ask_four_times(c):
        for number in range(4):
            yield c.choose(f"Question {number}?", ["a", "b"], seat=c.opponent)
        c.end_turn()

    match = tw.Game("ask_four_times", moves={"ask_four_times": ask_four_times}).start()
    match.play(0, "ask_four_times")
    for _ in range(4):
        match.time_out(1)
    assert match.is_resting


def test_an_action_that_revealed_hidden_cards_cannot_be_cancelled():
    """Otherwise a seat could look at a hand and cancel for free."""

    def deal(c):
        for seat in c.seats:
            for number in range(3):
                c.create_card(f"Secret {seat}{number}", "hand", seat)
                c.create_card(f"Deep {seat}{number}", "deck", seat)

    def peek(c):
        what = yield c.menu("Where?", {"hand": "Their hand", "deck": "Your deck"})
        cards = c.zone("hand", c.opponent) if what == "hand" else c.zone("deck")
        yield c.choose("Which?", list(cards), is_cards=True)
        c.end_turn()

    zones = {"hand": tw.Zone("owner"), "deck": tw.Zone("hidden")}
    match = tw.Game("spy", zones=zones, setup=deal, moves={"peek": peek}).start()
    match.play(0, "peek")
    assert match.why_not_cancel(0) is None
    match.pick(0, "deck")
    assert match.cancel(0) is None, "a seat may look through its own deck"
    match.play(0, "peek")
    match.pick(0, "hand")
    assert match.cancel(0).code == "committed"
    assert match.undo().code == "undo_barrier"
    assert match.time_out(0) == "default"
