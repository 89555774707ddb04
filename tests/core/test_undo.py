"""Undo: restores the exact earlier state, but never past the reveal of hidden information."""

import pytest

import turnwright as tw
from turnwright.games.counter.game import game as counter
from turnwright.games.tictactoe.game import game as tictactoe


class Bets(tw.State):
    total: tw.Public[int] = 0
    bids: tw.Public[dict[int, int]] = {}


def deal(c):
    for seat in c.seats:
        for zone in ("deck", "hand", "peek", "table", "vault"):
            for _ in range(3):
                c.create_card(f"{zone} card", zone, seat)


def top_of(zone, seat=0):
    return lambda c: [c.zone(zone, seat)[-1]]


def move_to(zone, source, **how):
    top = top_of(source)

    def move(c, card=tw.arg(top)):
        c.move_card(card, zone, **how)

    return move


def bid(c):
    c.G.bids = yield [c.amount("Your bid?", 1, 3, seat=seat) for seat in c.seats]


def ask_twice(c):
    c.G.total += 10
    for _ in range(2):
        c.G.total += yield c.amount("How much?", 1, 5)


REVEALING = {
    "draw": lambda c: c.draw_card(),
    "shuffle": lambda c: c.shuffle_zone("deck"),
    "roll": lambda c: c.roll("2d6"),
    "flip": lambda c: c.rng.chance(0.5),
    "reveal": lambda c: c.reveal(),
    "play": move_to("table", "hand"),
    "openVault": move_to("hand", "vault"),
    "turnUp": move_to("peek", "deck"),
    "showHand": move_to("peek", "hand"),
    "give": move_to("hand", "hand", seat=1),
    "lift": move_to("vault", "peek"),
}
NOT_REVEALING = {
    "add": lambda c: setattr(c.G, "total", c.G.total + 1),
    "bury": move_to("deck", "hand"),
    "discardFromTable": move_to("hand", "table"),
    "store": move_to("vault", "deck"),
    "ask": ask_twice,
}
game = tw.Game(
    "table",
    state=Bets,
    setup=deal,
    zones={
        "deck": tw.Zone("hidden"),
        "vault": tw.Zone("hidden"),
        "hand": tw.Zone("owner"),
        "peek": tw.Zone("top:1"),
        "table": tw.Zone("public"),
    },
    moves=REVEALING | NOT_REVEALING | {"bid": bid, "done": tw.end_turn},
)


def play_any(match, name):
    option = next(option for option in match.prompts[0].options if option.move == name)
    match.play(match.acting[0], name, *option.args)


# --- restoring the state --------------------------------------------------------------------------


def test_undo_restores_the_state_exactly_all_the_way_to_the_start():
    match = tictactoe.start()
    states = [match.hash]
    for turn, cell in enumerate([0, 3, 1, 4, 2]):
        match.play(turn % 2, "mark", cell)
        states.append(match.hash)
    assert match.result is not None
    for hash in reversed(states[:-1]):
        assert match.undo() is None
        assert (match.hash, match.result) == (hash, None)
    assert match.undo().code == "nothing_to_undo"
    assert match.prompts[0].seat == 0


def test_undo_crosses_checkpoints():
    match = counter.start()
    states = [match.hash]
    for _ in range(100):
        match.play(0, "inc")
        states.append(match.hash)
    for count in range(99, -1, -1):
        assert match.undo() is None
        assert (match.G.count, match.hash) == (count, states[count])
    assert match.undo().code == "nothing_to_undo"


def test_a_loaded_match_can_be_undone_to_the_start():
    match = counter.start()
    for _ in range(40):
        match.play(0, "inc")
    again = counter.load(match.save())
    for count in range(39, -1, -1):
        assert again.undo() is None
        assert again.G.count == count
    assert again.undo().code == "nothing_to_undo"
    assert counter.replay(again.record.to_json()).hash == counter.start().hash


def test_undo_is_refused_at_the_start_and_without_a_record():
    assert tictactoe.start().undo().code == "nothing_to_undo"
    quick = tictactoe.start(record=False)
    quick.play(0, "mark", 0)
    assert quick.undo().code == "nothing_to_undo"
    assert quick.G.cells[0] == "X"


def test_undo_removes_moves_from_the_move_history():
    match = tictactoe.start()
    match.play(0, "mark", 0)
    match.play(1, "mark", 1)
    match.undo()
    assert [(move.player, move.args) for move in match.ctx.move_history] == [(0, (0,))]


