"""The words for card games: labels, arguments, owners, dealing, and questions to several seats."""

from __future__ import annotations

import pytest

import turnwright as tw
from turnwright.agents import RandomAgent, play_out
from turnwright.core.runtime.selection_contract import prompt_message
from turnwright.testing import conformance

NAMES = ["Ann", "Ben", "Cy"]


class Influence(tw.Card):
    damage: tw.Public[int] = 0
    secret: int = 0


class Court(tw.State):
    coins: tw.Public[list[int]] = tw.default(lambda: [2, 2, 2])


def lose_one(c, target: int = tw.seat_arg()):
    lost = yield from c.choose("Lose an influence", c.zone("hand", target), seat=target)
    c.move_card(lost, "table", target)


def take(c):
    foe = yield from c.choose_seat("From whom?")
    card = yield from c.choose_card("Take one unseen", c.zone("hand", foe))
    c.move_card(card, "hand", c.seat)


def look(c):
    yield from c.order_cards("Put back", c.zone("deck")[-2:], reveals=True)


def strike(c, card: int = tw.card_arg(lambda c: [*c.zone("table", 0), *c.zone("table", 1)])):
    c.card(card).damage += 1


def bid(c):
    bids = yield from c.simultaneous(c.amount("Bid", 0, 2, seat=seat) for seat in c.seats)
    c.G.coins = [coins - bids[seat] for seat, coins in enumerate(c.G.coins)]


def turn_over(c, card: int = tw.card_arg(lambda c: c.zone("table"))):
    c.turn_card(card, face_up=False)


def discard(c, card: int = tw.card_arg(lambda c: c.zone("hand"))):
    c.move_card(card, "table")


def set_up(c):
    c.create_cards({"Duke": 3, "Captain": 3, "Contessa": 3}, "deck")
    c.shuffle_zone("deck")
    c.deal(2)


def court(**more) -> tw.Game:
    moves = [lose_one, take, look, strike, bid, turn_over, discard]
    settings = {
        "seats": 3,
        "state": Court,
        "card": Influence,
        "setup": set_up,
        "moves": {move.__name__: move for move in moves} | {"done": tw.end_turn},
        "zones": {
            "deck": tw.Zone("hidden", shared=True),
            "hand": tw.Zone("owner"),
            "table": tw.Zone("public"),
        },
    }
    return tw.Game("court", **settings | more)


def labels(match, seat=None):
    [prompt] = [each for each in match.prompts if seat in (None, each.seat)]
    return [option.label for option in prompt.options]


def kinds(match, zone):
    return [match.ctx.cards[card].kind for card in match.ctx.zones[zone]]


def test_moves_and_questions_name_cards_and_players():
    match = court().start(seed=1, seats=NAMES)
    shown = labels(match)
    assert "lose one Ben" in shown
    assert [one.name for one in match.prompts[0].options if one.move == "discard"] == [
        f"discard {kind}" for kind in kinds(match, "hand:0")
    ]
    match.play(0, "lose_one", 1)
    assert [one.name for one in match.prompts[0].options] == kinds(match, "hand:1")
    assert match.view(1)["prompt"]["options"][0]["label"] == kinds(match, "hand:1")[0]


def test_a_seat_without_a_name_is_called_by_its_number():
    assert "lose one seat 2" in labels(court().start(seed=1))


def test_a_card_that_the_seat_cannot_see_is_named_by_its_position():
    match = court().start(seed=1, seats=NAMES)
    match.play(0, "take")
    assert labels(match) == NAMES[1:]
    match.pick(0, 1)
    assert labels(match) == ["card 1 of Ben's hand", "card 2 of Ben's hand"]
    [prompt] = match.prompts
    assert [option.id for option in prompt.options] == ["#0", "#1"]
    wire = prompt_message(match, 0, "p")
    assert not any({"cardId", "cardKind"} & set(c) for c in wire["requirement"]["candidates"])
    assert match.cancel(0) is None  # it has shown nothing
    match.play(0, "take")
    match.pick(0, 1)
    second = match.ctx.zones["hand:1"][1]
    match.pick(0, "#1")
    assert match.ctx.zones["hand:0"][-1] == second


def test_a_question_that_reveals_names_hidden_cards_and_cannot_be_taken_back():
    match = court().start(seed=1, seats=NAMES)
    top = [match.ctx.cards[card].kind for card in match.ctx.zones["deck"][-2:]]
    match.play(0, "look")
    assert sorted(labels(match)) == sorted(top)
    assert match.cancel(0) is not None


def three_dukes(c):
    for owner in (0, 0, 0, 1):
        c.create_card("Duke", "table", owner, secret=c.ctx.next_card)


def test_different_cards_are_told_apart_and_equal_ones_numbered():
    match = court(setup=three_dukes).start(seats=NAMES)
    match.play(0, "strike", 0)
    shown = [label for label in labels(match) if label.startswith("strike")]
    assert shown == [
        "strike Duke (Ann's, damage 1)",
        "strike Duke (Ann's, damage 0)",
        "strike Duke (Ann's, damage 0) (no. 2)",
        "strike Duke (Ben's, damage 0)",
    ]
    match.play(0, "turn_over", 1)
    match.play(0, "done")
    assert "strike card 2 of Ann's table" in labels(match)  # face down: Ben does not see it


def test_a_shared_card_belongs_to_nobody_until_a_seat_holds_it():
    match = court().start(seed=1)
    c = match.c
    card = match.ctx.zones["deck"][-1]
    assert (c.card(card).owner, c.holder(card)) == (-1, None)
    with pytest.raises(tw.RulesError, match=r"say whose, as in c.move_card\(card, 'table', seat\)"):
        c.move_card(card, "table")
    c.move_card(card, "hand", 2)
    assert c.holder(card) == 2
    c.move_card(card, "table")
    assert match.ctx.card_zones[card] == "table:2"
    assert c.create_card("Duke", "deck", 1).owner == 1


def test_dealing_goes_around_the_table_and_drawing_takes_from_any_zone():
    def deal(c):
        c.create_cards("abcdefg", "deck")
        c.deal(2)
        c.draw(1, 2, from_zone="deck")

    match = court(setup=deal).start()
    assert [kinds(match, f"hand:{seat}") for seat in range(3)] == [
        ["g", "d"],
        ["f", "c"],
        ["e", "b", "a"],
    ]
    with pytest.raises(tw.RulesError, match=r"c.draw\(2\) would end the match"):
        match.c.draw(2)


def test_simultaneous_answers_are_sealed_until_all_are_given():
    match = court().start(seed=1)
    match.play(0, "bid")
    assert [prompt.seat for prompt in match.prompts] == [0, 1, 2]
    match.pick(1, 2)
    assert match.G.coins == [2, 2, 2]
    assert [prompt.seat for prompt in match.prompts] == [0, 2]
    match.pick(0, 0)
    match.pick(2, 1)
    assert match.G.coins == [2, 0, 1]
    record = match.record.to_json()
    assert match.game.replay(record).hash == match.hash


def test_nothing_leaks_in_random_play_with_a_shared_deck():
    def lose_last(c, card: int = tw.card_arg(lambda c: c.zone("hand"))):
        yield from c.choose_card("Look away", c.zone("hand", c.opponent), optional=True)
        c.move_card(card, "table")
        if not c.zone("hand"):
            c.lose(c.seat)
        c.end_turn()

    game = court(moves={"lose_last": lose_last})
    conformance(game, range(3))
    agents = [RandomAgent(seat) for seat in range(3)]
    assert play_out(game.start(seed=4), agents).result is not None
