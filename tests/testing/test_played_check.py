"""`turnwright check` plays: what random matches show about the rules."""

import pytest

import turnwright as tw
from turnwright.core.analysis.lint import check
from turnwright.games.tictactoe.game import game as tictactoe
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
