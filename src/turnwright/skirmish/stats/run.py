"""Simulate one scenario many times, and report the results."""

from __future__ import annotations

from turnwright.core.errors import UnusableError
from turnwright.sim.chunking import checkpoints
from turnwright.sim.intervals import proportion
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.name_resolution import resolve

from .executor_choice import choose_executor
from .interim import InterimResults
from .played_batches import PlayedBatches
from .report import SimulationReport, StopReason, make_report
from .run_options import RunOptions
from .run_statistics import RunStatistics, StatisticsLayout
from .worker_jobs import SimulationJob, count_runs

DEFAULTS = RunOptions()


def run(
    scenario: model.Scenario,
    options: RunOptions = DEFAULTS,
    *,
    until_width: float | None = None,
) -> SimulationReport:
    """Simulate a scenario. The same scenario, seed and number of runs give the same report on every
    backend and executor; only `how` differs.

    With `until_width` it stops as soon as the interval of the first side's chance to win is that
    narrow.
    """
    if until_width is not None and not 0 < until_width < 1:
        sentence = f"The width of the interval must be between 0 and 1, not {until_width:g}."
        raise UnusableError("bad_width", sentence)
    scenario = resolve(scenario)
    plan = compile_plan(scenario)
    choice = choose_executor(plan, options.runs, options.executor)
    job = SimulationJob.of((scenario,), choice, options)
    stops = () if until_width is None else tuple(checkpoints(options.runs))
    batches = PlayedBatches(count_runs, job, options, choice, stops=stops)
    total = RunStatistics.empty(StatisticsLayout(plan))
    stopped: StopReason = ""

    def report() -> SimulationReport:
        return make_report(plan, total, options=options, stopped=stopped, how=batches.how())

    interim = InterimResults(options.interim)
    for part in batches:
        total.merge(part)
        if until_width is not None and total.runs in stops and _win_width(total) <= until_width:
            stopped = "narrow"
            break
        interim.offer(total.runs, options.runs, report)
    if batches.is_cancelled:
        stopped = "cancelled"
    return report()


def _win_width(total: RunStatistics) -> float:
    return proportion(total.winners.get(0, 0), total.runs).width
