"""Spawn: combatants that come into a fight, their turns, and how they leave it."""

from __future__ import annotations

from math import comb
from typing import Any

import pytest

from tests.skirmish.builders import (
    LUCK,
    ME,
    action,
    encounter,
    foe,
    hero,
    hit,
    play,
    strike,
)
from turnwright.core.errors import DefinitionError
from turnwright.core.rules.action import Uses
from turnwright.core.rules.requirement import SelfCondition
from turnwright.core.rules.timing import Setup
from turnwright.skirmish import api
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.explain import explain
from turnwright.skirmish.engine.rng import run_seed
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.model.name_resolution import resolve

WOLF = m.Combatant(name="Wolf", hp=5, actions=(strike(1, "Bite"),), death_saves=False)


def bound(name: str = "Called", *, turns: int | None = None, **more: Any) -> m.Status:
    return m.Status(name=name, duration=m.Duration(turns=turns), **more)


def call(count: Any = 1, *, name: str = "Call", combatant: str = "Wolf", **more: Any):
    """An action that summons; `concentration`, `uses` and so on are those of the action."""
    own = {key: more.pop(key) for key in ("most", "status", "acts", "holds_side") if key in more}
    return action(name, m.Spawn(combatant, count, **own), **{"targets": ME, "cooldown": 99} | more)


def fight(*heroes: m.Combatant, foes: Any = (), rounds: int = 3, wolf: Any = WOLF, **more: Any):
    """Heroes who summon wolves against a foe that does nothing unless it is given."""
    foes = foes or foe(hp=1000)
    return encounter(heroes, foes, rounds, combatants={"Wolf": wolf}, **more)


def test_summoned_combatants_fight_on_the_side_of_their_user_with_their_own_list():
    fought = play(fight(hero(call(2), hp=20), rounds=3))
    assert fought.actions.count("Wolf 1: Bite") == fought.actions.count("Wolf 2: Bite")
    assert fought.hp("Foe") == 1000 - fought.actions.count("Wolf 1: Bite") * 2
    assert fought.outcome.summoned == {2: 1, 3: 1}


@pytest.mark.parametrize(("initiative", "rounds"), [(99_999, 2), (-99_999, 3)])
def test_who_rolls_a_turn_that_is_still_to_come_acts_in_the_same_round(initiative, rounds):
    """Three rounds: who is faster than the user has missed the first of them."""
    wolf = m.Combatant(name="Wolf", hp=5, actions=(strike(1, "Bite"),), initiative=initiative)
    fought = play(fight(hero(call()), wolf=wolf))
    assert fought.actions.count("Wolf: Bite") == rounds


def test_on_request_they_act_right_after_their_user():
    second = hero(strike(0, "Wait"), name="Second")
    fought = play(fight(hero(call(2, acts="after the user"), strike(0)), second, rounds=2))
    assert fought.actions == [
        "Hero: Call", "Wolf 1: Bite", "Wolf 2: Bite", "Second: Wait",
        "Hero: Strike", "Wolf 1: Bite", "Wolf 2: Bite", "Second: Wait",
    ]  # fmt: skip


def test_they_leave_when_their_status_is_over():
    caller = hero(call(status=bound(turns=2)), strike(0), hp=20)
    fought = play(fight(caller, rounds=6, wolf=m.Combatant(
        name="Wolf", hp=5, actions=(strike(1, "Bite"),), initiative=-9999)))  # fmt: skip
    assert fought.actions.count("Wolf: Bite") == 2
    assert fought.outcome.hp[2] == 5, "the hit points with which it left"


def test_who_leaves_at_the_start_of_its_turn_has_none():
    short = m.Status(name="Called", duration=m.Duration(turns=1, of="bearer"))
    fought = play(fight(hero(call(status=short, acts="after the user"), strike(0)), rounds=2))
    assert fought.actions == ["Hero: Call", "Hero: Strike"]
    assert [one.target for one in fought.log.events if one.event == "StatusEnded"] == ["Wolf"]


def test_they_leave_when_concentration_is_lost():
    spell = call(2, concentration=True, status=bound(), acts="after the user")
    caller = hero(spell, hp=1000)
    brute = foe(strike(100), hp=1000)
    fought = play(encounter(caller, brute, 5, combatants={"Wolf": WOLF}))
    # The brute hits whoever has the fewest hit points: a wolf a round. Both are dead after two.
    assert fought.outcome.dead[2:] == [True, True]
    giant = m.Combatant(name="Wolf", hp=2000, actions=(strike(1, "Bite"),))
    fought = play(encounter(caller, brute, 5, combatants={"Wolf": giant}))
    assert fought.actions.count("Wolf 1: Bite") == 1, "the user fails the save of DC 50"
    assert [one.target for one in fought.log.events if one.event == "StatusEnded"] == [
        "Wolf 1", "Wolf 2",
    ]  # fmt: skip


def test_a_new_summoning_by_concentration_replaces_the_old_one():
    spell = call(concentration=True, status=bound(), acts="after the user", cooldown=None)
    fought = play(fight(hero(spell), rounds=3))
    assert fought.actions == ["Hero: Call", "Wolf: Bite"] * 3
    assert fought.outcome.summoned == {2: 3}


def test_nobody_has_more_than_the_most_at_a_time():
    each_round = call(2, most=3, cooldown=None, acts="after the user")
    fought = play(fight(hero(each_round), rounds=4))
    assert fought.outcome.summoned == {2: 1, 3: 1, 4: 1}
    assert fought.actions.count("Wolf 3: Bite") == 3


