"""Explanations: every decision lists the options, what failed and with which numbers."""

from __future__ import annotations

import pytest

from turnwright.skirmish import api
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.run_state import FightRun
from turnwright.skirmish.engine.runs import play_run

FIGHT = """
name: told
sides:
  Heroes:
    - name: Hero
      hp: 20
      ac: 10
      initiative: 50
      pools: {Wind: 1, Mana: 2}
      actions:
        - {name: Second Wind, cost: [BonusAction, Wind], requires: hp_percent <= 50,
           targets: self, effect: {type: Heal, amount: "5"}}
        - {name: Fireball, cost: [Action, Mana 3], effect: {type: Attack, to_hit: 99, damage: "9"}}
        - {name: Sword, cost: Action, effect: {type: Attack, to_hit: 99, damage: "2"}}
  Foes:
    - {name: Foe, hp: 6, ac: 1, actions: [{name: Claw, cost: Action,
       effect: {type: Attack, to_hit: -99, damage: "1"}}]}
"""


@pytest.fixture
def scenario(tmp_path):
    path = tmp_path / "told.yaml"
    path.write_text(FIGHT)
    return api.load(str(path))


def test_a_decision_lists_the_available_actions_and_the_choice(scenario):
    first = api.explain(scenario, 1).decisions[0]
    assert first.available == ["Sword"]
    assert str(first).startswith("AI Actions Available: [Sword]. Selected Sword because entry 3")


def test_a_decision_gives_the_numbers_of_failed_requirements(scenario):
    said = str(api.explain(scenario, 1).decisions[0])
    passed = said.partition("Passed over: ")[2]
    assert "Second Wind needs hp_percent <= 50" in passed
    assert "100" in passed, "what it was"
    assert "Fireball" in passed
    assert "Mana" in passed
    assert passed.index("Second Wind") < passed.index("Fireball"), "in the order of the list"


@pytest.mark.parametrize("name", ["bench-4v8-reactions", "goblin-ambush", "three-way-brawl"])
@pytest.mark.parametrize("seed", [3, 8954320760470526])
def test_an_explained_run_has_the_same_outcome(name, seed):
    plan = compile_plan(api.load(name))
    assert api.explain(name, seed).outcome == play_run(FightRun(plan), seed)
