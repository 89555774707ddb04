"""The state of a Grand Archive game. The pending effects are the effects stack; its top is last.

Triggered abilities that are not declared yet enter the stack before the next Opportunity.
"""

from __future__ import annotations

import turnwright as tw
from turnwright.games.tcg.common.pending_effects import CardGameState


class Card(tw.Card):
    """A card; `ready` says that an object is awake."""

    damage: tw.Public[int] = 0  # permanent on champions, until the end of the turn on allies
    durability: tw.Public[int] = 0
    bonus: tw.Public[int] = 0  # power until the end of the turn


class Combat(tw.State):
    """The combat in progress."""

    attacker: tw.Public[int]
    weapon: tw.Public[int | None]
    target: tw.Public[int]
    is_retaliated: tw.Public[bool] = False


class GrandArchiveState(CardGameState):
    """Starting champions, the effects stack and the combat."""

    starting: tw.Own[list[int | None]] = tw.default(lambda: [None, None])
    combat: tw.Public[Combat | None] = None
