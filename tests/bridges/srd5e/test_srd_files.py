"""Files with monsters and spells in 5e-bits format, and the complete SRD."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from tests.bridges.srd5e.srd_samples import beast, by_slot, monsters, named, names, spell, spells
from turnwright.bridges.encounter_files.importer import detect, import_data, import_file
from turnwright.bridges.srd5e.monsters import convert_file
from turnwright.bridges.srd5e.prose_parser import hit
from turnwright.core.rules.cost import Cost
from turnwright.skirmish.api import write
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.runs import play
from turnwright.skirmish.model.file_problems import BadFile
from turnwright.skirmish.model.files import parse
from turnwright.skirmish.model.name_resolution import resolve
from turnwright.skirmish.model.scenario import Save, Scenario, Side
from turnwright.skirmish.validation import validate

# --- files -------------------------------------------------------------------------------------------


def test_formats_are_detected(tmp_path: Path):
    assert detect([beast()]) == "monsters"
    assert detect(beast()) == "monsters"
    assert detect([spell()]) == "spells"
    assert detect({"players": [], "monsters": []}) == "battlesim"
    assert detect([]) is None
    assert detect({"a": 1}) is None


def test_monsters_are_chosen_by_name(tmp_path: Path):
    path = tmp_path / "monsters.json"
    path.write_text(json.dumps([beast(), beast(name="Ox", index="ox")]))
    one = import_file(path, names=["ox"])
    assert [c.name for c in one.scenario.sides[0].combatants] == ["Ox"]
    with pytest.raises(BadFile, match="there is no monster 'Unicorn' in this file"):
        import_file(path, names=["Unicorn"])
    with pytest.raises(BadFile, match="expected a list of spells"):
        import_file(path, spells=path)


def test_spells_become_actions_of_the_scenario():
    found = import_data([spell(damage=by_slot(l2="3d6"), attack_type="melee"), spell("Nothing")])
    assert list(found.scenario.actions) == ["Mudball"]
    assert found.report.totals.text == 1


def test_an_invalid_monster_is_left_out_and_the_others_are_converted():
    found = convert_file(
        [beast(name="Good"), {"hit_points": "many", "armor_class": None, "name": 7}]
    )
    assert [c.name for c in found.scenario.sides[0].combatants] == ["Good", "Monster"]


# --- all of the SRD ----------------------------------------------------------------------------------


@functools.cache
def everything() -> Any:
    return convert_file(monsters(), spells())


def test_all_monsters_convert_and_nearly_all_can_attack():
    found = everything()
    totals = found.report.totals
    assert totals.all == len(monsters())
    assert totals.can_attack >= 330
    assert totals.understood >= 700, "in every clause"
    assert totals.understood + totals.approximated >= 1200
    assert totals.covered >= 0.89
    scenario = found.scenario
    assert msgspec.json.decode(msgspec.json.encode(scenario), type=Scenario) == scenario


def test_all_spells_are_converted_or_reported():
    found = import_data(spells())
    assert found.report.totals.all == len(spells())
    assert len(found.scenario.actions) >= 115
    strong = [s for s in spells() if s.get("damage") and s.get("casting_time") == "1 action"]
    read = [s for s in strong if s["name"] in found.scenario.actions]
    assert len(read) / len(strong) >= 0.95


def test_prose_and_fields_agree_on_plain_attacks():
    """Where the fields are complete, they confirm what was read from the prose."""
    agreed = checked = 0
    for data in monsters():
        for entry in data.get("actions", ()):
            parts = [p for p in entry.get("damage", ()) if "damage_dice" in p]
            read = hit(entry["desc"], entry["name"], has_shield=True)
            if not parts or "attack_bonus" not in entry or read is None or read.parsed.effects:
                continue
            fields = [(p["damage_dice"].replace(" ", ""), p["damage_type"]["index"]) for p in parts]
            checked += 1
            agreed += fields == [tuple(part.split()) for part in read.damage]
    assert checked > 400
    assert agreed / checked > 0.98


def test_a_dragon_has_the_numbers_of_its_stat_block():
    dragon = (
        convert_file(monsters(), spells(), ["Adult Red Dragon"]).scenario.sides[0].combatants[0]
    )
    assert (dragon.hp, dragon.ac, dragon.immune) == (256, 19, ("fire",))
    breath = named(dragon, "Fire Breath")
    assert breath.effect == (Save(21, "dex", "18d6 fire", half=True),), "the prose says half"
    assert names(dragon)[2:5] == ["Fire Breath", "Frightful Presence", "Multiattack"]
    assert named(dragon, "Wing Attack (legendary)").cost == (Cost("Legendary", 2),)


def test_every_monster_can_be_written_and_read_again():
    for combatant in everything().scenario.sides[0].combatants[::25]:
        scenario = convert_file(monsters(), spells(), [combatant.name]).scenario
        assert resolve(parse(write(scenario))) == resolve(scenario), combatant.name


def test_validation_finds_no_errors_in_converted_monsters():
    for combatant in everything().scenario.sides[0].combatants[::7]:
        foe = msgspec.structs.replace(combatant, name="Foe")
        scenario = Scenario(sides=(Side("A", (combatant,)), Side("B", (foe,))))
        findings = [one for one in validate(resolve(scenario)) if one.severity == "error"]
        assert not findings, combatant.name


def test_every_monster_can_fight():
    """Each fights three knights and a mage: no errors, and no endless loops."""
    combatants = everything().scenario.sides[0].combatants
    by_name = {one.name: one for one in combatants}
    knights = msgspec.structs.replace(by_name["Knight"], name="Sir", count=3)
    party = Side("Party", (knights, msgspec.structs.replace(by_name["Mage"], name="Merle")))
    used = set()
    for combatant in combatants:
        plan = compile_plan(resolve(Scenario(sides=(party, Side("Monsters", (combatant,))))))
        for seed in range(3):
            outcome = play(plan, seed)
            assert not outcome.guards, combatant.name
            used |= {deed.name for deed, n in zip(plan.actions, outcome.uses, strict=True) if n}
    assert {
        "Multiattack",
        "Fire Breath",
        "Parry",
        "Legendary Resistance",
        "Shield",
        "Regeneration",
    } <= used
    assert len(used) > 140


def test_imported_monsters_start_at_their_distance():
    by_name = {one.name: one for one in everything().scenario.sides[0].combatants}
    far = msgspec.structs.replace(by_name["Ogre"], position=100)
    plan = compile_plan(
        resolve(Scenario(sides=(Side("A", (by_name["Knight"],)), Side("B", (far,)))))
    )
    outcome = play(plan, 1)
    used = {
        (owner.name, action.name)
        for action, owner, n in zip(plan.actions, plan.action_owners, outcome.uses, strict=True)
        if n
    }
    assert ("Ogre", "Close in") in used
    assert ("Ogre", "Greatclub") in used
