"""The library of actions, combatants and profiles, the sample encounters, and the file schema."""

import json
from functools import cache

import msgspec
import pytest
from jsonschema import Draft202012Validator

from turnwright.core.rules.timing import Reaction
from turnwright.skirmish import api
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.runs import play
from turnwright.skirmish.model import library, sample_encounters, schema
from turnwright.skirmish.model.file_problems import BadFile
from turnwright.skirmish.model.files import parse
from turnwright.skirmish.model.name_resolution import resolve
from turnwright.skirmish.model.parsed_document import load

FOLDERS = ("actions", "combatants", "encounters", "profiles")

# --- contents ---------------------------------------------------------------------------------------


def test_the_library_has_actions_combatants_profiles_and_samples_with_and_without_a_day():
    assert {"Longsword", "Fireball", "Shield", "End Turn"} <= set(library.actions())
    assert {"Goblin", "Fighter 5"} <= set(library.combatants())
    assert {"2014", "2024", "grit"} <= set(library.profiles())
    assert {bool(one.day) for one in sample_encounters.load_all().values()} == {True, False}


def test_everything_is_read_once():
    assert library.actions() is library.actions()
    name = sample_encounters.names()[0]
    assert sample_encounters.load(name) is sample_encounters.load_all()[name]


def test_loading_a_sample_by_name_reads_no_other_file(tmp_path):
    """A broken file in the same folder is listed, but only read when it is loaded."""
    (tmp_path / "duel.yaml").write_text("sides: {Left: [Goblin], Right: [Ogre]}")
    (tmp_path / "broken.yaml").write_text("sides: [")
    assert sample_encounters.names(tmp_path) == ("broken", "duel")
    duel = sample_encounters.load("duel", tmp_path)
    assert [side.name for side in duel.sides] == ["Left", "Right"]
    with pytest.raises(BadFile):
        sample_encounters.load("broken", tmp_path)


@pytest.mark.parametrize("folder", FOLDERS)
def test_every_file_begins_with_a_comment(folder):
    for name, text in library.texts(folder):
        hint, comment, *_ = (
            ["", *text.splitlines()] if folder != "encounters" else text.splitlines()
        )
        assert comment.startswith("# "), name
        if folder == "encounters":
            assert hint == "# yaml-language-server: $schema=../skirmish.schema.json", name


def test_heroes_have_death_saves_and_monsters_do_not():
    """Heroes of the user, too: whoever has no challenge rating is a hero, unless the file says so."""
    dying = {name for name, one in library.combatants().items() if one.makes_death_saves}
    assert {"Fighter 5", "Wizard 11", "Champion 5"} <= dying
    assert not {"Goblin", "Lich", "Adult Red Dragon"} & dying
    own = {"name": "Ada", "hp": 20}
    orc = {"name": "Orc", "hp": 20, "challenge": 1}
    sides = {"A": [own, {**own, "name": "Bob", "death_saves": False}], "B": [orc]}
    everybody = [one for side in api.load({"sides": sides}).sides for one in side.combatants]
    assert [one.makes_death_saves for one in everybody] == [True, False, False]


def test_an_own_hero_who_falls_makes_death_saves():
    hit = {"name": "Hit", "cost": "Action", "effect": {"type": "Harm", "damage": 5}}
    heroes = [{"name": "Ada", "hp": 5}, {"name": "Bo", "hp": 500}]
    foe = {"name": "Orc", "hp": 500, "challenge": 1, "initiative": 50, "actions": [hit]}
    rules = {"use": "2014", "rounds": 1}
    plan = compile_plan(api.load({"rules": rules, "sides": {"A": heroes, "B": [foe]}}))
    fallen = [play(plan, seed) for seed in range(20)]
    assert any(one.falls[0] for one in fallen)
    assert not any(one.dead[0] for one in fallen), "dying, not dead"


# --- rule profiles ----------------------------------------------------------------------------------

SRD = {
    "blinded", "charmed", "deafened", "frightened", "grappled", "incapacitated", "invisible",
    "paralyzed", "petrified", "poisoned", "prone", "restrained", "stunned", "unconscious",
}  # fmt: skip


@pytest.mark.parametrize("year", ["2014", "2024"])
def test_the_conditions_of_the_srd(year):
    conditions = library.profiles()[year].conditions
    assert set(conditions) >= SRD | {f"exhaustion {level}" for level in range(1, 6)}
    assert conditions["paralyzed"].fails == ("str", "dex")
    assert conditions["paralyzed"].includes == ("incapacitated",)
    assert conditions["prone"].attacked_at_range == "disadvantage"


def test_differences_of_the_2024_rules():
    old, new = library.profiles()["2014"], library.profiles()["2024"]
    assert (old.surprise, new.surprise) == ("lose turn", "disadvantage")
    assert (old.on_cancel, new.on_cancel) == ("keep", "refund_slot")
    assert old.conditions["exhaustion 3"].attacks == "disadvantage"
    assert new.conditions["exhaustion 3"].to_hit == -6


def test_grit_has_other_rules():
    grit = library.profiles()["grit"]
    assert (grit.check, grit.turn_pools, grit.concentration) == ("2d6", {"Point": 3}, None)
    assert not grit.death_saves
    assert not SRD & set(grit.conditions)


# --- in fights --------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [name for name, _ in library.texts("encounters")])
def test_every_sample_encounter_ends(name):
    plan = compile_plan(resolve(sample_encounters.load(name)))
    for seed in range(5):
        outcome = play(plan, seed)
        assert not outcome.capped
        assert not outcome.guards


