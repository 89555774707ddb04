"""Fixtures of the command line tests."""

import pytest

from turnwright.games.tictactoe.game import game as tictactoe


@pytest.fixture
def recorded(tmp_path):
    """The record of a short tic-tac-toe match that seat 0 wins, as a file."""
    match = tictactoe.start(7)
    for turn, cell in enumerate([0, 3, 1, 4, 2]):
        match.play(turn % 2, "mark", cell)
    path = tmp_path / "match.json"
    path.write_bytes(match.record.to_json())
    return path
