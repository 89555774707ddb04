"""Moves: where they are available, which are legal, and how illegal ones are refused."""

import pytest

import turnwright as tw


def record_word(word):
    def run(c):
        c.G["log"].append(word)

    return run


def create_log(c):
    c.G["log"] = []


def moves_of(match, seat=0):
    return [option.move for option in match.legal(seat)]


# --- inheritance -------------------------------------------------------------------------------------


def layered_game():
    """Every level defines a move of its own and overrides `act`."""
    steps = {
        "s": tw.Step(
            moves={"act": record_word("step"), "stepMove": record_word("s"), "chat": None}
        ),
        "t": tw.Step(),
    }
    phases = {
        "p": tw.Phase(
            start=True,
            moves={"act": record_word("phase"), "phaseMove": record_word("p")},
            steps=steps,
        ),
        "q": tw.Phase(moves={"chat": None, "turnMove": None}),
    }
    turn = tw.Turn(
        phases=phases, moves={"act": record_word("turn"), "turnMove": record_word("turn")}
    )
    segments = {
        "g": tw.Segment(
            turn=turn, moves={"act": record_word("segment"), "segmentMove": record_word("g")}
        ),
        "h": tw.Segment(),
    }
    moves = {"act": record_word("game"), "chat": record_word("chat")}
    return tw.Game("layers", flow=tw.Flow(segments=segments), moves=moves, setup=create_log)


@pytest.mark.parametrize(
    ("place", "moves", "act"),
    [
        ({"segment": "h"}, {"act", "chat"}, "game"),
        ({"phase": "q"}, {"act", "segmentMove"}, "turn"),
        ({"phase": "p"}, {"act", "chat", "segmentMove", "turnMove", "phaseMove"}, "phase"),
        ({"step": "t"}, {"act", "chat", "segmentMove", "turnMove", "phaseMove"}, "phase"),
        ({"step": "s"}, {"act", "segmentMove", "turnMove", "phaseMove", "stepMove"}, "step"),
    ],
    ids=["game", "turn", "phase", "step falls back to phase", "step"],
)
def test_moves_inherit_downward_and_the_most_specific_one_wins(place, moves, act):
    match = layered_game().start()
    assert match.flow.jump_to(**place) is None
    assert set(moves_of(match)) == moves
    assert len(moves_of(match)) == len(moves)  # every name once
    match.play(0, "act")
    assert match.G["log"] == [act]


def test_a_segment_move_overrides_the_game_move():
    segment = tw.Segment(moves={"act": record_word("segment")})
    game = tw.Game(
        "two",
        flow=tw.Flow(segments={"g": segment}),
        moves={"act": record_word("game")},
        setup=create_log,
    )
    match = game.start()
    match.play(0, "act")
    assert match.G["log"] == ["segment"]


@pytest.mark.parametrize("move", ["stepMove", "chat", "turnMove", "phaseMove"])
def test_a_move_is_refused_outside_its_level_and_where_it_is_removed(move):
    match = layered_game().start()
    match.flow.set_phase("q")
    refusal = match.submit(tw.Answer(0, move))
    assert refusal.code == "not_here"
    assert refusal.data == {"move": move, "place": "g/q"}


def test_arguments_without_domains_are_a_definition_error():
    def throw(c, stone):
        pass

    with pytest.raises(tw.DefinitionError, match="parameter 'stone' has no domain"):
        tw.Game("bad", moves={"throw": throw})


# --- guards and arguments ----------------------------------------------------------------------------

FOES = {"knight": ["orc", "troll"], "archer": ["bat"]}


def foes_of(c, attacker):
    return FOES[attacker]


def attack(c, attacker=tw.arg(lambda c: list(FOES)), foe=tw.arg(foes_of)):
    c.G["log"].append(f"{attacker} hits {foe}")


def ink(c):
    c.G["inked"] = True


