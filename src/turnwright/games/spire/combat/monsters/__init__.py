"""Monsters: what they are (acts 1 to 4), how they come in groups, and what the fight asks of them."""

from __future__ import annotations

from turnwright.games.spire.combat.hooks import Hooks

from . import (
    act1,
    act2,
    act2_bosses,
    act3,
    act3_leaders,
    act4,
    gremlins,
    outlaws,
    powers,
    slimes,
)
from .groups import ENCOUNTERS, set_up
from .kinds import KINDS, Intent, attacks, facts, intent, name_of, spawn, take_turn

Hooks.take_turn = staticmethod(take_turn)
Hooks.attacks = staticmethod(attacks)

__all__ = [
    "ENCOUNTERS", "KINDS", "Intent", "act1", "act2", "act2_bosses", "act3", "act3_leaders", "act4",
    "facts", "gremlins", "intent", "name_of", "outlaws", "powers", "set_up", "slimes",
    "spawn", "take_turn",
]  # fmt: skip
