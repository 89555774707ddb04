"""What one run came to, in numbers. Both executors fill in the same ones, in the order of the plan."""

from __future__ import annotations

import msgspec


class Outcome(msgspec.Struct, gc=False):
    """One run of a scenario. Lists go by the plan: sides, bodies, pools of a body, deeds."""

    seed: int
    winner: int
    """The side that won all its encounters, -1 for a draw."""
    rounds: int
    """Of all encounters together."""
    capped: bool
    """Was an encounter ended by the limit of rounds?"""
    guards: int
    """How often a loop was broken off."""
    fights: list[int]
    """The winner of every encounter that took place."""
    hp: list[int]
    """Hit points left, per body; 0 for who is down or dead, or never came."""
    dead: list[bool]
    """Per body: dead, not only down."""
    pools: list[list[float]]
    """What is left in the pools that last longer than a turn, per body."""
    damage: list[int]
    """Damage taken by others from each deed: an action of a kind of combatant."""
    uses: list[int]
    """How often each deed was used."""
    course: list[list[list[int]]]
    """Per encounter, per side, at the end of each round: hit points in percent of the maximum."""
