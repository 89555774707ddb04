"""Any valid scenario can be played: it ends, keeps its invariants, and depends on its seed only."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import HealthCheck, given, settings

from tests.skirmish.random_scenarios import scenarios, seeds
from turnwright.skirmish.engine.combatant_state import CombatantState
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.run_state import FightRun
from turnwright.skirmish.engine.runs import play_run
from turnwright.skirmish.model import scenario as m

random_examples = settings(
    max_examples=60,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.large_base_example,
    ],
)


class CheckingLog:
    """A log that checks the invariants at every report."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda run, *details: check_invariants(run)


def check_invariants(run: FightRun) -> None:
    """What must be true at any time."""
    for one in run.combatants:
        assert 0 <= one.hp <= one.max_hp
        assert one.temp >= 0
        assert all(amount >= 0 for amount in one.pools), one.pools
        assert not (one.is_dead and (one.is_up or one.is_down or one.statuses))
        assert one.is_up + one.is_down + one.is_dead == 1
        assert one.hp == 0 or one.is_up
        assert sums_are_current(one)
        for status in one.statuses:
            if status.needs_concentration:
                assert status.source.concentration is status.action
    assert run.expiring_statuses == count_expiring(run)
    for side, friends in run.friends.items():
        assert all(one.side == side and one.is_up for one in friends)
        assert all(one.side != side and one.is_up for one in run.foes[side])
    assert run.depth <= run.profile.depth


def count_expiring(run: FightRun) -> int:
    return sum(s.compiled.can_expire for one in run.everyone for s in one.statuses)


SUMS = (
    "ac", "tags", "dc", "attacks", "attacked", "resist", "damage_dealt", "damage_taken",
    "conditions", "incapacitated",
)  # fmt: skip


def sums_are_current(combatant: CombatantState) -> bool:
    """Whether the sums over the statuses are those of the statuses."""
    before = [getattr(combatant, name) for name in SUMS]
    combatant.refresh()
    return before == [getattr(combatant, name) for name in SUMS]


def check_end(run: FightRun) -> None:
    """What must be true when a run is over."""
    left = {
        one.side for one in run.combatants
        if one.is_up or (not one.is_present and not one.is_dead)
    }  # fmt: skip
    if run.is_over:
        assert left == ({run.winner} if run.winner >= 0 else set())
    else:
        assert len(left) > 1
        assert run.winner == -1
        assert run.round == run.profile.rounds
    assert run.depth == 0
    assert not run.running_reactions
    assert run.expiring_statuses == count_expiring(run)


@random_examples
@given(scenarios, seeds)
def test_any_run_ends_and_keeps_its_invariants(scenario: m.Scenario, first: int) -> None:
    plan = compile_plan(scenario)
    run, again = FightRun(plan, CheckingLog()), FightRun(plan)
    for seed in range(first, first + 4):
        outcome = play_run(run, seed)
        check_end(run)
        assert outcome.rounds <= plan.profile.rounds * len(plan.encounters)
        assert len(outcome.fights) <= len(plan.encounters)
        assert outcome.winner == outcome.fights[-1]
        for course in outcome.course:
            assert all(0 <= percent <= 100 for side in course for percent in side)
        assert play_run(again, seed) == outcome, "the short cuts of a run without a log differ"
        assert play_run(FightRun(plan), seed) == outcome, "it depends on the previous run"
