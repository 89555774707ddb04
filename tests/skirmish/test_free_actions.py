"""Limits of free actions: once per turn, no repeated state, and the loop guard."""

from __future__ import annotations

from tests.skirmish.builders import (
    ME,
    action,
    always,
    apply,
    encounter,
    foe,
    free,
    hero,
    hit,
    play,
    reaction,
    rules,
    strike,
    variable,
)
from turnwright.core.rules.action import Uses
from turnwright.core.rules.requirement import HasTag, Not
from turnwright.skirmish.model import scenario as m

DUMMY = foe(hp=1000)
ARMED = apply("Armed", to="self", tags=("Armed",))
DISARMED = m.Remove(status="Armed", to="self")


def test_a_free_action_is_used_once_a_turn() -> None:
    """2.5, first line: one use per turn unless the action says otherwise."""
    shout = free("Shout", m.Harm(1))
    fought = play(encounter(hero(shout), DUMMY, rounds=3))
    assert fought.actions == ["Hero: Shout"] * 3
    assert fought.outcome.guards == 0


def test_a_free_action_may_have_uses() -> None:
    jab = free("Jab", hit(1), uses=Uses(3, "turn"))
    assert play(encounter(hero(jab), DUMMY, rounds=2)).count("Hero: Jab") == 6


def test_drop_and_pick_up_once_each() -> None:
    drop = free("Drop", DISARMED, requires=(HasTag("Armed", "self"),), targets=ME)
    take = free("Take", ARMED, requires=(Not(HasTag("Armed", "self")),), targets=ME)
    fought = play(encounter(hero(drop, take), DUMMY, rounds=2))
    assert fought.actions == ["Hero: Take", "Hero: Drop"] * 2


def test_two_free_actions_cannot_toggle_for_ever() -> None:
    """2.5, second line: an action that repeats a state of this turn is blocked."""
    often = Uses(1000, "turn")
    drop = free("Drop", DISARMED, requires=(HasTag("Armed", "self"),), targets=ME, uses=often)
    take = free("Take", ARMED, requires=(Not(HasTag("Armed", "self")),), targets=ME, uses=often)
    fought = play(encounter(hero(drop, take, strike()), DUMMY, rounds=1))
    assert fought.actions == ["Hero: Take", "Hero: Drop", "Hero: Take", "Hero: Strike"]
    assert fought.outcome.guards == 0


def test_an_action_that_changes_nothing_is_done_once() -> None:
    nod = free("Nod", uses=Uses(1000, "turn"), targets=ME)
    fought = play(encounter(hero(nod, strike()), DUMMY, rounds=1))
    assert fought.actions == ["Hero: Nod", "Hero: Strike"]


def test_a_miss_does_not_repeat_a_state() -> None:
    """Dice may roll differently the next time, so two free attacks are made."""
    jab = free("Jab", m.Attack(to_hit=0, damage=1), uses=Uses(2, "turn"))
    assert play(encounter(hero(jab), foe(ac=30), 1, always(5))).count("Hero: Jab") == 2


def test_paying_nothing_of_a_variable_cost_is_free() -> None:
    pray = action("Pray", apply("Calm", to="self"), cost=variable("Faith", min=0), targets=ME)
    fought = play(encounter(hero(pray, strike()), DUMMY, rounds=1))
    assert fought.actions == ["Hero: Pray", "Hero: Strike"]
    assert fought.outcome.guards == 0


def test_the_loop_guard_ends_actions_that_pay_for_themselves() -> None:
    """2.5, third line: an action that refunds itself is stopped and reported."""
    spin = action("Spin", m.Gain("Action"), targets=ME)
    fought = play(encounter(hero(spin, strike()), DUMMY, rounds=2))
    assert fought.count("Hero: Spin") == 128
    assert fought.outcome.guards == 2
    assert fought.log.guards == ["Hero has acted 64 times in one turn"] * 2
    assert [(one.source, one.value) for one in fought.seen("LoopGuard")] == [("Hero", 64)] * 2


def test_the_profile_sets_the_loop_guard() -> None:
    spin = action("Spin", m.Gain("Action"), targets=ME)
    assert play(encounter(hero(spin), DUMMY, 1, rules(guard=7))).count("Hero: Spin") == 7


def test_as_many_actions_as_the_limit_are_no_loop() -> None:
    jab = action("Jab", hit(1), cost="Ki")
    fought = play(encounter(hero(jab, pools={"Ki": 64}), DUMMY, rounds=1))
    assert (fought.count("Hero: Jab"), fought.outcome.guards) == (64, 0)


def test_reactions_to_reactions_end() -> None:
    """Free reactions to each other's statuses are deep and many, but end."""
    echo = reaction(
        "StatusApplied", apply("Echo"), name="Echo", cost="", targets=m.Targets(who="anyone")
    )
    start = action("Start", apply("Start", to="self"), targets=ME)
    crowd = [hero(start, name=f"H{n}", reactions=(echo,)) for n in range(6)]
    fought = play(
        encounter(crowd, [foe(name=f"F{n}", reactions=(echo,)) for n in range(6)], rounds=1)
    )
    assert fought.outcome.guards > 0
    assert fought.outcome.uses.count(0) < len(fought.outcome.uses)


def test_nested_grants_end() -> None:
    rally = action(
        "Rally", m.Grant("Order"), tags=("Order",), targets=m.Targets(who="other ally", count=9)
    )
    fought = play(encounter([hero(rally, name=f"H{n}") for n in range(4)], DUMMY, rounds=1))
    assert fought.outcome.guards > 0


def test_end_turn_is_not_counted_as_a_free_action() -> None:
    fought = play(encounter(hero("End Turn"), DUMMY, rounds=3))
    assert fought.actions == ["Hero: End Turn"] * 3
