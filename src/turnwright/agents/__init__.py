"""What answers prompts. An agent sees a prompt (and may look at the match's view) and answers it."""

from .base import Agent, play_out
from .random import RandomAgent

__all__ = ["Agent", "RandomAgent", "play_out"]
