"""The mod's side of the protocol: Communication Mod in front of the simulator."""

from .json.message import state_json
from .mod import Mod, RunRequest
from .session import Quirks, Session

__all__ = ["Mod", "Quirks", "RunRequest", "Session", "state_json"]
