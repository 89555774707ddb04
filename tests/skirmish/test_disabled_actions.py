"""Actions that are switched off: they stay in the list, but are neither used nor planned with."""

from __future__ import annotations

from tests.skirmish.builders import encounter, foe, hero, hit, play, reaction, slot, strike
from tests.skirmish.validation_scenarios import (
    SWORD,
    findings,
    has_no,
    only_finding,
    patched,
    scenario_with,
)
from turnwright.skirmish.model import files
from turnwright.skirmish.model import scenario as m

HEAVY = strike(50, name="Heavy Blow")
LIGHT = strike(1, name="Poke")
COUNTER = reaction("AttackHit", hit(7), name="Counter", who="self", targets=m.Targets())


def test_the_next_action_of_the_list_is_used_instead():
    played = play(encounter(hero(HEAVY, LIGHT, disabled=("Heavy Blow",)), foe(hp=3), rounds=3))
    assert played.actions == ["Hero: Poke"] * 3


def test_a_reaction_that_is_switched_off_does_not_answer():
    attacked = encounter(hero(LIGHT), foe(reactions=(COUNTER,), disabled=("Counter",)), rounds=1)
    assert play(attacked).hp("Hero") == 20


def test_it_is_not_counted_as_demand_and_its_pool_is_not_idle():
    bolt = strike(name="Bolt", cost=("Action", slot(1)))
    ray = strike(name="Ray", cost=("BonusAction", slot(1)))
    both = scenario_with(bolt, ray, SWORD, pools={"SpellSlot_1": 1})
    assert len(findings(both, "potential_conflict")) == 1
    one = scenario_with(bolt, ray, SWORD, pools={"SpellSlot_1": 1}, disabled=("Ray",))
    assert has_no(one, "potential_conflict")
    none = scenario_with(bolt, ray, SWORD, pools={"SpellSlot_1": 1}, disabled=("Ray", "Bolt"))
    assert has_no(none, "unused_resource")


def test_an_entry_is_not_hidden_by_one_that_is_switched_off():
    assert len(findings(scenario_with(SWORD, LIGHT), "unreachable")) == 1
    assert has_no(scenario_with(SWORD, LIGHT, disabled=("Sword",)), "unreachable")
    assert has_no(scenario_with(SWORD, LIGHT, disabled=("Poke",)), "unreachable")


def test_a_name_that_no_entry_has_is_found_with_the_closest_one():
    scenario = scenario_with(SWORD, disabled=("Sward",))
    finding = only_finding(scenario, "unknown_disabled")
    assert finding.sentence == "'Hero' switches off 'Sward', but has no action of that name."
    assert finding.fix == "Did you mean 'Sword'?"
    assert patched(scenario, finding).sides[0].combatants[0].disabled == ("Sword",)


def test_a_name_like_no_other_is_removed():
    scenario = scenario_with(SWORD, disabled=("Meteor Swarm",))
    finding = only_finding(scenario, "unknown_disabled")
    assert patched(scenario, finding).sides[0].combatants[0].disabled == ()


def test_files_may_write_a_single_name():
    text = "sides:\n  A: [{use: Fighter 5, disabled: Action Surge}]\n  B: [Goblin]\n"
    assert files.parse(text).sides[0].combatants[0].disabled == ("Action Surge",)
