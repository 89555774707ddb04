"""battlesim2 files: all layouts and spellings, in small made-up files."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.bridges.battlesim2.battlesim_samples import (
    club,
    creature,
    day,
    everything,
    hero,
    imported,
    note_paths,
)
from turnwright.bridges.battlesim2.scenario import days, looks_like_battlesim
from turnwright.bridges.encounter_files.importer import import_data, import_file
from turnwright.core.errors import DefinitionError
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.timing import Setup
from turnwright.skirmish.model.file_problems import BadFile
from turnwright.skirmish.model.scenario import (
    Apply,
    Attack,
    Duration,
    Encounter,
    PoolSize,
    Rest,
    Status,
)

# --- the shapes of files ---------------------------------------------------------------------------


def test_a_timeline_becomes_a_day_of_encounters_and_rests():
    data = day(creature("Ann", club()))
    data["timeline"] += [
        {"type": "shortRest", "id": "r"},
        {"type": "combat", "monsters": [creature("Orc")]},
    ]
    scenario = imported(data).scenario
    assert [type(step) for step in scenario.day] == [Encounter, Rest, Encounter]
    assert scenario.day[1] == Rest("short rest")
    assert scenario.name == "A day"
    assert [side.name for side in scenario.sides] == ["Players"]
    assert [one.name for one in scenario.day[2].sides[0].combatants] == ["Orc"]


def test_older_files_have_encounters_with_a_rest_before_them():
    data = {
        "players": [creature("Ann", club())],
        "encounters": [
            {"monsters": [creature("Goblin")], "shortRest": False},
            {"monsters": [creature("Orc")], "short_rest": True},
        ],
    }
    assert [type(step) for step in imported(data).scenario.day] == [Encounter, Rest, Encounter]


def test_a_flat_file_is_one_encounter():
    found = imported({"players": [creature()], "monsters": [creature("Orc")], "iterations": 100})
    assert [type(step) for step in found.scenario.day] == [Encounter]
    assert note_paths(found, "noted") == ["iterations"]


def test_a_list_of_days():
    data = [day(creature()), {**day(creature("Bob")), "name": "Later"}]
    assert days(data) == ["A day", "Later"]
    first = import_data(data)
    assert first.scenario.name == "A day"
    assert "first of 2 days" in first.report.notes[0].sentence
    assert import_data(data, day="Later").scenario.sides[0].combatants[0].name == "Bob"
    with pytest.raises(DefinitionError, match="there is no day 'Never'"):
        import_data(data, day="Never")


def test_surprise_and_preparation_by_side():
    data = day(creature())
    data["timeline"][0] |= {"monstersSurprised": True, "playersSurprised": False}
    data["timeline"] += [
        {"type": "combat", "monsters": [creature("Orc")], "monstersPrecast": False}
    ]
    data["timeline"] += [
        {
            "type": "combat",
            "monsters": [creature("Ogre")],
            "playersPrecast": False,
            "monstersPrecast": 0,
        }
    ]
    first, second, third = imported(data).scenario.day
    assert (first.surprised, first.precast) == (("Monsters",), True)
    assert second.precast == ("Players",)
    assert third.precast is False


def test_unknown_keys_are_kept_in_the_report_with_their_paths():
    data = day(creature("Ann", club(sparkle=[1, 2]), aura="warm"))
    data["moon"] = "full"
    data["timeline"][0]["weather"] = "rain"
    notes = {note.path: note for note in imported(data).report.of("unknown")}
    assert set(notes) == {
        "moon", "timeline[0].weather", "players[0].aura", "players[0].actions[0].sparkle",
    }  # fmt: skip
    assert notes["players[0].actions[0].sparkle"].value == [1, 2]


# --- creatures ---------------------------------------------------------------------------------------


def test_the_numbers_of_a_creature_in_all_spellings():
    fields = {
        "AC": "17",
        "hp": "31",
        "saveBonus": 0.0625,
        "conSaveBonus": 6,
        "initiativeBonus": "1d4+2",
    }
    data = creature(
        "Ann", **fields, initiativeAdvantage=True, saveAdvantage=True, conSaveAdvantage=True
    )
    del data["ac"]
    ann = (
        imported(day({**data, "arrival": 3, "speed_fly": 60, "count": "2"}))
        .scenario.sides[0]
        .combatants[0]
    )
    assert (ann.ac, ann.hp, ann.count, ann.arrival, ann.speed) == (17, 31, 2, 3, 60)
    assert (ann.save, ann.saves) == (0.0625, {"con": 6})
    assert ann.save_lean == {"*": "advantage", "con": "advantage"}
    assert (ann.initiative, ann.initiative_lean) == ("1d4+2", "advantage")


def test_a_creature_with_almost_no_fields():
    found = imported({"players": [{}], "monsters": [{"actions": [{"dpr": 3}]}]})
    nobody = found.scenario.sides[0].combatants[0]
    assert (nobody.name, nobody.hp, nobody.ac, nobody.count) == ("Combatant", 1, 10, 1)
    attack = found.scenario.day[0].sides[0].combatants[0].actions[0]
    assert attack.name == "Attack"
    assert attack.cost == (Cost("Action"),)
    assert attack.effect == (Attack(0, 3),)
    assert attack.targets.pick == "most hp"


def test_players_have_death_saves_and_monsters_only_if_they_can_be_healed():
    heal = {"type": "heal", "name": "Mend", "amount": "1d8", "condition": "ally at 0 HP"}
    found = imported(day(creature(), monsters=[creature("Imp"), creature("Hag", heal)]))
    assert found.scenario.sides[0].combatants[0].death_saves
    assert all(one.death_saves for one in found.scenario.day[0].sides[0].combatants)
    plain = imported(day(creature()))
    assert not plain.scenario.day[0].sides[0].combatants[0].death_saves


@pytest.mark.parametrize("key", ["1", "1st", "level_1", "level 1"])
def test_spell_slots_in_all_spellings(key: str):
    ann, _ = hero(spellSlots={key: "3"})
    assert ann.pools == {"SpellSlot_1": PoolSize(3)}


def test_class_resources_reset_at_their_rest():
    ann, found = hero(classResources={"Ki": 4, "Action Surge": 1, "Rage": 3, "Odd": "many"})
    assert ann.pools["Ki"] == PoolSize(4, "short rest")
    assert ann.pools["Action Surge"] == PoolSize(1, "short rest")
    assert ann.pools["Rage"] == PoolSize(3, "long rest")
    assert note_paths(found, "unknown") == ["players[0].classResources.Odd"]


def test_hit_dice_items_and_wards():
    ann, found = hero(
        hitDice="5d10[Fighter]+3d8",
        conModifier="2",
        magicItems=["Lucky coin", {"name": "Ring", "buffs": [{"displayName": "Ring", "ac": 1}]}],
        maxArcaneWardHp=12,
        initialBuffs=[{"displayName": "Rested", "duration": "1 round", "save": 2}],
    )
    assert (ann.hit_dice, ann.con, ann.temporary_hp) == ("5d10+3d8", 2, 12)
    assert ann.traits == (Status(name="Ring", ac=1),)
    (prepared,) = ann.actions
    assert prepared.timing == Setup()
    assert prepared.effect == (Apply(Status(name="Rested", save=2, duration=Duration(turns=1))),)
    assert "Lucky coin; Ring" in ann.notes
    assert note_paths(found, "approximated") == ["players[0].maxArcaneWardHp"]


def test_descriptions_become_notes_and_tags():
    job = {"type": "fighter", "level": 7, "options": {}}
    ann, found = hero(
        **{"class": job}, type="humanoid", cr="1/2", src="home", mode="player", id="x"
    )
    assert ann.notes == "fighter 7; challenge 1/2; source home"
    assert ann.tags == ("humanoid",)
    assert not found.report.notes


def test_equal_names_get_numbers():
    found = imported(day(creature("Ann", club(), club()), creature("Ann")))
    first, second = found.scenario.sides[0].combatants
    assert (first.name, second.name) == ("Ann", "Ann (2)")
    assert [action.name for action in first.actions] == ["Club", "Club (2)"]
    assert note_paths(found, "noted") == ["players[0].actions[1].name", "players[1].name"]


# --- what is none ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "it is empty"),
        (b"  \n ", "it is empty"),
        (b'{\n "players": [\n  {"name": }\n', "line 3: this is not valid JSON"),
        (b'{"players": []}', "an object with the keys 'players' cannot be imported"),
        (b"[]", "it is empty"),
        (b"[1, 2]", "a list of 2 entries"),
        (b'"text"', "'text' cannot be imported"),
        (b"null", "it is empty"),
        (b"\xff\xfe{", "this is not valid JSON"),
    ],
)
def test_unknown_formats_are_refused_with_a_sentence(tmp_path: Path, content: bytes, sentence: str):
    path = tmp_path / "file.json"
    path.write_bytes(content)
    with pytest.raises(BadFile) as refused:
        import_file(path)
    assert sentence in str(refused.value)
    assert str(path) in str(refused.value)


def test_a_missing_file(tmp_path: Path):
    with pytest.raises(BadFile, match="it cannot be read: no such file"):
        import_file(tmp_path / "none.json")


JUNK = (
    None,
    True,
    0,
    -1,
    2.5,
    1e300,
    "",
    "x",
    "1d6",
    "1d0",
    "99999d6",
    [],
    {},
    [1],
    {"a": 1},
    [{}],
    "é" * 300,
)


def places(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = (
        data.items()
        if isinstance(data, dict)
        else enumerate(data)
        if isinstance(data, list)
        else ()
    )
    return [path, *(place for key, value in inner for place in places(value, (*path, key)))]


def test_invalid_values_anywhere_are_reported():
    for number, place in enumerate(places(everything())[1:]):
        for value in JUNK[number % 6 :: 6]:
            data = everything()
            holder = data
            for key in place[:-1]:
                holder = holder[key]
            holder[place[-1]] = value
            imported(data)


@pytest.mark.parametrize(
    "data",
    [
        [creature("Ogre", club()), creature("Ann", club(), mode="player")],
        {"creatures": [creature("Ogre", club()), creature("Ann", club(), mode="player")]},
    ],
)
def test_lists_of_creatures_are_imported_bare_or_wrapped(data: Any):
    scenario = imported(data).scenario
    players, monsters = scenario.sides[0], scenario.day[0].sides[0]
    assert [one.name for one in players.combatants] == ["Ann"]
    assert [one.name for one in monsters.combatants] == ["Ogre"]


def test_a_single_creature_faces_a_placeholder():
    found = imported(creature("Ogre", club()))
    assert [one.name for one in found.scenario.sides[0].combatants] == ["Training dummy"]
    assert any("placeholder" in note.sentence for note in found.report.notes)


def test_our_own_combatants_are_not_taken_for_those_of_battlesim():
    hit = {"name": "Hit", "cost": "Action", "effect": {"type": "Harm", "damage": 3}}
    assert not looks_like_battlesim([{"name": "Ada", "hp": 8, "ac": 12, "actions": [hit]}])
