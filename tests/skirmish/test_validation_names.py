"""Validation: names that mean nothing where they stand, and effects that come to nothing."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import ME, action, apply, foe, hit, reaction, slot, strike
from tests.skirmish.plans import RULES, SWORD, found, is_sound, mended, plan, the
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import (
    Custom,
    HasResource,
    HasTag,
    LastEvent,
    Not,
    Or,
    SelfCondition,
    TargetCondition,
)
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.validation import validate

MARK = action("Mark", apply("Marked", tags=("Prey",)), cost="BonusAction")


# --- resources ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "meant"),
    [("Bonus Action", "BonusAction"), ("reaction", "Reaction"), ("Movment", "Movement")],
)
def test_an_unknown_resource_names_the_one_that_was_meant(written, meant):
    scenario = plan(action("Kick", hit(), cost=written))
    finding = the(scenario, "unknown_resource")
    assert finding.severity == "error"
    assert finding.path == "sides[0].combatants[0].actions[0].cost[0]"
    assert finding.fix == f"Did you mean {meant!r}?"
    assert is_sound(mended(scenario, finding), "unknown_resource")


def test_a_slot_of_a_level_that_nobody_has():
    fireball = action("Fireball", hit(), cost=("Action", slot(3)))
    finding = the(plan(fireball, pools={"SpellSlot_1": 4, "SpellSlot_2": 2}), "unknown_resource")
    assert finding.sentence == (
        "'Fireball' needs 'SpellSlot_3', but 'Hero' has no such pool, "
        "only SpellSlot_1 and SpellSlot_2."
    )
    rising = action("Fireball", hit(), cost=("Action", slot(3, upcast=True)))
    assert is_sound(plan(rising, pools={"SpellSlot_4": 1}), "unknown_resource")


def test_legendary_actions_without_their_pool():
    tail = reaction("TurnEnded", hit(), name="Tail", cost="Legendary", who="enemy", role="source")
    scenario = plan(SWORD, reactions=(tail,))
    finding = the(scenario, "unknown_resource")
    assert "reset 'turn'" in finding.fix
    mended_one = mended(scenario, finding)
    assert mended_one.sides[0].combatants[0].pools == {"Legendary": m.PoolSize(3, reset="turn")}
    assert is_sound(mended_one, "unknown_resource")


def test_a_pool_is_added_where_nothing_is_like_it():
    scenario = plan(action("Rage", apply("Rage"), cost=("BonusAction", "Rage"), targets=ME))
    assert is_sound(mended(scenario, the(scenario, "unknown_resource")), "unknown_resource")


def test_requirements_and_effects_name_pools_too():
    asks = action("Sure", hit(), requires=(HasResource("Kii"),))
    assert the(plan(asks, pools={"Ki": 1}), "unknown_resource").data["near"] == ["Ki"]
    gives = action("Inspire", m.Gain("Inspiration", to="target"), targets=m.Targets(who="ally"))
    assert "none of its targets" in the(plan(gives), "unknown_resource").sentence
    bard = m.Combatant(name="Bard", pools={"Inspiration": 1})
    assert is_sound(plan(gives, friends=(bard,)), "unknown_resource")
    own = action("Breath", hit(), recharge=5, requires=(HasResource("Breath ready"),))
    assert is_sound(plan(own), "unknown_resource")


def test_a_status_gives_only_what_its_bearer_can_hold():
    haste = action("Haste", apply("Hasted", gain={"action": 1}, turns=1), targets=ME)
    finding = the(plan(haste), "unknown_resource")
    assert finding.path.endswith("effect[0].status.gain.action")
    assert finding.data["near"] == ["Action"]
    good = action("Haste", apply("Hasted", gain={"Action": 1}, turns=1), targets=ME)
    assert is_sound(plan(good), "unknown_resource")
    trait = m.Status(name="Quick", gain={"Quickness": 1})
    assert found(plan(SWORD, traits=(trait,)), "unknown_resource")


def test_what_somebody_else_gives_is_no_unknown_resource():
    spends = action("Inspired", hit(), cost=("BonusAction", "Inspiration"))
    gives = action(
        "Inspire", m.Gain("Inspiration", to="target"), targets=m.Targets(who="other ally")
    )
    bard = m.Combatant(name="Bard", actions=(gives,))
    assert is_sound(plan(spends, friends=(bard,)), "unknown_resource")
    assert found(plan(spends), "unknown_resource")


# --- actions and rules ------------------------------------------------------------------------------


def test_names_of_actions_and_rules_may_be_left_to_be_resolved():
    scenario = plan("Longsword", "End Turn", rules="2014")
    assert not [one for one in validate(scenario) if one.severity == "error"]
    wrong = plan("Longsowrd", rules="2014")
    finding = the(wrong, "unknown_action")
    assert finding.data["near"][0] == "Longsword"
    assert the(plan(SWORD, rules="2015"), "unknown_rules").severity == "error"


def test_an_effect_that_is_only_a_name_is_none():
    named = m.CombatAction(name="Odd", effect="fireball")
    assert the(plan(named), "unknown_effect").severity == "error"
    assert is_sound(plan(SWORD), "unknown_effect")


# --- events -----------------------------------------------------------------------------------------


def test_unknown_events_name_the_one_that_was_meant():
    parry = reaction("AtackHit", m.ChangeDamage(reduce=3), name="Parry", who="self")
    scenario = plan(SWORD, reactions=(parry,))
    finding = the(scenario, "unknown_event")
    assert finding.path == "sides[0].combatants[0].reactions[0].timing.on"
    assert finding.data["near"] == ["AttackHit"]
    assert is_sound(mended(scenario, finding), "unknown_event")
    kick = action("Kick", hit(), cost="BonusAction", requires=(LastEvent(("AttackHit", "Mised")),))
    assert the(plan(SWORD, kick), "unknown_event").path.endswith("requires[0].event[1]")


@pytest.mark.parametrize("name", ["MeleeHit", "Event::AttackHit", "UnitDyed", "ActionStarted"])
def test_other_names_of_events_are_known(name):
    burst = reaction(name, m.Harm(3), name="Answer")
    assert is_sound(plan(SWORD, reactions=(burst,)), "unknown_event")


# --- facts, statuses, tags --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("check", "meant"),
    [
        (SelfCondition("hp_percnt", "<", 50), "hp_percent"),
        (TargetCondition("is_concentratng"), "is_concentrating"),
        (Not(TargetCondition("Markd")), "Marked"),
        (SelfCondition("Poisened"), "poisoned"),
    ],
)
def test_names_close_to_a_fact_a_status_or_a_condition_are_errors(check, meant):
    scenario = plan(MARK, strike(requires=(check,)))
    finding = the(scenario, "unknown_name")
    assert finding.severity == "error"
    assert meant in finding.data["near"]
    assert is_sound(mended(scenario, finding), "unknown_name")


@pytest.mark.parametrize(
    "check",
    [
        SelfCondition("HpPercent", "<", 50),
        TargetCondition("Range", "<=", 60),
        TargetCondition("Marked"),
        SelfCondition("used:Mark", "==", 0),
        Not(SelfCondition("prone")),
    ],
)
def test_facts_in_any_spelling_statuses_conditions_and_uses_are_known(check):
    assert is_sound(plan(MARK, strike(requires=(check,))), "unknown_name")


def test_a_name_that_nobody_ever_has_is_a_note_where_it_does_not_matter():
    odd = strike(requires=(Not(SelfCondition("Moonstruck")),))
    assert the(plan(odd), "unknown_name").severity == "note"


def test_uses_of_an_action_that_is_not_there():
    once = strike(requires=(SelfCondition("used:Marc", "==", 0),))
    assert the(plan(MARK, once), "unknown_name").data["near"] == ["Mark"]
    theirs = strike(requires=(TargetCondition("used:Mark", "==", 0),))
    assert "SelfCondition" in the(plan(MARK, theirs), "unknown_name").fix


def test_a_status_that_nothing_brings_is_a_warning_and_a_condition_a_note():
    marked = strike(requires=(TargetCondition("Hexed"),))
    assert the(plan(marked), "never_set").severity == "warning"
    helpless = strike(requires=(TargetCondition("stunned"),))
    assert the(plan(helpless), "never_set").severity == "note"
    assert is_sound(plan(strike(requires=(Not(TargetCondition("prone")),))), "never_set")


def test_who_may_bear_a_status_depends_on_who_puts_it_where():
    """The mark is on enemies: it is never on oneself."""
    wants = strike(requires=(SelfCondition("Marked"),))
    assert found(plan(MARK, wants), "never_set")
    assert is_sound(plan(wants, foes=(foe(MARK),)), "never_set")
    stun = action("Stun", apply("Stunned", conditions=("stunned",)))
    fallen = strike(requires=(TargetCondition("prone"),))  # which being stunned includes
    assert is_sound(plan(stun, fallen), "never_set")


def test_a_tag_that_nobody_sets():
    prey = strike(requires=(HasTag("Prey"),))
    scenario = plan(prey)
    finding = the(scenario, "tag_never_set")
    assert finding.severity == "warning"
    assert finding.sentence == "'Strike' needs the tag 'Prey' on target, but nothing applies it."
    assert is_sound(plan(MARK, prey), "tag_never_set")
    typo = plan(MARK, strike(requires=(HasTag("prey"),)))
    assert is_sound(mended(typo, the(typo, "tag_never_set")), "tag_never_set")


def test_a_tag_by_oneself_and_tags_of_combatants_and_conditions():
    own = strike(requires=(HasTag("Prey", by_self=True),))
    ranger = m.Combatant(name="Ranger", actions=(MARK,))
    assert "itself" in the(plan(own, friends=(ranger,)), "tag_never_set").sentence
    assert is_sound(plan(MARK, own), "tag_never_set")
    holy = strike(requires=(HasTag("Undead", on="any_enemy"),))
    assert is_sound(plan(holy, foes=(foe(SWORD, tags=("Undead",)),)), "tag_never_set")
    venom = action("Venom", apply("Venom", conditions=("poisoned",)))
    assert is_sound(plan(venom, strike(requires=(HasTag("Sick"),))), "tag_never_set")


def test_a_kind_of_creature_that_is_not_met_is_only_a_note():
    turn = action(
        "Turn Undead", apply("Turned", incapacitated=True, turns=1), requires=(HasTag("Undead"),)
    )
    assert the(plan(turn, SWORD), "tag_never_set").severity == "note"


def test_checks_that_the_game_does_not_know():
    odd = strike(requires=(Or((Custom("full_moon"), SelfCondition("round", ">", 1))),))
    assert the(plan(odd), "unknown_check").severity == "error"
    assert is_sound(plan(SWORD), "unknown_check")


# --- spelling ---------------------------------------------------------------------------------------


def test_tags_with_a_meaning_are_written_in_one_way():
    bolt = action("Bolt", hit(), tags=("spell",))
    scenario = plan(bolt)
    assert is_sound(mended(scenario, the(scenario, "tag_spelling")), "tag_spelling")
    assert is_sound(plan(action("Bolt", hit(), tags=("Spell", "fire"))), "tag_spelling")


def test_conditions_that_the_rules_do_not_know():
    trip = action("Trip", apply("Tripped", conditions=("Prone",)))
    scenario = plan(trip)
    finding = the(scenario, "unknown_condition")
    assert finding.path.endswith("effect[0].status.conditions[0]")
    assert is_sound(mended(scenario, finding), "unknown_condition")
    assert found(plan(SWORD, condition_immune=("fear",)), "unknown_condition")
    rules = m.RuleProfile(name="odd", conditions={"dazed": m.Condition(includes=("slow",))})
    finding = the(plan(SWORD, rules=rules), "unknown_condition")
    assert finding.path == "rules.conditions.dazed.includes[0]"


def test_types_of_damage_that_look_like_slips():
    slash = strike("1d8 slahsing")
    assert the(plan(slash), "damage_type").data["near"] == ["slashing"]
    assert found(plan(SWORD, resist=("frie",)), "damage_type")
    ours = plan(strike("2d6 void"), foes=(foe(SWORD, resist=("void", "* unless Magical")),))
    assert is_sound(ours, "damage_type")


def test_saves_of_abilities():
    web = action("Web", m.Save(dc=13, ability="dxe", damage=3))
    thief = foe(SWORD, saves={"dex": 5})
    scenario = plan(web, foes=(thief,))
    assert is_sound(mended(scenario, the(scenario, "unknown_ability")), "unknown_ability")
    fear = action("Fear", m.Save(dc=13, ability="wis", damage=3))
    assert the(plan(fear, foes=(thief,)), "general_save").severity == "note"
    assert is_sound(plan(fear), "general_save"), "nobody tells abilities apart here"
    quick = action("Web", m.Save(dc=13, ability="DEX", damage=3))
    assert is_sound(plan(quick, foes=(thief,)), "general_save")


def test_those_who_are_surprised():
    scenario = plan(SWORD, foes=(foe(SWORD, name="Goblin"),), surprised=("golbin",))
    finding = the(scenario, "unknown_surprised")
    assert finding.path == "surprised[0]"
    assert is_sound(mended(scenario, finding), "unknown_surprised")
    assert is_sound(plan(SWORD, surprised=("Foes", "Hero")), "unknown_surprised")
    pack = m.Combatant(name="Wolf", count=3, actions=(SWORD,))
    assert is_sound(plan(SWORD, foes=(pack,), surprised=("Wolf 2",)), "unknown_surprised")
    meeting = m.Encounter(sides=(m.Side("Wolves", (pack,)),), surprised=("Wolfs",))
    assert the(plan(SWORD, day=(meeting,)), "unknown_surprised").path == "day[0].surprised[0]"
    ignored = plan(SWORD, surprised=("Heroes",), day=(meeting,))
    assert is_sound(mended(ignored, the(ignored, "surprise_ignored")), "surprise_ignored")


# --- effects that come to nothing -------------------------------------------------------------------


def test_removing_what_nobody_has():
    cure = action("Cure", m.Remove(status="Marked"), targets=m.Targets(who="ally"))
    assert the(plan(cure), "removes_nothing").severity == "note"
    assert is_sound(plan(cure, foes=(foe(MARK),)), "removes_nothing")
    typo = plan(action("Cure", m.Remove(tag="prey"), targets=ME), foes=(foe(MARK),))
    finding = the(typo, "removes_nothing")
    assert finding.severity == "warning"
    assert is_sound(mended(typo, finding), "removes_nothing")
    assert found(plan(action("Cure", m.Remove(), targets=ME)), "removes_nothing")


def test_granting_what_nobody_can_do():
    order = action("Order", m.Grant("Melee"), targets=m.Targets(who="other ally"))
    archer = m.Combatant(name="Archer", actions=(action("Bow", hit(), tags=("Ranged",)),))
    assert found(plan(order, friends=(archer,)), "grants_nothing")
    fighter = m.Combatant(name="Fighter", actions=(SWORD,))
    assert is_sound(plan(order, friends=(fighter,)), "grants_nothing")


def test_actions_without_an_effect():
    shout = m.CombatAction(name="Shout")
    assert "costs nothing" in the(plan(SWORD, shout), "no_effect").sentence
    weak = action("Weak", m.Heal(0), m.Save(dc=10))
    assert "all of its numbers are 0" in the(plan(weak), "no_effect").sentence
    grip = action("Grip", m.Save(dc=10, on_fail=(apply("Gripped"),)))
    assert is_sound(plan(grip, "End Turn"), "no_effect")
    assert is_sound(plan(action("Touch", m.Attack(to_hit=3)), rules=RULES), "no_effect")
    assert is_sound(plan(action("Odd", hit(), cost=Cost("Action"))), "no_effect")