def test_a_record_with_undo_replays():
    match = counter.start()
    for _ in range(70):
        match.play(0, "inc")
    for _ in range(10):
        match.undo()
    for _ in range(5):
        match.play(0, "inc")
    again = counter.replay(match.record.to_json())
    assert again.G.count == 65
    assert again.save() == match.save()


# --- barriers -------------------------------------------------------------------------------------


@pytest.mark.parametrize("move", REVEALING)
def test_a_move_that_reveals_information_cannot_be_undone(move):
    match = game.start()
    match.play(0, "add")
    play_any(match, move)
    before = match.save()
    refusal = match.undo()
    assert refusal.code == "undo_barrier"
    assert match.save() == before
    match.play(0, "add")
    assert match.undo() is None
    assert match.undo().code == "undo_barrier"


@pytest.mark.parametrize("move", [name for name in NOT_REVEALING if name != "ask"])
def test_a_move_that_reveals_nothing_can_be_undone(move):
    match = game.start()
    before = match.hash
    play_any(match, move)
    assert match.hash != before
    assert match.undo() is None
    assert match.hash == before


def test_a_sealed_answer_can_be_undone_until_all_have_answered():
    match = game.start()
    match.play(0, "bid")
    match.pick(0, 3)
    assert match.acting == [1]
    assert match.undo(0) is None
    assert match.acting == [0, 1]
    match.pick(0, 1)
    match.pick(1, 2)
    assert match.G.bids == {0: 1, 1: 2}
    assert match.undo().code == "undo_barrier"


def test_a_barrier_survives_save_load_clone_and_replay():
    match = game.start()
    play_any(match, "draw")
    copies = [game.load(match.save()), match.clone(), game.replay(match.record.to_json())]
    assert [copy.undo().code for copy in copies] == ["undo_barrier"] * 3


# --- undo by seat ---------------------------------------------------------------------------------


def test_a_seat_can_undo_only_its_own_last_move():
    match = tictactoe.start()
    match.play(0, "mark", 0)
    match.play(1, "mark", 1)
    refusal = match.undo(0)
    assert (refusal.code, refusal.data) == ("not_your_move", {"seat": 1})
    assert match.undo(1) is None
    assert match.undo(0) is None
    assert match.G.cells == [""] * 9


def test_undo_with_others_also_undoes_later_moves_of_other_seats():
    match = tictactoe.start()
    match.play(0, "mark", 0)
    before = match.hash
    match.play(1, "mark", 1)
    match.play(0, "mark", 2)
    assert match.undo(1, others=True) is None
    assert (match.hash, match.acting) == (before, [1])
    assert match.undo(1, others=True).code == "nothing_to_undo"
    assert match.hash == before
    assert tictactoe.replay(match.record).hash == before


def test_a_barrier_of_another_seat_also_prevents_undo():
    match = game.start()
    match.play(0, "add")
    match.play(0, "done")
    play_any(match, "roll")
    before = match.save()
    assert match.undo(0, others=True).code == "undo_barrier"
    assert match.save() == before


# --- while a question is open ---------------------------------------------------------------------


def test_undo_during_a_question_undoes_one_answer_and_then_the_move():
    match = game.start()
    match.play(0, "add")
    before = match.hash
    match.play(0, "ask")
    asked = match.hash
    match.pick(0, 5)
    assert (match.G.total, match.prompts[0].text) == (16, "How much?")
    assert match.undo() is None
    assert (match.G.total, match.hash) == (11, asked)
    match.pick(0, 2)
    match.pick(0, 3)
    assert match.G.total == 16
    for total in (13, 11):
        assert match.undo() is None
        assert match.G.total == total
        assert not match.is_resting
    assert match.undo() is None
    assert (match.G.total, match.hash, match.is_resting) == (1, before, True)
    assert game.replay(match.record.to_json()).save() == match.save()


def test_a_question_reopened_by_undo_has_a_new_prompt_id():
    match = game.start()
    match.play(0, "ask")
    first = match.prompts[0]
    match.submit(first.answer("5"))
    second = match.prompts[0]
    match.undo()
    assert match.submit(second.answer("1")).code == "stale_prompt"
    assert match.submit(match.prompts[0].answer("1")) is None
    assert match.G.total == 11
