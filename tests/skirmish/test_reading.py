"""Reading a text while somebody types: everything that can be read, and every problem at its path."""

from __future__ import annotations

import json

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from turnwright.core.errors import UnusableError
from turnwright.skirmish import api
from turnwright.skirmish.model import sample_encounters
from turnwright.skirmish.model.scenario import Scenario

SAMPLES = sample_encounters.names()


def findings(text: str) -> dict[str, str]:
    """The findings by path."""
    return {one.path: one.sentence for one in api.reading(text).findings}


def fight(member: str, more: str = "") -> str:
    """A fight of one combatant against a goblin."""
    return f"sides:\n  Heroes:\n    - {member}\n  Foes: [Goblin]\n{more}"


@pytest.mark.parametrize("name", SAMPLES)
def test_the_expanded_scenario_reads_back_as_the_same_scenario(name):
    text = sample_encounters.text(name)
    read = api.reading(text)
    again = json.loads(msgspec.json.encode(read.scenario))
    assert api.load(msgspec.convert(again, Scenario)) == api.load_text(text)


@pytest.mark.parametrize("name", SAMPLES)
def test_every_entry_of_every_list_has_a_description_at_its_path(name):
    read = api.reading(sample_encounters.text(name))
    plan_paths = set()
    holders = [("", read.scenario)]
    holders += [(f"day[{i}].", step) for i, step in enumerate(read.scenario.get("day", ()))]
    for at, holder in holders:
        for s, side in enumerate(holder.get("sides", ())):
            for c, one in enumerate(side["combatants"]):
                for key in ("actions", "reactions"):
                    for a in range(len(one.get(key, ()))):
                        plan_paths.add(f"{at}sides[{s}].combatants[{c}].{key}[{a}]")
    assert set(read.actions) == plan_paths
    assert all(path == one.path for path, one in read.actions.items())
    assert (read.kernel == "") == (name != "conjurers-in-the-marsh")  # it summons
    assert not [one for one in read.findings if one.severity == "error"]


def test_a_wrong_value_is_found_at_its_path_and_stays_in_the_scenario():
    read = api.reading(fight("{use: Fighter 5, hp: many, ac: 17}"))
    (finding,) = [one for one in read.findings if one.severity == "error"]
    assert finding.path == "sides[0].combatants[0].hp"
    assert finding.data["line"] == 3
    hero = read.scenario["sides"][0]["combatants"][0]
    assert (hero["hp"], hero["ac"], hero["name"]) == ("many", 17, "Fighter 5")
    assert read.actions["sides[0].combatants[0].actions[2]"].name == "Longsword"


def test_the_rest_of_a_list_keeps_its_place_beside_an_entry_that_cannot_be_read():
    read = api.reading(
        fight("{use: Fighter 5, actions: [7, Dodge, {name: Odd, effect: {type: No}}]}")
    )
    assert [one.name for one in read.actions.values()][:3] == ["?", "Dodge", "Odd"]
    paths = [one.path for one in read.findings if one.severity == "error"]
    assert paths == [
        "sides[0].combatants[0].actions[0]",
        "sides[0].combatants[0].actions[2].effect[0].type",
    ]


def test_a_number_that_overrides_one_of_the_library_is_found_in_the_effect():
    text = fight("{use: Wizard 5, actions: [{use: Fire Bolt, to_hit: high}]}")
    assert "sides[0].combatants[0].actions[0].effect[0].to_hit" in findings(text)


@pytest.mark.parametrize(
    ("member", "path", "name"),
    [
        ("Wizrd 5", "/sides/0/combatants/0", "Wizard 5"),
        ("{use: Wizrd 5, hp: 3}", "/sides/0/combatants/0/use", "Wizard 5"),
    ],
)
def test_a_misspelled_combatant_can_be_corrected_by_its_patch(member, path, name):
    (finding,) = [one for one in api.reading(fight(member)).findings if one.severity == "error"]
    assert finding.code == "unknown_combatant"
    assert [(one["path"], one["value"]) for one in finding.data["patch"]] == [(path, name)]


def test_a_misspelled_action_stays_in_the_list_as_its_name():
    read = api.reading(fight("{use: Wizard 5, actions: [Fire Blot]}"))
    path = "sides[0].combatants[0].actions[0]"
    assert read.scenario["sides"][0]["combatants"][0]["actions"] == ("Fire Blot",)
    assert read.actions[path].sentence == "There is no action of this name."
    assert [one.code for one in read.findings if one.path == path] == ["unknown_action"]


def test_an_encounter_with_one_side_is_read_nevertheless():
    read = api.reading("sides:\n  Heroes: [Fighter 5]\n")
    assert read.scenario["sides"][0]["combatants"][0]["name"] == "Fighter 5"
    assert [one.code for one in read.findings if one.severity == "error"] == ["bad_encounter"]
    assert read.kernel == "It cannot be played."


def test_the_rules_stay_a_name():
    assert api.reading(fight("Wizard 5", "rules: 2024")).scenario["rules"] == "2024"
    assert "rules" not in api.reading(fight("Wizard 5")).scenario


def test_a_few_runs_tell_what_a_fight_takes():
    text = sample_encounters.text("goblin-ambush")
    assert all(one.expected is None for one in api.reading(text).pools)
    assert any(one.expected is not None for one in api.reading(text, play=True).pools)


