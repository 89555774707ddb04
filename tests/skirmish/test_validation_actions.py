"""Validation of loops, wasted actions, sides, targets and numbers."""

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
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import HasTag, Not, SelfCondition, TargetCondition
from turnwright.core.rules.timing import Free, Main, Setup
from turnwright.skirmish.model import scenario as m

ALLY = m.Targets(who="ally")


# --- loops ------------------------------------------------------------------------------------------


def test_an_action_that_pays_for_itself():
    scenario = scenario_with(action("Spin", hit(), m.Gain("Action")))
    finding = only_finding(scenario, "endless")
    assert finding.data["guard"] == 64
    assert has_no(patched(scenario, finding), "endless")
    assert has_no(
        scenario_with(action("Spin", m.Gain("Action"), cost=("Action", "Surge"))), "endless"
    )
    assert has_no(scenario_with(action("Spin", m.Gain("Ki"), cost="Action")), "endless")


def test_two_actions_that_pay_for_each_other():
    points = action("Points", m.Gain("Points", 2), cost="Slot")
    slots = action("Slots", m.Gain("Slot"), cost=Cost("Points", 2))
    assert "pay for each other" in only_finding(scenario_with(points, slots), "endless").sentence
    fewer = action("Points", m.Gain("Points", 1), cost="Slot")
    assert has_no(scenario_with(fewer, slots), "endless")


def test_a_free_action_that_gives_an_action():
    surge = free("Action Surge", m.Gain("Action"), targets=ME)
    assert "1 Action every turn" in only_finding(scenario_with(surge, SWORD), "free_gain").sentence
    limited = free("Action Surge", m.Gain("Action"), targets=ME, uses=Uses(1, "short rest"))
    assert has_no(scenario_with(limited, SWORD), "free_gain")


def test_free_actions_that_undo_each_other():
    draw = free("Draw", apply("Armed"), targets=ME)
    drop = free("Drop", m.Remove(status="Armed"), targets=ME)
    assert only_finding(scenario_with(draw, drop, SWORD), "undo").data["actions"] == [
        "Draw",
        "Drop",
    ]
    paid = action("Drop", m.Remove(status="Armed"), targets=ME, cost="BonusAction")
    assert has_no(scenario_with(draw, paid, SWORD), "undo")
    hop = free("Hop", m.MoveCombatant(5, direction="towards"))
    back = free("Back", m.MoveCombatant(5, direction="away"))
    assert findings(scenario_with(hop, back), "undo")


# --- too often, and at the wrong side ---------------------------------------------------------------


def test_a_buff_that_is_cast_again_while_it_lasts():
    bless = action("Bless", apply("Blessed", to_hit="1d4"), cost=("Action", slot(1)), targets=ALLY)
    scenario = scenario_with(bless, SWORD, pools={"SpellSlot_1": 4})
    finding = only_finding(scenario, "again")
    assert finding.fix == "Require not target Blessed."
    assert has_no(patched(scenario, finding), "again")
    held = action(
        "Bless", apply("Blessed"), cost=("Action", slot(1)), targets=ALLY, concentration=True
    )
    assert only_finding(scenario_with(held), "again").fix == "Require not is_concentrating."


@pytest.mark.parametrize(
    "buff",
    [
        action("Dodge", apply("Dodge", turns=1), targets=ME),
        action("Rage", apply("Rage"), cost=("BonusAction", "Rage"), targets=ME,
            requires=(Not(SelfCondition("Rage")),)),
        action("Mark", apply("Marked", tags=("Prey",)), requires=(Not(HasTag("Prey")),)),
        action("Bless", apply("Blessed"), targets=ALLY, requires=(SelfCondition("round", "==", 1),)),
        action("Bless", apply("Blessed"), targets=ALLY, uses=Uses(1, "encounter")),
        action("Hamstring", hit(), apply("Slow")),
        action("Armour", apply("Armour"), targets=ME, timing=Setup()),
    ],
)  # fmt: skip
def test_buffs_that_are_not_cast_again(buff):
    assert has_no(scenario_with(buff, SWORD, pools={"Rage": 2}), "again")


def test_a_heal_that_does_not_require_damage():
    cure = action("Cure", m.Heal("1d8+3"), targets=ALLY)
    scenario = scenario_with(cure, SWORD)
    assert has_no(patched(scenario, only_finding(scenario, "heals_unhurt")), "heals_unhurt")
    for good in (
        action("Cure", m.Heal(5), targets=ALLY, requires=(TargetCondition("missing_hp", ">=", 5),)),
        action("Cure", m.Heal(5), targets=m.Targets(who="ally", state="down")),
        action("Drain", hit(), m.Heal(5, to="self")),
        action("Ward", m.Heal(5, temporary=True), targets=ME),
    ):
        assert has_no(scenario_with(good, SWORD), "heals_unhurt")


