"""The kernel plays the same runs as the interpreter, in every number."""

import pytest
from hypothesis import HealthCheck, assume, given, settings

from tests.skirmish.random_scenarios import scenarios, seeds
from tests.skirmish.status_scenarios import SCENARIOS as STATUS_SCENARIOS
from tests.skirmish.word_scenarios import SCENARIOS as WORD_SCENARIOS
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.rng import run_seed
from turnwright.skirmish.engine.run_state import FightRun
from turnwright.skirmish.engine.runs import play_run
from turnwright.skirmish.model import sample_encounters
from turnwright.skirmish.model.name_resolution import resolve

pytest.importorskip("numpy", reason="the kernel needs NumPy: pip install 'turnwright[sim]'")
pytest.importorskip("numba", reason="the kernel needs Numba: pip install 'turnwright[sim]'")

from turnwright.skirmish.kernel.kernel import Kernel, unsupported_features

SCENARIOS = WORD_SCENARIOS | STATUS_SCENARIOS
random_examples = settings(
    max_examples=100,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
)


def difference(plan, seeds):
    """The first run that differs, and how; None if there is none."""
    kernel, run = Kernel(plan), FightRun(plan)
    for seed in seeds:
        ours, theirs = kernel.outcome(seed), play_run(run, seed)
        for name in ours.__struct_fields__:
            if getattr(ours, name) != getattr(theirs, name):
                return seed, name, getattr(ours, name), getattr(theirs, name)
    return None


INTERPRETED = {
    "conjurers-in-the-marsh": [
        "the fact held_inside",
        "the word Spawn",
        "the word Transform",
        "the word inside",
    ]
}
"""Samples with words that the kernel leaves to the interpreter."""


@pytest.mark.parametrize("name", INTERPRETED)
def test_what_the_kernel_does_not_play_is_named(name):
    plan = compile_plan(resolve(sample_encounters.load(name)))
    assert unsupported_features(plan) == INTERPRETED[name]


@pytest.mark.parametrize("name", sorted({*sample_encounters.names()} - {*INTERPRETED}))
def test_every_sample_encounter_is_played_the_same_way(name):
    plan = compile_plan(resolve(sample_encounters.load(name)))
    assert unsupported_features(plan) == []
    assert difference(plan, [run_seed(7, i) for i in range(25)]) is None


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_word_is_played_the_same_way(name):
    plan = compile_plan(resolve(SCENARIOS[name]))
    assert unsupported_features(plan) == []
    assert difference(plan, [run_seed(7, i) for i in range(100)]) is None


@random_examples
@given(scenarios, seeds)
def test_any_scenario_is_played_the_same_way(scenario, seed):
    plan = compile_plan(scenario)
    assume(not unsupported_features(plan))
    assert difference(plan, [run_seed(seed, i) for i in range(3)]) is None
