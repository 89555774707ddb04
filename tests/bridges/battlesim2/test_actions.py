"""Conversion of battlesim2 actions: attacks, heals, buffs, and their costs."""

from __future__ import annotations

from typing import Any

import pytest

from tests.bridges.battlesim2.battlesim_samples import act, club, hero, note_paths
from turnwright.core.rules.action import Uses
from turnwright.core.rules.cost import Cost, Variable
from turnwright.core.rules.requirement import HasResource, SelfCondition, TargetCondition
from turnwright.core.rules.timing import Main, Reaction, Setup
from turnwright.skirmish.model.scenario import (
    Apply,
    Attack,
    Duration,
    Harm,
    Heal,
    PoolSize,
    RepeatSave,
    Save,
    Status,
    Targets,
)

# --- attacks, heals, buffs -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("written", "read"),
    [(4, 4), ("4", 4), ("+4", 4), ("1d20+6", "6"), ("d20 + 6", "6"), ("1d20", 0),
     ("2[PB]+3[STR]", "2[PB]+3[STR]")],
)  # fmt: skip
def test_the_d20_is_not_part_of_the_bonus(written: Any, read: Any):
    (attack,) = act(toHit=written).effect
    assert str(attack.to_hit) == str(read)


def test_labels_stay_and_halves_become_dice():
    (attack,) = act(dpr="2d6 + 5[STR] + 10[GWM]").effect
    assert attack.damage == "2d6 + 5[STR] + 10[GWM]"
    ann, found = hero(club(dpr=5.5))
    assert ann.actions[0].effect[0].damage == "1d2+4"
    assert note_paths(found, "approximated") == ["players[0].actions[0].dpr"]


@pytest.mark.parametrize(
    ("text", "targets"),
    [
        ("enemy with least HP", Targets(pick="least hp")),
        ("enemy with the least HP", Targets(pick="least hp")),
        ("EnemyWithMostHP", Targets(pick="most hp")),
        ("enemy with highest DPR", Targets(pick="highest damage")),
        ("enemy with the lowest AC", Targets(pick="lowest ac")),
        ("enemy with highest AC", Targets(pick="highest ac")),
        ("enemy with highest survivability", Targets(pick="highest survivability")),
        ("ally with the least HP", Targets(who="ally", pick="least hp")),
        ("self", Targets(who="self")),
    ],
)
def test_strategies_and_their_aliases(text: str, targets: Targets):
    assert act(target=text).targets == targets


def test_attacks_choose_each_target_and_saves_affect_several():
    assert act(targets=3).effect == (Attack(4, "1d6+2", 3),)
    assert act(targets=3).targets.count == 1
    burst = act(targets=3, useSaves=True, halfOnSave=True, toHit="8+3[PB]+4", tags=["Fire", "AoE"])
    assert burst.effect == (Save(15, damage="1d6+2 fire", half=True),)
    assert burst.targets.count == 3


def test_riders_with_and_without_a_save():
    buff = {
        "displayName": "Venom",
        "condition": "Poisoned",
        "duration": "repeat the save each round",
    }
    (attack,) = act(riderEffect={"dc": 13, "buff": buff}).effect
    status = Status(name="Venom", conditions=("poisoned",), repeat_save=RepeatSave(dc=13))
    assert attack.on_hit == (Save(13, on_fail=(Apply(status),)),)
    plain = {"displayName": "Mark", "duration": "until next attack taken"}
    (attack,) = act(riderEffect={"buff": plain}).effect
    assert attack.on_hit == (
        Apply(Status(name="Mark", duration=Duration(until="next attack taken"))),
    )