def war_game(**settings):
    moves = {
        "attack": attack,
        "ink": tw.move(ink, when=lambda c: not c.G.get("inked") or "One card a turn may be inked."),
        "rest": tw.move(record_word("rest"), when=lambda c: c.G.get("inked")),
        "wave": tw.move(record_word("wave"), by="anyone"),
        "pass": tw.end_turn,
        "regret": lambda c: c.G["log"].append("oops") or c.refuse("Not that.", code="regret"),
    }
    return tw.Game("war", moves=moves, setup=create_log, **settings)


def test_a_guard_may_return_the_refusal_message():
    match = war_game().start()
    match.play(0, "ink")
    refusal = match.submit(tw.Answer(0, "ink"))
    assert (refusal.code, refusal.sentence) == ("not_now", "One card a turn may be inked.")
    assert "ink" not in moves_of(match)


def test_a_guard_that_returns_false_refuses_with_the_name_of_the_move():
    match = war_game().start()
    refusal = match.submit(tw.Answer(0, "rest"))
    assert (refusal.code, refusal.sentence) == ("not_now", "'rest' is not possible now.")
    match.play(0, "ink")
    match.play(0, "rest")


def test_the_domain_of_an_argument_may_depend_on_earlier_arguments():
    match = war_game().start()
    options = [option.args for option in match.legal(0) if option.move == "attack"]
    assert options == [("knight", "orc"), ("knight", "troll"), ("archer", "bat")]
    match.play(0, "attack", "archer", "bat")
    refusal = match.submit(tw.Answer(0, "attack", ("archer", "orc")))
    assert (refusal.code, refusal.data["arg"]) == ("illegal_argument", "foe")


def test_a_guard_protects_the_domains_of_its_move():
    tame = tw.move(
        lambda c, beast=tw.arg(lambda c: c.G["cage"]): None,
        name="tame",
        when=lambda c: "cage" in c.G or "There is no cage.",
    )
    match = tw.Game("zoo", moves={"tame": tame}).start()
    assert match.legal(0) == []
    refusal = match.submit(tw.Answer(0, "tame", ("lion",)))
    assert (refusal.code, refusal.sentence) == ("not_now", "There is no cage.")


@pytest.mark.parametrize("where", ["guard", "domain"])
def test_an_exception_in_a_guard_or_domain_is_refused_as_a_rules_error(where):
    def raise_error(c):
        raise ValueError("boom")

    if where == "guard":
        bad = tw.move(lambda c: None, name="bad", when=raise_error)
        args = ()
    else:
        bad = tw.move(lambda c, x=tw.arg(raise_error): None, name="bad")
        args = (1,)
    match = tw.Game("bad", moves={"bad": bad}).start()
    before = match.hash
    assert match.submit(tw.Answer(0, "bad", args)).code == "rules_error"
    assert match.hash == before


# --- refusals ----------------------------------------------------------------------------------------

A = tw.Answer

REFUSALS = {
    "unknown_seat": A(7, "wave"),
    "not_a_move": A(0, picks=("yes",)),
    "stale_prompt": A(0, "pass", prompt=99),
    "unknown_move": A(0, "fly"),
    "not_your_turn": A(1, "ink"),
    "bad_arguments": A(0, "attack", ("knight",)),
    "illegal_argument": A(0, "attack", ("king", "orc")),
    "not_now": A(0, "rest"),
    "regret": A(0, "regret"),
    "not_here": A(0, "ask"),
}


def asking_game():
    """A later phase has the move `ask`, which asks seat 1 a question."""

    def ask(c):
        value = yield c.choose_many("Which?", ["a", "b", "c"], 1, 2, seat=1)
        c.G["log"].append(value)

    game = war_game(
        flow=tw.Flow(phases={"p": tw.Phase(start=True), "q": tw.Phase(moves={"ask": ask})})
    )
    return game


@pytest.mark.parametrize("code", REFUSALS)
def test_every_wrong_answer_has_its_own_code_and_changes_nothing(code):
    match = asking_game().start()
    match.play(0, "wave")
    before = (match.hash, match.version, len(match.record.entries), match.save())
    refusal = match.submit(REFUSALS[code])
    assert refusal.code == code
    assert refusal.sentence
    assert (match.hash, match.version, len(match.record.entries), match.save()) == before
    assert match.fault is None