@pytest.mark.parametrize("name", library.combatants())
def test_every_combatant_can_fight(name):
    plan = compile_plan(resolve(parse(f"sides: {{A: [{{use: {name}, count: 4}}], B: [Ogre]}}")))
    outcome = play(plan, seed=1)
    mine = {one.index for one in plan.actions if one in plan.kinds[0].actions}
    assert sum(outcome.uses[index] for index in mine)


ARENA = """
actions:
  Slash:
    cost: Action
    tags: [Melee]
    targets: {pick: random}
    effect: {type: Attack, to_hit: 7, damage: 1d12+8}
  Shot: {use: Slash, tags: [Ranged], requires: round == 3, damage: 1d12+8 fire}
  Hex:
    cost: [Action, SpellSlot 1]
    requires: round == 1
    tags: [Spell]
    targets: {pick: random}
    effect:
      type: Save
      dc: 19
      on_fail: {type: Apply, status: {name: Hexed, conditions: [blinded, poisoned]}}
  Great Hex: {use: Hex, cost: [Action, SpellSlot 4], requires: round == 2}
  Step Up:
    cost: Movement 30
    requires: nearest_enemy > 5
    targets: {pick: nearest}
    effect: {type: Move}
  Step Back:
    cost: Movement 10
    requires: [round >= 2, nearest_enemy <= 5]
    targets: {pick: nearest}
    effect: {type: Move, distance: 10, direction: away}
combatants:
  Foe:
    hp: 60
    ac: 13
    death_saves: true
    tags: [Humanoid, Undead]
    pools: {SpellSlot_1: 5, SpellSlot_4: 5}
    actions: [Hex, Great Hex, Step Back, Shot, Slash]
  Friend: {hp: 100, start_hp: 15, ac: 13, death_saves: true, actions: [Slash]}
  Fallen: {hp: 20, start_hp: 0, death_saves: true}
"""
PREREQUISITES = {
    "Spiritual Weapon Strike": "Spiritual Weapon",
    "Lightning from the Cloud": "Call Lightning",
    "Guardians Burn": "Spirit Guardians",
    "Marked Prey": "Hunter's Mark",
}
"""Actions that must be used first."""

TURN_RESOURCES = ("Action", "BonusAction", "Reaction", "Movement")


def arena(name, start_hp):
    """A combatant with this action, allies who need help, and enemies of several kinds."""
    known = library.actions()
    needed = [known[one] for one in (PREREQUISITES.get(name), name) if one]
    is_reaction = isinstance(known[name].timing, Reaction)
    costs = [
        cost for action in needed for cost in action.cost if cost.resource not in TURN_RESOURCES
    ]
    hero = {
        "name": "Hero",
        "hp": 150,
        "start_hp": start_hp,
        "ac": 14,
        "pools": {cost.key: 9 for cost in costs},
        "actions": [
            *(a.name for a in needed if a.name != name or not is_reaction),
            "Slash",
            "Step Up",
        ],
        "reactions": [name] if is_reaction else [],
        "death_saves": name != "Death Burst",  # which needs a death
    }
    allies = f"[{json.dumps(hero)}, {{use: Friend, count: 3}}, Fallen]"
    return f"{ARENA}\nsides: {{Us: {allies}, Them: [{{use: Foe, count: 5}}]}}"


@pytest.mark.parametrize("name", library.actions())
def test_every_action_is_used(name):
    for start_hp in (35, 150):
        plan = compile_plan(resolve(parse(arena(name, start_hp))))
        (tested,) = (one for one in plan.kinds[0].actions if one.name == name)
        if any(play(plan, seed).uses[tested.index] for seed in range(30)):
            return
    pytest.fail(f"{name} was never used")


# --- the schema -------------------------------------------------------------------------------------


@cache
def published():
    return json.loads(schema.FILE.read_text("utf-8"))


def validator(kind=None):
    if kind is None:
        return Draft202012Validator(published())
    return Draft202012Validator({"$defs": published()["$defs"], **kind})


def plain(value):
    if isinstance(value, dict):
        return {key: plain(inner) for key, inner in value.items()}
    return [plain(inner) for inner in value] if isinstance(value, list) else value


def test_the_published_schema_is_up_to_date():
    """If not: python -m turnwright.skirmish.model.schema"""
    assert schema.FILE.read_text("utf-8") == schema.text()
    Draft202012Validator.check_schema(published())


KINDS = {
    "encounters": None,
    "actions": {"additionalProperties": {"$ref": "#/$defs/CombatAction"}},
    "combatants": {"additionalProperties": {"$ref": "#/$defs/Combatant"}},
    "profiles": {"$ref": "#/$defs/RuleProfile"},
}


@pytest.mark.parametrize("folder", FOLDERS)
def test_all_data_files_match_the_schema(folder):
    schema_validator = validator(KINDS[folder])
    for name, text in library.texts(folder):
        data, repeated = load(text)
        assert not repeated
        assert not list(schema_validator.iter_errors(plain(data))), name


def test_the_full_form_matches_the_schema():
    for name, scenario in sample_encounters.load_all().items():
        full = json.loads(msgspec.json.encode(resolve(scenario)))
        assert not list(validator().iter_errors(full)), name


@pytest.mark.parametrize(
    "text",
    [
        "rulez: 2014",
        "rules: 2015",
        "sides: {A: [{name: X, hp: [1]}]}",
        "sides: {A: [{name: X, pools: {Ki: -1}}]}",
        "sides: {A: [{name: X, pools: {Ki: many}}]}",
        "sides: {A: [{name: X, actions: [{name: Y, timing: Mian}]}]}",
        "actions: {Y: {effect: boom}}",
        "actions: {Y: {effect: {type: Atack}}}",
        "actions: {Y: {timing: {who: self}}}",
        "actions: {Y: {uses: twice}}",
        "day: [nap]",
    ],
)
def test_the_schema_refuses(text):
    assert not validator().is_valid(plain(load(text)[0]))
