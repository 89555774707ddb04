"""The page with all effects, facts and events, and its examples."""

from __future__ import annotations

import pytest

from turnwright.skirmish import api
from turnwright.skirmish.describe import word_reference
from turnwright.skirmish.model import vocabulary
from turnwright.skirmish.model.scenario import CombatAction, Scenario, effect_name


def with_action(action: dict[str, object], which: str = "actions") -> Scenario:
    hero = {"name": "Ada", "hp": 10, which: [{"name": "Act", **action}]}
    return api.load({"sides": {"A": [hero], "B": ["Wolf"]}})


def only(scenario: Scenario) -> CombatAction:
    ada = scenario.sides[0].combatants[0]
    (action,) = (*ada.actions, *ada.reactions)
    assert isinstance(action, CombatAction)
    return action


def test_the_page_is_up_to_date():
    """If not: python -m turnwright.skirmish.describe.word_reference"""
    assert word_reference.FILE.read_text("utf-8") == word_reference.reference()


def test_every_word_has_an_example_and_no_other():
    found = word_reference.examples()
    assert list(found["effects"]) == word_reference.effect_names()
    assert set(found["facts"]) == set(word_reference.facts())
    assert set(found["events"]) == set(vocabulary.EVENTS)


@pytest.mark.parametrize("name", word_reference.effect_names())
def test_the_example_of_an_effect_is_read(name: str):
    action = only(with_action({"effect": word_reference.examples()["effects"][name]}))
    assert effect_name(action.effect[0]) == name


@pytest.mark.parametrize("name", word_reference.facts())
def test_the_example_of_a_fact_is_read(name: str):
    example = word_reference.examples()["facts"][name]["example"]
    assert name in example
    action = only(with_action({"requires": example}))
    assert action.requires


@pytest.mark.parametrize("name", vocabulary.EVENTS)
def test_the_example_of_an_event_is_read(name: str):
    example = word_reference.examples()["events"][name]["example"]
    action = only(with_action({"timing": example}, "reactions"))
    assert action.timing.on == name
