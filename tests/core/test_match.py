"""The public interface of a match: prompts, answers, refusals, and bugs in the rules."""

import msgspec
import pytest

import turnwright as tw
from turnwright.games.tictactoe.game import game as tictactoe


class Purse(tw.State):
    points: tw.Public[list[int]] = tw.default(lambda: [8000, 8000])
    log: tw.Public[list[str]] = []


def spend(c):
    c.G.points[c.seat] -= 100


def spend_and_refuse(c):
    """Change the state, then refuse the move."""
    c.G.points[c.seat] -= 5000
    c.G.log.append("forbidden")
    c.end_turn()
    c.refuse("Not on a Sunday.", code="sunday", day="Sunday")


def spend_and_raise(c):
    c.G.points[c.seat] = 0
    c.G.log.append("broken")
    return 1 // (c.G.points[c.seat])


def jump_and_back(c, place=tw.arg([(0, 1), (2, 3)])):
    c.G.log.append(f"{place}")


game = tw.Game(
    "purse",
    state=Purse,
    moves={
        "spend": spend,
        "forbid": spend_and_refuse,
        "break": spend_and_raise,
        "jump": jump_and_back,
        "done": tw.end_turn,
        "boo": tw.move(lambda c: c.G.log.append(f"boo {c.seat}"), by="anyone", name="boo"),
    },
)


def same_as_before(match, before):
    return match.save() == before


# --- prompts and the four ways to answer ----------------------------------------------------------


def test_the_options_of_the_prompt_are_the_legal_moves_and_are_accepted():
    match = tictactoe.start()
    (prompt,) = match.prompts
    assert (prompt.seat, prompt.kind, prompt.min, prompt.max) == (0, "move", 1, 1)
    assert [option.label for option in prompt.options] == [f"Mark cell {i}" for i in range(9)]
    assert list(prompt.options) == match.legal(0)
    for option in prompt.options:
        branch = match.clone()
        assert branch.submit(prompt.answer(option)) is None
        assert branch.G.cells[option.args[0]] == "X"


def test_an_option_can_be_chosen_by_its_id():
    match = tictactoe.start()
    prompt = match.prompts[0]
    answer = prompt.answer("mark:4")
    assert answer == tw.Answer(0, "mark", (4,), prompt=prompt.id)
    match.submit(answer)
    assert match.G.cells[4] == "X"
    with pytest.raises(tw.RulesError, match="mark:4"):
        match.prompts[0].answer("mark:4")


def test_all_ways_to_answer_lead_to_the_same_state():
    by_submit, by_apply, by_play = (tictactoe.start() for _ in range(3))
    by_prompt = tictactoe.start()
    for seat, cell in enumerate([4, 0]):
        assert by_submit.submit(tw.Answer(seat, "mark", (cell,))) is None
        by_apply.apply(tw.Answer(seat, "mark", (cell,)))
        by_play.play(seat, "mark", cell)
        by_prompt.submit(by_prompt.prompts[0].answer(f"mark:{cell}"))
    assert len({match.hash for match in (by_submit, by_apply, by_play, by_prompt)}) == 1
    assert by_submit.record == by_apply.record == by_play.record == by_prompt.record


def test_play_and_pick_raise_what_submit_returns():
    match = tictactoe.start()
    refusal = match.submit(tw.Answer(1, "mark", (4,)))
    with pytest.raises(tw.Refused) as raised:
        match.play(1, "mark", 4)
    assert raised.value.refusal == refusal
    assert (raised.value.code, str(raised.value)) == (refusal.code, refusal.sentence)
    with pytest.raises(tw.Refused) as raised:
        match.pick(0, "yes")
    assert raised.value.code == "not_a_move"


def test_a_stale_answer_is_refused_and_the_refusal_names_the_open_prompt():
    match = tictactoe.start()
    old = match.prompts[0]
    match.play(0, "mark", 0)
    match.play(1, "mark", 1)
    before = match.save()
    refusal = match.submit(old.answer("mark:5"))
    assert refusal.code == "stale_prompt"
    assert refusal.data == {"given": old.id, "open": match.prompts[0].id}
    assert same_as_before(match, before)
    assert match.submit(match.prompts[0].answer("mark:5")) is None


def test_a_move_by_anyone_is_legal_but_not_prompted():
    match = game.start()
    assert "boo" not in {option.move for option in match.prompts[0].options}
    assert [option.move for option in match.legal(1)] == ["boo"]
    match.play(1, "boo")
    assert match.G.log == ["boo 1"]
    assert match.acting == [0]


