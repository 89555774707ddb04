"""One number of a scenario in many sizes, each in the same runs."""

from __future__ import annotations

import time
from collections.abc import Iterable

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.sim.backends import Cancelled, Work, never
from turnwright.sim.batches import Batches, Means, Progress, check_runs
from turnwright.sim.intervals import Chance, Interval
from turnwright.skirmish.engine.compile import prepare
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.files import resolve

from .compare import choose_for_all
from .executors import choose, warm
from .report import How, Report, Stopped, make_report
from .run_statistics import Partial, Shape
from .variations import Value, put
from .worker_jobs import Laps, Setup, count_each

RUNS = 2_000


class Point(msgspec.Struct, frozen=True):
    """What comes of one value. Lists go by the sides."""

    value: Value
    wins: list[Chance]
    draw: Chance
    capped: Chance
    rounds: Interval
    survivors: list[Interval]
    runs: int


class Sweep(msgspec.Struct, frozen=True):
    """What comes of all values."""

    name: str
    path: str
    seed: int
    runs: int
    """Per value."""
    stopped: Stopped
    sides: list[str]
    points: list[Point]
    how: How


def sweep(
    scenario: model.Scenario,
    path: str,
    values: Iterable[Value],
    runs: int = RUNS,
    seed: int = 0,
    *,
    workers: int | None = 1,
    backend: str = "auto",
    executor: str = "auto",
    progress: Progress | None = None,
    cancel: Cancelled = never,
) -> Sweep:
    """Play it with every value at the path. All of them meet the same seeds, so that what differs is
    the value."""
    start = time.perf_counter()
    check_runs(runs)
    wanted = list(values)
    if not wanted:
        raise UnusableError("bad_values", "A sweep needs at least one value.")
    scenarios = tuple(resolve(put(scenario, path, value)) for value in wanted)
    plans = [prepare(one) for one in scenarios]
    choice = choose_for_all([choose(plan, runs * len(plans), executor) for plan in plans])
    warm(plans[0], choice)
    laps = Laps(Setup(scenarios, choice.name, seed), runs)
    means = Means(workers, backend, executor, progress, cancel)
    batches = Batches(Work(count_each, laps), laps.runs, means, stops=laps.stops)
    totals = [Partial.blank(Shape(plan)) for plan in plans]
    done = 0
    for part in batches:
        totals[done // runs].merge(part)
        done += part.runs
    seconds = time.perf_counter() - start
    how = How(choice.name, choice.why, batches.backend.name, batches.backend.workers, seconds)
    stopped: Stopped = "cancelled" if batches.is_cancelled else ""
    points = [
        _point(value, make_report(plan, total, seed=seed, asked=runs, stopped=stopped, how=how))
        for value, plan, total in zip(wanted, plans, totals, strict=True)
        if total.runs
    ]
    return Sweep(
        name=scenario.name, path=path, seed=seed, runs=runs, stopped=stopped,
        sides=list(plans[0].sides), points=points, how=how,
    )  # fmt: skip


def _point(value: Value, report: Report) -> Point:
    return Point(
        value=value,
        wins=[side.win for side in report.sides],
        draw=report.draw,
        capped=report.capped,
        rounds=report.rounds.mean,
        survivors=[side.survivors.mean for side in report.sides],
        runs=report.runs,
    )
