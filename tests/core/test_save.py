"""Saves: at every input, in both formats, and with damaged bytes."""

import pytest

import turnwright as tw
from turnwright.agents import RandomAgent, play_out
from turnwright.games.tcg.lorcana.game import game as lorcana
from turnwright.games.tictactoe.game import game as tictactoe

FORMS = pytest.mark.parametrize("form", ["json", "msgpack"])


def played_match(game, seed, inputs):
    agent = RandomAgent(seed)
    return play_out(game.start(seed), [agent, agent], limit=inputs)


def same(one, other):
    return (
        one.hash == other.hash
        and one.version == other.version
        and one.record == other.record
        and [prompt.data() for prompt in one.prompts] == [prompt.data() for prompt in other.prompts]
        and one.view(0) == other.view(0)
    )


# --- round trips ----------------------------------------------------------------------------------


@FORMS
@pytest.mark.parametrize(
    ("game", "inputs"), [(tictactoe, 9), (lorcana, 120)], ids=["ttt", "lorcana"]
)
def test_a_match_can_be_saved_and_loaded_at_every_input_and_question(game, inputs, form):
    agent = RandomAgent("saver")
    match, questions = game.start(9), 0
    for _ in range(inputs):
        if match.result is not None:
            break
        questions += not match.is_resting
        data = match.save(form)
        loaded = game.load(data)
        assert same(loaded, match)
        assert loaded.save(form) == data
        answer = agent.decide(match.prompts[0], match)
        match.submit(answer)
        loaded.submit(answer)
        assert same(loaded, match)
    assert questions > 0 or game is tictactoe
    assert same(game.load(match.save(form)), match)


def test_both_formats_give_equal_matches():
    match = played_match(lorcana, 2, 50)
    assert lorcana.load(match.save("json")).save("msgpack") == match.save("msgpack")
    assert lorcana.load(match.save("msgpack")).save("json") == match.save("json")
    assert same(lorcana.load(match.save("json").decode()), match)
    with pytest.raises(tw.TurnwrightError, match="yaml"):
        match.save("yaml")


def test_a_loaded_match_keeps_its_record_and_plays_to_the_same_end():
    match = played_match(lorcana, 4, 40)
    loaded = lorcana.load(match.save())
    for unrecorded in (match, loaded):
        agent = RandomAgent("the rest")
        play_out(unrecorded, [agent, agent])
    assert match.result is not None
    assert same(loaded, match)
    assert lorcana.replay(loaded.record.to_json()).hash == match.hash


@FORMS
def test_a_match_with_undone_moves_is_loaded_in_its_current_state(form):
    match = tictactoe.start()
    for seat, cell in enumerate([0, 1]):
        match.play(seat, "mark", cell)
    match.undo()
    match.undo()
    match.play(0, "mark", 8)
    loaded = tictactoe.load(match.save(form))
    assert [move.args for move in loaded.ctx.move_history] == [(8,)]
    assert loaded.undo() is None
    assert loaded.G.cells == [""] * 9
    assert loaded.undo().code == "nothing_to_undo"
    assert tictactoe.replay(loaded.record.to_json()).save() == loaded.save()


# --- damage ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module", params=["json", "msgpack"])
def saved(request):
    """A match with an open question, and its bytes."""
    match = lorcana.start(1, options={"decks": [{"Spark": 12}, {"Kite Rider": 12}]})
    match.play(match.acting[0], "chooseFirstPlayer", 1)
    match.play(1, "alterHand")
    assert not match.is_resting
    return match, match.save(request.param)


def test_a_save_truncated_at_any_byte_is_corrupt(saved):
    match, data = saved
    for end in range(len(data)):
        with pytest.raises(tw.UnusableError) as raised:
            lorcana.load(data[:end])
        assert raised.value.code == "save_corrupt"
    assert same(lorcana.load(data), match)


def load_or_code(data):
    try:
        return lorcana.load(data)
    except tw.UnusableError as error:
        return error.code