def test_heals_go_to_the_hurt_and_temporary_points_do_not_add_up():
    heal = act(type="heal", amount="1d8 + 4", target="ally with the least HP", targets=2)
    assert heal.effect == (Heal("1d8 + 4"),)
    assert heal.targets == Targets(who="ally", pick="least hp", count=2, state="any")
    assert heal.requires == (TargetCondition("missing_hp", ">", 0),)
    shield = act(type="heal", amount=5, tempHP=True, target="self")
    assert shield.effect == (Heal(5, temporary=True),)
    assert shield.requires == (TargetCondition("temp_hp", "==", 0),)


def test_a_debuff_is_a_save_and_is_not_repeated():
    slow = act(
        type="debuff", saveDC="14", buff={"displayName": "Slow", "ac": -2, "concentration": True}
    )
    assert slow.effect == (Save(14, on_fail=(Apply(Status(name="Slow", ac=-2)),)),)
    assert TargetCondition("Slow", "==", 0) in slow.requires
    assert slow.concentration
    assert SelfCondition("is_concentrating", "==", 0) in slow.requires


@pytest.mark.parametrize(
    ("text", "duration"),
    [
        ("instant", Duration(until="end of turn")),
        ("until next attack made", Duration(until="next attack made")),
        ("until next attack taken", Duration(until="next attack taken")),
        ("1 round", Duration(turns=1)),
        ("entire encounter", Duration()),
    ],
)
def test_durations(text: str, duration: Duration):
    (effect,) = act(type="buff", buff={"duration": text}).effect
    assert effect.status == Status(name="Club", duration=duration)


def test_a_buff_with_all_its_numbers():
    buff = {
        "displayName": "All", "ac": "2", "toHit": "1d4", "damage": "2d6", "damageReduction": 3,
        "damageMultiplier": 2, "damageTakenMultiplier": 0.5, "dc": 1, "save": "1d4", "magnitude": 0.5,
        "source": "somebody",
    }  # fmt: skip
    ann, found = hero(club(type="buff", buff=buff))
    assert ann.actions[0].effect[0].status == Status(
        name="All",
        ac=2,
        to_hit="1d4",
        damage="2d6",
        reduction=3,
        dealt=2,
        taken=0.5,
        dc=1,
        save="1d4",
    )
    assert note_paths(found, "approximated") == ["players[0].actions[0].buff.magnitude"]


@pytest.mark.parametrize(
    "name",
    ["Blinded", "Frightened", "Incapacitated", "Invisible", "Paralyzed", "Petrified", "Poisoned",
     "Restrained", "Stunned", "Unconscious", "Is Prone"],
)  # fmt: skip
def test_named_conditions_are_those_of_the_rules(name: str):
    (effect,) = act(type="buff", buff={"condition": name}).effect
    assert effect.status.conditions == (name.lower().removeprefix("is "),)


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("Attacks with Advantage", {"attacks": "advantage"}),
        ("Attacks with Disadvantage", {"attacks": "disadvantage"}),
        ("Attacks with Triple Advantage", {"attacks": "advantage"}),
        ("Is attacked with Advantage", {"attacked": "advantage"}),
        ("Is attacked with Disadvantage", {"attacked": "disadvantage"}),
        (
            "Attacks and is attacked with Advantage",
            {"attacks": "advantage", "attacked": "advantage"},
        ),
        (
            "Attacks and saves with Disadvantage",
            {"attacks": "disadvantage", "saves": "disadvantage"},
        ),
        ("Saves with Advantage", {"saves": "advantage"}),
        ("Save with Disadvantage", {"saves": "disadvantage"}),
        ("Is Hidden", {"attacks": "advantage", "attacked": "disadvantage"}),
        ("Is Surprised", {"incapacitated": True}),
        ("Exhausted", {"attacks": "disadvantage", "saves": "disadvantage"}),
        ("Hasted", {"gain": {"Action": 1}, "saves": "advantage", "saves_of": ("dex",)}),
    ],
)
def test_mechanical_conditions_become_modifiers(name: str, changes: dict[str, Any]):
    (effect,) = act(type="buff", buff={"condition": name}).effect
    assert effect.status == Status(name="Club", **changes)