def test_an_answer_decoded_from_json_is_accepted():
    match = game.start()
    shown = msgspec.json.decode(msgspec.json.encode(match.prompts[0].data()))
    option = next(option for option in shown["options"] if option["move"] == "jump")
    sent = {"seat": shown["seat"], "move": option["move"], "args": option["args"]}
    answer = msgspec.json.decode(msgspec.json.encode(sent), type=tw.Answer)
    assert match.submit(answer) is None
    assert match.G.log == ["(0, 1)"]


# --- refusals -------------------------------------------------------------------------------------

REFUSED = {
    "unknown_move": tw.Answer(0, "fly"),
    "not_your_turn": tw.Answer(1, "mark", (0,)),
    "bad_arguments": tw.Answer(0, "mark"),
    "illegal_argument": tw.Answer(0, "mark", (9,)),
    "unknown_seat": tw.Answer(2, "mark", (0,)),
    "not_a_move": tw.Answer(0, picks=("yes",)),
    "stale_prompt": tw.Answer(0, "mark", (0,), prompt=17),
}


@pytest.mark.parametrize("code", REFUSED)
def test_every_invalid_answer_has_its_own_code_and_changes_nothing(code):
    match = tictactoe.start()
    before = match.save()
    refusal = match.submit(REFUSED[code])
    assert refusal.code == code
    assert refusal.sentence.endswith(".")
    assert same_as_before(match, before)


WRONG_TYPES = [
    {"move": ["mark"]},
    {"move": "mark", "args": None},
    {"move": "mark", "args": 7},
    {"move": "mark", "args": ({},)},
    {"move": "mark", "args": (0.0,)},
    {"move": "mark", "args": (False,)},
    {"move": "mark", "args": ("0",)},
    {"move": None},
    {"picks": 3},
    {"move": "mark", "args": (0,), "prompt": "soon"},
]


@pytest.mark.parametrize("parts", WRONG_TYPES, ids=str)
def test_fields_of_the_wrong_type_are_refused_and_do_not_raise(parts):
    match = tictactoe.start()
    before = match.save()
    assert match.submit(tw.Answer(0, **parts)) is not None
    assert same_as_before(match, before)


def test_every_move_is_refused_after_the_game_is_over():
    match = tictactoe.start()
    for turn, cell in enumerate([0, 3, 1, 4, 2]):
        match.play(turn % 2, "mark", cell)
    assert str(match.result) == "seat 0 won: three in a row"
    assert (match.prompts, match.legal(0), match.legal(1)) == ([], [], [])
    refusal = match.submit(tw.Answer(1, "mark", (8,)))
    assert (refusal.code, refusal.data["result"]) == ("game_over", str(match.result))


def test_a_move_that_refuses_midway_is_rolled_back():
    match = game.start()
    match.play(0, "spend")
    before, hash = match.save(), match.hash
    refusal = match.submit(tw.Answer(0, "forbid"))
    assert (refusal.code, refusal.sentence) == ("sunday", "Not on a Sunday.")
    assert refusal.data == {"day": "Sunday"}
    assert (match.hash, match.fault) == (hash, None)
    assert same_as_before(match, before)
    match.play(0, "done")
    assert match.acting == [1]


# --- bugs in the rules ----------------------------------------------------------------------------


def test_a_bug_in_a_move_is_rolled_back_and_reported_with_its_record():
    match = game.start()
    match.play(0, "spend")
    before = match.save()
    refusal = match.submit(tw.Answer(0, "break"))
    assert refusal.code == "rules_error"
    assert "ZeroDivisionError" in refusal.data["error"]
    assert same_as_before(match, before)
    assert isinstance(match.fault.error, ZeroDivisionError)
    assert [entry.move for entry in match.fault.record.entries] == ["spend", "break"]
    assert [entry.move for entry in match.record.entries] == ["spend"]
    with pytest.raises(tw.ReplayDivergence) as raised:
        game.replay(match.fault.record.to_json())
    assert (raised.value.index, raised.value.data["code"]) == (2, "rules_error")
    match.play(0, "spend")
    assert match.G.points == [7800, 8000]


def test_apply_and_play_raise_a_bug_in_a_move_with_its_cause():
    match = game.start()
    for act in (lambda: match.apply(tw.Answer(0, "break")), lambda: match.play(0, "break")):
        with pytest.raises(tw.Refused) as raised:
            act()
        assert raised.value.code == "rules_error"
        assert isinstance(raised.value.__cause__, ZeroDivisionError)
        assert (match.G.points, match.G.log) == ([8000, 8000], [])


def test_a_later_refusal_does_not_report_an_earlier_bug():
    match = game.start()
    match.submit(tw.Answer(0, "break"))
    with pytest.raises(tw.Refused) as raised:
        match.play(0, "fly")
    assert raised.value.code == "unknown_move"
    assert raised.value.__cause__ is None
