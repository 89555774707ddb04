"""Fights: the engine (`fight`), and its content: cards, monsters, relics, potions."""
