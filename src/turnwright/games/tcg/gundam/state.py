"""The state of a Gundam Card Game."""

from __future__ import annotations

import turnwright as tw
from turnwright.games.tcg.common.pending_effects import CardGameState


class Card(tw.Card):
    """A card; `ready` is False while it is rested."""

    damage: tw.Public[int] = 0
    pilot: tw.Public[int | None] = None  # the Pilot beneath this Unit
    deployed_on: tw.Public[int] = -1  # the number of the turn
    ap_this_turn: tw.Public[int] = 0
    ap_this_battle: tw.Public[int] = 0


class Battle(tw.State):
    """The battle in progress; the target is a Unit or the player."""

    attacker: tw.Public[int]
    target: tw.Public[int | str]


class GundamState(CardGameState):
    """The battle, and the triggered effects that wait to resolve."""

    battle: tw.Public[Battle | None] = None
