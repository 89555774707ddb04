"""Playing strength on Duel: greedy beats random, and search beats greedy (fixed seeds)."""

from __future__ import annotations

from turnwright.agents import Greedy, Mcts, RandomAgent, play_out
from turnwright.games.duel.game import VARIANTS, game


def wins(one, other, pairs):
    """Return how many duels `one` wins; every seed is played from both sides."""
    won = 0
    for number in range(pairs):
        for side in (0, 1):
            agents = [one(f"{number} one"), other(f"{number} other")]
            match = game.start(f"strength {number}", options=VARIANTS[number % len(VARIANTS)])
            play_out(match, agents if side == 0 else agents[::-1], 6000)
            assert match.result is not None
            won += match.result.winner == side
    return won


def test_greedy_beats_random():
    assert wins(Greedy, RandomAgent, pairs=5) >= 8


def test_search_beats_greedy():
    assert wins(lambda seed: Mcts(40, seed), Greedy, pairs=5) >= 6
