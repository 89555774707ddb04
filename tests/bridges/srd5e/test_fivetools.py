"""Stat blocks pasted from 5e.tools."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.bridges.srd5e.srd_samples import named
from turnwright.bridges.encounter_files.importer import detect, import_data, import_text
from turnwright.bridges.srd5e.fivetools_format import multiattack_items, plain
from turnwright.skirmish.model.scenario import Attack, Combatant, Save, Targets

MIRE_WITCH: dict[str, Any] = {
    "name": "Mire Witch", "source": "HB", "size": ["M"], "type": {"type": "fey", "tags": ["hag"]},
    "ac": [{"ac": 15, "from": ["natural armor"]}], "hp": {"average": 52, "formula": "8d8 + 16"},
    "speed": {"walk": 30, "swim": {"number": 40, "condition": "(mud only)"}},
    "str": 14, "dex": 12, "con": 14, "int": 13, "wis": 14, "cha": 16,
    "save": {"wis": "+5"}, "cr": {"cr": "4"},
    "resist": ["cold", {"resist": ["bludgeoning", "piercing", "slashing"],
                        "note": "from nonmagical attacks", "cond": True}],
    "conditionImmune": ["charmed"],
    "trait": [{"name": "Magic Resistance", "entries": [
        "The witch has advantage on saving throws against spells and other magical effects."]}],
    "action": [
        {"name": "Multiattack", "entries": [
            "The witch makes two attacks: one with its bite and one with its claws."]},
        {"name": "Bite", "entries": [
            "{@atk mw} {@hit 6} to hit, reach 5 ft., one target. {@h}9 ({@damage 2d6 + 2}) "
            "piercing damage."]},
        {"name": "Claws", "entries": [
            "{@atk mw} {@hit 6} to hit, reach 5 ft., one target. {@h}7 ({@damage 1d10 + 2}) "
            "slashing damage."]},
        {"name": "Bog Breath {@recharge 5}", "entries": [
            "Each creature in a 30-foot cone must make a {@dc 13} Constitution saving throw, taking "
            "14 ({@damage 4d6}) poison damage on a failed save, or half as much damage "
            "on a successful one."]},
    ],
    "spellcasting": [{
        "name": "Spellcasting", "ability": "cha",
        "headerEntries": [
            "The witch is a 5th-level spellcaster (spell save {@dc 13}, {@hit 5} to hit with spell "
            "attacks)."],
        "will": ["{@spell ray of frost}"], "daily": {"1e": ["{@spell cone of cold}"]},
        "spells": {"1": {"slots": 4, "spells": ["{@spell magic missile}"]}},
    }],
}  # fmt: skip


def converted(data: Any) -> Combatant:
    return import_data(data).scenario.sides[0].combatants[0]


@pytest.mark.parametrize("data", [MIRE_WITCH, [MIRE_WITCH], {"monster": [MIRE_WITCH]}])
def test_a_stat_block_is_recognised_bare_or_wrapped(data: Any):
    assert detect(data) == "monsters"
    assert converted(data).name == "Mire Witch"


def test_its_numbers_are_read():
    witch = converted(MIRE_WITCH)
    assert (witch.hp, witch.ac, witch.speed, witch.challenge) == (52, 15, 40, 4)
    assert (witch.saves["wis"], witch.saves["str"]) == (5, 2)
    assert witch.resist[:2] == ("cold", "bludgeoning unless Magical")
    assert witch.condition_immune == ("charmed",)
    assert witch.tags == ("Medium", "fey")
    assert [trait.name for trait in witch.traits] == ["Magic Resistance"]


def test_its_texts_are_read_without_tags():
    witch = converted(MIRE_WITCH)
    assert named(witch, "Multiattack").effect == (
        Attack(6, "2d6+2 piercing"),
        Attack(6, "1d10+2 slashing"),
    )
    breath = named(witch, "Bog Breath")
    assert breath.effect == (Save(13, "con", "4d6 poison", half=True),)
    assert (breath.recharge, breath.targets) == (5, Targets(count=3, range=30))


def test_its_spells_are_those_that_ship():
    witch = converted(MIRE_WITCH)
    assert witch.pools["SpellSlot_1"].max == 4
    cone = named(witch, "Cone of Cold")
    assert (cone.effect[0].dc, cone.uses.amount, cone.level) == (13, 1, 5)
    assert [cost.resource for cost in cone.cost] == ["Action"]
    assert named(witch, "Ray of Frost").effect[0].to_hit == 5


def test_pasted_text_is_imported():
    found = import_text(json.dumps(MIRE_WITCH))
    assert found.names == ["Mire Witch"]
    assert "Mire Witch" in found.text


@pytest.mark.parametrize(
    ("tagged", "text"),
    [
        ("{@atk mw,rw} {@hit 5}", "Melee or Ranged Weapon Attack: +5"),
        ("{@atk rs}", "Ranged Spell Attack:"),
        ("{@recharge}", "(Recharge 6)"),
        ("{@creature ogre|mm|an ogre} and {@condition prone}", "an ogre and prone"),
        ("{@b {@dice 1d6}}", "1d6"),
    ],
)
def test_tags_become_words(tagged: str, text: str):
    assert plain(tagged) == text


@pytest.mark.parametrize(
    ("text", "items"),
    [
        ("It makes two Claw attacks.", {"Claw": 2}),
        (
            "It makes three attacks: one with its bite and two with its claws.",
            {"Bite": 1, "Claw": 2},
        ),
        ("It makes two melee attacks.", {"Bite": 2}),
        ("It makes two claw attacks or one bite attack.", {"Claw": 2}),
    ],
)
def test_multiattacks_are_read_from_their_text(text: str, items: dict[str, int]):
    assert multiattack_items(text, ["Bite", "Claw"]) == items
