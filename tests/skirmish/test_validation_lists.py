"""Validation: entries of a list that are never come to, and requirements that are never met."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.skirmish.builders import ME, action, apply, foe, free, hit, reaction, slot, strike
from tests.skirmish.plans import RULES, SWORD, found, is_sound, mended, plan, the
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
    scenario = plan(SWORD, FIREBALL, pools={"SpellSlot_3": 2})
    finding = the(scenario, "unreachable")
    assert finding.path == "sides[0].combatants[0].actions[1]"
    assert finding.sentence == (
        "'Fireball' is never used: 'Sword' above it is valid whenever it is, "
        "and takes the Action first."
    )
    assert is_sound(mended(scenario, finding), "unreachable")


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
    assert found(plan(above, FIREBALL, pools={"SpellSlot_3": 2}), "unreachable")


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
def test_what_may_be_invalid_hides_nothing(above):
    assert is_sound(
        plan(above, FIREBALL, pools={"SpellSlot_3": 2, "SpellSlot_1": 1}), "unreachable"
    )


def test_the_same_requirements_and_the_same_targets_hide():
    guard = TargetCondition("hp_percent", "<", 50)
    near = m.Targets(range=5)
    above = strike(requires=(guard,), targets=m.Targets(range=10))
    below = strike(9, name="Other", requires=(guard, HasResource("Ki")), targets=near)
    assert found(plan(above, below, pools={"Ki": 1}), "unreachable")
    assert is_sound(plan(below, above, pools={"Ki": 1}), "unreachable")


def test_enemies_who_arrive_later_leave_time_for_other_things():
    late = foe(SWORD, arrival=3)
    heal = action("Rest", m.Heal(5), targets=ME)
    assert is_sound(plan(SWORD, heal, foes=(late,)), "unreachable")
    assert found(plan(SWORD, heal), "unreachable")


def test_what_somebody_may_grant_is_not_out_of_reach():
    bow = action("Bow", hit(), tags=("Ranged",))
    captain = m.Combatant(
        name="Captain",
        actions=(action("Order", m.Grant("Ranged"), targets=m.Targets(who="other ally")),),
    )
    assert is_sound(plan(SWORD, bow, friends=(captain,)), "unreachable")
    assert found(plan(SWORD, bow), "unreachable")


def test_a_part_of_a_multiattack_is_only_a_note():
    bite, claw = hit(7), hit(4)
    multi = action("Multiattack", bite, m.Attack(to_hit=claw.to_hit, damage=4, times=2))
    assert the(plan(multi, action("Claw", claw)), "unreachable").severity == "note"
    assert the(plan(multi, action("Tail", hit(9))), "unreachable").severity == "warning"


def test_the_same_entry_twice():
    scenario = plan(SWORD, SWORD)
    assert is_sound(mended(scenario, the(scenario, "duplicate")), "duplicate")
    shout = free("Shout", apply("Shouted", turns=1), targets=ME)
    assert is_sound(plan(shout, shout), "duplicate"), "free actions are used once each"


def test_nothing_comes_after_the_end_of_the_turn():
    scenario = plan("End Turn", SWORD)
    finding = the(scenario, "after_end_turn")
    assert is_sound(mended(scenario, finding), "after_end_turn")
    waits = m.CombatAction(
        name="End Turn",
        effect=(m.EndTurn(),),
        targets=ME,
        requires=(SelfCondition("round", "<", 2),),
    )
    assert is_sound(plan(waits, SWORD), "after_end_turn")


def test_a_reaction_below_one_that_answers_the_same():
    parry = reaction("AttackHit", m.ChangeRoll(add=-2), name="Parry", who="self")
    shield = reaction(
        "AttackHit", m.ChangeRoll(add=-5), name="Shield", who="self", cost=("Reaction", slot(1))
    )
    scenario = plan(SWORD, reactions=(parry, shield), pools={"SpellSlot_1": 2})
    assert "is triggered by the same events" in the(scenario, "unreachable").sentence
    assert is_sound(mended(scenario, the(scenario, "unreachable")), "unreachable")


@pytest.mark.parametrize(
    "above",
    [
        {"on": "AttackMissed"},
        {"who": "ally"},
        {"role": "source"},
        {"when": LastEvent("AttackHit", value=10)},
        {"only_if_it_matters": True},
        {"cost": ()},
        {"uses": Uses(1, "encounter")},
    ],
)
def test_reactions_that_answer_something_else_hide_nothing(above):
    parry = {"on": "AttackHit", "who": "self", "name": "Parry"} | above
    on = parry.pop("on")
    shield = reaction("AttackHit", m.ChangeRoll(add=-5), name="Shield", who="self")
    reactions = (reaction(on, m.ChangeRoll(add=-2), **parry), shield)
    assert is_sound(plan(SWORD, reactions=reactions), "unreachable")


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
    finding = the(plan(strike(requires=requires), pools={"Ki": 3}), "contradiction")
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
    assert is_sound(plan(strike(requires=requires), pools={"Ki": 3}), "contradiction")


def test_a_contradiction_names_both_sides_of_it():
    low, high = SelfCondition("hp_percent", "<", 20), SelfCondition("hp_percent", ">", 50)
    finding = the(
        plan(strike(requires=(low, SelfCondition("round", ">", 1), high))), "contradiction"
    )
    assert finding.path == "sides[0].combatants[0].actions[0].requires[2]"
    assert finding.sentence == (
        "'Strike' can never be used: hp_percent < 20 and hp_percent > 50 exclude each other."
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
    finding = the(plan(strike(requires=(check,), targets=far), pools={"Ki": 3}), "never_true")
    assert finding.severity == severity


def test_the_same_requirements_where_they_can_be_met():
    raise_up = action("Raise", m.Heal(5), targets=m.Targets(who="ally", state="any"))
    down = replace(raise_up, requires=(TargetCondition("is_down"),))
    assert is_sound(plan(down, death_saves=True), "never_true")
    wrong = replace(down, targets=ALLY)
    assert "targets.state" in the(plan(wrong, death_saves=True), "never_true").fix
    many = strike(requires=(SelfCondition("enemies_up", ">=", 2),))
    assert is_sound(plan(many, foes=(foe(SWORD, count=2),)), "never_true")
    first, second = (m.Side("A", (foe(SWORD),)), m.Side("B", (foe(SWORD, count=2),)))
    day = (m.Encounter(sides=(first,)), m.Encounter(sides=(second,)))
    assert is_sound(m.Scenario(rules=RULES, sides=plan(many).sides[:1], day=day), "never_true")