def test_endless_summoning_is_limited():
    """Rabbits that summon rabbits: two places for the hero, and two for each of the first rabbits."""
    rabbit = m.Combatant(name="Wolf", hp=5, actions=(call(2, name="Breed", cooldown=None),))
    fought = play(fight(hero(call(2, cooldown=None)), rounds=20, wolf=rabbit))
    assert len(fought.outcome.summoned) == 6
    assert fought.outcome.guards == 0


def test_too_many_places_are_refused():
    names = [f"W{n}" for n in range(12)]
    actions = tuple(call(100, name=f"Call {name}", combatant=name) for name in names)
    packs = {name: m.Combatant(name=name, hp=1) for name in names}
    with pytest.raises(DefinitionError, match="lower `most`"):
        compile_plan(resolve(encounter(hero(*actions), foe(), combatants=packs)))


@pytest.mark.parametrize(("holds_side", "winner"), [(True, None), (False, "Foes")])
def test_whether_a_side_goes_on_with_only_summoned_combatants(holds_side, winner):
    wolf = m.Combatant(name="Wolf", hp=1000, initiative=-99_999)
    caller = hero(call(holds_side=holds_side), hp=5)
    brute = foe(action("Crush", m.Harm(50), targets=m.Targets(pick="least hp"), cooldown=99))
    fought = play(encounter(caller, brute, 4, combatants={"Wolf": wolf}))
    assert fought.winner == winner
    assert fought.outcome.deaths == [[1, 0]]


def test_the_summoned_are_not_counted_among_the_survivors_of_their_side():
    scenario = fight(hero(call(3, acts="after the user"), hp=20), foes=foe(hp=6), rounds=9)
    report = api.run(scenario, api.RunOptions(runs=20, seed=1))
    side = report.sides[0]
    assert (side.size, side.distribution) == (1, [0, 20])
    wolf = next(one for one in report.combatants if one.name == "Wolf 2")
    assert wolf.summoned is not None
    assert (wolf.summoned.value, wolf.up.value) == (1, 1)
    assert report.combatants[0].summoned is None


def test_numbers_of_the_summoned_are_about_the_runs_in_which_they_come():
    """1d2 wolves: the second comes in half of the runs, and then it stands at the end."""
    caller = hero(call("1d2", acts="after the user"), hp=20)
    report = api.run(fight(caller, profile=LUCK), api.RunOptions(runs=400, seed=3))
    first, second = (one for one in report.combatants if one.kind == "Wolf")
    assert first.summoned is not None
    assert first.summoned.value == 1
    assert second.summoned is not None
    assert second.summoned.low < 0.5 < second.summoned.high
    assert second.up.value == 1


def test_the_number_of_hits_of_a_pack_is_binomial():
    """Three wolves with +4 against AC 15 hit on 11 or more: 0 to 3 hits with a chance of a half each.
    The foe has 2 hit points, so the heroes win in the first round with a chance of 4/8."""
    wolf = m.Combatant(
        name="Wolf", hp=5, initiative=-99_999,
        actions=(action("Bite", hit(1, to_hit=4, critical=21), tags=("Melee",)),),
    )  # fmt: skip
    scenario = encounter(hero(call(3)), foe(hp=2, ac=15), 1, LUCK, combatants={"Wolf": wolf})
    expected = sum(comb(3, hits) for hits in (2, 3)) / 8
    report = api.run(scenario, api.RunOptions(runs=4000, seed=5))
    assert abs(report.win.value - expected) < 4 * (expected * (1 - expected) / 4000) ** 0.5


def test_summons_before_the_fight_roll_initiative_with_everybody():
    setup = m.CombatAction(
        name="Call", effect=(m.Spawn("Wolf", 2, acts="after the user"),), targets=ME,
        timing=Setup(),
    )  # fmt: skip
    fought = play(fight(hero(setup, strike(0)), rounds=1))
    assert fought.actions == ["Hero: Call", "Hero: Strike", "Wolf 1: Bite", "Wolf 2: Bite"]


def test_a_summons_with_a_lasting_status_comes_along_to_the_next_encounter():
    lasting = m.Status(name="Raised", duration=m.Duration(until="long rest"))
    strong = m.Combatant(name="Wolf", hp=5, actions=(strike(50, "Bite"),), initiative=-99_999)
    for status, bites in ((lasting, 2), (bound(), 1)):
        caller = hero(call(status=status, uses=Uses(1, "long rest")), hp=20)
        day = m.Scenario(
            rules=fight(hero()).rules,
            sides=(m.Side("Heroes", (caller,)),),
            day=tuple(
                m.Encounter(sides=(m.Side("Foes", (foe(hp=10, initiative=-999_999),)),))
                for _ in range(2)
            ),
            combatants={"Wolf": strong},
        )
        assert play(day).actions.count("Wolf: Bite") == bites


def test_a_requirement_can_ask_how_many_of_them_stand():
    again = call(cooldown=None, most=5, requires=(SelfCondition("summons_up", "<", 2),))
    fought = play(fight(hero(again, strike(0)), rounds=4))
    assert [one for one in fought.actions if one.startswith("Hero")] == [
        "Hero: Call", "Hero: Call", "Hero: Strike", "Hero: Strike",
    ]  # fmt: skip


def test_a_name_of_the_library_is_enough():
    caller = hero(call(2, combatant="Goblin"), hp=20)
    plan = compile_plan(resolve(encounter(caller, foe(hp=1000), 2)))
    assert [one.name for one in plan.participants] == ["Hero", "Foe", "Goblin 1", "Goblin 2"]


def test_the_explanation_tells_who_appears_and_who_leaves():
    scenario = fight(hero(call(2, status=bound(turns=1))), rounds=3)
    text = str(explain(compile_plan(resolve(scenario)), run_seed(1, 0)))
    assert "Wolf 1, Wolf 2 appear, initiative" in text
    assert "Wolf 1 leaves the fight." in text
    assert text.count("can have no more Wolf now") == 0
