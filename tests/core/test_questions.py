"""Questions in moves and hooks: prompts, answers, and the state while a question is open."""

import pytest

import turnwright as tw


class Duel(tw.State):
    life: tw.Public[list[int]] = tw.default(lambda: [8000, 8000])
    got: tw.Public[list] = []


def solemn(c):
    """Pay 800, then choose an effect and its target."""
    c.G.life[c.seat] -= 800
    word = yield c.menu("Do what?", {"burn": "Burn", "heal": "Heal", "regret": "Regret it"})
    if word == "regret":
        c.refuse("Paid is paid.", code="paid")
    if word == "heal":
        seat = yield c.choose("Heal whom?", c.seats)
        c.G.life[seat] += 500
    else:
        c.G.life[c.opponent] -= 500
    c.G.got.append((word, c.seat))


def asks(make):
    def ask(c):
        c.G.got.append((yield make(c)))

    return ask


QUESTIONS = {
    "choose": lambda c: c.choose("Which?", ["a", "b", "c"]),
    "maybe": lambda c: c.choose("Which, if any?", ["a", "b"], optional=True),
    "many": lambda c: c.choose_many("Which ones?", [1, 2, 3, 4], 1, 3),
    "yesNo": lambda c: c.yes_no("Really?"),
    "menu": lambda c: c.menu("How?", {"fast": "Quickly", "slow": "Slowly"}),
    "order": lambda c: c.order("In which order?", ["x", "y", "z"]),
    "amount": lambda c: c.amount("How many?", 2, 4),
    "lists": lambda c: c.choose("Which list?", [[1], [2]]),
    "foe": lambda c: c.choose("Which?", [10, 20], seat=c.opponent, label="number {}".format),
}


def asks_the_next_player(c):
    c.G.got.append((yield c.yes_no("Ready?", seat=c.turn_player)))


flow = tw.Flow(
    phases={
        "main": tw.Phase(start=True, next="rest"),
        "rest": tw.Phase(next="main", on_begin=asks_the_next_player),
    }
)
game = tw.Game(
    "asking",
    state=Duel,
    flow=flow,
    moves={name: asks(make) for name, make in QUESTIONS.items()}
    | {"solemn": solemn, "rest": tw.end_phase, "endTurn": tw.end_phase},
)


def asked(name):
    match = game.start()
    match.play(0, name)
    return match


# --- kinds of questions ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "picks", "value"),
    [
        ("choose", ["b"], "b"),
        ("maybe", [], None),
        ("maybe", ["a"], "a"),
        ("many", [3, 1], [3, 1]),
        ("yesNo", [True], True),
        ("yesNo", ["no"], False),
        ("menu", ["slow"], "slow"),
        ("order", ["z", "x", "y"], ["z", "x", "y"]),
        ("amount", [4], 4),
        ("lists", ["#1"], [2]),
    ],
)
def test_the_effect_continues_with_the_picked_value(name, picks, value):
    match = asked(name)
    assert not match.is_resting
    match.pick(0, *picks)
    assert match.is_resting
    assert match.G.got == [value]
    assert type(match.G.got[0]) is type(value)


def test_scripts_pick_by_value_label_or_id():
    def exchange(c):
        kept = yield c.choose_many(
            "Keep", [7, 8, 9], 2, 2, label=lambda n: "odd" if n % 2 else "even"
        )
        c.G.got.append(kept)

    match = tw.Game("exchange", state=Duel, moves={"exchange": exchange}).start()
    for picks, kept in [((9, 8), [9, 8]), (("odd", "odd"), [7, 9]), (("even", 9), [8, 9])]:
        match.play(0, "exchange")
        match.pick(0, *picks)
        assert match.G.got[-1] == kept
    match.play(0, "exchange")
    with pytest.raises(tw.Refused):
        match.pick(0, "odd", "none")


@pytest.mark.parametrize(
    ("name", "low", "high", "labels"),
    [
        ("choose", 1, 1, ["a", "b", "c"]),
        ("maybe", 0, 1, ["a", "b"]),
        ("many", 1, 3, ["1", "2", "3", "4"]),
        ("yesNo", 1, 1, ["Yes", "No"]),
        ("menu", 1, 1, ["Quickly", "Slowly"]),
        ("order", 3, 3, ["x", "y", "z"]),
        ("amount", 1, 1, ["2", "3", "4"]),
    ],
)
def test_the_prompt_lists_its_options_and_how_many_to_pick(name, low, high, labels):
    (prompt,) = asked(name).prompts
    assert (prompt.seat, prompt.min, prompt.max) == (0, low, high)
    assert [option.label for option in prompt.options] == labels


def test_asking_another_seat_does_not_change_the_acting_seat():
    match = asked("foe")
    (prompt,) = match.prompts
    assert (prompt.seat, match.acting) == (1, [1])
    assert [option.label for option in prompt.options] == ["number 10", "number 20"]
    assert match.submit(tw.Answer(0, picks=("10",))).code == "not_asked"
    match.pick(1, 20)
    assert (match.G.got, match.acting) == ([20], [0])


def test_every_option_of_a_question_has_an_id_of_its_own():
    nasty = ["#1", (1, 2), "a", "a", 5, "5", "#3", True, None]
    ask = tw.Game("nasty", state=Duel, moves={"ask": asks(lambda c: c.choose("?", nasty))})
    match = ask.start()
    match.play(0, "ask")
    ids = [option.id for option in match.prompts[0].options]
    assert len(set(ids)) == len(nasty)


