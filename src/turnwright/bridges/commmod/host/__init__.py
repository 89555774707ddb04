"""The mod's side of the wire: the simulator with the voice of Communication Mod."""

from .json.message import state_json
from .mod import Mod, Start
from .session import Desk, Quirks

__all__ = ["Desk", "Mod", "Quirks", "Start", "state_json"]
