"""Potions outside of fights."""

from __future__ import annotations

from turnwright.games.spire.context import SpireContext
from turnwright.games.spire.rule_variants import replaceable
from turnwright.games.spire.state import NO_POTION, has_potions

from .rewards import random_potion

DRINKABLE = ("BloodPotion", "EntropicBrew", "Fruit Juice")


def _may_touch(c: SpireContext) -> bool:
    """Potions cannot be used while We Meet Again asks for one."""
    return has_potions(c.G) and (c.G.event != "WeMeetAgain" or c.G.screen != "EVENT")


def drinkable(c: SpireContext) -> list[int]:
    """Slots with a potion that can be used outside of a fight."""
    if not _may_touch(c):
        return []
    return [slot for slot, kind in enumerate(c.G.potions) if kind in DRINKABLE]


def held(c: SpireContext) -> list[int]:
    """Slots with a potion that can be thrown away."""
    if not _may_touch(c):
        return []
    return [slot for slot, kind in enumerate(c.G.potions) if kind != NO_POTION]


def discard(c: SpireContext, slot: int) -> None:
    """Throw a potion away."""
    c.G.potions[slot] = NO_POTION


@replaceable
def heal_from_ornithopter(c: SpireContext) -> None:
    """Toy Ornithopter: heal 5 HP for a potion."""
    if c.has("Toy Ornithopter"):
        c.heal(5)


def drink(c: SpireContext, slot: int) -> None:
    """Use a potion outside of a fight."""
    kind = c.G.potions[slot]
    discard(c, slot)
    heal_from_ornithopter(c)
    twice = 2 if c.has("SacredBark") else 1
    if kind == "BloodPotion":
        c.heal(c.part(0.2 * twice))
    elif kind == "Fruit Juice":
        c.gain_max_hp(5 * twice)
    else:
        for place, held in enumerate(c.G.potions):
            found = random_potion(c)
            if held == NO_POTION and not c.has("Sozu"):
                c.G.potions[place] = found
