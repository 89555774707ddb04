"""Executors: what plays the runs. The interpreter, or the compiled kernel where it can.

Both give the same runs for the same seeds. `executor_choice.py` chooses, `changing_executor.py` changes
from one to the other.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from turnwright.sim.stopping import call_stoppably, current_stop_check
from turnwright.skirmish.engine.plan import Plan
from turnwright.skirmish.engine.rng import draws, run_seed
from turnwright.skirmish.engine.run_outcome import RunOutcome
from turnwright.skirmish.engine.run_state import FightRun
from turnwright.skirmish.engine.runs import play_run
from turnwright.skirmish.kernel.run_columns import RunColumns

from . import batch_rng
from .column_statistics import scores_of_columns, statistics_of_columns
from .outcome_statistics import score, statistics_of_outcomes
from .run_statistics import RunStatistics, StatisticsLayout

ExecutorName: TypeAlias = Literal["interpreter", "kernel"]

BATCH = 256
"""Runs whose numbers are drawn, and whose outcomes are held, at once."""
COUNTED_RUNS = 20
"""The first runs, which show how many numbers a run needs."""


class RunSummary(NamedTuple):
    """What comparisons need of one run."""

    winner: int
    score: int
    rounds: int


class Executor(Protocol):
    """Plays runs of one plan. The statistics say how long that took."""

    def statistics(self, seed: int, first: int, last: int) -> RunStatistics:
        """Play the runs from `first` up to, but not including, `last`, and count them."""
        ...

    def summaries(self, seed: int, first: int, last: int) -> tuple[RunStatistics, list[RunSummary]]:
        """The statistics, and every run by itself."""
        ...


class InterpreterExecutor:
    """Plays runs one after the other in Python. With NumPy most of their random numbers are drawn in
    advance: as many as 19 of the first 20 runs needed, which saves a seventh of the time."""

    def __init__(self, plan: Plan) -> None:
        self.layout = StatisticsLayout(plan)
        self.run = FightRun(plan)
        self._used_draws: list[int] = []

    def outcomes(self, seed: int, first: int, last: int) -> Iterator[RunOutcome]:
        """Play the runs one after the other."""
        run = self.run
        run.check_stop = current_stop_check()
        if not batch_rng.is_available():
            for index in range(first, last):
                yield play_run(run, run_seed(seed, index))
            return
        while first < last and len(self._used_draws) < COUNTED_RUNS:
            counted = _CountedDraws(run_seed(seed, first))
            yield play_run(run, counted.seed, counted)  # type: ignore[arg-type]  # only iterated
            self._used_draws.append(counted.used)
            first += 1
        if first >= last:
            return
        draws_ahead = sorted(self._used_draws)[-2]
        for start in range(first, last, BATCH):
            seeds = batch_rng.run_seeds(seed, start, min(last, start + BATCH))
            numbers = batch_rng.first_draws(seeds, draws_ahead)
            for one, ahead in zip(seeds.tolist(), numbers, strict=True):
                yield play_run(run, one, ahead)

    def statistics(self, seed: int, first: int, last: int) -> RunStatistics:
        """Play and count the runs."""
        began = time.perf_counter()
        total = RunStatistics.empty(self.layout)
        for start in range(first, last, BATCH):
            stop = min(last, start + BATCH)
            outcomes = list(self.outcomes(seed, start, stop))
            total.merge(statistics_of_outcomes(self.layout, outcomes, start))
        total.seconds = time.perf_counter() - began
        return total

    def summaries(self, seed: int, first: int, last: int) -> tuple[RunStatistics, list[RunSummary]]:
        """Play and count the runs, and list them."""
        began = time.perf_counter()
        outcomes = list(self.outcomes(seed, first, last))
        rows = [RunSummary(one.winner, score(one), one.rounds) for one in outcomes]
        total = statistics_of_outcomes(self.layout, outcomes, first)
        total.seconds = time.perf_counter() - began
        return total, rows


class _CountedDraws:
    """The numbers of a run, and how many of them were used."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.used = 0

    def __len__(self) -> int:
        return 1 << 60

    def __iter__(self) -> Iterator[int]:
        for number in draws(self.seed):
            self.used += 1
            yield number


class KernelExecutor:
    """Plays runs in the compiled kernel."""

    def __init__(self, plan: Plan) -> None:
        from turnwright.skirmish.kernel.kernel import Kernel

        self.layout = StatisticsLayout(plan)
        self.kernel = Kernel(plan)
        self.kernel.run(batch_rng.run_seeds(0, 0, 1))  # the first run loads the compiled code

    def _columns(self, seed: int, first: int, last: int) -> RunColumns:
        return self.kernel.run(batch_rng.run_seeds(seed, first, last), reuse_buffers=True)

    def statistics(self, seed: int, first: int, last: int) -> RunStatistics:
        """Play and count the runs."""
        began = time.perf_counter()
        return self._count(self._columns(seed, first, last), first, began)

    def summaries(self, seed: int, first: int, last: int) -> tuple[RunStatistics, list[RunSummary]]:
        """Play and count the runs, and list them."""
        began = time.perf_counter()
        columns = self._columns(seed, first, last)
        lists: Any = (columns.winner, scores_of_columns(columns), columns.rounds)
        rows = [RunSummary(*row) for row in zip(*(one.tolist() for one in lists), strict=True)]
        return self._count(columns, first, began), rows

    def _count(self, columns: RunColumns, first: int, began: float) -> RunStatistics:
        total = statistics_of_columns(self.layout, columns, first)
        total.kernel_runs = total.runs
        total.seconds = time.perf_counter() - began
        return total


def make_executor(plan: Plan, name: ExecutorName) -> Executor:
    """Create an executor by name."""
    if name == "kernel":
        return call_stoppably(lambda: KernelExecutor(plan))
    return InterpreterExecutor(plan)
