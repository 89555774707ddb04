"""The result of one run in numbers. Interpreter and kernel produce the same, in the order of the
plan."""

from __future__ import annotations

import msgspec

MAX_FALL_ROUND = 200
"""A fall in a later round counts as one in this round."""


class RunOutcome(msgspec.Struct, gc=False):
    """One run of a scenario. Lists follow the plan: sides, participants, their pools, actions."""

    seed: int
    winner: int
    """The side that won all its encounters, -1 for a draw."""
    rounds: int
    """The rounds of all encounters together."""
    capped: bool
    """Whether the limit of rounds ended an encounter."""
    guards: int
    """How often a loop was stopped."""
    fights: list[int]
    """The winner of every encounter that took place."""
    hp: list[int]
    """Hit points left, per participant; 0 for those who are down, dead, or never arrived."""
    dead: list[bool]
    """Per participant: dead, not only down."""
    pools: list[list[float]]
    """What is left in the pools that last longer than a turn, per participant."""
    damage: list[int]
    """Damage that other sides took from each action of a kind of combatant, with what it caused: by its
    statuses, by what it added to the damage of others, and by actions that it granted."""
    uses: list[int]
    """How often each action was used; a use that another action granted counts for that one."""
    course: list[list[list[int]]]
    """Per encounter, per side, at the end of each round: hit points in percent of the maximum. Those
    of the summoned and of forms are not counted."""
    falls: list[dict[int, int]]
    """Per encounter: the participants that fell to 0 hit points, and in which round first. Round 0 is
    before the fight."""
    deaths: list[list[int]]
    """Per encounter and side: how many died in it. The summoned are not counted."""
    summoned: dict[int, int] = {}
    """How often each combatant that is not there from the start was summoned; without those who never
    were."""
