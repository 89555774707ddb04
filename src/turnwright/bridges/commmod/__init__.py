"""Slay the Spire through Communication Mod: agents on the real game or on our own, HTTP, recordings."""

from .agent.action_base import Action
from .agent.coordinator import run_agent
from .agent.game_message import State
from .agent.screens import valid_actions

__all__ = ["Action", "State", "run_agent", "valid_actions"]
