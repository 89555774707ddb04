"""The state of a Lorcana game. The pending effects are the bag (rule 7.7)."""

from __future__ import annotations

import turnwright as tw
from turnwright.games.tcg.common.pending_effects import CardGameState


class Card(tw.Card):
    """A card; `ready` is False while it is exerted."""

    damage: tw.Public[int] = 0
    drying: tw.Public[bool] = False  # 5.1.1.11: it has come into play this turn
    location: tw.Public[int | None] = None  # where this character is
    strength_this_turn: tw.Public[int] = 0


class Challenge(tw.State):
    """The challenge in progress."""

    challenger: tw.Public[int]
    challenged: tw.Public[int]


class LorcanaState(CardGameState):
    """Lore, ink, the opening hands that were altered, and the bag."""

    lore: tw.Public[list[int]] = tw.default(lambda: [0, 0])
    ink: tw.Public[list[int]] = tw.default(lambda: [0, 0])  # how many ink cards are ready
    has_inked: tw.Public[bool] = False
    altered: tw.Public[list[int]] = []  # who has altered the opening hand
    challenge: tw.Public[Challenge | None] = None
    bag_holder: tw.Public[int | None] = None  # who resolved last, while the bag is not empty
