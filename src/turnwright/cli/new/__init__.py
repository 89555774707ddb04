"""Make a folder with a new game: rules, a bot, a board, tests and a package.

The game is a small card game that can be played at once. Change it into yours.
"""

from .command import add_arguments, run

__all__ = ["add_arguments", "run"]
