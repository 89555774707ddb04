"""Duel as it is, except that a room may say which cards lie on top: `options: {"draws": [[..], [..]]}`.

Read by the server of the tests (`turnwright serve --game`), so that the same prompts come every time.
"""

from __future__ import annotations

from typing import Any

from turnwright.games.duel.game import game, set_up
from turnwright.games.duel.state import STARTING_HAND

__all__ = ["game"]


def stack(c: Any) -> None:
    """Set up, and then let each seat draw again from a deck with the wanted cards on top."""
    set_up(c)
    for seat, names in enumerate(c.options.get("draws", [])):
        for card in list(c.zone("hand", seat)):
            c.move_card(card, "deck", seat)
        for name in reversed(names):
            deck = c.zone("deck", seat)
            c.move_card(next(card for card in deck if c.card(card).kind == name), "deck", seat)
        c.draw_card(STARTING_HAND, seat)


game.setup = stack
