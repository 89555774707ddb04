"""Scenario files: reading, `use`, resolving names, and writing."""

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from turnwright.core.rules import timing
from turnwright.skirmish.api import write
from turnwright.skirmish.model import files, library, sample_encounters
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.files import BadFile, parse, read
from turnwright.skirmish.model.name_resolution import resolve

DUEL = """
sides:
  - name: Left
    combatants: [{name: Ann, hp: 10}]
  - name: Right
    combatants: [{name: Bob, hp: 10}]
"""


def action(text):
    """An action of the file, from shorthand."""
    scenario = parse(DUEL + "actions:\n  Strike: " + text)
    return scenario.actions["Strike"]


def fight(left):
    return parse(f"sides: {{Left: [{left}], Right: [{{name: Bob}}]}}")


# --- reading ----------------------------------------------------------------------------------------


def test_a_file_is_a_scenario(tmp_path):
    file = tmp_path / "duel.yaml"
    file.write_text(DUEL)
    scenario = read(file)
    assert [side.name for side in scenario.sides] == ["Left", "Right"]
    assert scenario.sides[0].combatants == (model.Combatant(name="Ann", hp=10),)


def test_json_files_with_tabs_and_escapes(tmp_path):
    plain = msgspec.to_builtins(parse(DUEL))
    plain["notes"] = "a tab\tand a 🐉"
    file = tmp_path / "duel.json"
    file.write_text("\t" + json.dumps(plain, indent="\t"))
    scenario = read(file)
    assert scenario.sides == parse(DUEL).sides
    assert scenario.notes == "a tab\tand a 🐉"


def test_yes_and_on_are_strings():
    strike = action("{timing: {on: AttackHit, who: self}, tags: [yes, no, on, off, 1:30]}")
    assert strike.timing == timing.Reaction(on="AttackHit", who="self")
    assert strike.tags == ("yes", "no", "on", "off", "1:30")


def test_yaml_anchors_and_aliases():
    scenario = parse("sides: {A: [&bob {name: Bob, hp: 7}], B: [*bob]}")
    assert scenario.sides[0].combatants == scenario.sides[1].combatants


def test_plain_data_is_read_and_not_changed():
    data = {"sides": {"A": ["Goblin"], "B": [{"use": "Ogre", "count": 2}]}}
    before = json.dumps(data)
    scenario = files.read_data(data)
    assert scenario.sides[1].combatants[0].count == 2
    assert json.dumps(data) == before


# --- what is ready ----------------------------------------------------------------------------------


def test_use_overrides_a_combatant_of_the_library():
    goblins = fight("{use: goblin, count: 8, hp: 12, saves: {dex: 5}}").sides[0].combatants[0]
    ready = library.combatants()["Goblin"]
    assert goblins == msgspec.structs.replace(ready, count=8, hp=12, saves=ready.saves | {"dex": 5})


def test_a_name_refers_to_a_combatant_of_the_library():
    assert fight("Ogre, troll").sides[0].combatants == (
        library.combatants()["Ogre"],
        library.combatants()["Troll"],
    )


def test_definitions_of_the_file_come_first_and_may_use_each_other():
    scenario = parse("""
      combatants:
        Goblin: {use: Goblin, ac: 20}
        Chief: {use: Goblin, hp: 30}
      sides: {Left: [Chief], Right: [{use: Chief, name: Rival}]}
    """)
    chief, rival = (side.combatants[0] for side in scenario.sides)
    assert (chief.name, chief.ac, chief.hp) == ("Chief", 20, 30)
    assert rival.actions == chief.actions == library.combatants()["Goblin"].actions
    assert rival.name == "Rival"


def test_use_overrides_the_numbers_of_an_action():
    bolt = action("{use: Fire Bolt, to_hit: 9, damage: 3d10 fire, times: 2}")
    (attack,) = bolt.effect
    assert (attack.to_hit, attack.damage, attack.times) == (9, "3d10 fire", 2)
    assert bolt.name == "Strike"
    assert bolt.tags == library.actions()["Fire Bolt"].tags
    (save,) = action("{use: Fireball, dc: 18, targets: {count: 9}}").effect
    assert save.dc == 18
    assert save.half


def test_use_overrides_one_key_of_targets_that_are_written_as_a_word():
    scenario = parse(
        """
actions: {Parry: {cost: Reaction, targets: self, effect: {type: Heal, amount: 1}}}
sides: {Left: [{name: Ann, actions: [{use: Parry, targets: {range: 5}}]}], Right: [{name: Bob}]}
"""
    )
    (parry,) = scenario.sides[0].combatants[0].actions
    assert (parry.targets.who, parry.targets.range) == ("self", 5)


def test_use_overrides_a_rule_profile():
    scenario = parse(DUEL + "rules: {use: 2024, rounds: 20, conditions: {dizzy: {to_hit: -1}}}")
    assert scenario.rules.name == "2024, changed"
    assert (scenario.rules.surprise, scenario.rules.rounds) == ("disadvantage", 20)
    assert {"dizzy", "prone"} <= set(scenario.rules.conditions)


