"""Cancelling with real processes: at once, whatever a worker is doing, and nothing is left behind."""

import multiprocessing
import os
import subprocess
import sys

import pytest

from tests.sim.endless_work import prepare_endless
from tests.sim.test_backends import backend
from turnwright.sim.backends import Work
from turnwright.sim.pool_backend import PoolBackend


def is_running(pid):
    """Whether a process exists, and is more than a zombie."""
    try:
        with open(f"/proc/{pid}/stat", encoding="utf-8") as stat:
            return stat.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Cancel:
    """Cancels at the fifth question after so many results."""

    def __init__(self, results):
        self.left, self.questions = results, 0
        self.seen = []

    def __call__(self):
        self.questions += len(self.seen) >= self.left
        return self.questions >= 5


@pytest.mark.parametrize("name", ["inline", "pool", "ray"])
def test_a_chunk_without_end_is_stopped_and_the_chunks_before_count(name):
    cancel = Cancel(3)
    for chunk, _ in backend(name).map(Work(prepare_endless, 3), range(100), cancel):
        cancel.seen.append(chunk)
    assert cancel.seen == [0, 1, 2]
    assert not multiprocessing.active_children()


@pytest.mark.parametrize("name", ["pool", "ray"])
def test_workers_that_are_still_starting_are_stopped(name):
    results = backend(name).map(Work(prepare_endless, "prepare"), range(100), Cancel(0))
    assert list(results) == []
    assert not multiprocessing.active_children()


def test_a_reader_that_stops_early_ends_the_processes():
    results = PoolBackend(2).map(Work(prepare_endless, 3), range(100))
    _, pid = next(results)
    assert is_running(pid)
    results.close()
    assert not is_running(pid)
    assert not multiprocessing.active_children()


@pytest.mark.skipif(not os.path.exists("/proc/self/stat"), reason="needs /proc")
def test_processes_end_with_the_one_that_started_them():
    """Even if it is killed while one of them is busy. They are gone when the last of them has closed
    the output that they inherited."""
    command = [sys.executable, "-m", "tests.sim.endless_work"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, text=True) as parent:
        pids = {int(parent.stdout.readline()) for _ in range(3)}
        assert all(is_running(pid) for pid in pids)
        parent.kill()
        _, problems = parent.communicate()
    assert not any(is_running(pid) for pid in pids)
    assert "leaked" not in problems
