"""Any scenario with summons, forms and taunts can be played, read back, checked and described."""

from __future__ import annotations

from hypothesis import HealthCheck, Phase, given, settings

from tests.skirmish.body_scenarios import body_scenarios
from tests.skirmish.random_scenarios import seeds
from tests.skirmish.test_run_invariants import check_invariants
from turnwright.skirmish import api
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.explain import explain
from turnwright.skirmish.engine.run_state import FightRun, RunLog
from turnwright.skirmish.engine.runs import play_run
from turnwright.skirmish.model import scenario as m
from turnwright.skirmish.model.lenient_reading import read_leniently
from turnwright.skirmish.model.name_resolution import resolve_known
from turnwright.skirmish.validation import validate

random_examples = settings(
    max_examples=40, deadline=None, derandomize=True, database=None,
    suppress_health_check=list(HealthCheck), phases=(Phase.explicit, Phase.generate),
)  # fmt: skip


class CheckingLog(RunLog):
    """A log that checks the invariants whenever a turn begins and an encounter ends."""

    def turn(self, run, combatant):
        """Check everybody, and that nobody has a turn who is not there."""
        check_invariants(run)
        assert combatant.is_present

    def encounter_over(self, run):
        """Check everybody."""
        check_invariants(run)


@random_examples
@given(body_scenarios(), seeds)
def test_any_run_keeps_the_invariants_and_depends_on_its_seed_only(scenario: m.Scenario, seed: int):
    plan = compile_plan(scenario)
    used = FightRun(plan)
    for number in range(2):
        outcome = play_run(used, seed + number)
        assert play_run(FightRun(plan, CheckingLog()), seed + number) == outcome
        everyone = zip(used.everyone, plan.participants, outcome.pools, strict=True)
        assert all(
            one.kind is planned.kind and len(left) == len(plan.lasting_pools(planned.kind))
            for one, planned, left in everyone
        )
        percents = [p for course in outcome.course for side in course for p in side]
        assert all(0 <= percent <= 100 for percent in percents)
        assert min(outcome.summoned, default=plan.starters) >= plan.starters


@settings(random_examples, max_examples=10)
@given(body_scenarios(), seeds)
def test_any_run_can_be_explained_and_its_scenario_checked(scenario: m.Scenario, seed: int):
    plan = compile_plan(scenario)
    assert explain(plan, seed).outcome == play_run(FightRun(plan), seed)
    assert all(one.sentence for one in validate(scenario))


@settings(random_examples, max_examples=10)
@given(body_scenarios())
def test_any_scenario_reads_back_equal(scenario: m.Scenario):
    read = read_leniently(api.write(scenario)).scenario
    is_same = resolve_known(read) == resolve_known(scenario)
    assert is_same  # a comparison would be printed over many pages
