"""Fights: the engine (`fight`, `piles`, `card_play`, `turns`), and the content that its hooks hold."""

from . import (
    card_relics,
    cards,
    defect_powers,
    monsters,
    potions,
    powers,
    relics,
    silent_powers,
    watcher_powers,
)

__all__ = [
    "card_relics",
    "cards",
    "defect_powers",
    "monsters",
    "potions",
    "powers",
    "relics",
    "silent_powers",
    "watcher_powers",
]
