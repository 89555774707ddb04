"""Writing a scenario as short as a person would, without losing anything."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings

from tests.skirmish.random_scenarios import scenarios
from turnwright.skirmish import api
from turnwright.skirmish.model import library, sample_encounters
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.model.lenient_reading import read_leniently
from turnwright.skirmish.model.name_resolution import resolve, resolve_known


def again(scenario: m.Scenario) -> m.Scenario:
    """The scenario after writing and reading it."""
    return api.load_text(api.write(scenario))


@pytest.mark.parametrize("name", sample_encounters.names())
def test_a_sample_is_written_in_about_as_many_lines_and_reads_back_equal(name):
    text = sample_encounters.text(name)
    scenario = api.load_text(text)
    assert again(scenario) == scenario
    assert len(api.write(scenario).splitlines()) <= 1.5 * len(text.splitlines())


def test_a_short_file_stays_short():
    assert api.write(api.load("goblin-ambush")) == (
        "name: Goblin ambush\n"
        "surprised: [Heroes]\n"
        "sides:\n"
        "  Heroes: [Fighter 1, Cleric 1, Rogue 1, Wizard 1]\n"
        "  Goblins: [{use: Goblin, count: 2}, {use: Goblin Archer, count: 2}]\n"
    )


@pytest.mark.parametrize(
    "member",
    [
        "{use: Goblin, name: Snaga, hp: 20}",
        "{use: Wizard 5, disabled: [Shield]}",
        "{use: Wizard 5, reactions: []}",
        "{use: Cleric 5, pools: {SpellSlot: [1, 2]}}",
        "{use: Fighter 5, actions: [{use: Longsword, to_hit: 9, damage: 1d8+7 slashing}, Dodge]}",
        "{use: Goblin, actions: [{use: Shortbow, targets: {pick: nearest, range: 80}}]}",
    ],
)
def test_only_differences_from_the_library_are_written(member):
    scenario = api.load_text(f"sides:\n  A:\n    - {member}\n  B: [Ogre]\n")
    assert again(scenario) == scenario
    assert "use:" in api.write(scenario)
    assert len(api.write(scenario)) < len(member) + 60


def test_every_combatant_and_action_of_the_library_reads_back_equal():
    fighters = tuple(library.combatants().values())
    foe = m.Combatant(name="Somebody with every action", actions=tuple(library.actions().values()))
    changed = tuple(
        m.Combatant(name=f"My {one.name}", hp=one.hp, actions=one.actions) for one in fighters
    )
    scenario = m.Scenario(sides=(m.Side("All", fighters), m.Side("One", (foe, *changed))))
    assert again(scenario) == resolve(scenario)


@settings(
    max_examples=12, deadline=None, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck),
)  # fmt: skip
@given(scenarios)
def test_any_scenario_reads_back_equal(scenario):
    read = read_leniently(api.write(scenario)).scenario  # files refuse some of the odd names
    is_same = resolve_known(read) == resolve_known(scenario)
    assert is_same  # a comparison would be printed over many pages


@pytest.mark.parametrize(
    "rules", ["2014", "2024", "{use: 2024, rounds: 7}", "{use: 2014, critical: 19}"]
)
def test_rules_are_written_as_what_differs(rules):
    scenario = api.load_text(f"rules: {rules}\nsides: {{A: [Goblin], B: [Goblin]}}\n")
    assert again(scenario) == scenario
    assert len(api.write(scenario).splitlines()) <= 5
