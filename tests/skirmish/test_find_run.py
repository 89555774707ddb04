"""Finding a run to look at, with and without the kernel."""

from __future__ import annotations

import pytest

from tests.skirmish.builders import LUCK, action, day, encounter, foe, hero, strike
from turnwright.core.errors import UnusableError
from turnwright.skirmish import api
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.rng import run_seed
from turnwright.skirmish.engine.runs import play
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.stats import find_run as find_run_module
from turnwright.skirmish.stats.executors import KernelExecutor

RUNS = 300


@pytest.fixture(params=["interpreter", "kernel"])
def executor(request, monkeypatch) -> str:
    if request.param == "kernel":
        KernelExecutor(compile_plan(api.load("cellar")))  # compiles it, if that is not done yet
        monkeypatch.setattr(find_run_module, "TRY_SECONDS", -1)
        monkeypatch.setattr(find_run_module, "FIRST_CHUNK", 7)
    else:
        monkeypatch.setattr(find_run_module, "TRY_SECONDS", 1e9)
    return request.param


def first_run(scenario: m.Scenario, fits) -> int:
    plan = compile_plan(scenario)
    return next(run for run in range(RUNS) if fits(play(plan, run_seed(5, run))))


@pytest.mark.parametrize("who", ["Wizard 5", "Goblin Boss", "Hobgoblin"])
def test_the_first_run_with_this_fate_is_found(executor: str, who: str) -> None:
    scenario = api.load("day-in-the-ruins")
    indexes = [
        one.index for one in compile_plan(scenario).participants if who in (one.name, one.kind.name)
    ]
    fates = {
        "dies": lambda outcome: any(outcome.dead[n] for n in indexes),
        "falls": lambda outcome: any(n in falls for falls in outcome.falls for n in indexes),
        "survives": lambda outcome: not all(outcome.dead[n] for n in indexes),
    }
    for fate, fits in fates.items():
        try:
            expected = first_run(scenario, fits)
        except StopIteration:
            with pytest.raises(UnusableError, match="In none of 300 runs"):
                api.find_run(scenario, 5, RUNS, who, fate)
        else:
            found = api.find_run(scenario, 5, RUNS, who, fate)
            assert (found.run, found.seed) == (expected, run_seed(5, expected))


def test_what_never_happens_is_not_found(executor: str) -> None:
    scenario = encounter(hero(strike(9)), foe(hp=5), profile=LUCK)
    sentence = "In none of 300 runs it happens that Hero dies."
    with pytest.raises(UnusableError, match=sentence) as raised:
        api.find_run(scenario, 5, RUNS, "Hero", "dies")
    assert raised.value.code == "not_found"


def test_who_never_comes_to_a_later_encounter_does_not_survive_it(executor: str) -> None:
    idle = action("Wait", m.EndTurn())
    scenario = day(hero(idle, hp=1), foe(strike(5)), foe(name="Later"))
    with pytest.raises(UnusableError, match="Later survives"):
        api.find_run(scenario, 5, 20, "Later", "survives")


def test_unknown_names_are_refused() -> None:
    with pytest.raises(UnusableError, match="no combatant 'Wizzard 11'; did you mean 'Wizard 11'"):
        api.find_run("lich", 0, 1, "Wizzard 11", "dies")
    with pytest.raises(UnusableError, match="no fate 'wins'; there are: dies, falls, survives"):
        api.find_run("goblin-ambush", 0, 1, "Wizard 1", "wins")
