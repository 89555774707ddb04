"""For people who test their games: properties that every game must have, and scripts for chance.

`conformance(game)` plays random legal moves and checks what the engine promises; a test suite that
calls it for its own game finds most mistakes in rules before any player does.
"""

from .conformance import check_match, conformance
from .hidden_information import permute_hidden
from .scenario_builder import arrange
from .scripted_rng import assert_used_up

__all__ = ["arrange", "assert_used_up", "check_match", "conformance", "permute_hidden"]
