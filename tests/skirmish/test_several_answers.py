"""Several reactions of one combatant to one event: who may answer, what it deals, what is explained."""

from __future__ import annotations

from icepool import d6, d8

from tests.skirmish.builders import encounter, foe, hero, play, reaction, runs, strike
from tests.skirmish.test_exact_dice_odds import agrees, counted
from tests.skirmish.word_scenarios import riders
from turnwright.skirmish.api import validate
from turnwright.skirmish.describe import describe_action
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.explain import explain
from turnwright.skirmish.model import scenario as m


def test_only_one_reaction_answers_unless_it_says_otherwise():
    assert [play(riders(*one)).actions[1:] for one in ((0, 0, 0), (0, 1, 1), (1, 0, 1))] == [
        ["Hero: Sneak Attack"],
        ["Hero: Sneak Attack", "Hero: Smite", "Hero: Mark"],
        ["Hero: Sneak Attack", "Hero: Smite", "Hero: Mark"],
    ]
    assert play(riders(True, False, False)).actions[1:] == ["Hero: Sneak Attack", "Hero: Smite"]


def test_the_damage_of_three_riders_is_exact_and_booked_to_each():
    scenario = riders(True, True, True)
    agrees(counted(scenario, lambda run: 1000 - run.hp[1]), d6 + 2 @ d6 + 2 @ d8 + d6)
    for run in runs(scenario, 50):
        stab, sneak, smite, mark = run.damage
        assert 1 <= stab <= 6
        assert 2 <= sneak <= 12
        assert 2 <= smite <= 16
        assert 1 <= mark <= 6
        assert stab + sneak + smite + mark == 1000 - run.hp[1]


def test_later_answers_are_not_given_once_the_event_is_over():
    parry = reaction("AttackHit", m.SetOutcome("miss"), name="Parry", who="self")
    thorns = reaction(
        "AttackHit", m.Harm(3, to="event source"), name="Thorns", cost="", who="self",
        beside_others=True,
    )  # fmt: skip
    played = play(encounter(hero(strike()), foe(reactions=(parry, thorns)), 1))
    assert played.actions == ["Hero: Strike", "Foe: Parry"]
    played = play(encounter(hero(strike()), foe(reactions=(thorns, parry)), 1))
    assert played.actions == ["Hero: Strike", "Foe: Thorns", "Foe: Parry"]


def test_an_explanation_tells_the_reactions_behind_the_chosen_one():
    found = explain(compile_plan(riders(False, False, False)), 1)
    decision = next(one for one in found.decisions if one.answers == "AttackHit")
    assert decision.selected == "Sneak Attack"
    assert [one.action for one in decision.considered] == ["Sneak Attack", "Smite", "Mark"]
    both = explain(compile_plan(riders(True, True, False)), 1)
    selected = [one.selected for one in both.decisions if one.answers == "AttackHit"]
    assert selected == ["Sneak Attack", "Smite", "Mark"]


def test_the_validator_tells_that_two_reactions_wait_for_the_same_event():
    found = [
        one for one in validate(riders(False, False, True)).findings if one.code == "same_event"
    ]
    assert [one.sentence for one in found] == [
        "'Smite' and 'Sneak Attack' above it wait for the same event, AttackHit: only the first that "
        "is valid is used."
    ]
    assert not [
        one for one in validate(riders(True, True, True)).findings if one.code == "same_event"
    ]


def test_the_card_of_a_rider_says_that_others_remain_possible():
    scenario = riders(True, True, True)
    assert isinstance(scenario.rules, m.RuleProfile)
    smite = scenario.sides[0].combatants[0].reactions[1]
    sentence = describe_action(smite, scenario.rules).sentence
    assert sentence.endswith("; other reactions to the same event remain possible.")
