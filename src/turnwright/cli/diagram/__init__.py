"""Draw a game's flow.

`--at` highlights where a recorded match stands; `--coverage` greys out what a set of recorded matches
never visited.
"""

from .command import add_arguments, run

__all__ = ["add_arguments", "run"]
