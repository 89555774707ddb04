"""Words of the fifth edition that several importers know."""

from __future__ import annotations

from turnwright.skirmish.model.scenario import Combatant

ABILITIES = ("str", "dex", "con", "int", "wis", "cha")

DAMAGE_TYPES = (
    "acid", "bludgeoning", "cold", "fire", "force", "lightning", "necrotic", "piercing", "poison",
    "psychic", "radiant", "slashing", "thunder",
)  # fmt: skip

CONDITIONS = (
    "blinded", "charmed", "deafened", "frightened", "grappled", "incapacitated", "invisible",
    "paralyzed", "petrified", "poisoned", "prone", "restrained", "stunned", "unconscious",
)  # fmt: skip
"""The conditions that rule profiles define."""

OFTEN = 99
"""Reactions that cost nothing may be used once a turn; these may be used whenever they apply."""


STRAW_MAN = Combatant(
    name="Straw man", hp=1000, notes="It only stands there: put others in its place."
)


def unique(name: str, taken: set[str]) -> str:
    """This name, or with a number if it is taken."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name} ({number})", number + 1
    return found
