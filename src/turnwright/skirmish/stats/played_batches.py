"""Batches of runs: what plays them, and how that is reported."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Protocol, TypeVar

from turnwright.sim.backends import Work
from turnwright.sim.batches import Batches
from turnwright.sim.chunking import Chunk

from .executor_choice import ExecutorChoice, compile_first, compile_meanwhile, what_played
from .report import ExecutionInfo
from .run_options import RunOptions


class PlayedChunk(Protocol):
    """The runs of a chunk: how many, in how many seconds, and how many of them by the kernel."""

    runs: int
    seconds: float
    kernel_runs: int


P = TypeVar("P", bound=PlayedChunk)


class PlayedBatches(Batches[P]):
    """An iterable of the results of all chunks. It compiles the kernel first if it was asked for, and
    in the background if the interpreter takes long."""

    def __init__(
        self,
        process: Callable[[Any], Callable[[Chunk], P]],
        data: Any,
        options: RunOptions,
        choice: ExecutorChoice,
        *,
        stops: Sequence[int] = (),
    ) -> None:
        self.start = time.perf_counter()
        self.choice = choice
        self.kernel_runs = 0
        super().__init__(Work(process, data), options, stops=stops)

    def __iter__(self) -> Iterator[P]:
        compile_first(self.choice, self.options.cancel)
        for part in super().__iter__():
            self.kernel_runs += part.kernel_runs
            if self.choice.may_change and not part.kernel_runs:
                rate = part.seconds / part.runs / self.backend.workers
                compile_meanwhile(rate * (self.options.runs - self.done))
            yield part

    def how(self) -> ExecutionInfo:
        """What has played the runs so far, and how long it took."""
        name, why, _ = what_played(self.choice, self.kernel_runs, self.done)
        seconds = time.perf_counter() - self.start
        return ExecutionInfo(name, why, self.backend.name, self.backend.workers, seconds)
