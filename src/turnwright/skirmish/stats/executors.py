"""Executors: what plays the runs. The interpreter, or the compiled kernel where it can.

Both give the same runs for the same seeds. The kernel is used if it is worth starting and supports
everything in the plan; otherwise the choice says why not.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from turnwright.core.errors import UnusableError
from turnwright.sim.stopping import current_stop_check
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

MIN_RUNS, MIN_RUNS_TO_COMPILE = 5_000, 100_000
"""From how many runs on the kernel is used. Loading it takes one or two seconds, and compiling it, once
for each version, about a minute: the interpreter plays about so many runs in that time."""
PACKAGES = ("numpy", "numba")
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
    """Plays runs of one plan."""

    name: ExecutorName

    def statistics(self, seed: int, first: int, last: int) -> RunStatistics:
        """Play the runs from `first` up to, but not including, `last`, and count them."""
        ...

    def summaries(self, seed: int, first: int, last: int) -> tuple[RunStatistics, list[RunSummary]]:
        """The statistics, and every run by itself."""
        ...


class InterpreterExecutor:
    """Plays runs one after the other in Python. With NumPy most of their random numbers are drawn in
    advance: as many as 19 of the first 20 runs needed, which saves a seventh of the time."""

    name: ExecutorName = "interpreter"

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
        total = RunStatistics.empty(self.layout)
        for start in range(first, last, BATCH):
            stop = min(last, start + BATCH)
            outcomes = list(self.outcomes(seed, start, stop))
            total.merge(statistics_of_outcomes(self.layout, outcomes, start))
        return total

    def summaries(self, seed: int, first: int, last: int) -> tuple[RunStatistics, list[RunSummary]]:
        """Play and count the runs, and list them."""
        outcomes = list(self.outcomes(seed, first, last))
        rows = [RunSummary(one.winner, score(one), one.rounds) for one in outcomes]
        return statistics_of_outcomes(self.layout, outcomes, first), rows


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

    name: ExecutorName = "kernel"

    def __init__(self, plan: Plan) -> None:
        from turnwright.skirmish.kernel.kernel import Kernel

        self.layout = StatisticsLayout(plan)
        self.kernel = Kernel(plan)
        self.kernel.run(batch_rng.run_seeds(0, 0, 1))  # the first run loads the compiled code

    def _columns(self, seed: int, first: int, last: int) -> RunColumns:
        return self.kernel.run(batch_rng.run_seeds(seed, first, last), reuse_buffers=True)

    def statistics(self, seed: int, first: int, last: int) -> RunStatistics:
        """Play and count the runs."""
        return statistics_of_columns(self.layout, self._columns(seed, first, last), first)

    def summaries(self, seed: int, first: int, last: int) -> tuple[RunStatistics, list[RunSummary]]:
        """Play and count the runs, and list them."""
        columns = self._columns(seed, first, last)
        lists: Any = (columns.winner, scores_of_columns(columns), columns.rounds)
        rows = [RunSummary(*row) for row in zip(*(one.tolist() for one in lists), strict=True)]
        return statistics_of_columns(self.layout, columns, first), rows


class ExecutorChoice(NamedTuple):
    """An executor, and why it was chosen."""

    name: ExecutorName
    why: str


def choose_executor(plan: Plan, runs: int, wanted: str = "auto") -> ExecutorChoice:
    """Choose the executor for so many runs. A kernel asked for by name is used or refused."""
    if wanted == "interpreter":
        return ExecutorChoice("interpreter", "it was asked for")
    if wanted not in ("auto", "kernel"):
        known = "auto, interpreter and kernel"
        raise UnusableError(
            "unknown_executor", f"There is no executor {wanted!r}; there are {known}."
        )
    if wanted == "auto" and runs < MIN_RUNS:
        return ExecutorChoice(
            "interpreter", f"the kernel is not worth starting for fewer than {MIN_RUNS:,} runs"
        )
    reason = why_not_kernel(plan)
    if reason:
        if wanted == "kernel":
            raise UnusableError("no_kernel", f"The kernel cannot play this: {reason}.")
        return ExecutorChoice("interpreter", f"the kernel cannot play this: {reason}")
    if wanted == "kernel":
        return ExecutorChoice("kernel", "it was asked for")
    if runs < MIN_RUNS_TO_COMPILE and not is_compiled():
        return ExecutorChoice(
            "interpreter", "the kernel must be compiled first, which takes about a minute"
        )
    return ExecutorChoice("kernel", "it supports everything in this plan")


def choose_common_executor(plans: list[Plan], runs: int, wanted: str) -> ExecutorChoice:
    """Choose one executor for several plans: the kernel only if it can play all of them."""
    choices = [choose_executor(plan, runs, wanted) for plan in plans]
    return next((one for one in choices if one.name == "interpreter"), choices[0])


def why_not_kernel(plan: Plan) -> str:
    """Why the kernel cannot play this plan; empty if it can."""
    for package in PACKAGES:
        if find_spec(package) is None:
            return f"{package} is not installed (pip install 'turnwright[sim]')"
    from turnwright.skirmish.kernel.kernel import unsupported_features

    return "; ".join(unsupported_features(plan))


def is_compiled() -> bool:
    """Whether the kernel has been compiled on this machine."""
    from turnwright.skirmish.kernel import kernel

    return kernel.is_compiled()


def may_compile(runs: int, wanted: str) -> bool:
    """Whether so many runs would start by compiling the kernel, if it can play the plan."""
    if wanted == "interpreter" or (wanted == "auto" and runs < MIN_RUNS_TO_COMPILE):
        return False
    return all(find_spec(package) is not None for package in PACKAGES) and not is_compiled()


def compile_first(plan: Plan, choice: ExecutorChoice) -> None:
    """Compile the kernel in this process, before several workers do it at once."""
    if choice.name == "kernel" and not is_compiled():
        KernelExecutor(plan)


def make_executor(plan: Plan, name: ExecutorName) -> Executor:
    """Create an executor by name."""
    return KernelExecutor(plan) if name == "kernel" else InterpreterExecutor(plan)
