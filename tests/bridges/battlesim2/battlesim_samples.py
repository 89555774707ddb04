"""Small files in battlesim2 format for the tests of the importer."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from tests.shared_data import shared_path
from turnwright.bridges.encounter_files.importer import import_data
from turnwright.skirmish.model.import_report import ImportedScenario
from turnwright.skirmish.model.scenario import CombatAction, Combatant, Scenario


def shared_files() -> list[Path]:
    """The battlesim2 files of the shared data."""
    return sorted(shared_path("battlesim").glob("*.json"))


def club(**fields: Any) -> dict[str, Any]:
    return {"type": "atk", "name": "Club", "actionSlot": 0, "dpr": "1d6+2", "toHit": 4, **fields}


def creature(name: str = "Ann", *actions: dict[str, Any], **fields: Any) -> dict[str, Any]:
    return {"name": name, "hp": 20, "ac": 14, "saveBonus": 1, "actions": list(actions), **fields}


def day(*players: dict[str, Any], monsters: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    enemies = monsters or [creature("Goblin", club())]
    return {
        "name": "A day",
        "players": list(players),
        "timeline": [{"type": "combat", "monsters": enemies}],
    }


def imported(data: Any) -> ImportedScenario:
    """Import data; the scenario survives a round trip through JSON."""
    found = import_data(data)
    assert msgspec.json.decode(msgspec.json.encode(found.scenario), type=Scenario) == found.scenario
    return found


def hero(*actions: dict[str, Any], **fields: Any) -> tuple[Combatant, ImportedScenario]:
    found = imported(day(creature("Ann", *actions, **fields)))
    return found.scenario.sides[0].combatants[0], found


def act(**fields: Any) -> CombatAction:
    """The only action of a hero."""
    ann, _ = hero(club(**fields))
    (action,) = (*ann.actions, *ann.reactions)
    assert isinstance(action, CombatAction)
    return action


def note_paths(found: ImportedScenario, severity: str) -> list[str]:
    return [note.path for note in found.report.notes if note.severity == severity]


def template(name: str, **options: Any) -> dict[str, Any]:
    fields = {"type": "template", "freq": "at will", "condition": "default"}
    return {**fields, "templateOptions": {"templateName": name, **options}}


def everything() -> dict[str, Any]:
    """A file that uses nearly every feature."""
    damage = {"type": "Damage", "amount": "1", "damageType": "fire"}
    chain = {"type": "Chain", "effects": [damage]}
    answer = {"condition": "OnHit", "requirements": ["range:5"], "effect": chain}
    buff = {"displayName": "B", "duration": "1 round", "ac": 1, "condition": "Poisoned"}
    buff["triggers"] = [answer]
    slots = {
        "type": "Variable",
        "resourceType": "SpellSlot",
        "resourceVal": "1",
        "min": 1,
        "max": 2,
    }
    when = {"And": {"conditions": ["OnHit", "HasTempHp"]}}
    ann = creature(
        "Ann",
        club(
            cost=[slots],
            requirements=[{"type": "CombatState", "condition": {"EnemyInRange": 5}}],
            tags=["Fire"],
            freq={"reset": "sr", "uses": 1},
            riderEffect={"dc": 10, "buff": buff},
        ),
        club(type="debuff", saveDC=10, buff={"displayName": "C", "save": -1}),
        club(type="heal", amount=3),
        template("Bane", saveDC=9),
        spellSlots={"1": 2},
        classResources={"Ki": 1},
        hitDice="2d8",
        magicItems=[{"name": "R", "buffs": [{"displayName": "D", "ac": 1}]}],
        triggers=[{"condition": when, "cost": 4, "action": club()}],
    )
    return day(ann)
