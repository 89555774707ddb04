"""Who falls when, and who dies: in the outcome of a run and in the report."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import LUCK, action, blast, day, encounter, foe, hero, play, strike
from turnwright.core.rules.timing import Setup
from turnwright.skirmish import api
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.stats.executors import InterpreterExecutor, KernelExecutor

HEAL = action("Heal", m.Heal(1), targets=m.Targets(who="other ally", state="down"))
EXECUTORS = ["interpreter", "kernel"]


@pytest.fixture(params=EXECUTORS)
def options(request) -> api.RunOptions:
    return api.RunOptions(runs=7, executor=request.param)


def test_a_fall_is_counted_in_the_round_of_the_first_one() -> None:
    """The friend falls in the second round, is healed, and falls again."""
    heroes = [hero(HEAL, name="Healer", hp=99), hero(name="Friend", hp=8, death_saves=True)]
    fought = play(encounter(heroes, foe(strike(5), hp=99), rounds=5))
    assert fought.outcome.falls == [{1: 2}]
    assert fought.outcome.deaths == [[0, 0]]


def test_the_report_of_a_fight_without_chance(options: api.RunOptions) -> None:
    """Two foes with 5 and 15 hit points fall in the first and the third round, and so die."""
    foes = [foe(name="Weak", hp=5), foe(name="Strong", hp=15)]
    report = api.run(encounter(hero(blast(5)), foes), options)
    weak, strong = report.combatants[1:]
    assert (weak.falls, strong.falls) == ([{1: 7}], [{3: 7}])
    (one,) = report.encounters
    assert [died.value for died in one.deaths] == [0.0, 2.0]
    heroes, others = report.sides
    assert (heroes.anybody_dies.count, heroes.everybody_dies.count) == (0, 0)
    assert (others.anybody_dies.count, others.everybody_dies.count) == (7, 7)
    assert others.anybody_dies.of == 7


def test_those_with_death_saves_are_dead_only_if_they_are_dead_at_the_end(
    options: api.RunOptions,
) -> None:
    """Massive damage kills one of two heroes at once; the other falls and lies down."""
    heroes = [
        hero(name="Small", hp=4, death_saves=True), hero(name="Tall", hp=20, death_saves=True),
        hero(strike(50), name="Late", hp=99, arrival=2),
    ]  # fmt: skip
    report = api.run(encounter(heroes, foe(blast(20), hp=50), rounds=3), options)
    small, tall, late = report.combatants[:3]
    assert [one.falls for one in (small, tall, late)] == [[{1: 7}], [{1: 7}], [{}]]
    assert (small.dead.count, tall.dead.count) == (7, 0)
    ours = report.sides[0]
    assert (ours.anybody_dies.value, ours.everybody_dies.value) == (1.0, 0.0)


def test_each_encounter_of_a_day_counts_its_own_falls_and_deaths(options: api.RunOptions) -> None:
    heroes = [hero(strike(10), name="Fighter", hp=99), hero(name="Squire", hp=5)]
    scenario = day(heroes, foe(strike(5), hp=20), [foe(hp=5), foe(hp=5, name="Other")])
    report = api.run(scenario, options)
    squire = report.combatants[1]
    assert squire.falls == [{1: 7}, {}]
    first, second = report.encounters
    assert [died.value for died in first.deaths] == [1.0, 1.0]
    assert [died.value for died in second.deaths] == [0.0, 2.0]


def test_a_fall_before_the_fight_is_one_in_round_0(options: api.RunOptions) -> None:
    trap = action("Trap", m.Harm(9), cost="", timing=Setup())
    scenario = encounter(hero(trap), [foe(hp=5), foe(name="Other", hp=50)], rounds=1)
    report = api.run(scenario, options)
    assert report.combatants[1].falls == [{0: 7}]


@pytest.mark.parametrize("name", ["day-in-the-ruins", "three-way-brawl", "bandits-on-the-road"])
def test_both_executors_count_the_same_in_samples(name: str) -> None:
    plan = compile_plan(api.load(name))
    ours, theirs = (
        kind(plan).statistics(5, 0, 120) for kind in (InterpreterExecutor, KernelExecutor)
    )
    for field in ("falls", "deaths", "lost", "damage", "uses"):
        assert getattr(ours, field) == getattr(theirs, field)


# --- hit points -----------------------------------------------------------------------------------


@pytest.mark.parametrize("executor", EXECUTORS)
def test_5000_hit_points_are_counted_exactly(executor: str) -> None:
    report = api.run(
        encounter(hero(strike("1d7"), hp=5_000), foe(strike("1d7"), hp=4_999), 3, LUCK),
        api.RunOptions(runs=40, executor=executor),
    )
    ours, theirs = report.combatants
    assert (ours.hp_step, theirs.hp_step) == (1, 1)
    strikes = {one.combatant: one.damage for one in report.actions}
    assert ours.hp.mean.value == pytest.approx(5_000 - strikes["Foe"].value, abs=1e-9)
    assert theirs.hp.mean.value == pytest.approx(4_999 - strikes["Hero"].value, abs=1e-9)


def test_more_hit_points_are_counted_in_steps_and_the_report_says_so() -> None:
    report = api.run(
        encounter(hero(strike(7), hp=50), foe(hp=25_000), rounds=1), api.RunOptions(runs=5)
    )
    ours, theirs = report.combatants
    assert (ours.hp_step, theirs.hp_step) == (1, 3)
    assert theirs.hp.p50 == 24_993 // 3 * 3
