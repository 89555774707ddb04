"""Batches that keep the outcome of every run."""

import pytest

from tests.sim.square_work import prepare_squares
from turnwright.sim.batches import BatchOptions
from turnwright.sim.run_outcomes import run_outcomes


@pytest.mark.parametrize("workers", [1, 2])
def test_outcomes_come_in_the_order_of_the_runs(workers):
    shown = []
    options = BatchOptions(runs=20, workers=workers, progress=lambda done, of: shown.append(done))
    played = run_outcomes(prepare_squares, 5, options)
    assert [value for value, _ in played.outcomes] == [n * n + 5 for n in range(20)]
    assert not played.is_cancelled
    assert played.seconds >= 0
    assert shown[-1] == 20


def test_a_cancelled_batch_has_the_runs_that_were_complete():
    done = []
    options = BatchOptions(
        runs=20,
        chunk_size=4,
        progress=lambda count, of: done.append(count),
        cancel=lambda: bool(done) and done[-1] >= 8,
    )
    played = run_outcomes(prepare_squares, 0, options)
    assert played.is_cancelled
    assert [value for value, _ in played.outcomes] == [n * n for n in range(8)]
