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
    - {name: Foe, hp: 6, ac: 1, death_saves: false, actions: [{name: Claw, cost: Action,
       effect: {type: Attack, to_hit: -99, damage: "1"}}]}
"""


@pytest.fixture
def scenario(tmp_path):
    path = tmp_path / "told.yaml"
    path.write_text(FIGHT)
    return api.load(path)


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


# --- a timeline to step through ----------------------------------------------------------------------


def health_at(explanation, name):
    """The hit points and the state of a combatant after every entry, from the changes."""
    known, found = None, []
    for entry in explanation.entries:
        for change in entry.changes:
            if change.who == name:
                assert known is None or change.before == known[0] or entry.text.startswith("==")
                known = (change.hp, change.state)
        found.append(known)
    return found


def test_the_health_of_everybody_follows_from_the_changes(scenario):
    """Foe: 6, then 4, 2, and dead."""
    told = api.explain(scenario, 1)
    assert {one.who for one in told.entries[0].changes} == {"Hero", "Foe"}
    steps = health_at(told, "Foe")
    assert list(dict.fromkeys(steps)) == [
        (6, "up"),
        (4, "up"),
        (2, "up"),
        (0, "up"),
        (0, "down"),
        (0, "dead"),
    ]
    assert set(health_at(told, "Hero")) == {(20, "up")}


@pytest.mark.parametrize("name", ["day-in-the-ruins", "lich"])
def test_the_last_changes_are_the_outcome(name):
    told = api.explain(name, 5)
    plan = compile_plan(api.load(name))
    reached = {n for one in plan.encounters[: len(told.outcome.fights)] for n in one.participants}
    for one in plan.participants:
        if one.index in reached:
            hp, state = health_at(told, one.name)[-1]
            assert (hp, state == "dead") == (
                told.outcome.hp[one.index],
                told.outcome.dead[one.index],
            )
    assert {entry.encounter for entry in told.entries} == set(range(len(told.outcome.fights)))


def test_a_decision_has_the_hit_points_and_pools_of_its_maker(scenario):
    hero = api.explain(scenario, 1).decisions[0]
    assert (hero.encounter, hero.round, hero.hp, hero.max_hp) == (0, 1, 20, 20)
    assert (hero.pools["Mana"], hero.pools["Wind"], hero.pools["Action"]) == (2, 1, 1)
    after = next(one for one in api.explain(scenario, 1).decisions[1:] if one.who == "Hero")
    assert after.pools["Action"] == 0


def test_entries_that_are_switched_off_are_shown_at_their_place(tmp_path):
    path = tmp_path / "told.yaml"
    path.write_text(FIGHT.replace("initiative: 50", "initiative: 50\n      disabled: [Fireball]"))
    first = api.explain(api.load(path), 1).decisions[0]
    assert [(one.action, one.place, one.off) for one in first.considered] == [
        ("Second Wind", 1, False), ("Fireball", 2, True), ("Sword", 3, False),
    ]  # fmt: skip
    assert first.considered[1].why == "switched off in the list"
    assert str(first).startswith("AI Actions Available: [Sword]. Selected Sword because entry 3")
    assert "Fireball" not in str(first)


def test_reactions_are_explained_with_numbers():
    """Shield is passed over when the roll is too high or hits nothing anyway."""
    shield = {
        "name": "Shield", "cost": "Reaction", "targets": "self",
        "timing": {"on": "AttackHit", "who": "self", "would_change_outcome": True},
        "effect": {"type": "Apply", "status": {"name": "Shield", "ac": 5}},
    }  # fmt: skip
    claw = {
        "name": "Claw",
        "cost": "Action",
        "effect": {"type": "Attack", "to_hit": 30, "damage": 1},
    }
    off = shield | {"name": "Ward"}
    mage = {"name": "Mage", "hp": 9, "ac": 12, "reactions": [off, shield], "disabled": ["Ward"]}
    ogre = {"name": "Ogre", "hp": 9, "initiative": 50, "actions": [claw]}
    told = api.explain({"name": "told", "sides": {"A": [mage], "B": [ogre]}}, 3)
    decision = next(one for one in told.decisions if one.answers == "AttackHit")
    ward, passed = decision.considered
    assert (ward.action, ward.place, ward.off) == ("Ward", 1, True)
    assert (passed.place, passed.ok) == (2, False)
    total = passed.data["total"]
    assert passed.data == {"check": "outcome", "total": total, "needs": 12, "changed": 17}
    assert passed.why == f"would not change the outcome: {total} against 12, and it makes that 17"
