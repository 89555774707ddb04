"""Cancelling and time-outs: before the price is paid all comes back, afterwards the default holds."""

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


def market():
    moves = {"buy": buy, "gift": gift, "concede": tw.move(tw.concede, by="anyone")}
    return tw.Game("market", state=Purse, moves=moves).start()


def test_an_action_is_cancelled_before_its_price_is_paid():
    match = market()
    before = match.hash
    match.play(0, "buy")
    assert match.G.coins == [7, 10]
    assert match.cancel(0) is None
    assert (match.hash, match.G.coins, match.asked) == (before, [10, 10], {})
    assert match.game.replay(match.record.to_json()).hash == match.hash


def test_after_that_it_cannot_be_cancelled():
    match = market()
    match.play(0, "buy")
    match.pick(0, "pear")
    assert match.cancel(0).code == "committed"
    assert match.G.coins == [7, 10]
    match.pick(0, "baked")
    assert (match.G.got, match.G.coins) == (["baked pear"], [7, 10])


def test_others_cannot_cancel_an_action():
    match = market()
    assert match.cancel(0).code == "nothing_to_cancel"
    match.play(0, "buy")
    assert match.cancel(1).code == "not_your_move"
    match = market()
    match.play(0, "gift")
    assert match.cancel(1).code == "not_your_move"  # it is seat 0's action that asks seat 1


def test_a_time_out_cancels_or_answers_the_default_and_leaves_nothing_waiting():
    match = market()
    match.play(0, "buy")
    assert match.time_out(0) == "cancelled"
    assert match.is_resting
    match.play(0, "buy")
    match.pick(0, "apple")
    assert match.time_out(0) == "default"
    assert match.is_resting
    assert match.G.got == ["raw apple"]
    assert match.time_out(0) == "nothing"  # it is the other seat's turn now


def test_a_time_out_of_somebody_elses_question_answers_the_default():
    match = market()
    match.play(0, "gift")
    assert match.time_out(1) == "default"
    assert match.G.got == ["book"]


def test_a_time_out_of_a_move_passes_if_it_can():
    phase = tw.Phase(start=True, moves={"attack": lambda c: None, "pass": tw.end_turn})
    match = tw.Game("pass", flow=tw.Flow(phases={"main": phase})).start()
    assert match.time_out(0) == "default"
    assert match.ctx.turn_player == 1


def test_defaults_are_no_nothing_and_the_first_that_will_do():
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


def test_picks_must_go_together():
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


def haggle(c):
    """The other one may offer a price: a part in somebody else's action."""
    c.commit()
    if (yield c.yes_no("Offer something?", seat=c.opponent)):
        price = yield c.amount("How much?", 1, 5, seat=c.opponent)
        c.G.coins[c.opponent] -= price
        thing = yield c.choose("For what?", ["apple", "pear"], seat=c.opponent)
        c.commit()
        c.G.got.append(thing)
    c.end_turn()


def bazaar():
    return tw.Game("bazaar", state=Purse, moves={"haggle": haggle}).start()


def test_a_part_in_anothers_action_is_taken_back_up_to_where_it_began():
    match = bazaar()
    match.play(0, "haggle")
    assert match.cancel(1).code == "not_your_move", "nothing of seat 1's own yet"
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


def test_when_time_is_up_a_part_in_anothers_action_is_no_part():
    match = bazaar()
    match.play(0, "haggle")
    match.pick(1, "yes")
    match.pick(1, 4)
    assert match.time_out(1) == "cancelled"
    assert match.is_resting
    assert (match.G.coins, match.G.got) == ([10, 10], [])
    assert match.game.replay(match.record.to_json()).hash == match.hash


def test_time_outs_alone_always_come_to_an_end():
    def ramble(c):
        for number in range(4):
            yield c.choose(f"Question {number}?", ["a", "b"], seat=c.opponent)
        c.end_turn()

    match = tw.Game("ramble", moves={"ramble": ramble}).start()
    match.play(0, "ramble")
    for _ in range(4):
        match.time_out(1)
    assert match.is_resting


def test_what_a_question_shows_of_others_cannot_be_forgotten():
    """Looking into a hand and then taking it back would be a free look."""

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
    assert match.cancel(0) is None, "one's own deck is no secret"
    match.play(0, "peek")
    match.pick(0, "hand")
    assert match.cancel(0).code == "committed"
    assert match.undo().code == "undo_barrier"
    assert match.time_out(0) == "default"
