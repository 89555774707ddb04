"""`turnwright check` plays: what random matches show about the rules."""

import re

import pytest

import turnwright as tw
from turnwright.core.analysis.lint import check
from turnwright.games.lookup import find_game
from turnwright.games.tictactoe.game import game as tictactoe
from turnwright.testing import conformance
from turnwright.testing.exhaustive_play import exhaust
from turnwright.testing.played_check import play_and_check


class Sum(tw.State):
    total: tw.Public[int] = 0


def add(c, number=tw.arg([1, 2, 3])):
    c.G.total += number
    if c.G.total >= 10:
        c.win(c.seat)
    c.end_turn()


def game_of(**settings):
    moves = {"add": add, **settings.pop("moves", {})}
    return tw.Game("sum", state=Sum, moves=moves, **settings)


def codes(report):
    return {problem.code for problem in report.problems}


def test_nothing_is_wrong_with_a_correct_game():
    report = play_and_check(tictactoe, 60)
    assert report.problems == []
    assert (report.matches, report.finished) == (60, 60)


def test_an_exception_is_reported_once_with_its_line_and_a_record_that_reproduces_it():
    def split(c):
        c.G.total = 10 // (c.G.total % 4)
        c.end_turn()

    game = game_of(moves={"split": split})
    report = play_and_check(game, 60)
    (failure,) = report.failures
    assert failure.sentence == "ZeroDivisionError: integer division or modulo by zero"
    assert failure.where.startswith("test_played_check.py:")
    assert failure.count > 1
    *before, last = failure.record.entries
    match = game.start(failure.record.seed, failure.record.seats)
    for entry in before:
        match.play(entry.seat, entry.move, *entry.args)
    assert match.submit(tw.Answer(last.seat, last.move, last.args)).code == "rules_error"


def test_a_game_that_cannot_end_is_reported_with_its_loop():
    game = tw.Game("walk", moves={"step": lambda c: c.end_turn()})
    report = play_and_check(game, 60, limit=50)
    (problem,) = report.problems
    assert (problem.severity, problem.code) == ("error", "cannot_end")
    assert "no rule calls c.win" in problem.sentence
    assert problem.hint == "It repeats step at play."
    assert report.matches < 60, "the first ones are enough"


def test_matches_that_sometimes_do_not_end_are_a_warning():
    def add_rarely(c):
        if c.ctx.num_moves < 5 and c.roll("1d2") == 1:
            c.win(c.seat)
        c.end_turn()

    game = tw.Game("rare", moves={"add": add_rarely})
    report = play_and_check(game, 40, limit=60)
    (problem,) = [one for one in report.problems if one.code == "does_not_end"]
    assert problem.severity == "warning"


def test_places_moves_and_results_that_never_occur_are_reported():
    def give_up(c):
        c.draw()

    flow = {"phases": {"main": {"start": True, "next": "late"}, "late": {}}}
    moves = {"give_up": tw.move(give_up, when=lambda c: c.G.total > 99)}
    report = play_and_check(game_of(flow=flow, moves=moves), 40)
    assert codes(report) == {"never_reached", "never_legal", "never_drawn"}


def test_a_place_where_nobody_can_act_is_reported():
    phases = {
        "main": {"start": True, "next": "trap", "moves": {"fall": tw.end_phase}},
        "trap": {},
    }
    report = play_and_check(tw.Game("trap", state=Sum, flow={"phases": phases}), 5)
    (problem,) = report.problems
    assert (problem.code, problem.path) == ("nobody_acts", "play/trap")


def test_words_that_do_not_exist_are_found_without_playing():
    def misspelled(c):
        c.draw_crads(2)
        c.G.toatl += 1
        if c.ctx.num_mvoes:
            c.zone("hnad")
        c.end_turn()

    game = game_of(moves={"misspelled": misspelled}, zones={"hand": tw.Zone("owner")})
    found = [problem.sentence for problem in check(game) if problem.code == "unknown_word"]
    assert [sentence.partition(" (")[0] for sentence in found] == [
        "c has no 'draw_crads'; did you mean 'draw_card'?",
        "c.G has no 'toatl'; did you mean 'total'?",
        "c.ctx has no 'num_mvoes'; did you mean 'num_moves'?",
        "there is no zone 'hnad'; did you mean 'hand'?",
    ]


