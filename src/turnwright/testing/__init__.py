"""For people who test their games: properties that every game must have, and scripts for chance.

`conformance(game)` plays random legal moves and checks what the engine promises; a test suite that
calls it for its own game finds most mistakes in rules before any player does.
"""

from .conformance import check_match, conformance
from .scripts import assert_used_up
from .secrets import permute_hidden
from .table import arrange

__all__ = ["arrange", "assert_used_up", "check_match", "conformance", "permute_hidden"]
