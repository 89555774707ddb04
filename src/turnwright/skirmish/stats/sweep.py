"""Vary one number of a scenario, and play every value with the same seeds."""

from __future__ import annotations

import time
from collections.abc import Iterable
from dataclasses import replace

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.sim.backends import Work
from turnwright.sim.batches import Batches
from turnwright.sim.intervals import Chance, Interval
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.name_resolution import resolve

from .executors import choose_common_executor, compile_first
from .report import ExecutionInfo, SimulationReport, StopReason, execution_info, make_report
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
    start = time.perf_counter()
    wanted = list(values)
    if not wanted:
        raise UnusableError("bad_values", "A sweep needs at least one value.")
    scenarios = tuple(resolve(with_value(scenario, path, value)) for value in wanted)
    plans = [compile_plan(one) for one in scenarios]
    runs = options.runs
    choice = choose_common_executor(plans, runs * len(plans), options.executor)
    compile_first(plans[0], choice)
    series = ScenarioSeries(SimulationJob(scenarios, choice.name, options.seed), runs)
    batches = Batches(
        Work(count_series, series), replace(options, runs=series.runs), stops=series.stops
    )
    totals = [RunStatistics.empty(StatisticsLayout(plan)) for plan in plans]
    done = 0
    for part in batches:
        totals[done // runs].merge(part)
        done += part.runs
    how = execution_info(choice, batches.backend, start)
    stopped: StopReason = "cancelled" if batches.is_cancelled else ""
    points = [
        _point(value, make_report(plan, total, options=options, stopped=stopped, how=how))
        for value, plan, total in zip(wanted, plans, totals, strict=True)
        if total.runs
    ]
    return Sweep(
        name=scenario.name, path=path, seed=options.seed, runs=runs, stopped=stopped,
        sides=list(plans[0].sides), points=points, how=how,
    )  # fmt: skip


def _point(value: Value, report: SimulationReport) -> SweepPoint:
    return SweepPoint(
        value=value,
        wins=[side.win for side in report.sides],
        draw=report.draw,
        capped=report.capped,
        rounds=report.rounds.mean,
        survivors=[side.survivors.mean for side in report.sides],
        runs=report.runs,
    )