def test_exhaust_groups_equal_failures_and_shows_the_real_exception():
    def crash(c):
        raise KeyError(f"card {c.ctx.num_moves}")

    report = exhaust(
        game_of(moves={"crash": crash, "never": tw.move(crash, when=lambda c: False)}), 20
    )
    (failure,) = report.failures
    assert failure.sentence.startswith("KeyError: 'card ")
    assert failure.where.startswith("test_played_check.py:")
    assert failure.count > 1


def test_exhaust_counts_matches_without_a_result():
    game = tw.Game("walk", moves={"step": lambda c: c.end_turn()}, content=lambda: ["a rare card"])
    report = exhaust(game, 3, limit=30)
    assert (report.games, report.unfinished) == (3, 3)


@pytest.mark.parametrize("seats", [(2, 3), (1,)])
def test_every_number_of_seats_is_played(seats):
    report = play_and_check(game_of(seats=seats), 10)
    assert report.finished == 10


def write_and_find(tmp_path, code):
    path = tmp_path / "probe.py"
    path.write_text("import turnwright as tw\n" + code)
    return find_game(str(path))


PING_PONG = """
def ping(c): c.set_phase("b")
def pong(c): c.set_phase("a")
win = tw.move(lambda c: c.win(0), when=lambda c: False)
game = tw.Game("endless", flow=tw.Flow(phases={
    "a": tw.Phase(start=True, next="b", moves={"ping": ping, "win": win}),
    "b": tw.Phase(next="a", moves={"pong": pong}),
}))
"""


def test_an_endless_game_is_reported_with_its_loop_and_the_move_that_would_end_it(tmp_path):
    game = write_and_find(tmp_path, PING_PONG)
    found = {problem.code: problem for problem in play_and_check(game, 20, limit=100).problems}
    assert "none came to the rules with win" in found["cannot_end"].sentence
    assert found["cannot_end"].hint == "It repeats ping at play/a -> pong at play/b."
    assert "'win' was never legal" in found["never_legal"].sentence
    with pytest.raises(AssertionError, match=r"repeats p[io]ng at play/. -> p[io]ng at play/"):
        conformance(game, range(1), limit=1000)
    conformance(game, range(1), limit=50)  # a sample


WRONG = {
    "jump": ("def go(c): c.set_phase('mian')\n",
             "move 'go' (probe.py:2): there is no phase 'mian' in segment 'play'; did you mean"),
    "guard": ("def may(c): return c.end_turn() or True\ngo = tw.move(lambda c: c.win(0), when=may)\n",
              "move 'go' calls c.end_turn() (probe.py:2)"),
    "result": ("def go(c): return 5\n", "move 'go' (probe.py:2) returned 5."),
}  # fmt: skip


@pytest.mark.parametrize("what", WRONG)
def test_a_failure_names_the_rule_and_its_line_and_no_line_of_the_engine(what, tmp_path):
    code, says = WRONG[what]
    flow = "tw.Flow(phases={'main': tw.Phase(start=True, moves={'go': go})})"
    game = write_and_find(tmp_path, f"{code}game = tw.Game('probe', flow={flow})\n")
    for failures in (play_and_check(game, 5).failures, exhaust(game, 5).failures):
        assert [failure.count for failure in failures] == [5]
        assert says in str(failures[0])
        assert set(re.findall(r"\w+\.py", str(failures[0]))) == {"probe.py"}


COUNTER = []  # what a rule must not use


def test_a_rule_that_depends_on_something_outside_of_the_state_is_found():
    def count(c):
        counter = COUNTER  # the definition of the game refuses `COUNTER.append(1)`
        counter.append(1)
        c.G.total += len(counter)
        if c.G.total > 20:
            c.win(c.seat)

    report = play_and_check(game_of(moves={"count": count}), 10)
    (problem,) = [one for one in report.problems if one.code == "not_repeatable"]
    assert "do not lead to the same state. Input" in problem.sentence
    assert "global variable" in problem.hint