# --- text is only text ----------------------------------------------------------------------------


def test_text_is_never_taken_as_the_name_of_a_file(tmp_path):
    file = tmp_path / "secret.yaml"
    file.write_text(sample_encounters.text("goblin-ambush"))
    assert api.reading(str(file)).scenario is None
    assert api.validate_text(str(file)).of("error")
    with pytest.raises(UnusableError, match="There is no sample"):
        api.load(str(file))
    with pytest.raises(UnusableError, match="There is no sample"):
        api.run(str(file))
    assert api.load(file).name == "Goblin ambush"
    assert api.load(api.file_or_sample(str(file))).name == "Goblin ambush"


# --- bad input ------------------------------------------------------------------------------------

BOMB = "a: &a [1,1,1,1,1,1,1,1,1,1]\n" + "".join(
    f"{name}: &{name} [{','.join([f'*{before}'] * 10)}]\n"
    for before, name in zip("abcdefg", "bcdefgh", strict=True)
)
MEMBERS = "    - Wizard 5\n"


@pytest.mark.parametrize(
    "text",
    [
        "", " \n", "5", "[1, 2]", "a: \0", "\ttab: 1", "<html><body>Hello</body></html>", "{",
        "[" * 5000, '{"a":' * 300 + "1" + "}" * 300, BOMB, "a: &a [*a]", "!!python/object:os {}",
        "sides:\n  A:\n" + MEMBERS * 10_000, "sides: [" + "1," * 150_000 + "]",
    ],
)  # fmt: skip
def test_a_text_that_is_no_encounter_gets_a_finding(text):
    read = api.reading(text)
    assert read.scenario is None
    assert [one.severity for one in read.findings] == ["error"]


@pytest.mark.parametrize(
    "text",
    [
        fight("{use: Goblin, count: 10000}"),
        fight("{name: X, hp: 99999999999999999999, ac: 1e99, save: -1e99, pools: {Ki: 1e30}}"),
        fight("{name: [1], actions: {a: b}, reactions: 5, pools: [1], saves: x, traits: 7}"),
        fight("[]"),
        fight("{name: X, actions: [{name: Y, requires: 7, timing: [], targets: 3, cost: {}}]}"),
        fight("Goblin", "day: 7"),
        fight("Goblin", "day: [short rest, {sides: 5}, 9]"),
        fight("Goblin", "actions: [x]"),
        fight("A", "combatants: {A: {use: B}, B: {use: A}}"),
        fight("{name: X, actions: [{name: Y, requires: " + "{type: Not, of: " * 40 + "hp > 1"
              + "}" * 40 + "}]}"),
        fight("Goblin", "rules: {use: 2014, rounds: 999999999999999999}"),
        "sides: 5",
        "sides: [[1], [2]]",
        "sides:\n  A:\n" + MEMBERS * 500 + "  B: [Goblin]\n",
    ],
)  # fmt: skip
def test_odd_parts_do_not_hide_the_rest(text):
    read = api.reading(text)
    assert read.scenario is not None
    assert read.findings
    assert all(one.code and one.sentence.endswith((".", "?")) for one in read.findings)
    msgspec.json.encode(read)


ODD = st.sampled_from(
    [
        None,
        True,
        -1,
        0,
        7,
        1e99,
        "",
        "x",
        "3d6",
        "AttackHit",
        [],
        {},
        [None],
        {"x": 1},
        "2 per turn",
    ]
)


def paths_of(value, path=()):
    yield path
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from paths_of(inner, (*path, key))
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from paths_of(inner, (*path, index))


@settings(
    max_examples=120, deadline=None, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
@given(st.sampled_from(SAMPLES), st.lists(st.tuples(st.integers(0, 10**6), ODD), max_size=4))
def test_whatever_is_changed_the_text_is_read(name, changes):
    data = json.loads(msgspec.json.encode(api.reading(sample_encounters.text(name)).scenario))
    for place, value in changes:
        places = [path for path in paths_of(data) if path]
        path = places[place % len(places)]
        holder = data
        for step in path[:-1]:
            holder = holder[step]
        holder[path[-1]] = value
    read = api.reading(json.dumps(data))
    assert read.scenario is not None
    msgspec.json.encode(read)


# --- one action -----------------------------------------------------------------------------------


def test_an_action_is_described_while_it_is_written():
    found = api.describe("use: Fire Bolt\nto_hit: 7 # with a wand\ndamage: 2d10 fire\n")
    assert found.description.sentence == "Attack the weakest enemy: +7 to hit, 2d10 fire."
    assert found.action["effect"][0]["to_hit"] == 7
    assert found.problems == []


def test_a_problem_of_an_action_has_the_path_within_it():
    found = api.describe({"name": "Odd", "cost": "Action", "effect": {"type": "Atack"}})
    (problem,) = found.problems
    assert problem.path == "effect[0].type"
    assert "did you mean 'Attack'?" in problem.sentence


@pytest.mark.parametrize("text", ["", "[]", "7", "[" * 100, "name: [", "use: Nothing At All"])
def test_what_is_no_action_has_a_problem(text):
    assert api.describe(text).problems


def test_an_action_in_the_wrong_list_is_told():
    assert [one.code for one in api.describe("Shield", "actions").problems] == [
        "reaction_in_actions"
    ]
    assert [one.code for one in api.describe("Fire Bolt", "reactions").problems] == ["no_trigger"]
