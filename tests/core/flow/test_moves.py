"""Moves: where they are available, which are legal, and how the others are refused."""

import pytest

import turnwright as tw


def say(word):
    def run(c):
        c.G["said"].append(word)

    return run


def quiet(c):
    c.G["said"] = []


def moves_of(match, seat=0):
    return [option.move for option in match.legal(seat)]


# --- inheritance -------------------------------------------------------------------------------------


def layered_game():
    """Every level has a move of its own, and its own idea of `act`."""
    steps = {
        "s": tw.Step(moves={"act": say("step"), "stepMove": say("s"), "chat": None}),
        "t": tw.Step(),
    }
    phases = {
        "p": tw.Phase(start=True, moves={"act": say("phase"), "phaseMove": say("p")}, steps=steps),
        "q": tw.Phase(moves={"chat": None, "turnMove": None}),
    }
    turn = tw.Turn(phases=phases, moves={"act": say("turn"), "turnMove": say("turn")})
    segments = {
        "g": tw.Segment(turn=turn, moves={"act": say("segment"), "segmentMove": say("g")}),
        "h": tw.Segment(),
    }
    moves = {"act": say("game"), "chat": say("chat")}
    return tw.Game("layers", flow=tw.Flow(segments=segments), moves=moves, setup=quiet)


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
    assert match.G["said"] == [act]


def test_a_segments_definition_wins_over_the_games_where_no_turn_overrides_it():
    segment = tw.Segment(moves={"act": say("segment")})
    game = tw.Game(
        "two",
        flow=tw.Flow(segments={"g": segment}),
        moves={"act": say("game")},
        setup=quiet,
    )
    match = game.start()
    match.play(0, "act")
    assert match.G["said"] == ["segment"]


@pytest.mark.parametrize("move", ["stepMove", "chat", "turnMove", "phaseMove"])
def test_a_move_is_refused_outside_its_level_and_where_it_was_taken_away(move):
    match = layered_game().start()
    match.flow.set_phase("q")
    refusal = match.submit(tw.Answer(0, move))
    assert refusal.code == "not_here"
    assert refusal.data == {"move": move, "place": "g/q"}


def test_moves_without_names_of_arguments_domains_are_a_problem_of_the_definition():
    def throw(c, stone):
        pass

    with pytest.raises(tw.DefinitionError, match="parameter 'stone' has no domain"):
        tw.Game("bad", moves={"throw": throw})


# --- guards and arguments ----------------------------------------------------------------------------

FOES = {"knight": ["orc", "troll"], "archer": ["bat"]}


def foes_of(c, attacker):
    return FOES[attacker]


def attack(c, attacker=tw.arg(lambda c: list(FOES)), foe=tw.arg(foes_of)):
    c.G["said"].append(f"{attacker} hits {foe}")


def ink(c):
    c.G["inked"] = True


def war_game(**settings):
    moves = {
        "attack": attack,
        "ink": tw.move(ink, when=lambda c: not c.G.get("inked") or "One card a turn may be inked."),
        "rest": tw.move(say("rest"), when=lambda c: c.G.get("inked")),
        "wave": tw.move(say("wave"), by="anyone"),
        "pass": tw.end_turn,
        "regret": lambda c: c.G["said"].append("oops") or c.refuse("Not that.", code="regret"),
    }
    return tw.Game("war", moves=moves, setup=quiet, **settings)


def test_a_guard_that_answers_with_a_sentence_refuses_with_it():
    match = war_game().start()
    match.play(0, "ink")
    refusal = match.submit(tw.Answer(0, "ink"))
    assert (refusal.code, refusal.sentence) == ("not_now", "One card a turn may be inked.")
    assert "ink" not in moves_of(match)


def test_a_guard_that_only_says_no_refuses_with_the_name_of_the_move():
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
def test_a_guard_or_a_domain_that_throws_is_refused_as_an_error_of_the_rules(where):
    def boom(c):
        raise ValueError("boom")

    if where == "guard":
        bad = tw.move(lambda c: None, name="bad", when=boom)
        args = ()
    else:
        bad = tw.move(lambda c, x=tw.arg(boom): None, name="bad")
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
    """A phase with `ask` comes later; asking opens a question to seat 1."""

    def ask(c):
        value = yield c.choose_many("Which?", ["a", "b", "c"], 1, 2, seat=1)
        c.G["said"].append(value)

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
    assert match.G["said"] == [["c", "a"]]


def test_a_refusal_inside_an_effect_leaves_the_question_as_it_was():
    def bid(c):
        amount = yield c.amount("How much?", 1, 3)
        if amount == 2:
            c.refuse("Two is unlucky.")
        c.G["said"].append(amount)

    match = tw.Game("auction", moves={"bid": bid}, setup=quiet).start()
    match.play(0, "bid")
    (prompt,) = match.prompts
    assert match.submit(prompt.answer("2")).sentence == "Two is unlucky."
    assert match.prompts[0].id == prompt.id
    assert match.submit(prompt.answer("3")) is None
    assert match.G["said"] == [3]


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
def test_nonsense_from_outside_is_refused_and_never_raises(answer):
    match = war_game().start()
    assert match.submit(answer).code in ("unknown_seat", "not_a_move", "unknown_move")


@pytest.mark.parametrize("value", [1.0, True, "1", None, [1], {}])
def test_an_argument_must_be_of_the_type_of_its_domain(value):
    choose = {"choose": lambda c, n=tw.arg(range(3)): None}
    match = tw.Game("types", moves=choose).start()
    assert match.submit(A(0, "choose", (value,))).code == "illegal_argument"


# --- who may ----------------------------------------------------------------------------------------


def test_a_move_by_anyone_can_be_made_by_every_seat_and_is_demanded_of_none():
    match = war_game().start()
    match.play(1, "wave")
    assert moves_of(match, 1) == ["wave"]
    assert "wave" not in {option.move for option in match.prompts[0].options}
    assert match.ctx.turn_player == 0


# --- one enumerator ----------------------------------------------------------------------------------


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
def test_what_is_enumerated_is_accepted_and_nothing_else(opening):
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
