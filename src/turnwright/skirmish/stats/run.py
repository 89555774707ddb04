"""Many runs of one scenario, and a report of them."""

from __future__ import annotations

import time

from turnwright.core.errors import UnusableError
from turnwright.sim.backends import Cancelled, Work, never
from turnwright.sim.batches import Batches, Means, Progress
from turnwright.sim.chunking import checkpoints
from turnwright.sim.intervals import proportion
from turnwright.skirmish.engine.compile import prepare
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.files import resolve

from .executors import choose, warm
from .report import How, Report, Stopped, make_report
from .run_statistics import Partial, Shape
from .worker_jobs import Setup, count

RUNS = 10_000


def run(
    scenario: model.Scenario,
    runs: int = RUNS,
    seed: int = 0,
    *,
    workers: int | None = 1,
    backend: str = "auto",
    executor: str = "auto",
    until_width: float | None = None,
    progress: Progress | None = None,
    cancel: Cancelled = never,
    chunk: int = 0,
) -> Report:
    """Play it so often and say what came out. The same scenario, seed and number of runs give the same
    report whatever plays them; only `how` differs.

    With `until_width` it stops as soon as the interval of the first side's chance is that narrow.
    `cancel` is asked now and then; if it says yes, the report is about the runs that are done.
    """
    means = Means(workers, backend, executor, progress, cancel, chunk)
    return run_with(scenario, runs, seed, means, until_width)


def run_with(
    scenario: model.Scenario,
    runs: int,
    seed: int,
    means: Means,
    until_width: float | None = None,
) -> Report:
    """`run`, with what it is played with in one piece."""
    if until_width is not None and not 0 < until_width < 1:
        sentence = f"The width of the interval must lie between 0 and 1, not {until_width:g}."
        raise UnusableError("bad_width", sentence)
    start = time.perf_counter()
    scenario = resolve(scenario)
    plan = prepare(scenario)
    choice = choose(plan, runs, means.executor)
    warm(plan, choice)
    work = Work(count, Setup((scenario,), choice.name, seed))
    stops = () if until_width is None else tuple(checkpoints(runs))
    batches = Batches(work, runs, means, stops=stops)
    total = Partial.blank(Shape(plan))
    stopped: Stopped = ""
    for part in batches:
        total.merge(part)
        if until_width is not None and total.runs in stops and _width(total) <= until_width:
            stopped = "narrow"
            break
    if batches.is_cancelled:
        stopped = "cancelled"
    seconds = time.perf_counter() - start
    how = How(choice.name, choice.why, batches.backend.name, batches.backend.workers, seconds)
    return make_report(plan, total, seed=seed, asked=runs, stopped=stopped, how=how)


def _width(total: Partial) -> float:
    """Of the interval of the first side's chance to win."""
    return proportion(total.winners.get(0, 0), total.runs).width
