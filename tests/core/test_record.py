"""Records: formats, exact replay, and the errors of modified, foreign or corrupt records."""

import msgspec
import pytest

import turnwright as tw
from turnwright.agents import RandomAgent, play_out
from turnwright.games.tcg.lorcana.game import game as lorcana
from turnwright.games.tictactoe.game import game as tictactoe


def played_match(game, seed=3, inputs=100):
    agent = RandomAgent(seed)
    return play_out(game.start(seed), [agent, agent], limit=inputs)


def changed(record, index, **parts):
    """A copy of a record with one changed entry, counted from 1."""
    copy = tw.Record.parse(record.to_json())
    copy.entries[index - 1] = msgspec.structs.replace(copy.entries[index - 1], **parts)
    return copy


# --- formats --------------------------------------------------------------------------------------


def test_a_record_lists_seats_moves_and_arguments():
    match = tictactoe.start(seed=7)
    match.play(0, "mark", 4)
    match.play(1, "mark", 0)
    match.undo()
    lines = str(match.record).splitlines()
    assert lines[0] == "tictactoe, seed 7, 2 seats"
    assert [line.split() for line in lines[1:]] == [
        ["1", "play", "seat", "0", "mark", "4"],
        ["2", "play", "seat", "1", "mark", "0"],
        ["3", "play", "undo"],
    ]


def test_a_record_lists_answers_to_questions():
    match = lorcana.start(seed=1)
    chooser = match.acting[0]
    match.play(chooser, "chooseFirstPlayer", 0)
    match.play(0, "alterHand")
    match.pick(0)
    assert str(match.record.entries[-1]) == "seat 0 answers nothing"
    match.play(1, "alterHand")
    card = match.prompts[0].options[0].id
    match.pick(1, card)
    assert str(match.record.entries[-1]) == f"seat 1 answers {card}"


@pytest.mark.parametrize("game", [tictactoe, lorcana], ids=lambda game: game.name)
def test_both_formats_hold_the_same_record(game):
    record = played_match(game).record
    assert tw.Record.parse(record.to_json()) == record
    assert tw.Record.parse(record.to_json().decode()) == record
    assert tw.Record.parse(record.to_msgpack()) == record
    assert tw.Record.parse(b"\n " + record.to_json()) == record


def test_seats_options_and_scripts_are_part_of_the_record():
    coin = tw.Game("coin", moves={"flip": lambda c: c.G.update(side=c.rng.below(2))})
    match = coin.start("a word", ["Ann", "Bob"], options={"wide": True}, scripts={"main": [1]})
    match.play(0, "flip")
    record = tw.Record.parse(match.record.to_msgpack())
    assert (record.seed, record.seats) == ("a word", ["Ann", "Bob"])
    assert (record.options, record.scripts) == ({"wide": True}, {"main": [1]})
    again = coin.replay(record)
    assert (again.G, again.view(0)["names"]) == ({"side": 1}, ["Ann", "Bob"])


def test_changing_the_options_after_the_start_does_not_affect_the_match():
    deal = tw.Game("deal", moves={"top": lambda c: c.G.update(top=c.options["decks"][0][0])})
    decks = [[1, 2, 3]]
    match = deal.start(options={"decks": decks})
    decks[0][0] = 99
    match.play(0, "top")
    assert match.G == {"top": 1}


# --- replay ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [tictactoe, lorcana], ids=lambda game: game.name)
@pytest.mark.parametrize("form", ["to_json", "to_msgpack"])
def test_a_replay_is_identical_to_the_match(game, form):
    match = played_match(game, seed="again")
    again = game.replay(getattr(match.record, form)())
    assert again.save() == match.save()
    assert again.record == match.record
    assert again.view(0) == match.view(0)


def test_a_replay_can_stop_after_any_input():
    match, states = lorcana.start(5), []
    agent = RandomAgent(5)
    for _ in range(100):
        states.append(match.save())
        prompt = match.prompts[0]
        match.submit(agent.decide(prompt, match))
    for count in (0, 1, 2, 3, 63, 64, 65, 99):
        assert lorcana.replay(match.record, until=count).save() == states[count]
    assert lorcana.replay(match.record, until=1000).save() == match.save()


def test_a_replay_reports_every_input():
    match = played_match(tictactoe)
    told = []
    tictactoe.replay(match.record, on_entry=lambda m, index: told.append((index, m.hash)))
    assert told == [(i, entry.hash) for i, entry in enumerate(match.record.entries, 1)]