# --- invalid answers ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "picks", "code"),
    [
        ("choose", ("d",), "unknown_option"),
        ("choose", (), "wrong_count"),
        ("choose", ("a", "b"), "wrong_count"),
        ("many", ("1", "1"), "repeated_option"),
        ("many", (), "wrong_count"),
        ("order", ("x", "y"), "wrong_count"),
        ("amount", ("5",), "unknown_option"),
        ("amount", (3,), "unknown_option"),
        ("yesNo", None, "question_open"),
        ("yesNo", 5, "unknown_option"),
    ],
)
def test_an_invalid_answer_is_refused_and_the_question_stays_open(name, picks, code):
    match = asked(name)
    before = match.save()
    assert match.submit(tw.Answer(0, "rest", picks=picks)).code == code
    assert match.save() == before
    assert not match.is_resting


def test_a_late_answer_to_an_earlier_question_is_refused():
    match = asked("solemn")
    first = match.prompts[0]
    match.submit(first.answer("heal"))
    assert match.prompts[0].id != first.id
    refusal = match.submit(first.answer("heal"))
    assert refusal.code == "stale_prompt"
    assert refusal.data["open"] == match.prompts[0].id


# --- costs are paid once --------------------------------------------------------------------------

PAUSES = {
    "nothing": lambda match: match,
    "json": lambda match: game.load(match.save("json")),
    "msgpack": lambda match: game.load(match.save("msgpack")),
    "clone": lambda match: match.clone(),
    "rollout": lambda match: match.clone(record=False),
    "replay": lambda match: game.replay(match.record.to_json()),
    "refusal": lambda match: match.submit(tw.Answer(0, picks=("no such thing",))) and match,
}


@pytest.mark.parametrize("pause", PAUSES)
def test_a_cost_is_paid_once_whatever_happens_while_the_question_is_open(pause):
    match = asked("solemn")
    assert match.G.life == [7200, 8000]
    match = PAUSES[pause](match)
    assert match.G.life == [7200, 8000]
    match.pick(0, "heal")
    match = match if pause == "rollout" else PAUSES[pause](match)
    match.pick(0, 0)
    assert match.G.life == [7700, 8000]
    assert match.G.got == [("heal", 0)]
    assert match.ctx.num_moves == 1


def test_a_refusal_after_an_answer_keeps_the_question_open():
    match = asked("solemn")
    before, prompt = match.save(), match.prompts[0]
    assert match.submit(prompt.answer("regret")).code == "paid"
    assert match.prompts[0].data() == prompt.data()
    assert match.save() == before
    assert match.submit(prompt.answer("burn")) is None
    assert match.G.life == [7200, 7500]


# --- several seats at once ------------------------------------------------------------------------


def bid(c):
    c.G.got.append((yield [c.amount("Your bid?", 1, 3, seat=seat) for seat in c.seats]))


auction = tw.Game("auction", state=Duel, moves={"bid": bid})


def test_the_order_in_which_the_seats_answer_does_not_matter():
    one, two = auction.start(), auction.start()
    for match, order in ((one, [(0, 3), (1, 2)]), (two, [(1, 2), (0, 3)])):
        match.play(0, "bid")
        assert match.acting == [0, 1]
        for seat, amount in order:
            match = auction.load(match.save())
            match.pick(seat, amount)
        assert match.G.got == [{0: 3, 1: 2}]
        assert list(match.G.got[0]) == [0, 1]


def test_a_sealed_answer_is_hidden_until_all_have_answered():
    match = auction.start()
    match.play(0, "bid")
    views = [match.view(viewer) for viewer in (1, None)]
    match.pick(0, 3)
    for viewer, before in zip((1, None), views, strict=True):
        after = match.view(viewer)
        assert after | {"acting": 0, "version": 0} == before | {"acting": 0, "version": 0}
    assert match.submit(tw.Answer(0, picks=("1",))).code == "not_asked"


# --- hooks ----------------------------------------------------------------------------------------


def test_a_hook_may_ask_and_the_flow_continues_after_the_answer():
    match = game.start()
    match.play(0, "rest")
    assert (match.ctx.place, match.prompts[0].text) == ("play/rest", "Ready?")
    for copy in (match.clone(), game.load(match.save()), match):
        copy.pick(0, "yes")
        assert copy.G.got == [True]
        assert copy.ctx.place == "play/rest"
        copy.play(0, "endTurn")
        assert (copy.ctx.turn_player, copy.ctx.place) == (1, "play/main")


def asks_twice(c):
    c.G.life[0] -= 800
    for _ in range(2):
        c.G.got.append((yield c.choose("Your sign?", ["sun", "moon"])))


@pytest.mark.parametrize("answered", [0, 1])
def test_a_match_may_begin_with_questions(answered):
    """A question that is open before the first input survives copies, saves and undo."""
    opening = tw.Flow(phases={"sign": tw.Phase(start=True, on_begin=asks_twice)})
    first = tw.Game("signs", state=Duel, moves={"wait": lambda c: None}, flow=opening)
    match = first.start()
    for _ in range(answered):
        match.pick(0, "moon")
    copies = [match.clone(), first.load(match.save()), first.replay(match.record.to_json())]
    for copy in (*copies, match):
        assert copy.prompts[0].data() == match.prompts[0].data()
        for _ in range(2 - answered):
            copy.pick(0, "moon")
        assert (copy.G.got, copy.G.life) == (["moon", "moon"], [7200, 8000])
        assert copy.prompts[0].kind == "move"
    assert match.undo() is None
    assert (match.G.got, match.prompts[0].kind) == (["moon"], "choose")


def test_setup_cannot_ask_and_the_error_suggests_a_hook():
    with pytest.raises(tw.RulesError, match="on_begin"):
        tw.Game("signs", state=Duel, setup=asks_twice).start()