def test_rules_without_a_name_change_the_usual_ones():
    scenario = parse(DUEL + "rules: {initiative_ties: bonus}")
    usual = library.profiles()["2014"]
    assert scenario.rules == msgspec.structs.replace(
        usual, name="2014, changed", initiative_ties="bonus"
    )


def test_resolve_replaces_names():
    scenario = parse("""
      actions: {Longsword: {cost: Action, effect: {type: Attack, to_hit: 99}}}
      sides:
        Left: [{name: Ann, actions: [Longsword, second wind, End Turn], reactions: [Shield]}]
        Right: [Goblin]
      rules: 2024
    """)
    ann = resolve(scenario).sides[0].combatants[0]
    assert ann.actions[0] == scenario.actions["Longsword"]
    assert ann.actions[1] == library.actions()["Second Wind"]
    assert ann.actions[2].effect == (model.EndTurn(),)
    assert ann.reactions == (library.actions()["Shield"],)
    assert resolve(scenario).rules == library.profiles()["2024"]
    assert resolve(resolve(scenario)) == resolve(scenario)


def test_resolve_reports_undefined_names():
    ann = model.Combatant(name="Ann", actions=("Zwap",))
    sides = (model.Side("A", (ann,)), model.Side("B", (ann,)))
    with pytest.raises(BadFile) as refused:
        resolve(model.Scenario(sides=sides, rules="2015"))
    assert [str(problem) for problem in refused.value.problems] == [
        "rules: there is no rule profile named '2015'; did you mean '2014'?",
        "sides[0].combatants[0].actions[0]: there is no action named 'Zwap'",
        "sides[1].combatants[0].actions[0]: there is no action named 'Zwap'",
    ]


# --- writing ----------------------------------------------------------------------------------------


def test_written_scenarios_read_back_equal():
    for name, scenario in sample_encounters.load_all().items():
        assert resolve(parse(write(scenario))) == resolve(scenario), name
        assert resolve(parse(write(resolve(scenario)))) == resolve(scenario), name


@settings(deadline=None)
@given(st.text(alphabet=st.characters(codec="utf-8"), max_size=40))
def test_any_text_survives_a_round_trip(text):
    text = "".join(ch for ch in text if ch.isprintable() or ch in "\n\t")
    scenario = msgspec.structs.replace(parse(DUEL), name=text, notes=text)
    assert resolve(parse(write(scenario))) == resolve(scenario)


@pytest.mark.parametrize("word", ["on", "no", "1e5", "1:30", "0x10", "null", "~", "7", "- x", ""])
def test_strings_that_look_like_other_values_survive_a_round_trip(word):
    scenario = msgspec.structs.replace(parse(DUEL), name=word)
    assert resolve(parse(write(scenario))) == resolve(scenario)


# --- combatants that effects name ------------------------------------------------------------------

CALLERS = """
combatants:
  Pup: {use: Wolf, hp: 4}
  Alpha: {use: Wolf, actions: [{name: Howl, cost: Action, effect: {type: Spawn, combatant: pup}}]}
  Spare: {hp: 3}
sides:
  A:
    - name: Ada
      hp: 9
      actions: [{name: Call, cost: Action, effect: {type: Spawn, combatant: Alpha}}, Dodge]
      reactions:
        - {name: Hide, timing: {on: DamageTaken}, effect: {type: Transform, into: Goblin}}
  B: [Ogre]
"""


def test_a_scenario_keeps_those_of_its_combatants_that_effects_name():
    scenario = parse(CALLERS)
    assert list(scenario.combatants) == ["Alpha", "Pup"]
    assert scenario.combatants["Pup"].hp == 4
    assert scenario.combatants["Pup"].actions


def test_resolving_adds_those_of_the_library():
    resolved = resolve(parse(CALLERS))
    assert set(resolved.combatants) == {"Alpha", "Pup", "Goblin"}
    assert (
        resolved.combatants["Goblin"].actions
        == resolve(parse("sides: {A: [Goblin], B: [Ogre]}")).sides[0].combatants[0].actions
    )


def test_they_are_written_as_what_differs_from_the_library():
    scenario = parse(CALLERS)
    text = write(scenario)
    assert "Pup: {use: Wolf, name: Pup, hp: 4}" in text
    assert "Goblin:" not in text
    assert resolve(parse(text)) == resolve(scenario)


def test_mistakes_in_them_have_a_line_and_a_path():
    text = CALLERS.replace("hp: 4", "hp: many").replace("{hp: 3}", "{hp: 3, ac: high}")
    with pytest.raises(BadFile) as refused:
        parse(text)
    assert [(one.line, one.path) for one in refused.value.problems] == [
        (3, "combatants.Pup.hp"), (5, "combatants.Spare.ac"),
    ]  # fmt: skip