def test_undo_is_recorded_and_replayed():
    match = tictactoe.start()
    match.play(0, "mark", 0)
    match.play(1, "mark", 1)
    match.undo()
    match.undo()
    match.play(0, "mark", 8)
    assert [entry.op for entry in match.record.entries] == ["", "", "undo", "undo", ""]
    again = tictactoe.replay(match.record.to_json())
    assert again.save() == match.save()
    assert again.undo() is None
    assert again.G.cells == [""] * 9


# --- the first difference -------------------------------------------------------------------------


def diverges(game, record):
    with pytest.raises(tw.ReplayDivergence) as raised:
        game.replay(record.to_json())
    assert str(raised.value).startswith(f"Input {raised.value.index} (")
    return raised.value.index


def test_the_first_difference_is_reported_for_every_changed_field():
    record = played_match(tictactoe).record
    free = next(i for i in range(9) if all(e.args != (i,) for e in record.entries[:4]))
    taken = record.entries[0].args[0]
    assert diverges(tictactoe, changed(record, 4, hash="0" * 16)) == 4
    assert diverges(tictactoe, changed(record, 3, args=(taken,))) == 3
    assert diverges(tictactoe, changed(record, 4, args=(free,))) == 4
    assert diverges(tictactoe, changed(record, 4, at="play/elsewhere")) == 4
    assert diverges(tictactoe, changed(record, 2, seat=0)) == 2
    assert diverges(tictactoe, changed(record, 2, move="fly")) == 2
    assert diverges(tictactoe, changed(record, 2, op="fly")) == 2
    assert diverges(tictactoe, changed(record, 1, op="undo")) == 1


def test_another_seed_differs_from_the_first_input():
    record = played_match(lorcana, inputs=12).record
    record.seed = 4
    assert diverges(lorcana, record) == 1


def test_without_verification_only_refusals_are_reported():
    match = played_match(tictactoe)
    wrong = changed(match.record, 2, hash="0" * 16, at="nowhere")
    assert tictactoe.replay(wrong, verify=False).hash == match.hash
    with pytest.raises(tw.ReplayDivergence, match="Input 2"):
        tictactoe.replay(changed(match.record, 2, args=(10,)), verify=False)


def game_with_question(asks):
    def ask(c):
        if asks:
            yield c.yes_no("Sure?")

    return tw.Game("ask", moves={"ask": ask})


@pytest.mark.parametrize("asks", [True, False], ids=["question added", "question removed"])
def test_an_added_or_removed_question_is_a_difference(asks):
    match = game_with_question(not asks).start()
    match.play(0, "ask")
    assert diverges(game_with_question(asks), match.record) == 1


# --- unusable records -----------------------------------------------------------------------------


def code_of(game, data):
    with pytest.raises(tw.UnusableError) as raised:
        game.replay(data)
    assert str(raised.value).endswith(".")
    return raised.value.code


def test_every_unusable_record_has_its_own_code():
    record = played_match(tictactoe).record
    assert code_of(lorcana, record.to_json()) == "record_other_game"
    newer = tw.Game("tictactoe", version="2")
    assert code_of(newer, record.to_msgpack()) == "record_other_rules"
    record.turnwright = 99
    assert code_of(tictactoe, record.to_json()) == "record_format"


@pytest.mark.parametrize("seats", [[], ["0"], ["0", "1", "2"]], ids=len)
def test_a_record_with_too_few_or_too_many_seats_is_unusable(seats):
    record = tw.Record("tictactoe", tictactoe.rules, 0, seats, turnwright=1)
    assert code_of(tictactoe, record.to_json()) == "wrong_seats"


@pytest.mark.parametrize("form", ["to_json", "to_msgpack"])
def test_a_truncated_record_is_corrupt(form):
    data = getattr(played_match(tictactoe).record, form)()
    for end in range(0, len(data), 20):
        assert code_of(tictactoe, data[:end]) == "record_corrupt"
    assert code_of(tictactoe, data[:-1]) == "record_corrupt"


def nested(depth):
    record = played_match(tictactoe, inputs=1).record
    deep = "[" * depth + "]" * depth
    return record.to_json().decode().replace('"args":[', f'"args":[{deep},')


@pytest.mark.parametrize(
    "data",
    ["", b"", "{", "[]", "null", "no record", b"\xff\xfe\x00", b"{\xff}", "{\ud800}", "\ud800"]
    + [nested(depth) for depth in (500, 900, 3000, 100_000)],
    ids=lambda data: repr(data[:12]) + f" {len(data)}",
)
def test_data_that_is_not_a_record_is_corrupt(data):
    assert code_of(tictactoe, data) == "record_corrupt"
