"""Costs: paid completely or not at all, shared and granular pools, and upcasting."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import (
    ME,
    action,
    apply,
    encounter,
    foe,
    free,
    hero,
    hit,
    play,
    reaction,
    rules,
    slot,
    strike,
    variable,
)
from turnwright.core.rules.action import Uses
from turnwright.core.rules.cost import Cost
from turnwright.core.rules.requirement import HasResource, Not, SelfCondition, TargetCondition
from turnwright.skirmish.model import scenario as m

DUMMY = foe(hp=1000)
ALLY = m.Targets(who="ally", pick="most hurt")


def test_a_cost_is_paid_completely_or_not_at_all() -> None:
    """2.1: without a slot the action is not spent either."""
    wizard = hero(action("Bolt", hit(9), cost=("Action", slot(1))), strike())
    fought = play(encounter(wizard, DUMMY, rounds=1))
    assert fought.actions == ["Hero: Strike"]


def test_entries_on_one_key_are_summed_before_they_are_compared() -> None:
    twice = action("Twice", hit(9), cost=("Ki", "Ki"))
    assert play(encounter(hero(twice, pools={"Ki": 1}), DUMMY, rounds=1)).actions == []
    fought = play(encounter(hero(twice, pools={"Ki": 5}), DUMMY, rounds=1))
    assert fought.count("Hero: Twice") == 2
    assert fought.pool("Hero", "Ki") == 1


def test_an_unknown_pool_is_empty() -> None:
    fought = play(encounter(hero(action("Odd", hit(), cost="Moonlight")), DUMMY, rounds=1))
    assert fought.actions == []


def test_an_upcast_without_slots_is_not_free() -> None:
    missile = action("Missile", m.Harm(3), cost=("Action", slot(1, upcast=True)))
    assert play(encounter(hero(missile, strike()), DUMMY, rounds=1)).actions == ["Hero: Strike"]


def test_rounding_errors_do_not_count() -> None:
    """2.1: 0.3 pays for 0.1 three times, and whole numbers stay whole."""
    sip = action("Sip", m.Heal(1), cost=Cost("Flask", 0.1), targets=ME)
    fought = play(encounter(hero(sip, pools={"Flask": 0.3}), DUMMY, rounds=1))
    assert fought.count("Hero: Sip") == 3
    assert fought.pool("Hero", "Flask") == 0
    gulp = action("Gulp", m.Heal(1), cost=Cost("Flask", 0.5), targets=ME)
    fought = play(encounter(hero(gulp, pools={"Flask": 1.5}), DUMMY, rounds=1))
    assert fought.count("Hero: Gulp") == 3
    assert repr(fought.pool("Hero", "Flask")) == "0"


def test_fractions_add_up_to_a_whole() -> None:
    """A third of an action each turn is an action in the third one."""
    slow = m.Status(name="Slow", gain={"Effort": 1 / 3})
    push = action("Push", hit(), cost="Effort")
    fought = play(encounter(hero(push, traits=(slow,), pools={"Effort": 0}), DUMMY, rounds=6))
    assert fought.count("Hero: Push") == 2


def test_spending_movement_moves() -> None:
    """2.1: Movement is a pool also without a map; spending it emits UnitMoved."""
    charge = action("Charge", hit(), cost=("Action", Cost("Movement", 20)))
    fought = play(encounter(hero(charge, speed=30), DUMMY, rounds=1))
    assert [(one.source, one.value) for one in fought.seen("UnitMoved")] == [("Hero", 20)]
    assert play(encounter(hero(charge, speed=10), DUMMY, rounds=1)).actions == []


# --- pools --------------------------------------------------------------------------------------


def test_shared_slots_are_shared() -> None:
    """D.1: Bless takes the slot that Shield would need."""
    bless = action("Bless", apply("Blessed", to="self"), cost=("Action", slot(1)), targets=ME)
    shield = reaction(
        "DamageTaken", m.Heal(3), name="Shield", cost=("Reaction", slot(1)), who="self"
    )
    for slots, shields in ((1, 0), (2, 1)):
        cleric = hero(bless, reactions=(shield,), pools={"SpellSlot_1": slots})
        fought = play(encounter(cleric, foe(strike()), rounds=1))
        assert fought.count("Hero: Bless") == 1
        assert fought.count("Hero: Shield") == shields
        assert fought.pool("Hero", "SpellSlot_1") == 0


def lay_on_hands(**terms: object) -> m.CombatAction:
    """Heals as much as is spent, if somebody is hurt."""
    return action(
        "Lay on Hands",
        m.Heal("spent"),
        cost=("Action", variable("Hands", **terms)),
        requires=(TargetCondition("missing_hp", ">", 0),),
        targets=ALLY,
    )


@pytest.mark.parametrize(
    ("terms", "pool", "missing", "left", "healed"),
    [
        ({"policy": 5}, 20, 10, 15, 5),  # D.1: 20 becomes 15
        ({}, 3, 7, 0, 3),  # 2.8: need 7 with pool 3 is 3
        ({}, 20, 7, 13, 7),
        ({"max": 5}, 20, 7, 15, 5),
        ({"policy": "max"}, 20, 7, 0, 7),
        ({"policy": "max", "max": 6}, 20, 7, 14, 6),
        ({"policy": "min", "min": 2}, 20, 7, 18, 2),
        ({"policy": "all"}, 13, 7, 0, 7),
        ({"step": 5}, 20, 7, 15, 5),  # rounded down to the step
        ({"step": 5}, 9, 8, 4, 5),
        ({"min": 4}, 3, 7, 3, 0),  # not enough for the least: not valid
        ({"min": 4}, 20, 1, 16, 1),  # the least is paid even if less is needed
    ],
)
def test_granular_pools(
    terms: dict[str, object], pool: int, missing: int, left: int, healed: int
) -> None:
    paladin = hero(lay_on_hands(**terms), hp=20, start_hp=20 - missing, pools={"Hands": pool})
    fought = play(encounter(paladin, DUMMY, rounds=1))
    assert fought.pool("Hero", "Hands") == left
    assert fought.hp("Hero") == 20 - missing + healed


def test_paying_nothing_needs_a_minimum_of_0() -> None:
    """2.8: spending 0 is invalid unless the minimum is 0."""
    for least, count in ((1, 0), (0, 1)):
        pray = action(
            "Pray", apply("Calm", to="self"), cost=variable("Faith", min=least), targets=ME
        )
        fought = play(encounter(hero(pray, pools={"Faith": 0}), DUMMY, rounds=1))
        assert fought.count("Hero: Pray") == count
        assert fought.outcome.guards == 0


def test_a_variable_cost_takes_what_the_fixed_one_leaves() -> None:
    both = action("Both", m.Harm("spent"), cost=(Cost("Ki", 2), variable("Ki", policy="max")))
    fought = play(encounter(hero(both, pools={"Ki": 9}), DUMMY, rounds=1))
    assert fought.hp("Foe") == 1000 - 7
    assert play(encounter(hero(both, pools={"Ki": 2}), DUMMY, rounds=1)).actions == []


def test_two_variable_costs() -> None:
    """Complex costs are quoted by the rules library; `spent` is the sum."""
    both = action(
        "Both",
        m.Harm("spent"),
        cost=("Action", variable("Ki", policy="max"), variable("Luck", policy=2)),
    )
    fought = play(encounter(hero(both, pools={"Ki": 4, "Luck": 3}), DUMMY, rounds=1))
    assert fought.hp("Foe") == 1000 - 6
    assert (fought.pool("Hero", "Ki"), fought.pool("Hero", "Luck")) == (0, 1)


def test_pools_refill_at_their_reset() -> None:
    """At turns, rounds and encounters; pools that reset at a rest do not refill."""
    uses = {"turn": 3, "round": 3, "encounter": 1, "short rest": 1, "long rest": 1, "": 1}
    for word, count in uses.items():
        jab = action("Jab", hit(), cost="Juice")
        pools = {"Juice": m.PoolSize(max=1, reset=word)}
        fought = play(encounter(hero(jab, pools=pools), DUMMY, rounds=3))
        assert fought.count("Hero: Jab") == count, word


def test_a_pool_may_start_below_its_maximum() -> None:
    for word in ("encounter", "short rest", "long rest", ""):
        pools = {"Juice": m.PoolSize(max=4, reset=word, current=1)}
        fought = play(
            encounter(hero(action("Jab", hit(), cost="Juice"), pools=pools), DUMMY, rounds=2)
        )
        assert fought.count("Hero: Jab") == 1, word


def test_uses_of_an_action_are_a_pool_of_its_own() -> None:
    for per, count in (("turn", 6), ("round", 6), ("encounter", 2)):
        jab = action("Jab", hit(), cost="", uses=Uses(2, per))
        assert play(encounter(hero(jab), DUMMY, rounds=3)).count("Hero: Jab") == count, per


def test_a_gain_may_exceed_the_maximum_for_one_turn() -> None:
    """2.4: Action Surge gives one more action in this turn; the next one starts with one."""
    surge = action(
        "Surge",
        m.Gain("Action"),
        cost="Surge",
        targets=ME,
        requires=(SelfCondition("used:Strike", ">", 0),),
    )
    fought = play(encounter(hero(strike(), surge, pools={"Surge": 1}), DUMMY, rounds=2))
    assert fought.actions == ["Hero: Strike", "Hero: Surge", "Hero: Strike", "Hero: Strike"]


def test_restoring_stops_at_the_maximum() -> None:
    rest = free("Rest", m.Gain("Ki", 5, above_max=False), targets=ME)
    fought = play(
        encounter(hero(rest, pools={"Ki": m.PoolSize(max=4, current=2)}), DUMMY, rounds=1)
    )
    assert fought.pool("Hero", "Ki") == 4
    assert [(one.value, one.about) for one in fought.seen("ResourceRestored")] == [(2, "Ki")]


def test_a_loss_stops_at_zero() -> None:
    drain = action("Drain", hit(0, on_hit=(m.Lose("Ki", 3),)))
    fought = play(encounter(hero(drain), foe(hp=9, pools={"Ki": 5}), rounds=2))
    assert fought.pool("Foe", "Ki") == 0


# --- slots --------------------------------------------------------------------------------------


def missiles(**more: object) -> m.CombatAction:
    """Damage by the level of the slot."""
    return action(
        "Missiles", m.Harm("10*slot_level"), cost=("Action", slot(1, upcast=True, **more))
    )


@pytest.mark.parametrize(
    ("pools", "more", "left", "damage"),
    [
        ({1: 1, 2: 1}, {}, {1: 0, 2: 1}, 10),  # the cheapest that has one
        ({1: 0, 2: 1}, {}, {1: 0, 2: 0}, 20),
        ({1: 0, 2: 0, 3: 2}, {}, {3: 1}, 30),  # exactly one slot
        ({1: 0, 3: 1}, {"max_level": 2}, {3: 1}, 0),
        ({1: 1, 3: 1}, {"prefer": "highest"}, {1: 1, 3: 0}, 30),
        ({1: 1, 3: 1}, {"prefer": "highest", "max_level": 2}, {1: 0, 3: 1}, 10),
    ],
)
def test_upcasting(pools: dict, more: dict, left: dict, damage: int) -> None:
    """2.9: one slot of the cheapest level from the base on."""
    slots = {f"SpellSlot_{level}": count for level, count in pools.items()}
    fought = play(encounter(hero(missiles(**more), pools=slots), DUMMY, rounds=1))
    assert fought.hp("Foe") == 1000 - damage
    for level, count in left.items():
        assert fought.pool("Hero", f"SpellSlot_{level}") == count


def test_without_allow_upcast_only_the_exact_slot_is_taken() -> None:
    """2.9: no other level, and never another family."""
    plain = action("Plain", m.Harm(1), cost=("Action", slot(1)))
    assert play(encounter(hero(plain, pools={"SpellSlot_2": 3}), DUMMY, rounds=1)).actions == []
    assert play(encounter(hero(missiles(), pools={"PactSlot_2": 3}), DUMMY, rounds=1)).actions == []


def test_a_fixed_slot_has_a_level_too() -> None:
    fixed = action("Fixed", m.Harm("slot_level"), cost=("Action", slot(2)))
    assert play(encounter(hero(fixed, pools={"SpellSlot_2": 1}), DUMMY, rounds=1)).hp("Foe") == 998


def test_two_upcasts_share_the_slots() -> None:
    """The first could take level 2, but the second has no alternative."""
    twin = action(
        "Twin",
        m.Harm("slot_level"),
        cost=(slot(1, upcast=True, prefer="highest"), slot(2, upcast=True)),
    )
    pools = {"SpellSlot_1": 1, "SpellSlot_2": 1}
    fought = play(encounter(hero(twin, pools=pools), DUMMY, rounds=1))
    assert fought.hp("Foe") == 999
    assert (fought.pool("Hero", "SpellSlot_1"), fought.pool("Hero", "SpellSlot_2")) == (0, 0)


def test_more_targets_by_the_level_of_the_slot() -> None:
    hold = action(
        "Hold",
        m.Harm(1),
        cost=("Action", slot(2, upcast=True)),
        targets=m.Targets(count="slot_level"),
    )
    foes = [foe(name=f"Foe {n}", hp=10) for n in range(5)]
    for level in (2, 3, 4):
        fought = play(encounter(hero(hold, pools={f"SpellSlot_{level}": 1}), foes, rounds=1))
        assert sum(hp < 10 for hp in fought.outcome.hp[1:]) == level


# --- recharge and cooldown ----------------------------------------------------------------------


def test_cooldown_counts_the_turns_of_its_owner() -> None:
    for turns, rounds in ((1, [1, 2, 3, 4, 5, 6, 7]), (2, [1, 3, 5, 7]), (3, [1, 4, 7])):
        breath = action("Breath", hit(), cooldown=turns)
        fought = play(encounter(hero(breath, strike(0)), DUMMY, rounds=7))
        when = [n for n, used in enumerate(fought.actions, 1) if used == "Hero: Breath"]
        assert when == rounds


def test_recharge_is_rolled_at_the_start_of_the_turn() -> None:
    """A high roll recharges it; a die with 2 sides never reaches 3."""
    for least, count in ((2, None), (3, 1)):
        breath = action("Breath", hit(), recharge=least)
        fought = play(encounter(hero(breath), DUMMY, 20, rules(recharge_die=2)))
        if count is None:
            assert 1 < fought.count("Hero: Breath") < 20
        else:
            assert fought.count("Hero: Breath") == count


def test_a_free_action_costs_no_action() -> None:
    shout = free("Shout", apply("Shouted", to="self"), targets=ME)
    fought = play(encounter(hero(shout, strike()), DUMMY, rounds=1))
    assert fought.actions == ["Hero: Shout", "Hero: Strike"]


def test_a_cost_of_nothing_is_free() -> None:
    shout = action("Shout", apply("Shouted", to="self"), cost=Cost("Action", 0), targets=ME)
    fought = play(encounter(hero(shout, strike()), DUMMY, rounds=1))
    assert fought.actions == ["Hero: Shout", "Hero: Strike"]
    assert fought.outcome.guards == 0


def test_a_requirement_may_need_a_resource_that_is_not_paid() -> None:
    wait = free("Wait", hit(1), requires=(Not(HasResource("Action")),))
    fought = play(encounter(hero(wait, strike()), DUMMY, rounds=1))
    assert fought.actions == ["Hero: Strike", "Hero: Wait"]