def test_a_state_with_a_value_of_another_type_is_found():
    def mark(c):
        c.G.total = "lots"
        c.win(c.seat)

    report = play_and_check(game_of(moves={"mark": mark}), 10)
    (problem,) = [one for one in report.problems if one.code == "wrong_type"]
    assert problem.sentence == "G.total has a value of another type: expected `int`, got `str`."
    with pytest.raises(AssertionError, match=r"G\.total has a value of another type"):
        conformance(game_of(moves={"mark": mark}))


def test_a_match_that_cannot_be_saved_is_found_with_its_place_and_input():
    def mark(c):
        c.G["board"] = {(0, 1): "x"}
        if c.ctx.num_moves > 3:
            c.win(c.seat)

    report = play_and_check(tw.Game("grid", moves={"mark": mark}), 10)
    (problem,) = [one for one in report.problems if one.code == "not_saved"]
    assert "a key of G['board'] is the tuple (0, 1)" in problem.sentence
    assert problem.path == "play"
    assert "after seat 0 mark at play." in problem.hint


def hands(moves):
    """A game in which both seats hold a card."""

    def deal(c):
        for seat in c.seats:
            c.create_card("a", "hand", seat)

    return tw.Game("hands", zones={"hand": tw.Zone("owner")}, moves=moves, setup=deal)


def test_a_domain_of_cards_instead_of_ids_is_found():
    cards = tw.card_arg(lambda c: c.cards_in("hand"))

    def play(c, card=cards):
        c.win(c.seat)

    (failure,) = play_and_check(hands({"play": play}), 5).failures
    assert "domain of 'card' of move 'play' (test_played_check.py:" in failure.sentence
    assert "lists Card objects; list the ids of the cards." in failure.sentence


def test_a_question_that_offers_cards_by_their_numbers_is_a_warning():
    def deal(c):
        for seat in c.seats:
            for kind in ("ace", "king", "ten"):
                c.create_card(kind, "hand", seat)

    def lay_one_of_two(c):
        yield c.choose("Which?", c.zone("hand")[1:])
        c.win(c.seat)

    def lay_any(c):
        yield c.choose("Which?", list(c.zone("hand")))
        c.win(c.seat)

    zones = {"hand": tw.Zone("owner")}
    for rule, codes in ((lay_one_of_two, ["unnamed_cards"]), (lay_any, [])):
        game = tw.Game("hands", zones=zones, moves={"lay": rule}, setup=deal)
        found = [one for one in play_and_check(game, 3).problems if one.severity == "warning"]
        assert [one.code for one in found] == codes, found


def test_a_rule_that_returns_no_seats_is_named():
    phases = {"main": {"start": True, "who": lambda c: 0}}
    (failure,) = play_and_check(game_of(flow={"phases": phases}), 5).failures
    assert failure.sentence.startswith("who of play/main (test_played_check.py:")
    assert "returned 0. It returns a list of seats, such as [0]." in failure.sentence
    flow = {"turn": {"order": lambda c: c.turn_player + 1, "phases": {"main": {"start": True}}}}
    (failure,) = play_and_check(game_of(flow=flow), 5).failures
    assert "order of play (test_played_check.py:" in failure.sentence


def test_a_failure_has_a_hint():
    def go(c):
        c.card(0).knd  # noqa: B018

    report = play_and_check(hands({"go": go}), 5)
    (problem,) = [one for one in report.problems if one.code == "fails"]
    assert problem.path == "move 'go'"
    assert problem.hint == "Did you mean 'kind'? The match with seed 0 shows it."


def test_one_list_in_two_places_of_the_state_is_found():
    def go(c):
        row = [0]
        c.G["mine"], c.G["theirs"] = row, row
        c.win(c.seat)

    report = play_and_check(tw.Game("rows", moves={"go": go}), 5)
    (problem,) = [one for one in report.problems if one.code == "shared_twice"]
    assert problem.sentence.startswith("G['mine'] and G['theirs'] are the same list")


@pytest.mark.parametrize(
    "settings", [{"view": lambda c, seat: c.nothing}, {"evaluate": lambda c: 0.0}]
)
def test_a_view_or_a_rating_that_fails_is_found_by_playing(settings):
    (failure,) = play_and_check(game_of(**settings), 8).failures
    (name,) = settings
    assert failure.sentence.startswith(f"{name} of the game (test_played_check.py:")
