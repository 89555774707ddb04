"""The mod's side of the wire: the simulator with the voice of Communication Mod."""

from turnwright.bridges.commmod.host.desk import Desk, Quirks
from turnwright.bridges.commmod.host.mod import Mod, Start
from turnwright.bridges.commmod.host.state import state_json

__all__ = ["Desk", "Mod", "Quirks", "Start", "state_json"]
