"""The state of a Riftbound game. The pending effects are the chain; the newest item is last."""

from __future__ import annotations

import turnwright as tw
from turnwright.games.tcg.common.pending_effects import CardGameState


class Card(tw.Card):
    """A card; `ready` is False while it is exhausted."""

    damage: tw.Public[int] = 0
    bonus: tw.Public[int] = 0  # Might given "this turn"
    stunned: tw.Public[bool] = False
    location: tw.Public[int | None] = None  # the battlefield a card is at; None is the base
    # of battlefields:
    controller: tw.Public[int | None] = None
    contested: tw.Public[int | None] = None  # the player who applied Contested status
    facedown: tw.Public[int | None] = None  # the player who has a card in the facedown zone
    # of facedown cards:
    hidden_in: int = 0  # the turn in which it was hidden


class RiftboundState(CardGameState):
    """Points, energy, the chain, and the showdown or combat in progress."""

    points: tw.Public[list[int]] = tw.default(lambda: [0, 0])
    energy: tw.Public[list[int]] = tw.default(lambda: [0, 0])  # in the rune pools
    scored: tw.Public[list[list[int]]] = tw.default(lambda: [[], []])  # battlefields, this turn
    fight: tw.Public[int | None] = None  # the battlefield of the showdown or combat in progress
    focus: tw.Public[int | None] = None
    attacker: tw.Public[int | None] = None
    is_initial_chain: tw.Public[bool] = False
