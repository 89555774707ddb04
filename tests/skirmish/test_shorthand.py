"""Shorthand of scenario files and its full form."""

import pytest

from turnwright.core.rules import cost, requirement, timing
from turnwright.core.rules.action import Uses
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.files import parse

DUEL = "sides: {Left: [{name: Ann}], Right: [{name: Bob}]}"


def action(text):
    """An action from shorthand."""
    return parse(f"{DUEL}\nactions:\n  Deed: {text}").actions["Deed"]


COSTS = {
    "Action": cost.Cost("Action"),
    "Ki 2": cost.Cost("Ki", 2),
    "Movement 7.5": cost.Cost("Movement", 7.5),
    "LayOnHands 5": cost.Cost("LayOnHands", 5),
    "LayOnHands need": cost.Cost("LayOnHands", variable=cost.Variable()),
    "Fury all": cost.Cost("Fury", variable=cost.Variable(policy="all")),
    "SpellSlot 1": cost.Cost("SpellSlot", level=1),
    "SpellSlot 1+": cost.Cost("SpellSlot", level=1, allow_upcast=True),
    "SpellSlot 2+ highest": cost.Cost("SpellSlot", level=2, allow_upcast=True, prefer="highest"),
}


@pytest.mark.parametrize("text", COSTS)
def test_cost_shorthand(text):
    assert action(f"{{cost: {text}}}").cost == (COSTS[text],)
    assert action(f"{{cost: [Action, {text}]}}").cost == (cost.Cost("Action"), COSTS[text])


REQUIREMENTS = {
    "hp_percent < 50": requirement.SelfCondition("hp_percent", "<", 50),
    "hp_percent<50": requirement.SelfCondition("hp_percent", "<", 50),
    "round = 1": requirement.SelfCondition("round", "==", 1),
    "is_concentrating": requirement.SelfCondition("is_concentrating"),
    "not is_concentrating": requirement.Not(requirement.SelfCondition("is_concentrating")),
    "self prone": requirement.SelfCondition("prone"),
    "target hp_percent <= 25": requirement.TargetCondition("hp_percent", "<=", 25),
    "target IsEnemy": requirement.TargetCondition("is_enemy"),
    "target Range <= 60": requirement.TargetCondition("distance", "<=", 60),
    "not target prone": requirement.Not(requirement.TargetCondition("prone")),
    "target tag Marked": requirement.HasTag("Marked"),
    "target my tag Marked": requirement.HasTag("Marked", by_self=True),
    "any enemy tag Marked": requirement.HasTag("Marked", on="any_enemy"),
    "has Ki": requirement.HasResource("Ki"),
    "has Ki 2": requirement.HasResource("Ki", 2),
    "used:Deed < 3": requirement.SelfCondition("used:Deed", "<", 3),
    "last AttackMissed": requirement.LastEvent("AttackMissed"),
    "last MeleeHit > 10": requirement.LastEvent("AttackHit", tags=("Melee",), op=">", value=10),
    "last DamageTaken with fire": requirement.LastEvent("DamageTaken", tags=("fire",)),
    "round == 1 or hp < 5 and not prone": requirement.Or(
        (
            requirement.SelfCondition("round", "==", 1),
            requirement.And(
                (
                    requirement.SelfCondition("hp", "<", 5),
                    requirement.Not(requirement.SelfCondition("prone")),
                )
            ),
        )
    ),
}


@pytest.mark.parametrize("text", REQUIREMENTS)
def test_requirement_shorthand(text):
    assert action(f"{{requires: '{text}'}}").requires == (REQUIREMENTS[text],)
    when = action(f"{{timing: {{on: TurnEnded, when: '{text}'}}}}").timing
    assert when.when == REQUIREMENTS[text]


DURATIONS = {
    "1 round": model.Duration(turns=1),
    "3 turns": model.Duration(turns=3),
    "1 minute": model.Duration(turns=10),
    "1 turn at end": model.Duration(turns=1, at="end"),
    "2 turns of bearer at end": model.Duration(turns=2, of="bearer", at="end"),
    "encounter": model.Duration(),
    "end of turn": model.Duration(until="end of turn"),
    "next attack taken": model.Duration(until="next attack taken"),
}


@pytest.mark.parametrize("text", DURATIONS)
def test_duration_shorthand(text):
    deed = action(f"{{effect: {{type: Apply, status: {{name: X, duration: {text}}}}}}}")
    assert deed.effect[0].status.duration == DURATIONS[text]


def test_a_single_value_stands_for_a_list():
    deed = action("""
      requires: not is_concentrating
      effect:
        type: Attack
        on_hit: {type: Apply, status: {name: Down, conditions: prone, repeat_save: str}}
    """)
    (attack,) = deed.effect
    (apply,) = attack.on_hit
    assert apply.status.conditions == ("prone",)
    assert apply.status.repeat_save == model.RepeatSave("str")


def test_timing_uses_recharge_and_target_shorthand():
    assert action("{timing: Setup}").timing == timing.Setup()
    assert action("{timing: Anytime}").timing == timing.Free(anytime=True)
    assert action("{uses: 2 per long rest}").uses == Uses(2, "long rest")
    assert action("{uses: 3/day}").uses == Uses(3, "long rest")
    assert action("{recharge: 5-6}").recharge == 5
    assert action("{recharge: 6}").recharge == 6
    assert action("{targets: other ally}").targets == model.Targets(who="other ally")


def test_pool_shorthand():
    ann = "{name: Ann, pools: {Luck: 3, Ki: 4 per short rest, SpellSlot: [4, 2]}}"
    scenario = parse(f"sides: {{Left: [{ann}], Right: [Goblin]}}")
    assert scenario.sides[0].combatants[0].pools == {
        "Luck": 3,
        "Ki": model.PoolSize(4, "short rest"),
        "SpellSlot_1": 4,
        "SpellSlot_2": 2,
    }


def test_levels_have_the_same_shorthand_in_pools_and_costs():
    bolt = "{name: Bolt, cost: [Action, SpellSlot 1]}"
    ann = f"{{name: Ann, pools: {{SpellSlot 1: 1 per long rest, Slot 10: 2}}, actions: [{bolt}]}}"
    scenario = parse(f"sides: {{Left: [{ann}], Right: [Goblin]}}")
    found = scenario.sides[0].combatants[0]
    assert found.pools == {"SpellSlot_1": model.PoolSize(1, "long rest"), "Slot_10": 2}
    assert found.actions[0].cost[1].key == "SpellSlot_1"


def test_a_level_that_is_given_twice_is_reported():
    ann = "{name: Ann, pools: {SpellSlot 1: 1, SpellSlot_1: 2}}"
    scenario = parse(f"sides: {{Left: [{ann}], Right: [Goblin]}}")
    assert scenario.sides[0].combatants[0].pools == {"SpellSlot 1": 1, "SpellSlot_1": 2}


def test_day_shorthand():
    scenario = parse("""
      sides: {Heroes: [Fighter 1]}
      day:
        - {name: Gate, sides: {Guards: [{use: Goblin, count: 2}]}}
        - short rest
        - {type: Fight, sides: [{name: Boss, combatants: [Ogre]}]}
        - long rest
    """)
    first, short, second, long = scenario.day
    assert first.sides[0].name == "Guards"
    assert second.sides[0].combatants[0].name == "Ogre"
    assert (short, long) == (model.Rest("short rest"), model.Rest("long rest"))
