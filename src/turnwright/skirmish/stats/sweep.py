"""Vary one number of a scenario, and play every value with the same seeds."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.sim.histogram import summarise
from turnwright.sim.intervals import Chance, Interval, proportion
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.plan import Plan
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.name_resolution import resolve

from .executor_choice import choose_common_executor
from .interim import InterimResults
from .played_batches import PlayedBatches
from .report import ExecutionInfo, StopReason
from .run_options import RunOptions
from .run_statistics import RunStatistics, StatisticsLayout
from .variations import Value, with_value
from .worker_jobs import ScenarioSeries, SimulationJob, count_series

DEFAULTS = RunOptions(runs=2_000)


class SweepPoint(msgspec.Struct, frozen=True):
    """The results for one value. Lists follow the sides."""

    value: Value
    wins: list[Chance]
    draw: Chance
    capped: Chance
    rounds: Interval
    survivors: list[Interval]
    runs: int


class Sweep(msgspec.Struct, frozen=True):
    """The results for all values."""

    name: str
    path: str
    seed: int
    runs: int
    """Per value."""
    stopped: StopReason
    sides: list[str]
    points: list[SweepPoint]
    how: ExecutionInfo


def sweep(
    scenario: model.Scenario,
    path: str,
    values: Iterable[Value],
    options: RunOptions = DEFAULTS,
) -> Sweep:
    """Play the scenario with every value at the path, `options.runs` times each. All values meet the
    same seeds, so that only the value differs."""
    wanted = list(values)
    if not wanted:
        raise UnusableError("bad_values", "A sweep needs at least one value.")
    scenarios = tuple(resolve(with_value(scenario, path, value)) for value in wanted)
    plans = [compile_plan(one) for one in scenarios]
    runs = options.runs
    choice = choose_common_executor(plans, runs * len(plans), options.executor)
    all_runs = replace(options, runs=runs * len(plans))
    series = ScenarioSeries(SimulationJob.of(scenarios, choice, all_runs), runs)
    batches = PlayedBatches(count_series, series, all_runs, choice, stops=series.stops)
    totals = [RunStatistics.empty(StatisticsLayout(plan)) for plan in plans]

    def result() -> Sweep:
        points = [
            _point(value, plan, total)
            for value, plan, total in zip(wanted, plans, totals, strict=True)
            if total.runs
        ]
        stopped: StopReason = "cancelled" if batches.is_cancelled else ""
        how = batches.how()
        return Sweep(
            name=scenario.name, path=path, seed=options.seed, runs=runs, stopped=stopped,
            sides=list(plans[0].sides), points=points, how=how,
        )  # fmt: skip

    interim = InterimResults(options.interim)
    done = 0
    for part in batches:
        totals[done // runs].merge(part)
        done += part.runs
        interim.offer(done, series.runs, result)
    return result()


def _point(value: Value, plan: Plan, total: RunStatistics) -> SweepPoint:
    runs = total.runs
    return SweepPoint(
        value=value,
        wins=[proportion(total.winners.get(side, 0), runs) for side in range(len(plan.sides))],
        draw=proportion(total.winners.get(-1, 0), runs),
        capped=proportion(total.capped, runs),
        rounds=summarise(total.rounds).mean,
        survivors=[summarise(left).mean for left in total.survivors],
        runs=runs,
    )
