"""What the engine that made the recordings does differently from the game.

The recordings come from another implementation of the game, which has faults of its own. The rules
follow the game. A match with the option `variant="recording_engine"` follows that engine, so that its
recordings can be compared to their end; only `recordings.verify` does this.

Every difference replaces one rule, says what the engine does, and gives its evidence. "Seen in" names a
recorded entry that disagrees without it, "Tagged" a defect that the documentation of the recordings
lists. "Read in" names a file and a function of the engine, sts_lightspeed, whose source is public; no
recorded entry needs these.
"""

from . import content, fight_rules, monsters, run_rules
from .fight_rules import VARIANT

OPTIONS = {
    "variant": VARIANT,
    "without": ["Match and Keep!", "Colosseum"],
}
"""Options of a match that follows the recording engine. It leaves two events out. Tagged
cfg:event_roll_*."""

__all__ = ["OPTIONS", "VARIANT", "content", "fight_rules", "monsters", "run_rules"]
