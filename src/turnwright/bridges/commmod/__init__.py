"""Slay the Spire through Communication Mod: agents on the real game or on our own, HTTP, recordings."""

from turnwright.bridges.commmod.action import Action
from turnwright.bridges.commmod.coordinator import run_agent
from turnwright.bridges.commmod.screens import valid_actions
from turnwright.bridges.commmod.state import State

__all__ = ["Action", "State", "run_agent", "valid_actions"]
