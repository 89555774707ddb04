"""Tic-tac-toe, counter and duel40: the games of the README and of the benchmarks."""

from importlib import import_module

import pytest

import turnwright as tw
from turnwright.agents import RandomAgent, play_out
from turnwright.games import GAMES
from turnwright.games.counter.game import game as counter
from turnwright.games.duel40.game import game as duel40
from turnwright.games.tictactoe.game import game as tictactoe


def test_three_in_a_row_wins():
    match = tictactoe.start()
    for seat, cell in [(0, 0), (1, 3), (0, 1), (1, 4), (0, 2)]:
        match.play(seat, "mark", cell)
    assert match.result == tw.Result((0,), "three in a row")
    assert match.submit(tw.Answer(1, "mark", (5,))).code == "game_over"


def test_a_full_board_without_a_row_is_a_draw():
    match = tictactoe.start()
    for number, cell in enumerate([0, 1, 2, 4, 3, 5, 7, 6, 8]):
        match.play(number % 2, "mark", cell)
    assert match.result == tw.Result((), "the board is full")


def test_a_marked_cell_is_no_longer_an_option():
    match = tictactoe.start()
    match.play(0, "mark", 4)
    assert [option.args[0] for option in match.prompts[0].options] == [0, 1, 2, 3, 5, 6, 7, 8]
    assert match.submit(tw.Answer(1, "mark", (4,))).code == "illegal_argument"


def test_the_counter_counts_without_end():
    match = counter.start()
    for _ in range(200):
        match.play(0, "inc")
    assert (match.G.count, match.ctx.num_moves, match.result) == (200, 200, None)


@pytest.mark.parametrize("record", [True, False])
def test_duel40_ends_as_defined(record):
    """Every turn plays the first card and passes; then all of this is known in advance."""
    match = duel40.start(record=record)
    moves = 0
    while match.result is None:
        seat = match.ctx.turn_player
        match.play(seat, "playCard", 0)
        match.play(seat, "pass")
        moves += 2
    assert moves == match.ctx.num_moves == 140
    assert match.ctx.num_player_turns == 70
    assert match.ctx.num_turns == 35
    assert match.result == tw.Result((1,), "no card left to draw")
    for player in match.G.players:
        assert player.life == 895
        assert (len(player.board), len(player.hand), len(player.deck)) == (35, 5, 0)


def test_duel40_deals_its_decks_by_the_rule():
    match = duel40.start()
    first, second = match.G.players
    assert first.hand[:5] == [(39 - i) * 7 % 40 for i in range(5)]
    assert second.hand == [40 + (39 - i) * 7 % 40 for i in range(5)]
    assert len(first.hand) == 6  # the turn player has drawn


def test_in_duel40_only_the_turn_player_moves_and_only_cards_in_hand():
    match = duel40.start()
    assert match.submit(tw.Answer(1, "pass")).code == "not_your_turn"
    assert match.submit(tw.Answer(0, "playCard", (6,))).code == "illegal_argument"
    assert match.submit(tw.Answer(0, "playCard", (-1,))).code == "illegal_argument"


def test_in_duel40_a_hand_of_more_than_seven_is_discarded_at_the_end_of_the_turn():
    match = duel40.start()
    for _ in range(6):
        match.play(match.ctx.turn_player, "pass")
    first = match.G.players[0]
    assert (len(first.hand), len(first.discard)) == (8, 1)  # seven kept, one drawn since
    play_out(match, [RandomAgent(1), RandomAgent(2)])
    assert match.result is not None


@pytest.mark.parametrize("name", ["alpha-clash", "lorcana", "gundam", "riftbound", "grand-archive"])
def test_conceding_before_the_game_begins_ends_it(name):
    match = import_module(GAMES[name]).game.start()
    match.play(1, "concede")
    assert match.result.winners == (0,)
    assert match.ctx.place == "endGame"
