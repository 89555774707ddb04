"""Fights: the engine (`fight`, `piles`, `card_play`, `turns`), and the content that its hooks hold."""

from . import cards, monsters, potions, powers, relics

__all__ = ["cards", "monsters", "potions", "powers", "relics"]