# --- prices ------------------------------------------------------------------------------------------


def test_slots_of_older_files():
    assert act(actionSlot=0).cost == (Cost("Action"),)
    assert act(action_slot="1", actionSlot=None).cost == (Cost("BonusAction"),)
    assert act(actionSlot=4).cost == (Cost("Reaction"),)
    assert act(actionSlot=4).timing == Main()
    assert act(actionSlot=3).timing == Reaction("LairCount")
    assert act(actionSlot=-1).timing == Reaction("UnitDowned", "self", "target")
    assert act(actionSlot=-2).timing == Reaction("UnitDowned", "self", "source")
    assert act(actionSlot=-3).timing == Setup()
    for slot in (-3, -2, -1, 3):
        assert act(actionSlot=slot).cost == ()


def test_legendary_actions_and_other_slots_have_pools():
    dragon, found = hero(
        club(actionSlot=2), club(name="Roar", actionSlot=5), club(name="Hop", actionSlot=6)
    )
    assert dragon.reactions[0].timing == Reaction("TurnEnded", "enemy", "source")
    assert dragon.reactions[0].cost == (Cost("Legendary"),)
    assert [action.cost for action in dragon.actions] == [(Cost("Other 1"),), (Cost("Other 2"),)]
    assert dragon.pools == {key: PoolSize(1, "turn") for key in ("Legendary", "Other 1", "Other 2")}
    assert note_paths(found, "approximated") == ["players[0].actions[0].actionSlot"]


def test_costs_take_precedence_over_the_slot():
    cost = [
        {"type": "Discrete", "resourceType": "Action", "amount": 1},
        {"type": "Discrete", "resourceType": "SpellSlot", "resourceVal": "level_2", "amount": 1},
        {"type": "Discrete", "resourceType": "ClassResource", "resourceVal": "Ki", "amount": "2"},
        {"type": "Discrete", "resourceType": {"HitDice": 8}, "amount": 1},
        {"type": "Discrete", "resourceType": "Movement", "amount": 10},
        {"type": "Discrete", "resourceType": "ItemCharge", "resourceVal": "Wand", "amount": 1},
    ]
    assert act(cost=cost).cost == (
        Cost("Action"), Cost("SpellSlot", 1, 2), Cost("Ki", 2), Cost("HitDie_8"), Cost("Movement", 10),
        Cost("Wand"),
    )  # fmt: skip


def test_actions_that_cost_no_action_are_used_once_per_turn():
    ki = [{"type": "Discrete", "resourceType": "ClassResource", "resourceVal": "Ki", "amount": 1}]
    ann, _ = hero(club(cost=ki, actionSlot=5), club(name="Kick", cost=ki, actionSlot=None))
    assert ann.actions[0].cost == (Cost("Ki"), Cost("Other 1"))
    assert ann.actions[1].cost == (Cost("Ki"), Cost("Kick this turn"))
    assert ann.pools["Kick this turn"] == PoolSize(1, "turn")


def test_setup_actions_cost_no_action():
    cost = [{"type": "Discrete", "resourceType": kind, "resourceVal": "1", "amount": 1}
            for kind in ("Action", "SpellSlot")]  # fmt: skip
    assert act(cost=cost, actionSlot=-3).cost == (Cost("SpellSlot", level=1),)


def test_variable_costs_heal_as_many_points_as_are_paid():
    cost = [{"type": "Variable", "resourceType": "ClassResource", "resourceVal": "Lay on Hands",
             "min": 1, "max": 35}]  # fmt: skip
    heal = act(type="heal", amount=35, cost=[*cost, {"resourceType": "Action", "amount": 1}])
    assert heal.effect == (Heal("spent"),)
    assert heal.cost[0] == Cost("Lay on Hands", variable=Variable(1, 35, policy="need"))
    other = act(cost=cost)
    assert other.cost[0].variable == Variable(1, 35, policy="max")