def test_two_actions_that_need_concentration():
    bless = action("Bless", apply("Blessed"), targets=ALLY, concentration=True)
    hold = action("Hold", apply("Held"), concentration=True)
    guard = Not(SelfCondition("is_concentrating"))
    guarded = [replace(one, requires=(guard,)) for one in (bless, hold)]
    both = scenario_with(bless, hold, SWORD)
    finding = only_finding(both, "double_concentration")
    assert finding.sentence == (
        "'Bless' and 'Hold' need concentration, "
        "and 'Bless' or 'Hold' may end the concentration on another."
    )
    assert has_no(patched(both, finding), "double_concentration")
    assert has_no(scenario_with(*guarded, SWORD), "double_concentration")
    one_left = scenario_with(guarded[0], hold, SWORD)
    assert has_no(
        patched(one_left, only_finding(one_left, "double_concentration")), "double_concentration"
    )
    assert has_no(scenario_with(bless, SWORD), "double_concentration")


def test_actions_aimed_at_the_wrong_side():
    for kind in (
        action("Cure", m.Heal(5)),
        action("Bless", apply("Blessed", to_hit="1d4", turns=1)),
    ):
        scenario = scenario_with(kind, SWORD)
        assert has_no(patched(scenario, only_finding(scenario, "helps_enemy")), "helps_enemy")
    hex_ = action("Hex", apply("Hexed", to_hit="-1d4", ac=1, turns=1))
    assert has_no(scenario_with(hex_, SWORD), "helps_enemy"), "good and bad"
    swipe = strike(targets=ALLY)
    assert has_no(
        patched(scenario_with(swipe), only_finding(scenario_with(swipe), "harms_ally")),
        "harms_ally",
    )
    assert has_no(scenario_with(strike(targets=m.Targets(who="anyone"))), "harms_ally")


# --- encounters -------------------------------------------------------------------------------------


def test_an_encounter_has_two_sides():
    lonely = m.Scenario(rules=RULES, sides=scenario_with(SWORD).sides[:1])
    assert only_finding(lonely, "one_side").severity == "error"
    assert only_finding(m.Scenario(), "one_side").path == "sides"
    assert only_finding(m.Scenario(day=(m.Rest(),)), "no_encounter").severity == "error"
    assert has_no(scenario_with(SWORD), "no_encounter")
    same = m.Scenario(rules=RULES, sides=(m.Side("A", (foe(SWORD),)), m.Side("A", (foe(SWORD),))))
    assert findings(same, "same_side_name")
    assert has_no(scenario_with(SWORD), "same_side_name")


def test_a_combatant_without_actions():
    assert only_finding(scenario_with("End Turn"), "no_actions").severity == "note"
    assert has_no(scenario_with(SWORD), "no_actions")


def test_combatants_that_never_arrive_or_have_no_hit_points():
    assert findings(scenario_with(SWORD, arrival=51), "never_arrives")
    assert has_no(scenario_with(SWORD, arrival=50), "never_arrives")
    assert findings(scenario_with(SWORD, hp=0), "no_hit_points")
    assert has_no(scenario_with(SWORD, hp="1d8-3"), "no_hit_points")


def test_a_fight_without_damage_never_ends():
    shout = action("Shout", apply("Shouted", turns=1))
    both = scenario_with(shout, foes=(foe(shout),))
    assert "draw after 50 rounds" in only_finding(both, "endless_fight").sentence
    assert has_no(scenario_with(shout), "endless_fight")
    assert only_finding(scenario_with(shout), "harmless_side").path == "sides[0]"
    venom = action("Venom", apply("Venom", damage_each_turn="1d4 poison", turns=2))
    assert has_no(scenario_with(venom), "harmless_side")


def test_immunities_can_make_a_side_harmless():
    imp = foe(SWORD, immune=("fire",), name="Imp")
    burn = action("Burn", m.Harm("2d6 fire"))
    finding = only_finding(scenario_with(burn, foes=(imp,)), "harmless_side")
    assert finding.sentence == ("'Heroes' cannot hurt its enemies (they are immune to 'fire').")
    mixed = scenario_with(burn, foes=(imp, foe(SWORD, name="Wolf")))
    assert only_finding(mixed, "cannot_be_hurt").path == "sides[1].combatants[0]"
    stone = foe(SWORD, immune=("slashing unless Magical",))
    assert findings(scenario_with(SWORD, foes=(stone,)), "harmless_side")
    magical = strike("1d8 slashing", tags=("Melee", "Magical"))
    assert has_no(scenario_with(magical, foes=(stone,)), "harmless_side")


def test_targets_that_never_exist():
    friend = m.Combatant(name="Friend", actions=(SWORD,))
    heal = action("Heal", m.Heal(5), targets=m.Targets(who="other ally"))
    assert only_finding(scenario_with(heal), "no_candidates").severity == "warning"
    assert has_no(scenario_with(heal, friends=(friend,)), "no_candidates")
    assert has_no(scenario_with(heal, count=2), "no_candidates")
    wake = action("Wake", m.Heal(5), targets=m.Targets(who="ally", state="down"))
    assert "death_saves" in only_finding(scenario_with(wake), "no_candidates").fix
    assert has_no(scenario_with(wake, death_saves=True), "no_candidates")
    none = strike(targets=m.Targets(count=0))
    assert findings(scenario_with(none), "no_candidates")
    revive = reaction("UnitDied", m.Heal(5), targets=m.Targets(who="event target"))
    assert (
        only_finding(scenario_with(SWORD, reactions=(revive,)), "no_candidates").severity == "error"
    )
    lair = reaction("LairCount", m.Harm(5), targets=m.Targets(who="event source"))
    assert (
        only_finding(scenario_with(SWORD, reactions=(lair,)), "no_candidates").severity == "error"
    )


