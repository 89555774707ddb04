"""Compiling in the background, and the change from the interpreter to the kernel."""

import os
import subprocess
import sys

import msgspec
import pytest

from tests.skirmish.test_simulation_api import duel
from turnwright.skirmish import api
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.kernel import background_compilation
from turnwright.skirmish.stats import changing_executor, executor_choice
from turnwright.skirmish.stats.changing_executor import ChangingExecutor
from turnwright.skirmish.stats.executors import InterpreterExecutor, KernelExecutor
from turnwright.skirmish.stats.run_options import RunOptions

pytest.importorskip("numba")

COLD = """
import subprocess, sys, time
from turnwright.skirmish.kernel import background_compilation as background
from turnwright.skirmish.kernel.compiled_cache import is_being_filled
ASK = "from turnwright.skirmish import api; print(api.kernel_state())"
def in_another_process():
    return subprocess.run([sys.executable, "-c", ASK], capture_output=True, text=True).stdout.strip()
if __name__ == "__main__":
    print(background.kernel_state(), in_another_process())
    print(background.compile_in_background(), background.kernel_state())
    first = background._process.pid
    background.compile_in_background()
    print(background._process.pid == first)
    while not is_being_filled():
        time.sleep(0.02)
    print(in_another_process())
    background.stop_compiling()
    print(background.kernel_state(), in_another_process())
    background.compile_in_background()
"""


def test_other_processes_see_that_the_kernel_is_being_compiled(tmp_path):
    """With an empty cache, which stays so: the process ends with the one that started it."""
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
    environment["PYTHONPATH"] = os.pathsep.join(sys.path)
    done = subprocess.run(
        [sys.executable, "-c", COLD], env=environment, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines() == [
        "unavailable unavailable", "compiling compiling", "True", "compiling",
        "unavailable unavailable",
    ]  # fmt: skip
    assert not done.stderr


@pytest.fixture
def at_once(monkeypatch):
    """The kernel takes over after the first run."""
    for name in ("LOAD_SECONDS", "ALLOCATE_SECONDS", "PLAY_SECONDS"):
        monkeypatch.setattr(changing_executor, name, 0)


def test_the_kernel_takes_over_without_changing_the_results(at_once):
    plan = compile_plan(api.load("bench-reactions"))
    KernelExecutor(plan)  # compiles the kernel if nobody has
    changing = ChangingExecutor(plan, 200)
    whole = InterpreterExecutor(plan).statistics(3, 0, 60)
    made = changing.statistics(3, 0, 20)
    made.merge(changing.statistics(3, 20, 60))
    assert made.kernel_runs == 59
    made.kernel_runs, made.seconds = 0, whole.seconds
    assert made == whole


def test_a_report_says_what_played_the_runs(at_once):
    few = api.run(duel(), RunOptions(runs=1))
    assert (few.how.executor, few.how.why) == (
        "interpreter", "the kernel is not worth starting for one run",
    )  # fmt: skip
    asked = api.run(duel(), RunOptions(runs=50, executor="interpreter"))
    either = api.run(duel(), RunOptions(runs=50))
    assert msgspec.structs.replace(asked, how=None) == msgspec.structs.replace(either, how=None)
    is_ready = background_compilation.kernel_state() == "ready"
    assert either.how.executor == ("kernel" if is_ready else "interpreter")


@pytest.mark.parametrize(
    ("name", "kernel_runs", "runs", "executor", "why"),
    [
        ("interpreter", 40, 100, "kernel", "the interpreter played 60 runs until it was compiled"),
        ("kernel", 99, 100, "kernel", "it can"),
        ("kernel", 0, 100, "interpreter", "the kernel is not worth starting for so few runs"),
    ],
)
def test_the_reason_tells_what_happened(name, kernel_runs, runs, executor, why):
    choice = executor_choice.ExecutorChoice(name, "it can", may_change=True)
    assert executor_choice.what_played(choice, kernel_runs, runs)[:2] == (executor, why)
