"""Importing the text of a file: encounters of our own, and files of other programs."""

from __future__ import annotations

import json

import pytest

from turnwright.bridges.encounter_files.importer import import_text
from turnwright.core.errors import UnusableError
from turnwright.skirmish import api
from turnwright.skirmish.model import sample_encounters

GOBLIN = {
    "name": "Goblin Sneak", "size": "Small", "type": "humanoid", "hit_points": 7,
    "hit_points_roll": "2d6", "armor_class": [{"type": "armor", "value": 15}],
    "challenge_rating": 0.25, "dexterity": 14, "actions": [
        {"name": "Scimitar", "attack_bonus": 4,
         "desc": "Melee Weapon Attack: +4 to hit, reach 5 ft., one target. "
                 "Hit: 5 (1d6 + 2) slashing damage.",
         "damage": [{"damage_dice": "1d6+2", "damage_type": {"index": "slashing"}}]},
    ],
}  # fmt: skip
BATTLE = {
    "name": "At the bridge",
    "players": [{"name": "Ada", "hp": 20, "AC": 15, "count": 1, "actions": []}],
    "timeline": [{"type": "combat", "monsters": [{"name": "Orc", "hp": 15, "AC": 13, "count": 2}]}],
}


def test_an_encounter_of_our_own_is_not_changed():
    text = sample_encounters.text("goblin-ambush")
    imported = import_text(text)
    assert (imported.format, imported.text) == ("encounter", text)
    assert imported.names[:2] == ["Fighter 1", "Cleric 1"]


def test_a_combatant_becomes_a_side():
    imported = import_text("name: Ogre Chief\nuse: Ogre\nhp: 90\n")
    assert imported.text == "sides:\n  Imported: [{name: Ogre Chief, use: Ogre, hp: 90}]\n"
    assert imported.names == ["Ogre Chief"]


def test_monsters_become_a_side_that_can_be_read():
    imported = import_text(json.dumps([GOBLIN]))
    assert (imported.format, imported.names) == ("monsters", ["Goblin Sneak"])
    read = api.reading(imported.text + "  Heroes: [Fighter 1]\n")
    assert not [one for one in read.findings if one.severity == "error"]
    goblin = read.scenario["sides"][0]["combatants"][0]
    assert (goblin["name"], goblin["ac"], goblin["challenge"]) == ("Goblin Sneak", 15, 0.25)


def test_a_large_file_is_listed_before_anything_is_chosen():
    many = [GOBLIN | {"name": f"Goblin {number}"} for number in range(100)]
    listed = import_text(json.dumps(many))
    assert (listed.text, len(listed.names)) == ("", 100)
    chosen = import_text(json.dumps(many), names=["Goblin 7"])
    assert "Goblin 7" in chosen.text


def test_a_battlesim_file_becomes_an_encounter():
    imported = import_text(json.dumps(BATTLE), name="bridge.json")
    assert imported.format == "battlesim"
    assert api.load_text(imported.text).name == "At the bridge"


@pytest.mark.parametrize(
    ("text", "code", "words"),
    [
        ("", "empty", "The file is empty"),
        ("<!doctype html><html></html>", "bad_file", "a web page"),
        ('{"players": [', "bad_file", "ends too early"),
        ('{"players": [}\n', "bad_file", "not valid JSON"),
        ('{"monster": [{"name": "Orc", "source": "MM"}]}', "unknown_format", "5e.tools"),
        ("[1, 2, 3]", "unknown_format", "A list of 3 entries"),
        ("hello", "unknown_format", "cannot be imported"),
        ("[" * 10_000, "bad_file", "nested too deeply"),
        ("a: [", "bad_file", "not valid YAML"),
        ("/etc/passwd", "unknown_format", "cannot be imported"),
    ],
)
def test_everything_else_gets_a_sentence(text, code, words):
    with pytest.raises(UnusableError, match=words) as error:
        import_text(text)
    assert error.value.code == code


@pytest.mark.parametrize(
    "data",
    [
        {"players": 5, "monsters": 7},
        [{"hit_points": "x", "armor_class": {}}],
        {"casting_time": 1, "level": []},
        {"hit_points": {}, "armor_class": [[]], "actions": [1, None, {}]},
        [{"players": [None], "timeline": [None, {}, 7]}],
    ],
)
def test_odd_data_is_imported_as_far_as_possible_or_refused(data):
    try:
        imported = import_text(json.dumps(data))
    except UnusableError:
        return
    api.reading(imported.text)
