"""Validation of names: undefined names, misspelled words, and effects that do nothing."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import ME, action, apply, foe, hit, reaction, slot, strike
from tests.skirmish.validation_scenarios import (
    RULES,
    SWORD,
    findings,
    has_no,
    only_finding,
    patched,
    scenario_with,
)
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
def test_an_unknown_resource_suggests_the_closest_one(written, meant):
    scenario = scenario_with(action("Kick", hit(), cost=written))
    finding = only_finding(scenario, "unknown_resource")
    assert finding.severity == "error"
    assert finding.path == "sides[0].combatants[0].actions[0].cost[0]"
    assert finding.fix == f"Did you mean {meant!r}?"
    assert has_no(patched(scenario, finding), "unknown_resource")


def test_a_slot_of_a_level_that_nobody_has():
    fireball = action("Fireball", hit(), cost=("Action", slot(3)))
    finding = only_finding(
        scenario_with(fireball, pools={"SpellSlot_1": 4, "SpellSlot_2": 2}), "unknown_resource"
    )
    assert finding.sentence == (
        "'Fireball' needs 'SpellSlot_3', but 'Hero' has no such pool, "
        "only SpellSlot_1 and SpellSlot_2."
    )
    rising = action("Fireball", hit(), cost=("Action", slot(3, upcast=True)))
    assert has_no(scenario_with(rising, pools={"SpellSlot_4": 1}), "unknown_resource")


def test_legendary_actions_without_their_pool():
    tail = reaction("TurnEnded", hit(), name="Tail", cost="Legendary", who="enemy", role="source")
    scenario = scenario_with(SWORD, reactions=(tail,))
    finding = only_finding(scenario, "unknown_resource")
    assert "reset 'turn'" in finding.fix
    mended_one = patched(scenario, finding)
    assert mended_one.sides[0].combatants[0].pools == {"Legendary": m.PoolSize(3, reset="turn")}
    assert has_no(mended_one, "unknown_resource")


def test_the_patch_adds_a_pool_if_no_name_is_close():
    scenario = scenario_with(
        action("Rage", apply("Rage"), cost=("BonusAction", "Rage"), targets=ME)
    )
    assert has_no(patched(scenario, only_finding(scenario, "unknown_resource")), "unknown_resource")


def test_requirements_and_effects_name_pools_too():
    asks = action("Sure", hit(), requires=(HasResource("Kii"),))
    assert only_finding(scenario_with(asks, pools={"Ki": 1}), "unknown_resource").data["near"] == [
        "Ki"
    ]
    gives = action("Inspire", m.Gain("Inspiration", to="target"), targets=m.Targets(who="ally"))
    assert "none of its targets" in only_finding(scenario_with(gives), "unknown_resource").sentence
    bard = m.Combatant(name="Bard", pools={"Inspiration": 1})
    assert has_no(scenario_with(gives, friends=(bard,)), "unknown_resource")
    own = action("Breath", hit(), recharge=5, requires=(HasResource("Breath ready"),))
    assert has_no(scenario_with(own), "unknown_resource")


def test_a_status_gives_only_what_its_bearer_can_hold():
    haste = action("Haste", apply("Hasted", gain={"action": 1}, turns=1), targets=ME)
    finding = only_finding(scenario_with(haste), "unknown_resource")
    assert finding.path.endswith("effect[0].status.gain.action")
    assert finding.data["near"] == ["Action"]
    good = action("Haste", apply("Hasted", gain={"Action": 1}, turns=1), targets=ME)
    assert has_no(scenario_with(good), "unknown_resource")
    trait = m.Status(name="Quick", gain={"Quickness": 1})
    assert findings(scenario_with(SWORD, traits=(trait,)), "unknown_resource")


def test_resources_from_other_combatants_are_known():
    spends = action("Inspired", hit(), cost=("BonusAction", "Inspiration"))
    gives = action(
        "Inspire", m.Gain("Inspiration", to="target"), targets=m.Targets(who="other ally")
    )
    bard = m.Combatant(name="Bard", actions=(gives,))
    assert has_no(scenario_with(spends, friends=(bard,)), "unknown_resource")
    assert findings(scenario_with(spends), "unknown_resource")


# --- actions and rules ------------------------------------------------------------------------------


def test_scenarios_with_unresolved_names_are_validated():
    scenario = scenario_with("Longsword", "End Turn", rules="2014")
    assert not [one for one in validate(scenario) if one.severity == "error"]
    wrong = scenario_with("Longsowrd", rules="2014")
    finding = only_finding(wrong, "unknown_action")
    assert finding.data["near"][0] == "Longsword"
    assert only_finding(scenario_with(SWORD, rules="2015"), "unknown_rules").severity == "error"


def test_an_effect_that_is_only_a_name_is_an_error():
    named = m.CombatAction(name="Odd", effect="fireball")
    assert only_finding(scenario_with(named), "unknown_effect").severity == "error"
    assert has_no(scenario_with(SWORD), "unknown_effect")


# --- events -----------------------------------------------------------------------------------------


def test_an_unknown_event_suggests_the_closest_one():
    parry = reaction("AtackHit", m.ChangeDamage(reduce=3), name="Parry", who="self")
    scenario = scenario_with(SWORD, reactions=(parry,))
    finding = only_finding(scenario, "unknown_event")
    assert finding.path == "sides[0].combatants[0].reactions[0].timing.on"
    assert finding.data["near"] == ["AttackHit"]
    assert has_no(patched(scenario, finding), "unknown_event")
    kick = action("Kick", hit(), cost="BonusAction", requires=(LastEvent(("AttackHit", "Mised")),))
    assert only_finding(scenario_with(SWORD, kick), "unknown_event").path.endswith(
        "requires[0].event[1]"
    )


@pytest.mark.parametrize("name", ["MeleeHit", "Event::AttackHit", "UnitDyed", "ActionStarted"])
def test_other_names_of_events_are_known(name):
    burst = reaction(name, m.Harm(3), name="Answer")
    assert has_no(scenario_with(SWORD, reactions=(burst,)), "unknown_event")


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
    scenario = scenario_with(MARK, strike(requires=(check,)))
    finding = only_finding(scenario, "unknown_name")
    assert finding.severity == "error"
    assert meant in finding.data["near"]
    assert has_no(patched(scenario, finding), "unknown_name")


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
    assert has_no(scenario_with(MARK, strike(requires=(check,))), "unknown_name")


def test_an_unknown_name_in_a_negation_is_a_note():
    odd = strike(requires=(Not(SelfCondition("Moonstruck")),))
    assert only_finding(scenario_with(odd), "unknown_name").severity == "note"


def test_uses_of_an_unknown_action():
    once = strike(requires=(SelfCondition("used:Marc", "==", 0),))
    assert only_finding(scenario_with(MARK, once), "unknown_name").data["near"] == ["Mark"]
    theirs = strike(requires=(TargetCondition("used:Mark", "==", 0),))
    assert "SelfCondition" in only_finding(scenario_with(MARK, theirs), "unknown_name").fix


def test_a_status_that_nothing_applies_is_a_warning_and_a_condition_a_note():
    marked = strike(requires=(TargetCondition("Hexed"),))
    assert only_finding(scenario_with(marked), "never_set").severity == "warning"
    helpless = strike(requires=(TargetCondition("stunned"),))
    assert only_finding(scenario_with(helpless), "never_set").severity == "note"
    assert has_no(scenario_with(strike(requires=(Not(TargetCondition("prone")),))), "never_set")


def test_who_may_have_a_status_depends_on_its_recipients():
    """The mark is applied to enemies, never to the user."""
    wants = strike(requires=(SelfCondition("Marked"),))
    assert findings(scenario_with(MARK, wants), "never_set")
    assert has_no(scenario_with(wants, foes=(foe(MARK),)), "never_set")
    stun = action("Stun", apply("Stunned", conditions=("stunned",)))
    fallen = strike(requires=(TargetCondition("prone"),))  # which being stunned includes
    assert has_no(scenario_with(stun, fallen), "never_set")


def test_a_tag_that_nothing_applies():
    prey = strike(requires=(HasTag("Prey"),))
    scenario = scenario_with(prey)
    finding = only_finding(scenario, "tag_never_set")
    assert finding.severity == "warning"
    assert finding.sentence == "'Strike' needs the tag 'Prey' on target, but nothing applies it."
    assert has_no(scenario_with(MARK, prey), "tag_never_set")
    typo = scenario_with(MARK, strike(requires=(HasTag("prey"),)))
    assert has_no(patched(typo, only_finding(typo, "tag_never_set")), "tag_never_set")


def test_own_tags_and_tags_of_combatants_and_conditions():
    own = strike(requires=(HasTag("Prey", by_self=True),))
    ranger = m.Combatant(name="Ranger", actions=(MARK,))
    assert "itself" in only_finding(scenario_with(own, friends=(ranger,)), "tag_never_set").sentence
    assert has_no(scenario_with(MARK, own), "tag_never_set")
    holy = strike(requires=(HasTag("Undead", on="any_enemy"),))
    assert has_no(scenario_with(holy, foes=(foe(SWORD, tags=("Undead",)),)), "tag_never_set")
    venom = action("Venom", apply("Venom", conditions=("poisoned",)))
    assert has_no(scenario_with(venom, strike(requires=(HasTag("Sick"),))), "tag_never_set")


def test_a_missing_creature_type_is_only_a_note():
    turn = action(
        "Turn Undead", apply("Turned", incapacitated=True, turns=1), requires=(HasTag("Undead"),)
    )
    assert only_finding(scenario_with(turn, SWORD), "tag_never_set").severity == "note"


def test_custom_checks_are_errors():
    odd = strike(requires=(Or((Custom("full_moon"), SelfCondition("round", ">", 1))),))
    assert only_finding(scenario_with(odd), "unknown_check").severity == "error"
    assert has_no(scenario_with(SWORD), "unknown_check")


# --- spelling ---------------------------------------------------------------------------------------


def test_tags_with_a_meaning_have_one_spelling():
    bolt = action("Bolt", hit(), tags=("spell",))
    scenario = scenario_with(bolt)
    assert has_no(patched(scenario, only_finding(scenario, "tag_spelling")), "tag_spelling")
    assert has_no(scenario_with(action("Bolt", hit(), tags=("Spell", "fire"))), "tag_spelling")


def test_conditions_that_the_rules_do_not_know():
    trip = action("Trip", apply("Tripped", conditions=("Prone",)))
    scenario = scenario_with(trip)
    finding = only_finding(scenario, "unknown_condition")
    assert finding.path.endswith("effect[0].status.conditions[0]")
    assert has_no(patched(scenario, finding), "unknown_condition")
    assert findings(scenario_with(SWORD, condition_immune=("fear",)), "unknown_condition")
    rules = m.RuleProfile(name="odd", conditions={"dazed": m.Condition(includes=("slow",))})
    finding = only_finding(scenario_with(SWORD, rules=rules), "unknown_condition")
    assert finding.path == "rules.conditions.dazed.includes[0]"


def test_misspelled_damage_types():
    slash = strike("1d8 slahsing")
    assert only_finding(scenario_with(slash), "damage_type").data["near"] == ["slashing"]
    assert findings(scenario_with(SWORD, resist=("frie",)), "damage_type")
    ours = scenario_with(
        strike("2d6 void"), foes=(foe(SWORD, resist=("void", "* unless Magical")),)
    )
    assert has_no(ours, "damage_type")


def test_saves_of_abilities():
    web = action("Web", m.Save(dc=13, ability="dxe", damage=3))
    thief = foe(SWORD, saves={"dex": 5})
    scenario = scenario_with(web, foes=(thief,))
    assert has_no(patched(scenario, only_finding(scenario, "unknown_ability")), "unknown_ability")
    fear = action("Fear", m.Save(dc=13, ability="wis", damage=3))
    assert only_finding(scenario_with(fear, foes=(thief,)), "general_save").severity == "note"
    assert has_no(scenario_with(fear), "general_save"), "nobody tells abilities apart here"
    quick = action("Web", m.Save(dc=13, ability="DEX", damage=3))
    assert has_no(scenario_with(quick, foes=(thief,)), "general_save")


def test_names_of_the_surprised():
    scenario = scenario_with(SWORD, foes=(foe(SWORD, name="Goblin"),), surprised=("golbin",))
    finding = only_finding(scenario, "unknown_surprised")
    assert finding.path == "surprised[0]"
    assert has_no(patched(scenario, finding), "unknown_surprised")
    assert has_no(scenario_with(SWORD, surprised=("Foes", "Hero")), "unknown_surprised")
    pack = m.Combatant(name="Wolf", count=3, actions=(SWORD,))
    assert has_no(scenario_with(SWORD, foes=(pack,), surprised=("Wolf 2",)), "unknown_surprised")
    meeting = m.Encounter(sides=(m.Side("Wolves", (pack,)),), surprised=("Wolfs",))
    assert (
        only_finding(scenario_with(SWORD, day=(meeting,)), "unknown_surprised").path
        == "day[0].surprised[0]"
    )
    ignored = scenario_with(SWORD, surprised=("Heroes",), day=(meeting,))
    assert has_no(patched(ignored, only_finding(ignored, "surprise_ignored")), "surprise_ignored")


# --- effects that come to nothing -------------------------------------------------------------------


def test_removing_a_status_that_nobody_has():
    cure = action("Cure", m.Remove(status="Marked"), targets=m.Targets(who="ally"))
    assert only_finding(scenario_with(cure), "removes_nothing").severity == "note"
    assert has_no(scenario_with(cure, foes=(foe(MARK),)), "removes_nothing")
    typo = scenario_with(action("Cure", m.Remove(tag="prey"), targets=ME), foes=(foe(MARK),))
    finding = only_finding(typo, "removes_nothing")
    assert finding.severity == "warning"
    assert has_no(patched(typo, finding), "removes_nothing")
    assert findings(scenario_with(action("Cure", m.Remove(), targets=ME)), "removes_nothing")


def test_granting_actions_that_nobody_has():
    order = action("Order", m.Grant("Melee"), targets=m.Targets(who="other ally"))
    archer = m.Combatant(name="Archer", actions=(action("Bow", hit(), tags=("Ranged",)),))
    assert findings(scenario_with(order, friends=(archer,)), "grants_nothing")
    fighter = m.Combatant(name="Fighter", actions=(SWORD,))
    assert has_no(scenario_with(order, friends=(fighter,)), "grants_nothing")


def test_actions_without_an_effect():
    shout = m.CombatAction(name="Shout")
    assert "costs nothing" in only_finding(scenario_with(SWORD, shout), "no_effect").sentence
    weak = action("Weak", m.Heal(0), m.Save(dc=10))
    assert "all of its numbers are 0" in only_finding(scenario_with(weak), "no_effect").sentence
    grip = action("Grip", m.Save(dc=10, on_fail=(apply("Gripped"),)))
    assert has_no(scenario_with(grip, "End Turn"), "no_effect")
    assert has_no(scenario_with(action("Touch", m.Attack(to_hit=3)), rules=RULES), "no_effect")
    assert has_no(scenario_with(action("Odd", hit(), cost=Cost("Action"))), "no_effect")
