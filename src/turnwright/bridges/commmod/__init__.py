"""Slay the Spire through Communication Mod: agents for the real game and for ours, HTTP, recordings."""

from .agent.action_base import Action
from .agent.coordinator import run_agent
from .agent.game_state import GameState
from .agent.screens import valid_actions

__all__ = ["Action", "GameState", "run_agent", "valid_actions"]
