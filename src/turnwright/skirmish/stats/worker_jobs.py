"""The work that travels to the workers: scenarios, and what to do with their runs."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import msgspec

from turnwright.sim.chunking import Chunk
from turnwright.sim.histogram import Tally, add
from turnwright.skirmish.engine.compile import prepare
from turnwright.skirmish.model import scenario as model

from .executors import Executor, ExecutorName, Row, executor
from .run_statistics import Partial


class Setup(NamedTuple):
    """What a worker needs: scenarios whose names are resolved, who plays them, and the seed."""

    scenarios: tuple[model.Scenario, ...]
    executor: ExecutorName
    seed: int

    def executors(self) -> list[Executor]:
        return [executor(prepare(scenario), self.executor) for scenario in self.scenarios]


def count(setup: Setup) -> Callable[[Chunk], Partial]:
    """The sums of one scenario's runs."""
    (only,) = setup.executors()

    def do(chunk: Chunk) -> Partial:
        start = time.perf_counter()
        made = only.partial(setup.seed, *chunk)
        made.seconds = time.perf_counter() - start
        return made

    return do


class Laps(NamedTuple):
    """Many scenarios one after the other, each in the same runs: with `size` of them, number 3 of the
    second scenario is number `size + 3` of all."""

    setup: Setup
    size: int
    first: int = 0
    """The first of the runs."""

    def where(self, chunk: Chunk) -> tuple[int, int, int]:
        """The scenario, and its runs. No chunk is of two scenarios."""
        scenario, first = divmod(chunk.first, self.size)
        start = self.first + first
        return scenario, start, start + chunk.size

    @property
    def runs(self) -> int:
        return self.size * len(self.setup.scenarios)

    @property
    def stops(self) -> range:
        return range(self.size, self.runs, self.size)

    def players(self) -> Callable[[int], Executor]:
        """The executor of a scenario, made when it is first asked for."""

        @cache
        def player(scenario: int) -> Executor:
            return executor(prepare(self.setup.scenarios[scenario]), self.setup.executor)

        return player


def count_each(laps: Laps) -> Callable[[Chunk], Partial]:
    """The sums of many scenarios, one after the other."""
    player = laps.players()

    def do(chunk: Chunk) -> Partial:
        start = time.perf_counter()
        scenario, first, last = laps.where(chunk)
        made = player(scenario).partial(laps.setup.seed, first, last)
        made.seconds = time.perf_counter() - start
        return made

    return do


class Rows(msgspec.Struct):
    """Runs one by one."""

    runs: int
    seconds: float
    rows: list[Row]


def race(laps: Laps) -> Callable[[Chunk], Rows]:
    """The runs of many scenarios one by one."""
    player = laps.players()

    def do(chunk: Chunk) -> Rows:
        start = time.perf_counter()
        scenario, first, last = laps.where(chunk)
        rows = player(scenario).rows(laps.setup.seed, first, last)[1]
        return Rows(chunk.size, time.perf_counter() - start, rows)

    return do


class Pairs(msgspec.Struct):
    """Two scenarios, run by run with the same seeds, as sums."""

    runs: int
    first: Partial
    second: Partial
    wins: dict[tuple[int, int], int]
    """How often (winner of the first, winner of the second) came up."""
    scores: Tally
    """The second's score minus the first's."""
    rounds: Tally
    """Likewise."""
    seconds: float = 0.0

    def merge(self, other: Pairs) -> None:
        self.runs += other.runs
        self.seconds += other.seconds
        self.first.merge(other.first)
        self.second.merge(other.second)
        add(self.wins, other.wins)
        add(self.scores, other.scores)
        add(self.rounds, other.rounds)


def pair(setup: Setup) -> Callable[[Chunk], Pairs]:
    """The sums of two scenarios, and of what differs between their runs."""
    one, two = setup.executors()

    def do(chunk: Chunk) -> Pairs:
        start = time.perf_counter()
        first, rows = one.rows(setup.seed, *chunk)
        second, others = two.rows(setup.seed, *chunk)
        both = list(zip(rows, others, strict=True))
        return Pairs(
            runs=chunk.size,
            first=first,
            second=second,
            wins=dict(Counter((a.winner, b.winner) for a, b in both)),
            scores=dict(Counter(b.score - a.score for a, b in both)),
            rounds=dict(Counter(b.rounds - a.rounds for a, b in both)),
            seconds=time.perf_counter() - start,
        )

    return do
