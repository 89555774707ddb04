"""Validation of lists: entries that are never reached, and requirements that are never met."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.skirmish.builders import ME, action, apply, foe, free, hit, reaction, slot, strike
from tests.skirmish.validation_scenarios import (
    RULES,
    SWORD,
    findings,
    has_no,
    only_finding,
    patched,
    scenario_with,
)
from turnwright.core.rules.action import Uses
from turnwright.core.rules.requirement import (
    And,
    HasResource,
    HasTag,
    LastEvent,
    Not,
    Or,
    SelfCondition,
    TargetCondition,
)
from turnwright.skirmish.model import scenario as m

ALLY = m.Targets(who="ally")
FIREBALL = action(
    "Fireball", m.Save(dc=15, damage="8d6 fire"), cost=("Action", slot(3)), tags=("Spell",)
)


# --- order: what is never come to -------------------------------------------------------------------


def test_an_action_below_one_that_is_always_valid_is_never_used():
    scenario = scenario_with(SWORD, FIREBALL, pools={"SpellSlot_3": 2})
    finding = only_finding(scenario, "unreachable")
    assert finding.path == "sides[0].combatants[0].actions[1]"
    assert finding.sentence == (
        "'Fireball' is never used: 'Sword' above it is valid whenever it is, "
        "and takes the Action first."
    )
    assert has_no(patched(scenario, finding), "unreachable")


@pytest.mark.parametrize(
    "above",
    [
        strike(requires=(TargetCondition("IsEnemy"), TargetCondition("IsAlive"))),
        strike(requires=(HasResource("Action"), SelfCondition("round", ">=", 1))),
        action("Dodge", apply("Dodge", attacked="disadvantage", turns=1), targets=ME),
        action("Help", apply("Help", turns=1), targets=ALLY),
    ],
)
def test_requirements_that_are_always_met_do_not_change_that(above):
    assert findings(scenario_with(above, FIREBALL, pools={"SpellSlot_3": 2}), "unreachable")


@pytest.mark.parametrize(
    "above",
    [
        strike(requires=(TargetCondition("hp_percent", "<", 50),)),
        strike(targets=m.Targets(range=5)),
        strike(uses=Uses(1, "encounter")),
        strike(recharge=5),
        strike(cost=("Action", "BonusAction")),
        strike(cost=("Action", slot(1))),
        action("Bonus", hit(), cost="BonusAction"),
        action("Raise", m.Heal(1), targets=m.Targets(who="ally", state="down")),
        action("Help", apply("Help", turns=1), targets=m.Targets(who="other ally")),
        free("Shout", apply("Shouted", turns=1), targets=ME),
    ],
)
def test_actions_that_may_be_invalid_hide_nothing(above):
    assert has_no(
        scenario_with(above, FIREBALL, pools={"SpellSlot_3": 2, "SpellSlot_1": 1}), "unreachable"
    )


def test_equal_requirements_and_targets_hide_the_lower_entry():
    guard = TargetCondition("hp_percent", "<", 50)
    near = m.Targets(range=5)
    above = strike(requires=(guard,), targets=m.Targets(range=10))
    below = strike(9, name="Other", requires=(guard, HasResource("Ki")), targets=near)
    assert findings(scenario_with(above, below, pools={"Ki": 1}), "unreachable")
    assert has_no(scenario_with(below, above, pools={"Ki": 1}), "unreachable")


def test_enemies_who_arrive_later_make_lower_entries_reachable():
    late = foe(SWORD, arrival=3)
    heal = action("Rest", m.Heal(5), targets=ME)
    assert has_no(scenario_with(SWORD, heal, foes=(late,)), "unreachable")
    assert findings(scenario_with(SWORD, heal), "unreachable")


def test_granted_actions_are_reachable():
    bow = action("Bow", hit(), tags=("Ranged",))
    captain = m.Combatant(
        name="Captain",
        actions=(action("Order", m.Grant("Ranged"), targets=m.Targets(who="other ally")),),
    )
    assert has_no(scenario_with(SWORD, bow, friends=(captain,)), "unreachable")
    assert findings(scenario_with(SWORD, bow), "unreachable")


def test_a_part_of_a_multiattack_is_only_a_note():
    bite, claw = hit(7), hit(4)
    multi = action("Multiattack", bite, m.Attack(to_hit=claw.to_hit, damage=4, times=2))
    assert (
        only_finding(scenario_with(multi, action("Claw", claw)), "unreachable").severity == "note"
    )
    assert (
        only_finding(scenario_with(multi, action("Tail", hit(9))), "unreachable").severity
        == "warning"
    )


def test_duplicate_entries():
    scenario = scenario_with(SWORD, SWORD)
    assert has_no(patched(scenario, only_finding(scenario, "duplicate")), "duplicate")
    shout = free("Shout", apply("Shouted", turns=1), targets=ME)
    assert has_no(scenario_with(shout, shout), "duplicate"), "free actions are used once each"


def test_entries_below_end_turn_are_never_used():
    scenario = scenario_with("End Turn", SWORD)
    finding = only_finding(scenario, "after_end_turn")
    assert has_no(patched(scenario, finding), "after_end_turn")
    waits = m.CombatAction(
        name="End Turn",
        effect=(m.EndTurn(),),
        targets=ME,
        requires=(SelfCondition("round", "<", 2),),
    )
    assert has_no(scenario_with(waits, SWORD), "after_end_turn")


def test_a_reaction_below_one_with_the_same_trigger():
    parry = reaction("AttackHit", m.ChangeRoll(add=-2), name="Parry", who="self")
    shield = reaction(
        "AttackHit", m.ChangeRoll(add=-5), name="Shield", who="self", cost=("Reaction", slot(1))
    )
    scenario = scenario_with(SWORD, reactions=(parry, shield), pools={"SpellSlot_1": 2})
    assert "is triggered by the same events" in only_finding(scenario, "unreachable").sentence
    assert has_no(patched(scenario, only_finding(scenario, "unreachable")), "unreachable")


@pytest.mark.parametrize(
    "above",
    [
        {"on": "AttackMissed"},
        {"who": "ally"},
        {"role": "source"},
        {"when": LastEvent("AttackHit", value=10)},
        {"only_if_outcome_changes": True},
        {"cost": ()},
        {"uses": Uses(1, "encounter")},
    ],
)
def test_reactions_with_other_triggers_hide_nothing(above):
    parry = {"on": "AttackHit", "who": "self", "name": "Parry"} | above
    on = parry.pop("on")
    shield = reaction("AttackHit", m.ChangeRoll(add=-5), name="Shield", who="self")
    reactions = (reaction(on, m.ChangeRoll(add=-2), **parry), shield)
    assert has_no(scenario_with(SWORD, reactions=reactions), "unreachable")


# --- requirements -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "requires",
    [
        (SelfCondition("hp_percent", "<", 20), SelfCondition("hp_percent", ">", 50)),
        (TargetCondition("Marked"), Not(TargetCondition("Marked"))),
        (HasTag("Prey"), Not(HasTag("Prey"))),
        (And((SelfCondition("round", "==", 1), SelfCondition("round", ">", 1))),),
        (Not(Or((SelfCondition("hp", ">", 5), SelfCondition("hp", "<=", 5)))),),
        (LastEvent("AttackHit"), LastEvent("AttackMissed")),
        (HasResource("Ki", 2), Not(HasResource("Ki", 1))),
        (Not(HasResource("Action")),),
        (Or(()),),
    ],
)
def test_requirements_that_exclude_each_other(requires):
    finding = only_finding(
        scenario_with(strike(requires=requires), pools={"Ki": 3}), "contradiction"
    )
    assert finding.severity == "error"
    assert "can never be used" in finding.sentence


@pytest.mark.parametrize(
    "requires",
    [
        (SelfCondition("hp_percent", "<", 50), SelfCondition("hp_percent", ">", 20)),
        (TargetCondition("hp_percent", "<", 20), SelfCondition("hp_percent", ">", 50)),
        (Or((SelfCondition("round", "==", 1), SelfCondition("round", "==", 3))),),
        (LastEvent("AttackHit"), LastEvent("AttackMissed", window="round", by_self=False)),
        (HasResource("Ki", 2), Not(HasResource("Ki", 3))),
        (Not(HasResource("BonusAction")),),
    ],
)
def test_requirements_that_can_be_met_together(requires):
    assert has_no(scenario_with(strike(requires=requires), pools={"Ki": 3}), "contradiction")


def test_a_contradiction_names_both_requirements():
    low, high = SelfCondition("hp_percent", "<", 20), SelfCondition("hp_percent", ">", 50)
    finding = only_finding(
        scenario_with(strike(requires=(low, SelfCondition("round", ">", 1), high))), "contradiction"
    )
    assert finding.path == "sides[0].combatants[0].actions[0].requires[2]"
    assert finding.sentence == (
        "'Strike' can never be used: 'I am below 20% of my hit points' and 'I am above half my "
        "hit points' exclude each other."
    )


@pytest.mark.parametrize(
    ("check", "severity"),
    [
        (SelfCondition("hp_percent", ">", 100), "warning"),
        (SelfCondition("round", ">", 50), "warning"),
        (SelfCondition("is_down"), "warning"),
        (SelfCondition("hp", ">", 20), "warning"),
        (TargetCondition("is_down"), "warning"),
        (TargetCondition("is_ally"), "warning"),
        (TargetCondition("distance", ">", 30), "warning"),
        (HasResource("Ki", 4), "warning"),
        (SelfCondition("enemies_up", ">=", 2), "note"),
        (SelfCondition("allies_down", ">=", 2), "note"),
    ],
)
def test_requirements_that_no_value_can_meet_here(check, severity):
    far = m.Targets(range=30)
    finding = only_finding(
        scenario_with(strike(requires=(check,), targets=far), pools={"Ki": 3}), "never_true"
    )
    assert finding.severity == severity


def test_the_same_requirements_where_they_can_be_met():
    raise_up = action("Raise", m.Heal(5), targets=m.Targets(who="ally", state="any"))
    down = replace(raise_up, requires=(TargetCondition("is_down"),))
    assert has_no(scenario_with(down, death_saves=True), "never_true")
    wrong = replace(down, targets=ALLY)
    assert "targets.state" in only_finding(scenario_with(wrong, death_saves=True), "never_true").fix
    many = strike(requires=(SelfCondition("enemies_up", ">=", 2),))
    assert has_no(scenario_with(many, foes=(foe(SWORD, count=2),)), "never_true")
    first, second = (m.Side("A", (foe(SWORD),)), m.Side("B", (foe(SWORD, count=2),)))
    day = (m.Encounter(sides=(first,)), m.Encounter(sides=(second,)))
    assert has_no(
        m.Scenario(rules=RULES, sides=scenario_with(many).sides[:1], day=day), "never_true"
    )