def test_a_flipped_bit_is_detected_or_harmless(saved):
    match, data = saved
    rng = tw.Stream.named("bits", "flips")
    ends = [*range(300), *range(len(data) * 8 - 300, len(data) * 8)]  # around the envelope
    for bit in ends + rng.sample(range(len(data) * 8), 400):
        damaged = bytearray(data)
        damaged[bit // 8] ^= 1 << bit % 8
        got = load_or_code(bytes(damaged))
        if isinstance(got, str):
            assert got in ("save_corrupt", "save_format", "save_other_game", "save_other_rules")
        else:
            assert same(got, match), f"bit {bit} changes the match unnoticed"


def code_of(game, data):
    with pytest.raises(tw.UnusableError) as raised:
        game.load(data)
    assert str(raised.value).endswith(".")
    return raised.value.code


@FORMS
def test_every_unusable_save_has_its_own_code(form):
    data = played_match(tictactoe, 0, 3).save(form)
    assert code_of(lorcana, data) == "save_other_game"
    assert code_of(tw.Game("tictactoe", version="2"), data) == "save_other_rules"
    other_format = (b'"turnwright":1', b'"turnwright":9')
    if form == "msgpack":
        other_format = (b"turnwright\x01", b"turnwright\x09")
    assert code_of(tictactoe, data.replace(*other_format, 1)) == "save_format"
    assert code_of(tictactoe, data + data) == "save_corrupt"
    assert code_of(tictactoe, played_match(tictactoe, 0, 3).record.to_json()) == "save_corrupt"


def nested(depth):
    deep = "[" * depth + "]" * depth
    return f'{{"turnwright":1,"game":"tictactoe","rules":"1","sum":"x","body":{deep}}}'


@pytest.mark.parametrize(
    "data",
    ["", b"", "{", "{}", "[]", "null", "no save", b"\xff\xfe", b"{\xff}", "{\ud800}", "\ud800"]
    + [b"\x91" * depth for depth in (500, 100_000)]
    + [nested(depth) for depth in (500, 3000, 100_000)],
    ids=lambda data: repr(data[:12]) + f" {len(data)}",
)
def test_data_that_is_not_a_save_is_corrupt(data):
    assert code_of(tictactoe, data) == "save_corrupt"


# --- without a record, and unusual states ---------------------------------------------------------


def ask(c):
    c.G.setdefault("answers", []).append((yield c.yes_no("Sure?")))


asking_game = tw.Game("asking_game", moves={"ask": ask})


@FORMS
def test_a_match_without_a_record_can_be_saved_between_questions(form):
    match = asking_game.start(record=False)
    match.play(0, "ask")
    match.pick(0, "yes")
    loaded = asking_game.load(match.save(form))
    assert (loaded.hash, loaded.version) == (match.hash, match.version)
    loaded.play(0, "ask")
    loaded.pick(0, "no")
    assert loaded.G == {"answers": [True, False]}
    assert loaded.record.entries == []


@FORMS
def test_a_match_without_a_record_cannot_be_saved_during_a_question(form):
    match = asking_game.start()
    match.play(0, "ask")
    rollout = match.clone(record=False)
    quick = asking_game.start(record=False)
    quick.play(0, "ask")
    for unrecorded in (quick, rollout):
        with pytest.raises(tw.TurnwrightError, match="while a question is open"):
            unrecorded.save(form)
        unrecorded.pick(0, "yes")
        assert asking_game.load(unrecorded.save(form)).G == {"answers": [True]}


@FORMS
@pytest.mark.parametrize(
    "state",
    [
        {"hands": {0: [1], 1: [2]}},
        {"seen": {3, 1}},
        {"pair": (1, 2)},
        {"deep": [{"x": [1, {"y": None}]}, 0.5, True]},
    ],
    ids=["number keys", "set", "tuple", "nested"],
)
def test_a_state_of_plain_dicts_is_loaded_unchanged_or_not_saved(state, form):
    game = tw.Game("dicts", setup=lambda c: c.G.update(state), moves={"wait": lambda c: None})
    match = game.start()
    match.play(0, "wait")
    try:
        data = match.save(form)
    except tw.TurnwrightError:
        return
    loaded = game.load(data)
    assert loaded.hash == match.hash
    assert loaded.G == match.G


@pytest.mark.parametrize("seed", [0, -1, 2**63, 2**70, -(2**70), "", "a word", "\x00"], ids=repr)
def test_every_integer_or_string_is_a_valid_seed(seed):
    match = tictactoe.start(seed)
    match.play(0, "mark", 4)
    assert tictactoe.load(match.save()).hash == match.hash
    assert tictactoe.load(match.save("msgpack")).hash == match.hash
    assert tictactoe.replay(match.record.to_json()).hash == match.hash


@FORMS
@pytest.mark.parametrize("wrong", ["ten", None, 1.5, float("nan"), [1]], ids=repr)
def test_a_state_that_violates_its_types_is_not_saved(wrong, form):
    class Purse(tw.State):
        gold: int = 10

    game = tw.Game("purse", state=Purse, moves={"spend": lambda c: setattr(c.G, "gold", wrong)})
    match = game.start()
    match.submit(tw.Answer(0, "spend"))
    if match.G.gold != 10:  # unless the move was already rolled back
        with pytest.raises(tw.TurnwrightError):
            match.save(form)
    assert game.load(game.start().save(form)).G.gold == 10


@pytest.mark.parametrize(
    ("state", "says"),
    [
        ({"grid": {0: 3}}, r"the key 0 of G\['grid'\] becomes '0'"),
        ({"deep": [{"seen": {3, 1}}]}, r"G\['deep'\]\[0\]\['seen'\] is \{1, 3\} and becomes"),
        ({"grid": {(0, 1): 3}}, r"a key of G\['grid'\] is the tuple \(0, 1\)"),
        ({"rate": float("nan")}, r"G\['rate'\] holds nan, .* finite"),
    ],
)
def test_a_state_that_cannot_be_saved_names_the_value(state, says):
    game = tw.Game("dicts", setup=lambda c: c.G.update(state))
    with pytest.raises(tw.TurnwrightError, match=says):
        game.start().save()


def test_an_int_in_a_field_for_floats_is_not_saved_because_it_would_hash_differently():
    class Rates(tw.State):
        rates: list[float] = []

    game = tw.Game("rates", state=Rates, setup=lambda c: c.G.rates.append(2))
    with pytest.raises(tw.TurnwrightError, match=r"G.rates\[0\] .* holds 2; write 2.0, or declare"):
        game.start().save()


@FORMS
def test_a_result_with_scores_and_several_winners_is_loaded_unchanged(form):
    moves = {"end": lambda c: c.win(0, 2, reason="most points", scores=[7, 3.5, 7])}
    game = tw.Game("points", seats=3, moves=moves)
    match = game.start()
    match.play(0, "end")
    loaded = game.load(match.save(form))
    assert loaded.result == match.result == tw.Result((0, 2), "most points", (7, 3.5, 7))
    assert loaded.hash == match.hash == game.replay(match.record.to_json()).hash
