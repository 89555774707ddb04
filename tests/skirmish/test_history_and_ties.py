"""Counted events, initiative ties, and the names that the original document uses."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import LUCK, action, encounter, foe, hero, hit, play, runs, strike
from turnwright.core.errors import DefinitionError
from turnwright.core.rules.cost import Cost, Variable
from turnwright.core.rules.requirement import SelfCondition
from turnwright.skirmish.api import load_text, validate, validate_text
from turnwright.skirmish.describe import describe_action
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.model.shorthand import ShorthandError, requirement


def test_an_action_may_ask_for_two_hits_in_this_turn():
    finish = strike(
        50, name="Finish", cost="BonusAction", requires=(SelfCondition("count:MeleeHit", ">=", 2),)
    )
    twice = action("Twice", hit(1, times=2), tags=("Melee",))
    assert play(encounter(hero(finish, twice), foe(hp=100), 1)).actions == [
        "Hero: Twice", "Hero: Finish",
    ]  # fmt: skip
    once = strike(1, name="Once")
    assert play(encounter(hero(finish, once), foe(hp=100), 3)).count("Hero: Finish") == 0


def test_a_penalty_for_every_attack_of_the_turn():
    """The penalty grows with every attack, and is gone in the next turn."""
    swing = action("Swing", m.Attack("100 - 40 * min(2, events(AttackDeclared) - 1)", 1))
    profile = m.RuleProfile(
        name="three", check="1", critical=99, fumble=0, turn_pools={"Action": 3}
    )
    played = play(encounter(hero(swing), foe(hp=100, ac=50), 2, profile))
    assert (
        played.order("AttackHit", "AttackMissed") == ["AttackHit", "AttackHit", "AttackMissed"] * 2
    )


def ties(how: str) -> m.Scenario:
    """Two who fell each other with one hit. The first rolls 1 or 2 more than nothing, the second has a
    bonus of 1: so they tie half of the time, and otherwise the first is faster."""
    slow = m.Combatant(name="Slow", hp=1, initiative="1d2", actions=(strike(9),))
    quick = m.Combatant(name="Quick", hp=1, initiative=1, actions=(strike(9),))
    profile = m.RuleProfile(name="ties", check="1", fumble=0, critical=99, initiative_ties=how)
    return m.Scenario(rules=profile, sides=(m.Side("A", (slow,)), m.Side("B", (quick,))))


def test_ties_of_initiative_go_by_the_file_or_by_the_bonus():
    assert {run.winner for run in runs(ties("file"), 50)} == {0}
    first = sum(run.winner == 0 for run in runs(ties("bonus"), 1000))
    assert abs(first - 500) < 4 * 16  # 4 standard errors


FILE = """
rules: 2014
sides:
  Heroes:
    - name: Hero
      hp: 20
      pools: {Rage: 1}
      actions:
        - name: Ward
          timing: PreCombat
          targets: self
          cost: Free
          effect: {type: Apply, status: {name: Ward, ac: 1}}
        - name: Hit
          timing: MainPhase
          cost: Action
          requires:
            - TargetCondition(IsEnemy, IsAlive)
            - "SelfCondition(HasResource: Rage)"
            - {type: CustomTag, TargetHasTag: Marked}
          effect: {type: Attack, to_hit: 5, damage: 1d8}
        - name: Follow
          cost: BonusAction
          requires: ["LastEvent(Type: MeleeHit, Value > 10)", "count MeleeHit in round >= 2"]
          effect: {type: Attack, to_hit: 5, damage: 1d8}
      reactions:
        - name: Avenge
          timing: {on: "Event::UnitDyed", who: ally}
          cost: Reaction
          effect: {type: Attack, to_hit: 5, damage: 1d8}
  Foes: [{use: Goblin}]
"""


def test_the_names_of_the_document_are_accepted():
    ward, strike_, follow = load_text(FILE).sides[0].combatants[0].actions
    assert (
        ward.timing
        == load_text(FILE.replace("PreCombat", "Setup")).sides[0].combatants[0].actions[0].timing
    )
    assert ward.cost == ()
    assert [str(type(one).__name__) for one in strike_.requires] == ["And", "HasResource", "HasTag"]
    last, counted = follow.requires
    assert (last.event, last.tags, last.op, last.value) == ("AttackHit", ("Melee",), ">", 10)
    assert counted == SelfCondition("count:MeleeHit in round", ">=", 2)
    assert not [one for one in validate(load_text(FILE)).findings if one.severity == "error"]
    sentence = describe_action(follow, LUCK).sentence
    assert "I have caused Melee Hit in this round at least twice" in sentence


@pytest.mark.parametrize("text", ["count Sneeze >= 1", "CustomTag(Nobody: X)", "TargetCondition()"])
def test_what_cannot_be_read_is_reported(text):
    with pytest.raises(ShorthandError):
        requirement(text)


def test_an_unknown_event_in_a_formula_is_reported():
    with pytest.raises(DefinitionError, match="'Sneeze' is no event"):
        m.Harm("events(Sneeze)")


@pytest.mark.parametrize(
    ("written", "cost"),
    [
        ("{Type: SpellSlot, Level: 1}", Cost("SpellSlot", level=1)),
        ("{Type: SpellSlot, Level: 1, AllowUpcast: true}",
         Cost("SpellSlot", level=1, allow_upcast=True)),
        ("{Type: Pool, ID: Rage, Amount: Variable}", Cost("Rage", variable=Variable())),
        ("{Type: Resource, ID: Rage, Amount: 1}", Cost("Rage")),
        ("{Type: Bonus}", Cost("BonusAction")),
        ("{Type: Reaction, Amount: 1.0}", Cost("Reaction")),
    ],
)  # fmt: skip
def test_the_costs_of_the_document_are_accepted(written: str, cost: Cost):
    text = FILE.replace("cost: BonusAction", f"cost: {written}")
    assert load_text(text).sides[0].combatants[0].actions[2].cost == (cost,)


def test_a_cost_with_an_unknown_type_is_reported_at_its_line():
    text = FILE.replace("cost: BonusAction", "cost: {Type: Pool, Amount: 1}")
    (found,) = validate_text(text).findings
    assert "'resource' is missing" in found.sentence
