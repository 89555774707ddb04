"""Tests of New Game: set the table, play, look."""

from __future__ import annotations

from turnwright.agents import RandomAgent, play_out
from turnwright.testing import arrange, conformance

from new_game.agents import Careful
from new_game.game import game


def test_the_game_keeps_the_guarantees_of_the_engine() -> None:
    """Random matches: no exceptions, no secrets in views, equal replays, and so on."""
    conformance(game)


def test_the_higher_card_scores_two_points() -> None:
    """A bet that is answered shows both cards."""
    match = game.start(seed=1)
    cards = arrange(match, {"hand:0": ["2"], "hand:1": ["6"]}, clear=["hand:0", "hand:1"])
    match.play(0, "bet", cards["2"])
    assert match.view(1)["zones"]["bet:0"] == {"count": 1}  # face down
    match.play(1, "answer", cards["6"])
    assert match.G.points == [0, 2]


def test_a_bet_that_is_not_answered_scores_one_point() -> None:
    """Bluffing works."""
    match = game.start(seed=1)
    match.play(0, "bet", match.ctx.zones["hand:0"][0])
    match.play(1, "pass")
    assert match.G.points == [1, 0]
    assert match.ctx.turn_player == 1


def test_the_bot_plays_whole_matches() -> None:
    """Every match has a result."""
    for seed in range(20):
        match = play_out(game.start(seed=seed), [Careful(seed), RandomAgent(seed)])
        assert match.result is not None
