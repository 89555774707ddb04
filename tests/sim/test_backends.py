"""Backends: the same results in the same order, in this process, in a pool and on a real Ray."""

import importlib.util
import os

import pytest

from tests.sim.square_work import prepare_squares
from turnwright.core.errors import UnusableError
from turnwright.sim.backends import (
    InlineBackend,
    Work,
    WorkerLostError,
    backend_named,
)
from turnwright.sim.pool_backend import PoolBackend

SQUARES = Work(prepare_squares, 1000)


def with_ray():
    """Ray, or a skipped test without it; in CI a missing Ray is a failure."""
    if importlib.util.find_spec("ray") is None:
        message = "Ray is not installed (pip install 'turnwright[ray]')"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(message)
    return backend_named("ray", 2)


def backend(name):
    return with_ray() if name == "ray" else backend_named(name, 2)


@pytest.mark.parametrize("name", ["inline", "pool", "ray"])
def test_results_come_in_order_and_each_worker_prepares_once(name):
    used = backend(name)
    results = list(used.map(SQUARES, range(12)))
    assert [number for number, _ in results] == [1000 + n * n for n in range(12)]
    marks = {mark for _, mark in results}
    assert len(marks) == len({pid for pid, _ in marks}) <= used.workers
    assert (os.getpid() in {pid for pid, _ in marks}) == (name == "inline")


@pytest.mark.parametrize("name", ["inline", "pool", "ray"])
def test_cancelling_stops_after_the_finished_chunks(name):
    seen = []
    taken = []

    def chunks():
        for number in range(1000):
            taken.append(number)
            yield number

    for number, _ in backend(name).map(SQUARES, chunks(), lambda: len(seen) >= 3):
        seen.append(number)
    assert seen == [1000, 1001, 1004]
    assert len(taken) < 20  # chunks are made when they are needed


@pytest.mark.parametrize("name", ["inline", "pool", "ray"])
def test_an_error_in_a_worker_is_raised(name):
    with pytest.raises(ValueError, match="this one fails"):
        list(backend(name).map(SQUARES, [1, 2, "fail", 4]))


def test_a_worker_that_dies_raises_an_error():
    with pytest.raises(WorkerLostError, match="worker process died"):
        list(PoolBackend(2).map(SQUARES, [1, "die", 3]))


def test_invalid_backends_are_refused():
    with pytest.raises(
        UnusableError, match="There is no backend 'cloud'; there are inline, pool and"
    ):
        backend_named("cloud")
    with pytest.raises(UnusableError, match="at least one worker, not 0"):
        backend_named("pool", 0)
    assert InlineBackend().workers == 1
    assert PoolBackend().workers >= 1
