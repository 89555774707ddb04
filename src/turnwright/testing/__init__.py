"""Tools for testing games: conformance checks, scenarios and scripted random numbers.

`conformance(game)` plays random legal moves and checks the guarantees of the engine. Call it from the
test suite of a game.
"""

from .conformance import check_match, conformance
from .hidden_information import permute_hidden
from .scenario_builder import arrange
from .scripted_rng import assert_used_up

__all__ = ["arrange", "assert_used_up", "check_match", "conformance", "permute_hidden"]
