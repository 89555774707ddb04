"""Validation: loops, care, sides, targets and figures that do not do what they look like."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from tests.skirmish.builders import ME, action, apply, foe, free, hit, reaction, slot, strike
from tests.skirmish.plans import RULES, SWORD, found, is_sound, mended, plan, the
from turnwright.core.rules.action import Uses
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import HasTag, Not, SelfCondition, TargetCondition
from turnwright.core.rules.timing import Free, Main, Setup
from turnwright.skirmish.model import scenario as m

ALLY = m.Targets(who="ally")


# --- loops ------------------------------------------------------------------------------------------


def test_an_action_that_pays_for_itself():
    scenario = plan(action("Spin", hit(), m.Gain("Action")))
    finding = the(scenario, "endless")
    assert finding.data["guard"] == 64
    assert is_sound(mended(scenario, finding), "endless")
    assert is_sound(plan(action("Spin", m.Gain("Action"), cost=("Action", "Surge"))), "endless")
    assert is_sound(plan(action("Spin", m.Gain("Ki"), cost="Action")), "endless")


def test_two_actions_that_pay_for_each_other():
    points = action("Points", m.Gain("Points", 2), cost="Slot")
    slots = action("Slots", m.Gain("Slot"), cost=Cost("Points", 2))
    assert "pay for each other" in the(plan(points, slots), "endless").sentence
    fewer = action("Points", m.Gain("Points", 1), cost="Slot")
    assert is_sound(plan(fewer, slots), "endless")


def test_more_actions_for_nothing_in_every_turn():
    surge = free("Action Surge", m.Gain("Action"), targets=ME)
    assert "1 Action every turn" in the(plan(surge, SWORD), "free_gain").sentence
    limited = free("Action Surge", m.Gain("Action"), targets=ME, uses=Uses(1, "short rest"))
    assert is_sound(plan(limited, SWORD), "free_gain")


def test_free_actions_that_undo_each_other():
    draw = free("Draw", apply("Armed"), targets=ME)
    drop = free("Drop", m.Remove(status="Armed"), targets=ME)
    assert the(plan(draw, drop, SWORD), "undo").data["actions"] == ["Draw", "Drop"]
    paid = action("Drop", m.Remove(status="Armed"), targets=ME, cost="BonusAction")
    assert is_sound(plan(draw, paid, SWORD), "undo")
    hop = free("Hop", m.MoveCombatant(5, direction="towards"))
    back = free("Back", m.MoveCombatant(5, direction="away"))
    assert found(plan(hop, back), "undo")


# --- too often, and at the wrong side ---------------------------------------------------------------


def test_a_buff_that_is_cast_again_while_it_lasts():
    bless = action("Bless", apply("Blessed", to_hit="1d4"), cost=("Action", slot(1)), targets=ALLY)
    scenario = plan(bless, SWORD, pools={"SpellSlot_1": 4})
    finding = the(scenario, "again")
    assert finding.fix == "Require not target Blessed."
    assert is_sound(mended(scenario, finding), "again")
    held = action(
        "Bless", apply("Blessed"), cost=("Action", slot(1)), targets=ALLY, concentration=True
    )
    assert the(plan(held), "again").fix == "Require not is_concentrating."


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
    assert is_sound(plan(buff, SWORD, pools={"Rage": 2}), "again")


def test_a_heal_for_those_who_are_not_hurt():
    cure = action("Cure", m.Heal("1d8+3"), targets=ALLY)
    scenario = plan(cure, SWORD)
    assert is_sound(mended(scenario, the(scenario, "heals_unhurt")), "heals_unhurt")
    for good in (
        action("Cure", m.Heal(5), targets=ALLY, requires=(TargetCondition("missing_hp", ">=", 5),)),
        action("Cure", m.Heal(5), targets=m.Targets(who="ally", state="down")),
        action("Drain", hit(), m.Heal(5, to="self")),
        action("Ward", m.Heal(5, temporary=True), targets=ME),
    ):
        assert is_sound(plan(good, SWORD), "heals_unhurt")


def test_two_actions_that_need_concentration():
    bless = action("Bless", apply("Blessed"), targets=ALLY, concentration=True)
    hold = action("Hold", apply("Held"), concentration=True)
    guard = Not(SelfCondition("is_concentrating"))
    guarded = [replace(one, requires=(guard,)) for one in (bless, hold)]
    both = plan(bless, hold, SWORD)
    finding = the(both, "double_concentration")
    assert finding.sentence == (
        "'Bless' and 'Hold' need concentration, "
        "and 'Bless' or 'Hold' may end the concentration on another."
    )
    assert is_sound(mended(both, finding), "double_concentration")
    assert is_sound(plan(*guarded, SWORD), "double_concentration")
    one_left = plan(guarded[0], hold, SWORD)
    assert is_sound(mended(one_left, the(one_left, "double_concentration")), "double_concentration")
    assert is_sound(plan(bless, SWORD), "double_concentration")


def test_help_for_enemies_and_harm_for_friends():
    for kind in (
        action("Cure", m.Heal(5)),
        action("Bless", apply("Blessed", to_hit="1d4", turns=1)),
    ):
        scenario = plan(kind, SWORD)
        assert is_sound(mended(scenario, the(scenario, "helps_enemy")), "helps_enemy")
    hex_ = action("Hex", apply("Hexed", to_hit="-1d4", ac=1, turns=1))
    assert is_sound(plan(hex_, SWORD), "helps_enemy"), "good and bad"
    swipe = strike(targets=ALLY)
    assert is_sound(mended(plan(swipe), the(plan(swipe), "harms_ally")), "harms_ally")
    assert is_sound(plan(strike(targets=m.Targets(who="anyone"))), "harms_ally")


# --- encounters -------------------------------------------------------------------------------------


def test_an_encounter_has_two_sides():
    lonely = m.Scenario(rules=RULES, sides=plan(SWORD).sides[:1])
    assert the(lonely, "one_side").severity == "error"
    assert the(m.Scenario(), "one_side").path == "sides"
    assert the(m.Scenario(day=(m.Rest(),)), "no_encounter").severity == "error"
    assert is_sound(plan(SWORD), "no_encounter")
    same = m.Scenario(rules=RULES, sides=(m.Side("A", (foe(SWORD),)), m.Side("A", (foe(SWORD),))))
    assert found(same, "same_side_name")
    assert is_sound(plan(SWORD), "same_side_name")


def test_somebody_with_nothing_to_do():
    assert the(plan("End Turn"), "no_actions").severity == "note"
    assert is_sound(plan(SWORD), "no_actions")


def test_those_who_never_come_or_have_no_hit_points():
    assert found(plan(SWORD, arrival=51), "never_arrives")
    assert is_sound(plan(SWORD, arrival=50), "never_arrives")
    assert found(plan(SWORD, hp=0), "no_hit_points")
    assert is_sound(plan(SWORD, hp="1d8-3"), "no_hit_points")


def test_a_fight_without_damage_never_ends():
    shout = action("Shout", apply("Shouted", turns=1))
    both = plan(shout, foes=(foe(shout),))
    assert "draw after 50 rounds" in the(both, "endless_fight").sentence
    assert is_sound(plan(shout), "endless_fight")
    assert the(plan(shout), "harmless_side").path == "sides[0]"
    venom = action("Venom", apply("Venom", damage_each_turn="1d4 poison", turns=2))
    assert is_sound(plan(venom), "harmless_side")


def test_immunities_can_make_a_side_harmless():
    imp = foe(SWORD, immune=("fire",), name="Imp")
    burn = action("Burn", m.Harm("2d6 fire"))
    finding = the(plan(burn, foes=(imp,)), "harmless_side")
    assert finding.sentence == ("'Heroes' cannot hurt its enemies (they are immune to 'fire').")
    mixed = plan(burn, foes=(imp, foe(SWORD, name="Wolf")))
    assert the(mixed, "cannot_be_hurt").path == "sides[1].combatants[0]"
    stone = foe(SWORD, immune=("slashing unless Magical",))
    assert found(plan(SWORD, foes=(stone,)), "harmless_side")
    magical = strike("1d8 slashing", tags=("Melee", "Magical"))
    assert is_sound(plan(magical, foes=(stone,)), "harmless_side")


def test_targets_that_nobody_can_be():
    friend = m.Combatant(name="Friend", actions=(SWORD,))
    heal = action("Heal", m.Heal(5), targets=m.Targets(who="other ally"))
    assert the(plan(heal), "no_candidates").severity == "warning"
    assert is_sound(plan(heal, friends=(friend,)), "no_candidates")
    assert is_sound(plan(heal, count=2), "no_candidates")
    wake = action("Wake", m.Heal(5), targets=m.Targets(who="ally", state="down"))
    assert "death_saves" in the(plan(wake), "no_candidates").fix
    assert is_sound(plan(wake, death_saves=True), "no_candidates")
    none = strike(targets=m.Targets(count=0))
    assert found(plan(none), "no_candidates")
    revive = reaction("UnitDied", m.Heal(5), targets=m.Targets(who="event target"))
    assert the(plan(SWORD, reactions=(revive,)), "no_candidates").severity == "error"
    lair = reaction("LairCount", m.Harm(5), targets=m.Targets(who="event source"))
    assert the(plan(SWORD, reactions=(lair,)), "no_candidates").severity == "error"


def test_a_range_that_nobody_ever_comes_into():
    reach = strike(targets=m.Targets(range=5))
    far = foe(SWORD, position=60)
    finding = the(plan(reach, foes=(far,)), "out_of_range")
    assert (finding.data["range"], finding.data["nearest"]) == (5, 60)
    close_in = action("Close in", m.MoveCombatant(30), cost=Cost("Movement", 30))
    assert is_sound(plan(close_in, reach, foes=(far,)), "out_of_range")
    assert is_sound(plan(reach), "out_of_range")


# --- figures ----------------------------------------------------------------------------------------


def test_a_die_that_is_rolled_twice():
    scenario = plan(action("Sword", m.Attack(to_hit="1d20+5", damage=3)))
    finding = the(scenario, "second_die")
    assert finding.fix == "Write only the bonus: 5."
    assert is_sound(mended(scenario, finding), "second_die")
    assert found(plan(SWORD, initiative="1d20"), "second_die")
    assert is_sound(plan(action("Sword", m.Attack(to_hit="1d4+5", damage=3))), "second_die")


def test_recharges_and_uses_that_make_no_sense():
    assert found(plan(strike(recharge=7)), "never_recharges")
    assert is_sound(plan(strike(recharge=6)), "never_recharges")
    assert found(plan(strike(recharge=5, cooldown=2)), "recharge_unused")
    assert found(plan(strike(recharge=5, uses=Uses(1, "encounter"))), "recharge_unused")
    assert is_sound(plan(strike(recharge=5, uses=Uses(3, "long rest"))), "recharge_unused")
    assert the(plan(strike(recharge=5, uses=Uses(1, "turn"))), "uses_unused").severity == "note"
    assert is_sound(plan(strike(uses=Uses(1, "turn"))), "uses_unused")
    assert the(plan(strike(uses=Uses(1, "day"))), "unknown_reset").severity == "error"
    assert is_sound(plan(strike(uses=Uses(1, "short rest"))), "unknown_reset")


@pytest.mark.parametrize(
    ("dice", "cost"),
    [
        ("spent", (Cost("Action"), Cost("Hands", variable={"min": 1}))),
        ("(slot_level+1)d8", (Cost("Action"), slot(1))),
    ],
)
def test_words_in_dice_that_are_always_nothing(dice, cost):
    assert the(plan(action("Odd", m.Harm(dice))), "unbound_word").severity == "warning"
    assert is_sound(plan(action("Odd", m.Harm(dice), cost=cost)), "unbound_word")


def test_the_value_of_an_event_needs_an_event():
    assert found(plan(action("Odd", m.Harm("value"))), "unbound_word")
    rebuke = reaction("DamageTaken", m.Harm("value", to="event source"), who="self")
    assert is_sound(plan(SWORD, reactions=(rebuke,)), "unbound_word")
    slow = action("Venom", apply("Venom", damage_each_turn="slot_level"), cost=slot(1))
    assert found(plan(slow), "unbound_word")


def test_a_repeated_save_needs_a_dc():
    repeat = m.RepeatSave(ability="wis")
    spell = action("Fear", apply("Fear", repeat_save=repeat, turns=1))
    assert found(plan(spell), "no_dc")
    saved = action("Fear", m.Save(dc=13, on_fail=(apply("Fear", repeat_save=repeat),)))
    assert is_sound(plan(saved), "no_dc")
    own = action("Fear", apply("Fear", repeat_save=m.RepeatSave(dc=12)))
    assert is_sound(plan(own), "no_dc")


def test_concentration_on_nothing():
    scenario = plan(strike(concentration=True))
    assert is_sound(mended(scenario, the(scenario, "empty_concentration")), "empty_concentration")
    assert is_sound(
        plan(action("Bless", apply("Blessed"), concentration=True)), "empty_concentration"
    )


def test_two_actions_of_one_name_share_their_uses():
    first = strike(name="Breath", recharge=5)
    second = action("Breath", hit(9), targets=m.Targets(count=3))
    assert found(plan(first, second), "same_name")
    assert is_sound(plan(strike(name="Cut"), strike(7, name="Cut")), "same_name")


def test_timings_that_are_fine_say_nothing():
    for timing in (Main(), Free(), Free(anytime=True)):
        assert is_sound(plan(action("Sword", hit(), timing=timing)), "no_trigger")