WRONG_PICKS = {
    "unknown_seat": A(7, picks=("a",)),
    "not_asked": A(0, picks=("a",)),
    "question_open": A(1, "ask"),
    "stale_prompt": A(1, picks=("a",), prompt=0),
    "unknown_option": A(1, picks=("d",)),
    "repeated_option": A(1, picks=("a", "a")),
    "wrong_count": A(1, picks=("a", "b", "c")),
}


@pytest.mark.parametrize("code", WRONG_PICKS)
def test_every_wrong_answer_to_a_question_has_its_own_code_and_changes_nothing(code):
    match = asking_game().start()
    match.flow.set_phase("q")
    match.play(0, "ask")
    before = (match.hash, match.version, len(match.record.entries), match.save())
    refusal = match.submit(WRONG_PICKS[code])
    assert refusal.code == code
    assert (match.hash, match.version, len(match.record.entries), match.save()) == before
    match.pick(1, "c", "a")
    assert match.G["log"] == [["c", "a"]]


def test_a_refusal_inside_an_effect_leaves_the_question_as_it_was():
    def bid(c):
        amount = yield c.amount("How much?", 1, 3)
        if amount == 2:
            c.refuse("Two is unlucky.")
        c.G["log"].append(amount)

    match = tw.Game("auction", moves={"bid": bid}, setup=create_log).start()
    match.play(0, "bid")
    (prompt,) = match.prompts
    assert match.submit(prompt.answer("2")).sentence == "Two is unlucky."
    assert match.prompts[0].id == prompt.id
    assert match.submit(prompt.answer("3")) is None
    assert match.G["log"] == [3]


@pytest.mark.parametrize(
    "answer",
    [
        A("0", "wave"),
        A(True, "wave"),
        A(None, "wave"),
        A(0, ""),
        A(0, None),
        A(0, 5),
        A(0, ["wave"]),
    ],
    ids=repr,
)
def test_malformed_answers_are_refused_and_never_raise(answer):
    match = war_game().start()
    assert match.submit(answer).code in ("unknown_seat", "not_a_move", "unknown_move")


@pytest.mark.parametrize("value", [1.0, True, "1", None, [1], {}])
def test_an_argument_must_have_the_type_of_its_domain(value):
    choose = {"choose": lambda c, n=tw.arg(range(3)): None}
    match = tw.Game("types", moves=choose).start()
    assert match.submit(A(0, "choose", (value,))).code == "illegal_argument"


# --- who may act -------------------------------------------------------------------------------------


def test_a_move_by_anyone_is_open_to_every_seat_and_prompts_none():
    match = war_game().start()
    match.play(1, "wave")
    assert moves_of(match, 1) == ["wave"]
    assert "wave" not in {option.move for option in match.prompts[0].options}
    assert match.ctx.turn_player == 0


# --- enumeration -------------------------------------------------------------------------------------


def accepted(match, answer):
    return match.clone().submit(answer) is None


def all_answers(seats):
    pairs = [(attacker, foe) for attacker in FOES for foe in ("orc", "troll", "bat")]
    for seat in range(seats):
        for move in ("attack", "ink", "rest", "wave", "pass", "concede", "fly"):
            for args in [(), *pairs]:
                yield A(seat, move, args)


@pytest.mark.parametrize(
    "opening",
    [
        [],
        [(0, "ink")],
        [(0, "pass")],
        [(1, "concede")],
        [(0, "pass"), (2, "concede")],
        [(1, "concede"), (2, "concede")],
    ],
    ids=["start", "inked", "next turn", "one is out", "another is out", "game over"],
)
def test_exactly_the_enumerated_moves_are_accepted(opening):
    game = war_game(seats=3)
    game.move(by="anyone")(tw.concede)
    match = game.start()
    for seat, move in opening:
        match.play(seat, move)
    listed = {
        (seat, option.move, option.args)
        for seat in range(3)
        for option in match.legal(seat)
        if option.move != "regret"
    }
    taken = {
        (answer.seat, answer.move, answer.args)
        for answer in all_answers(3)
        if accepted(match, answer)
    }
    assert listed == taken
