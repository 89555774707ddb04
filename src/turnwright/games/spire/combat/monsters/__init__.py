"""Monsters of acts 1 to 4, and the groups in which they are met."""

from __future__ import annotations

from turnwright.games.spire.combat.hooks import HOOKS

from . import (
    act1,
    act2,
    act2_bosses,
    act3,
    act3_elites_and_bosses,
    act4,
    gremlins,
    monster_powers,
    outlaws,
    slimes,
)
from .encounter_groups import ENCOUNTERS, set_up
from .monster_definition import MONSTERS, Intent, facts, intent, name_of, spawn, take_turn

HOOKS.take_turn = take_turn

__all__ = [
    "ENCOUNTERS",
    "MONSTERS",
    "Intent",
    "act1",
    "act2",
    "act2_bosses",
    "act3",
    "act3_elites_and_bosses",
    "act4",
    "facts",
    "gremlins",
    "intent",
    "monster_powers",
    "name_of",
    "outlaws",
    "set_up",
    "slimes",
    "spawn",
    "take_turn",
]  # fmt: skip
