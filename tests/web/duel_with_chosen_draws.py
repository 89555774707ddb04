"""Duel with an option for the first draws of each seat: `options: {"draws": [[..], [..]]}`.

The test server loads this file with `turnwright serve --game`, so that tests meet the same prompts
every time.
"""

from __future__ import annotations

from typing import Any

from turnwright.games.duel.game import game, set_up
from turnwright.games.duel.state import STARTING_HAND

__all__ = ["game"]


def set_up_with_draws(c: Any) -> None:
    """Set up the game, then let each seat draw again from a deck with the chosen cards on top."""
    set_up(c)
    for seat, names in enumerate(c.options.get("draws", [])):
        for card in list(c.zone("hand", seat)):
            c.move_card(card, "deck", seat)
        for name in reversed(names):
            deck = c.zone("deck", seat)
            c.move_card(next(card for card in deck if c.card(card).kind == name), "deck", seat)
        c.draw_card(STARTING_HAND, seat)


game.setup = set_up_with_draws