def test_targets_that_are_always_out_of_range():
    reach = strike(targets=m.Targets(range=5))
    far = foe(SWORD, position=60)
    finding = only_finding(scenario_with(reach, foes=(far,)), "out_of_range")
    assert (finding.data["range"], finding.data["nearest"]) == (5, 60)
    close_in = action("Close in", m.MoveCombatant(30), cost=Cost("Movement", 30))
    assert has_no(scenario_with(close_in, reach, foes=(far,)), "out_of_range")
    assert has_no(scenario_with(reach), "out_of_range")


# --- figures ----------------------------------------------------------------------------------------


def test_a_die_that_is_rolled_twice():
    scenario = scenario_with(action("Sword", m.Attack(to_hit="1d20+5", damage=3)))
    finding = only_finding(scenario, "second_die")
    assert finding.fix == "Write only the bonus: 5."
    assert has_no(patched(scenario, finding), "second_die")
    assert findings(scenario_with(SWORD, initiative="1d20"), "second_die")
    assert has_no(scenario_with(action("Sword", m.Attack(to_hit="1d4+5", damage=3))), "second_die")


def test_recharges_and_uses_that_make_no_sense():
    assert findings(scenario_with(strike(recharge=7)), "never_recharges")
    assert has_no(scenario_with(strike(recharge=6)), "never_recharges")
    assert findings(scenario_with(strike(recharge=5, cooldown=2)), "recharge_unused")
    assert findings(scenario_with(strike(recharge=5, uses=Uses(1, "encounter"))), "recharge_unused")
    assert has_no(scenario_with(strike(recharge=5, uses=Uses(3, "long rest"))), "recharge_unused")
    assert (
        only_finding(
            scenario_with(strike(recharge=5, uses=Uses(1, "turn"))), "uses_unused"
        ).severity
        == "note"
    )
    assert has_no(scenario_with(strike(uses=Uses(1, "turn"))), "uses_unused")
    assert (
        only_finding(scenario_with(strike(uses=Uses(1, "day"))), "unknown_reset").severity
        == "error"
    )
    assert has_no(scenario_with(strike(uses=Uses(1, "short rest"))), "unknown_reset")


@pytest.mark.parametrize(
    ("dice", "cost"),
    [
        ("spent", (Cost("Action"), Cost("Hands", variable={"min": 1}))),
        ("(slot_level+1)d8", (Cost("Action"), slot(1))),
    ],
)
def test_variables_that_are_always_0(dice, cost):
    assert (
        only_finding(scenario_with(action("Odd", m.Harm(dice))), "unbound_word").severity
        == "warning"
    )
    assert has_no(scenario_with(action("Odd", m.Harm(dice), cost=cost)), "unbound_word")


def test_the_value_of_an_event_needs_an_event():
    assert findings(scenario_with(action("Odd", m.Harm("value"))), "unbound_word")
    rebuke = reaction("DamageTaken", m.Harm("value", to="event source"), who="self")
    assert has_no(scenario_with(SWORD, reactions=(rebuke,)), "unbound_word")
    slow = action("Venom", apply("Venom", damage_each_turn="slot_level"), cost=slot(1))
    assert findings(scenario_with(slow), "unbound_word")


def test_a_repeated_save_needs_a_dc():
    repeat = m.RepeatSave(ability="wis")
    spell = action("Fear", apply("Fear", repeat_save=repeat, turns=1))
    assert findings(scenario_with(spell), "no_dc")
    saved = action("Fear", m.Save(dc=13, on_fail=(apply("Fear", repeat_save=repeat),)))
    assert has_no(scenario_with(saved), "no_dc")
    own = action("Fear", apply("Fear", repeat_save=m.RepeatSave(dc=12)))
    assert has_no(scenario_with(own), "no_dc")


def test_concentration_without_a_status():
    scenario = scenario_with(strike(concentration=True))
    assert has_no(
        patched(scenario, only_finding(scenario, "empty_concentration")), "empty_concentration"
    )
    assert has_no(
        scenario_with(action("Bless", apply("Blessed"), concentration=True)), "empty_concentration"
    )


def test_actions_with_one_name_share_their_uses():
    first = strike(name="Breath", recharge=5)
    second = action("Breath", hit(9), targets=m.Targets(count=3))
    assert findings(scenario_with(first, second), "same_name")
    assert has_no(scenario_with(strike(name="Cut"), strike(7, name="Cut")), "same_name")


def test_valid_timings_have_no_findings():
    for timing in (Main(), Free(), Free(anytime=True)):
        assert has_no(scenario_with(action("Sword", hit(), timing=timing)), "no_trigger")
