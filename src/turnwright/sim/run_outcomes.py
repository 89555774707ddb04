"""Batches whose result is a list: the outcome of every run, in the order of the runs."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from .backends import Work
from .batches import Batches, BatchOptions
from .chunking import Chunk

D = TypeVar("D")
T = TypeVar("T")


class OutcomeJob(NamedTuple, Generic[D, T]):
    """What a worker needs: `prepare(data)` returns the function that plays a run by its number."""

    prepare: Callable[[D], Callable[[int], T]]
    data: D


@dataclass
class ChunkOutcomes(Generic[T]):
    """The outcomes of consecutive runs, and the CPU seconds that they took."""

    runs: int
    seconds: float
    outcomes: list[T]


@dataclass(frozen=True)
class RunOutcomes(Generic[T]):
    """The outcomes of a batch. After a cancellation, those of the runs that were complete by then."""

    outcomes: list[T]
    seconds: float
    """CPU seconds of all workers together."""
    is_cancelled: bool


def play_chunks(job: OutcomeJob[D, T]) -> Callable[[Chunk], ChunkOutcomes[T]]:
    """Prepare to play the runs of chunks."""
    play = job.prepare(job.data)

    def process(chunk: Chunk) -> ChunkOutcomes[T]:
        started = time.process_time()
        outcomes = [play(number) for number in range(*chunk)]
        return ChunkOutcomes(chunk.size, time.process_time() - started, outcomes)

    return process


def run_outcomes(
    prepare: Callable[[D], Callable[[int], T]], data: D, options: BatchOptions
) -> RunOutcomes[T]:
    """Play a batch and return the outcome of every run. The number of workers does not change it, if
    a run depends on nothing but `data` and its number. `prepare` must be importable by workers."""
    batches = Batches[ChunkOutcomes[T]](Work(play_chunks, OutcomeJob(prepare, data)), options)
    chunks = list(batches)
    return RunOutcomes(
        [outcome for chunk in chunks for outcome in chunk.outcomes],
        sum(chunk.seconds for chunk in chunks),
        batches.is_cancelled,
    )
