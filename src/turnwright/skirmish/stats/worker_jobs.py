"""Jobs for the workers: scenarios, and what to compute from their runs. They are pickled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import msgspec

from turnwright.sim.chunking import Chunk
from turnwright.sim.histogram import Histogram, add_counts
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.model import scenario as model

from .changing_executor import ChangingExecutor
from .executor_choice import ExecutorChoice
from .executors import Executor, ExecutorName, RunSummary, make_executor
from .run_options import RunOptions
from .run_statistics import RunStatistics


class SimulationJob(NamedTuple):
    """What a worker needs: scenarios whose names are resolved, the executor, and the seed."""

    scenarios: tuple[model.Scenario, ...]
    executor: ExecutorName
    seed: int
    runs_to_come: int = 0
    """About how many runs every worker will be asked for, if the executor may change."""

    @staticmethod
    def of(
        scenarios: tuple[model.Scenario, ...], choice: ExecutorChoice, options: RunOptions
    ) -> SimulationJob:
        """The job for a batch."""
        runs = options.runs // (options.workers or 1) + 1 if choice.may_change else 0
        return SimulationJob(scenarios, choice.name, options.seed, runs)

    def make_executor(self, scenario: int) -> Executor:
        """The executor of one of the scenarios."""
        plan = compile_plan(self.scenarios[scenario])
        if self.runs_to_come:
            return ChangingExecutor(plan, self.runs_to_come)
        return make_executor(plan, self.executor)


def count_runs(job: SimulationJob) -> Callable[[Chunk], RunStatistics]:
    """Prepare to count the runs of the only scenario."""
    executor = job.make_executor(0)

    def process(chunk: Chunk) -> RunStatistics:
        return executor.statistics(job.seed, *chunk)

    return process


class ScenarioSeries(NamedTuple):
    """Several scenarios one after the other, each with the same runs: with `size` runs each, run 3
    of the second scenario is number `size + 3` of all."""

    job: SimulationJob
    size: int
    first: int = 0
    """The number of the first run of each scenario."""

    def locate(self, chunk: Chunk) -> tuple[int, int, int]:
        """The scenario of a chunk, and its runs. No chunk belongs to two scenarios."""
        scenario, offset = divmod(chunk.first, self.size)
        start = self.first + offset
        return scenario, start, start + chunk.size

    @property
    def runs(self) -> int:
        """The number of all runs."""
        return self.size * len(self.job.scenarios)

    @property
    def stops(self) -> range:
        """Where one scenario ends and the next begins."""
        return range(self.size, self.runs, self.size)


def count_series(series: ScenarioSeries) -> Callable[[Chunk], RunStatistics]:
    """Prepare to count the runs of several scenarios."""
    executor = cache(series.job.make_executor)

    def process(chunk: Chunk) -> RunStatistics:
        scenario, first, last = series.locate(chunk)
        return executor(scenario).statistics(series.job.seed, first, last)

    return process


class RunSummaries(msgspec.Struct):
    """The runs of a chunk one by one."""

    runs: int
    seconds: float
    kernel_runs: int
    rows: list[RunSummary]


def list_series(series: ScenarioSeries) -> Callable[[Chunk], RunSummaries]:
    """Prepare to list the runs of several scenarios one by one."""
    executor = cache(series.job.make_executor)

    def process(chunk: Chunk) -> RunSummaries:
        scenario, first, last = series.locate(chunk)
        made, rows = executor(scenario).summaries(series.job.seed, first, last)
        return RunSummaries(chunk.size, made.seconds, made.kernel_runs, rows)

    return process


class PairedStatistics(msgspec.Struct):
    """Two scenarios played with the same seeds, and the differences between their runs."""

    runs: int
    first: RunStatistics
    second: RunStatistics
    wins: dict[tuple[int, int], int]
    """How often (winner of the first, winner of the second) occurred."""
    scores: Histogram
    """The second's score minus the first's."""
    rounds: Histogram
    """The second's rounds minus the first's."""
    seconds: float = 0.0
    kernel_runs: int = 0

    def merge(self, other: PairedStatistics) -> None:
        """Add another batch."""
        self.runs += other.runs
        self.seconds += other.seconds
        self.kernel_runs += other.kernel_runs
        self.first.merge(other.first)
        self.second.merge(other.second)
        add_counts(self.wins, other.wins)
        add_counts(self.scores, other.scores)
        add_counts(self.rounds, other.rounds)


def count_pairs(job: SimulationJob) -> Callable[[Chunk], PairedStatistics]:
    """Prepare to count two scenarios and the differences between their runs."""
    one, two = job.make_executor(0), job.make_executor(1)

    def process(chunk: Chunk) -> PairedStatistics:
        first, rows = one.summaries(job.seed, *chunk)
        second, others = two.summaries(job.seed, *chunk)
        pairs = list(zip(rows, others, strict=True))
        return PairedStatistics(
            runs=chunk.size,
            first=first,
            second=second,
            wins=dict(Counter((a.winner, b.winner) for a, b in pairs)),
            scores=dict(Counter(b.score - a.score for a, b in pairs)),
            rounds=dict(Counter(b.rounds - a.rounds for a, b in pairs)),
            seconds=first.seconds + second.seconds,
            kernel_runs=min(first.kernel_runs, second.kernel_runs),
        )

    return process
