"""What the engine that made the recordings does differently from the game.

The recordings come from another implementation of the game, which has faults of its own. The rules
follow the game. A match with the option `variant="recording_engine"` follows that engine, so that its
recordings can be compared to their end; only `recordings.verify` does this.

Every difference replaces one rule and says what the engine does. "Seen in" names a recorded entry that
disagrees without it, "Tagged" a defect that the documentation of the recordings lists. For those with
neither, no entry has been identified.
"""

from . import content, fight_rules, monsters, run_rules
from .fight_rules import VARIANT

OPTIONS = {"variant": VARIANT, "without": ["Match and Keep!", "Colosseum"]}
"""Options of a match that follows the recording engine. It leaves two events out."""

__all__ = ["OPTIONS", "VARIANT", "content", "fight_rules", "monsters", "run_rules"]