def test_hit_points_are_paid_by_taking_damage():
    paid = act(cost=[{"resourceType": "HP", "amount": 5}, {"resourceType": "Action", "amount": 1}])
    assert paid.effect[1:] == (Harm(5, to="self"),)


@pytest.mark.parametrize(
    ("freq", "uses", "cooldown"),
    [
        ("at will", None, None),
        (None, None, None),
        ("1/fight", Uses(1, "encounter"), None),
        ("1/day", Uses(1, "long rest"), None),
        ({"reset": "sr", "uses": 2}, Uses(2, "short rest"), None),
        ({"reset": "lr", "uses": "3"}, Uses(3, "long rest"), None),
        ({"reset": "recharge", "cooldownRounds": 3}, None, 3),
    ],
)
def test_frequencies(freq: Any, uses: Uses | None, cooldown: int | None):
    action = act(freq=freq)
    assert (action.uses, action.cooldown) == (uses, cooldown)


LOW = "lowest_ally_percent"
CONDITIONS: dict[str, tuple[Any, ...]] = {
    "default": (),
    "is available": (),
    "ally at 0 HP": (SelfCondition("allies_down", ">=", 1),),
    "ally under half HP": (SelfCondition(LOW, "<", 50),),
    "ally below 25% HP": (SelfCondition(LOW, "<", 25),),
    "ally below 50% HP": (SelfCondition(LOW, "<", 50),),
    "ally below 75% HP": (SelfCondition(LOW, "<", 75),),
    "any ally injured": (SelfCondition(LOW, "<", 100),),
    "any ally needs healing": (SelfCondition(LOW, "<", 50),),
    "any ally below 50% HP": (SelfCondition(LOW, "<", 50),),
    "is under half HP": (SelfCondition("hp_percent", "<", 50),),
    "has temp HP": (SelfCondition("temp_hp", ">", 0),),
    "has no THP": (SelfCondition("temp_hp", "==", 0),),
    "not used yet": (SelfCondition("used:Club", "==", 0),),
    "enemy count one": (SelfCondition("enemies_up", "==", 1),),
    "enemy count multiple": (SelfCondition("enemies_up", ">=", 2),),
    "not concentrating": (SelfCondition("is_concentrating", "==", 0),),
    "enemy advantage": (SelfCondition("outnumbered_by", ">", 0),),
    "player advantage": (SelfCondition("outnumbered_by", "<", 0),),
    "even action economy": (SelfCondition("outnumbered_by", "==", 0),),
}


@pytest.mark.parametrize("text", CONDITIONS)
def test_conditions_of_actions(text: str):
    assert act(condition=text).requires == CONDITIONS[text]


def test_a_buff_that_is_not_active():
    action = act(type="buff", condition="buff not active", buff={"displayName": "Rage"})
    assert action.requires == (TargetCondition("Rage", "==", 0),)


def test_requirements():
    ann, found = hero(
        club(
            requirements=[
                {
                    "type": "ResourceAvailable",
                    "resourceType": "SpellSlot",
                    "resourceVal": "1st",
                    "amount": 2,
                },
                {"type": "CombatState", "condition": "EnemyInRange", "value": 5},
                {"type": "CombatState", "condition": {"EnemyInRange": 30}},
                {"type": "CombatState", "condition": "IsSurprised"},
                {"type": "CombatState", "condition": "HasTempHP"},
                {"type": "StatusEffect", "effect": "Prone"},
                {"type": "Custom", "description": "the moon is full"},
            ]
        )
    )
    assert ann.actions[0].requires == (
        HasResource("SpellSlot_1", 2),
        SelfCondition("nearest_enemy", "<=", 5),
        SelfCondition("nearest_enemy", "<=", 30),
        SelfCondition("is_surprised"),
        SelfCondition("temp_hp", ">", 0),
        SelfCondition("prone"),
    )
    (note,) = found.report.of("unknown")
    assert note.value == "the moon is full"
