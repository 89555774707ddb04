"""Free actions end: a limit per turn, no state twice, and a hard cap. Nothing hangs or is hidden."""

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


def test_what_costs_nothing_is_done_once_a_turn() -> None:
    """2.5, first line: one use per turn, if the action says nothing else."""
    shout = free("Shout", m.Harm(1))
    fought = play(encounter(hero(shout), DUMMY, rounds=3))
    assert fought.actions == ["Hero: Shout"] * 3
    assert fought.outcome.guards == 0


def test_an_action_may_say_how_often() -> None:
    jab = free("Jab", hit(1), uses=Uses(3, "turn"))
    assert play(encounter(hero(jab), DUMMY, rounds=2)).count("Hero: Jab") == 6


def test_drop_and_pick_up_once_each() -> None:
    drop = free("Drop", DISARMED, requires=(HasTag("Armed", "self"),), targets=ME)
    take = free("Take", ARMED, requires=(Not(HasTag("Armed", "self")),), targets=ME)
    fought = play(encounter(hero(drop, take), DUMMY, rounds=2))
    assert fought.actions == ["Hero: Take", "Hero: Drop"] * 2


def test_two_free_actions_cannot_toggle_for_ever() -> None:
    """2.5, second line: what has led back to a state of this turn is not done again in it."""
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


def test_a_miss_is_no_repetition() -> None:
    """What rolls dice may come out otherwise the next time: two free attacks are two attacks."""
    jab = free("Jab", m.Attack(to_hit=0, damage=1), uses=Uses(2, "turn"))
    assert play(encounter(hero(jab), foe(ac=30), 1, always(5))).count("Hero: Jab") == 2


def test_paying_nothing_of_a_variable_cost_is_free() -> None:
    pray = action("Pray", apply("Calm", to="self"), cost=variable("Faith", min=0), targets=ME)
    fought = play(encounter(hero(pray, strike()), DUMMY, rounds=1))
    assert fought.actions == ["Hero: Pray", "Hero: Strike"]
    assert fought.outcome.guards == 0


def test_the_hard_cap_ends_what_pays_for_itself() -> None:
    """2.5, third line: an action that gives itself back is broken off, and that is said."""
    spin = action("Spin", m.Gain("Action"), targets=ME)
    fought = play(encounter(hero(spin, strike()), DUMMY, rounds=2))
    assert fought.count("Hero: Spin") == 128
    assert fought.outcome.guards == 2
    assert fought.log.guards == ["Hero has acted 64 times in one turn"] * 2
    assert [(one.source, one.value) for one in fought.seen("LoopGuard")] == [("Hero", 64)] * 2


def test_the_cap_is_a_number_of_the_profile() -> None:
    spin = action("Spin", m.Gain("Action"), targets=ME)
    assert play(encounter(hero(spin), DUMMY, 1, rules(guard=7))).count("Hero: Spin") == 7


def test_exactly_as_many_as_the_cap_is_no_loop() -> None:
    jab = action("Jab", hit(1), cost="Ki")
    fought = play(encounter(hero(jab, pools={"Ki": 64}), DUMMY, rounds=1))
    assert (fought.count("Hero: Jab"), fought.outcome.guards) == (64, 0)


def test_answers_that_call_for_answers_end() -> None:
    """Free answers to each other's statuses: deep, and many, but not without end."""
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


def test_grants_that_call_for_grants_end() -> None:
    rally = action(
        "Rally", m.Grant("Order"), tags=("Order",), targets=m.Targets(who="other ally", count=9)
    )
    fought = play(encounter([hero(rally, name=f"H{n}") for n in range(4)], DUMMY, rounds=1))
    assert fought.outcome.guards > 0


def test_end_turn_is_not_counted_as_a_free_action() -> None:
    fought = play(encounter(hero("End Turn"), DUMMY, rounds=3))
    assert fought.actions == ["Hero: End Turn"] * 3
