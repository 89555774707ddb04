"""Fights: the engine (`fight`), and its content: cards, powers, monsters, relics, potions."""

from . import cards, monsters, potions, powers, relics
from .fight_start_end import begin
from .moves import end, play, potion_discard, potion_use

__all__ = [
    "begin",
    "cards",
    "end",
    "monsters",
    "play",
    "potion_discard",
    "potion_use",
    "potions",
    "powers",
    "relics",
]
