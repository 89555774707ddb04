"""Kuhn and Leduc poker: their rules, and what OpenSpiel computes of them."""

import pyspiel
from open_spiel.python.algorithms import cfr, expected_game_score, exploitability
from open_spiel.python.algorithms.gambit import export_gambit

import turnwright as tw
import turnwright.envs
from turnwright.core.runtime.rng import Stream
from turnwright.games.kuhn.game import game as kuhn
from turnwright.games.leduc.game import game as leduc
from turnwright.testing import conformance


def dealt(game, *cards, **settings):
    """A match in which these positions of the remaining cards are drawn."""
    return game.start(scripts={"deal": list(cards)}, **settings)


def play(match, *moves):
    for move in moves:
        match.play(match.acting[0], move)
    return match


def test_the_higher_card_wins_a_called_bet_in_kuhn():
    match = play(dealt(kuhn, 2, 0), "bet", "bet")  # a king against a jack
    assert match.result == tw.Result((0,), "the higher card", (2, -2))


def test_a_bet_after_a_check_can_be_folded_in_kuhn():
    match = play(dealt(kuhn, 2, 0), "pass", "bet", "pass")
    assert match.result == tw.Result((1,), "the other folded", (-1, 1))


def test_nobody_sees_the_card_of_the_other():
    match = dealt(kuhn, 0, 0)
    assert match.view(0)["G"]["hands"] == {0: "J", 1: {"count": 1}}


def test_the_first_seat_begins_both_rounds_of_leduc():
    match = dealt(leduc, 0, 1, 2)  # a jack and a queen, then a king on the board
    assert match.acting == [0]
    play(match, "call", "call")
    assert match.acting == [0]
    match = play(dealt(leduc, 0, 1, 2), "call", "raise", "call")
    assert (match.acting, match.G.board) == ([0], "K")


def test_there_are_two_raises_in_a_round_of_leduc():
    match = play(dealt(leduc, 0, 1, 2), "raise", "raise")
    assert {option.move for option in match.prompts[0].options} == {"fold", "call"}
    assert match.G.bets == [3, 5]


def test_a_pair_wins_in_leduc():
    match = play(dealt(leduc, 0, 3, 0), "call", "call", "raise", "call")  # J, K, and J on the board
    assert match.result == tw.Result((0,), "a pair", (5, -5))


def test_equal_cards_divide_the_pot_in_leduc():
    match = play(dealt(leduc, 0, 0, 0), "call", "call", "call", "call")
    assert match.result == tw.Result((), "equal cards")


def test_both_games_keep_the_guarantees_of_the_engine():
    conformance(kuhn)
    conformance(leduc)


def test_the_value_of_kuhn_is_minus_one_eighteenth():
    game = turnwright.envs.spiel("kuhn", max_score=2)
    solver = cfr.CFRSolver(game)
    for _ in range(300):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert abs(value[0] + 1 / 18) < 0.01
    assert exploitability.exploitability(game, policy) < 0.02


def solved_in_cpp(name, max_score, iterations):
    """The value of a game for seat 0 and the exploitability of the solution, by OpenSpiel's C++ solver
    on the tree of our game."""
    tree = pyspiel.load_efg_game(export_gambit(turnwright.envs.spiel(name, max_score=max_score)))
    solver = pyspiel.CFRPlusSolver(tree)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = pyspiel.expected_returns(tree.new_initial_state(), [policy, policy], -1, True)[0]
    return value, pyspiel.exploitability(tree, policy)


def test_leduc_has_its_known_value_and_is_solved():
    value, exploitability_reached = solved_in_cpp("leduc", 13, 150)
    assert abs(value + 0.0856) < 0.002
    assert exploitability_reached < 0.05


def test_kuhn_is_solved_exactly():
    value, exploitability_reached = solved_in_cpp("kuhn", 2, 500)
    assert abs(value + 1 / 18) < 1e-3
    assert exploitability_reached < 1e-3


def test_our_kuhn_is_as_large_as_that_of_open_spiel():
    """Twelve information states, and the same exploitability of the uniform policy."""
    from open_spiel.python.policy import TabularPolicy

    ours, theirs = turnwright.envs.spiel("kuhn", max_score=2), pyspiel.load_game("kuhn_poker")
    assert len(TabularPolicy(ours).state_lookup) == len(TabularPolicy(theirs).state_lookup) == 12
    mine = exploitability.exploitability(ours, TabularPolicy(ours))
    assert abs(mine - exploitability.exploitability(theirs, TabularPolicy(theirs))) < 1e-9


def test_resampling_keeps_what_a_player_has_seen():
    state = turnwright.envs.spiel("leduc", max_score=13).new_initial_state()
    for action in (0, 1, 1, 1):  # a jack, then a queen, and two checks
        state.apply_action(action)
    cards = set()
    for seed in range(40):
        world = state.searched.resample(0, Stream.named(seed, "test"))
        assert world.information_state(0) == state.searched.information_state(0)
        cards.add(world.match.G.hands[1] if world.match else "")
    assert len(cards) > 1
