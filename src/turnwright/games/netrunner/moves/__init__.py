"""The moves of a player, under the names of jinteki.net's commands.

Legality is written here once: the domain of each argument lists what is allowed. A refused move
changes nothing. Importing this package registers all moves.
"""

from . import ability_moves, card_moves, run_moves, turn_moves
from .registry import MOVES

__all__ = ["MOVES", "ability_moves", "card_moves", "run_moves", "turn_moves"]
