"""An executor that changes from the interpreter to the kernel when that is faster for the rest."""

from __future__ import annotations

import sys
from collections.abc import Iterator

from turnwright.sim.stopping import call_stoppably
from turnwright.skirmish.engine.plan import Plan
from turnwright.skirmish.kernel.background_compilation import kernel_state

from .executors import Executor, InterpreterExecutor, KernelExecutor, RunSummary
from .run_statistics import RunStatistics

LOAD_SECONDS, ALLOCATE_SECONDS = 1.4, 0.1
"""How long it takes to load the kernel, and to make one for another plan once it is loaded."""
PLAY_SECONDS = 0.05
"""How long the interpreter plays before the kernel is loaded, so that there is a first result."""
TRIAL_RUNS = 1
"""Runs that the interpreter plays before its speed is known."""


class ChangingExecutor:
    """Begins with the interpreter. `runs` is how many will be asked for in all, by this process."""

    def __init__(self, plan: Plan, runs: int) -> None:
        self.plan = plan
        self.left = runs
        self.executor: Executor = InterpreterExecutor(plan)
        self.seconds, self.played = 0.0, 0

    def statistics(self, seed: int, first: int, last: int) -> RunStatistics:
        """Play and count the runs."""
        parts = [
            self._noted(self.executor.statistics(seed, *chunk))
            for chunk in self._parts(first, last)
        ]
        return _merged(parts)

    def summaries(self, seed: int, first: int, last: int) -> tuple[RunStatistics, list[RunSummary]]:
        """Play and count the runs, and list them."""
        parts, rows = [], []
        for chunk in self._parts(first, last):
            part, more = self.executor.summaries(seed, *chunk)
            parts.append(self._noted(part))
            rows += more
        return _merged(parts), rows

    def _parts(self, first: int, last: int) -> Iterator[tuple[int, int]]:
        """The runs in parts, with the executor chosen for each."""
        if not self.played:
            yield first, min(last, first + TRIAL_RUNS)
            first += TRIAL_RUNS
        if first < last:
            if not isinstance(self.executor, KernelExecutor):
                self._change_if_faster()
            yield first, last

    def _noted(self, made: RunStatistics) -> RunStatistics:
        self.seconds += made.seconds
        self.played += made.runs
        self.left -= made.runs
        return made

    def _change_if_faster(self) -> None:
        """Change to the kernel if it is compiled, and the interpreter would take longer for the rest
        than the kernel takes to begin."""
        module = sys.modules.get("turnwright.skirmish.kernel.entry_points")
        is_loaded = module is not None and module.is_loaded()
        if not is_loaded and self.seconds < PLAY_SECONDS:
            return
        seconds = self.seconds / max(1, self.played) * self.left
        if (
            seconds > (ALLOCATE_SECONDS if is_loaded else LOAD_SECONDS)
            and kernel_state() == "ready"
        ):
            self.executor = call_stoppably(lambda: KernelExecutor(self.plan))


def _merged(parts: list[RunStatistics]) -> RunStatistics:
    for part in parts[1:]:
        parts[0].merge(part)
    return parts[0]
