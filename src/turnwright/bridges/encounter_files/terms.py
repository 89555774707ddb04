"""Terms of the fifth edition that several importers use."""

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

UNLIMITED_USES = 99
"""Free reactions can be used once per turn; with this many uses they apply every time."""


PLACEHOLDER = Combatant(
    name="Training dummy", hp=1000, notes="A placeholder: replace it by other combatants."
)


def unique(name: str, taken: set[str]) -> str:
    """Return the name, with a number if it is taken."""
    found, number = name, 2
    while found in taken:
        found, number = f"{name} ({number})", number + 1
    return found
