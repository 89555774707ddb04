"""Made-up stat blocks and spells in 5e-bits format, and access to those of the SRD."""

from __future__ import annotations

import functools
import json
from typing import Any

import msgspec

from tests.shared_data import shared_path
from turnwright.bridges.srd5e.known_spells import Caster
from turnwright.bridges.srd5e.monsters import convert_monster
from turnwright.skirmish.model.scenario import CombatAction, Combatant


@functools.cache
def shared(name: str) -> list[dict[str, Any]]:
    """A file of the SRD, from the shared data."""
    return json.loads(shared_path("srd", name).read_bytes())


def monsters() -> list[dict[str, Any]]:
    return shared("5e-SRD-Monsters.json")


def spells() -> list[dict[str, Any]]:
    return shared("5e-SRD-Spells.json")


def index(name: str) -> dict[str, str]:
    return {"index": name, "name": name.upper()}


def beast(**fields: Any) -> dict[str, Any]:
    """A minimal stat block of a made-up monster."""
    plain = {
        "index": "mudhog", "name": "Mudhog", "size": "Large", "type": "beast",
        "armor_class": [{"type": "natural", "value": 13}], "hit_points": 30, "hit_dice": "4d10",
        "hit_points_roll": "4d10+8", "speed": {"walk": "40 ft.", "swim": "20 ft."},
        "strength": 16, "dexterity": 13, "constitution": 15, "intelligence": 2, "wisdom": 9,
        "charisma": 6,
        "challenge_rating": 1, "xp": 200,
    }  # fmt: skip
    return plain | fields


TUSK = {
    "name": "Tusk",
    "desc": "Melee Weapon Attack: +5 to hit, reach 10 ft., one target. Hit: 8 (1d10 + 3) "
    "piercing damage.",
}
HOOF = {
    "name": "Hoof",
    "desc": "Melee Weapon Attack: +5 to hit, reach 5 ft., one target. Hit: 5 (1d4 + 3) "
    "bludgeoning damage.",
}
SPIT = {
    "name": "Spit",
    "desc": "Ranged Weapon Attack: +3 to hit, range 30/90 ft., one target. Hit: 4 (1d6 + 1) "
    "acid damage.",
}


def converted(**fields: Any) -> Combatant:
    combatant, _ = convert_monster(beast(**fields))
    assert msgspec.json.decode(msgspec.json.encode(combatant), type=Combatant) == combatant
    return combatant


def named(combatant: Combatant, name: str) -> CombatAction:
    for action in (*combatant.actions, *combatant.reactions):
        if isinstance(action, CombatAction) and action.name == name:
            return action
    raise AssertionError(f"{combatant.name} has no {name}")


def names(combatant: Combatant) -> list[str]:
    return [action.name for action in combatant.actions if isinstance(action, CombatAction)]


BELLOW = {
    "name": "Bellow",
    "desc": "Each creature within 30 ft. of the hog must succeed on a DC 13 Wisdom saving "
    "throw or become "
    "frightened for 1 minute. If a creature's saving throw is successful, the "
    "creature is immune to the "
    "hog's Bellow for the next 24 hours.",
    "dc": {"dc_type": index("wis"), "dc_value": 13, "success_type": "none"},
}
MUD = {
    "name": "Mud Breath",
    "desc": "The hog exhales mud in a 30-foot cone. Each creature in that area must make a "
    "DC 12 Dexterity "
    "saving throw, taking 14 (4d6) bludgeoning damage on a failed save, or half as "
    "much damage on a "
    "successful one.",
    "usage": {"type": "recharge on roll", "dice": "1d6", "min_value": 5},
}

MAGE = Caster(dc=15, to_hit=7, modifier=4, level=9)


def spell(name: str = "Mudball", level: int = 2, **fields: Any) -> dict[str, Any]:
    plain = {"index": "x", "name": name, "level": level, "casting_time": "1 action", "range": "60 feet",
             "duration": "Instantaneous", "concentration": False, "desc": ["It happens."]}  # fmt: skip
    return plain | fields


def by_slot(**amounts: str) -> dict[str, Any]:
    levels = {key.removeprefix("l"): value for key, value in amounts.items()}
    return {"damage_type": index("fire"), "damage_at_slot_level": levels}
