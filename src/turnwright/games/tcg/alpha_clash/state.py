"""The state of an Alpha Clash game. The pending effects are Standby; its top is last."""

from __future__ import annotations

import turnwright as tw
from turnwright.games.tcg.common.pending_effects import CardGameState


class Card(tw.Card):
    """A card; `ready` is False while it is engaged."""

    health: tw.Public[int] = 0  # of a Contender
    damage: tw.Public[int] = 0  # non-clash damage, until end of turn
    clash_damage: tw.Public[int] = 0  # until end of the clash
    gained: tw.Public[int] = 0  # attack and defense, until end of turn
    was_buffed: tw.Public[bool] = False  # this turn
    attached_to: tw.Public[int | None] = None
    set_in: tw.Public[int] = -1  # the turn in which a Trap was set


class Clash(tw.State):
    """The clash in progress; it has no attacker before the attack is declared."""

    attacker: tw.Public[int | None] = None
    target: tw.Public[int | None] = None
    obstructors: tw.Public[list[int]] = []
    buffed_by: tw.Public[list[int]] = []
    is_negated: tw.Public[bool] = False


class AlphaClashState(CardGameState):
    """Declared mulligans, Standby and the clash."""

    mulligans: tw.Public[list[int]] = []  # who has declared one
    clash: tw.Public[Clash | None] = None
