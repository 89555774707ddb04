"""Skirmishes per CPU second: the interpreter, the compiled kernel, and a hand-written fight for scale.

`python -m bench.skirmish` measures only these, and what the hooks for explanations cost while unused.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from dataclasses import dataclass
from timeit import timeit

from rich.console import Console
from rich.table import Table

from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.explain import explain
from turnwright.skirmish.engine.plan import Plan
from turnwright.skirmish.engine.rng import run_seed
from turnwright.skirmish.engine.run_state import FightRun, RunLog
from turnwright.skirmish.engine.runs import play_run
from turnwright.skirmish.model import sample_encounters
from turnwright.skirmish.model.name_resolution import resolve
from turnwright.skirmish.stats.executor_choice import why_not_kernel
from turnwright.skirmish.stats.executors import Executor, InterpreterExecutor, KernelExecutor

from .measure import Rate, rate

SLICES = 40
ENCOUNTERS = ("bench-4v8", "bench-4v8-reactions", "bench-reactions")


def plan_of(name: str) -> Plan:
    return compile_plan(resolve(sample_encounters.load(name)))


# --- by hand ------------------------------------------------------------------------------------------


@dataclass
class Fighter:
    """A combatant of bench-4v8, with nothing that this encounter does not need."""

    side: int
    hp: int
    ac: int
    to_hit: int
    die: int
    bonus: int
    initiative: int = 0


def fight_by_hand(dice: random.Random) -> int:
    """Play bench-4v8 as written by hand for this encounter alone; returns who wins."""
    roll = dice.randint
    fighters = [Fighter(0, 28, 16, 5, 8, 3, roll(1, 20) + 1) for _ in range(4)]
    fighters += [Fighter(1, 7, 15, 4, 6, 2, roll(1, 20) + 2) for _ in range(8)]
    order = sorted(fighters, key=lambda fighter: -fighter.initiative)
    while True:
        for fighter in order:
            if fighter.hp <= 0:
                continue
            targets = [other for other in fighters if other.side != fighter.side and other.hp > 0]
            if not targets:
                return fighter.side
            target = min(targets, key=lambda other: other.hp)
            natural = roll(1, 20)
            if natural == 20:
                target.hp -= roll(1, fighter.die) + roll(1, fighter.die) + fighter.bonus
            elif natural > 1 and natural + fighter.to_hit >= target.ac:
                target.hp -= roll(1, fighter.die) + fighter.bonus


def by_hand() -> int:
    dice = random.Random(0)
    return sum(fight_by_hand(dice) >= 0 for _ in range(100))


# --- the executors ------------------------------------------------------------------------------------


class Batch:
    """A batch with all statistics of a report. It plays the same runs every time, so that slices
    differ only by disturbances."""

    def __init__(self, executor: Executor, size: int) -> None:
        self.executor = executor
        self.size = size

    def __call__(self) -> int:
        self.executor.statistics(0, 0, self.size)
        return self.size


def run() -> dict[str, Rate]:
    rates = {"skirmish 4v8, plain Python by hand": rate(by_hand, slices=SLICES)}
    for name in ENCOUNTERS:
        plan = plan_of(name)
        rates[f"skirmish {name}, interpreter"] = rate(
            Batch(InterpreterExecutor(plan), 200), slices=SLICES
        )
        if not why_not_kernel(plan):
            rates[f"skirmish {name}, kernel"] = rate(
                Batch(KernelExecutor(plan), 10_000), slices=SLICES
            )
    return rates


# --- explanations and start-up --------------------------------------------------------------------


class CountingRun(FightRun):
    """Counts how often a run asks whether it has a log."""

    questions = 0

    @property
    def log(self) -> None:
        CountingRun.questions += 1

    @log.setter
    def log(self, log: RunLog | None) -> None:
        pass


def unused_log_share(plan: Plan, runs: int = 200) -> float:
    """The share of the time that goes into asking for a log while there is none."""
    seeds = [run_seed(0, index) for index in range(runs)]
    run, counting = FightRun(plan), CountingRun(plan)
    spent = []
    for _ in range(5):
        start = time.process_time()
        for seed in seeds:
            play_run(run, seed)
        spent.append(time.process_time() - start)
    CountingRun.questions = 0
    for seed in seeds:
        play_run(counting, seed)
    count = 1_000_000
    question = min(timeit("r.log is not None", globals={"r": run}, number=count) for _ in range(5))
    return CountingRun.questions * question / count / min(spent)


def explained_per_second(plan: Plan) -> Rate:
    def explain_runs() -> int:
        for index in range(10):
            explain(plan, run_seed(0, index))
        return 10

    return rate(explain_runs)


FIRST = """
import time
start = time.process_time()
from turnwright.skirmish import api
report = api.run("bench-4v8", api.RunOptions(runs=10_000, executor="kernel"))
assert report.how.executor == "kernel"
print(time.process_time() - start)
"""


def seconds_to_first_result() -> float:
    """CPU time from a new process to a report by the kernel: the best of three, after one that may
    have to compile."""
    found = []
    for _ in range(4):
        done = subprocess.run(
            [sys.executable, "-c", FIRST], capture_output=True, text=True, check=True
        )
        found.append(float(done.stdout))
    return min(found[1:])


def main() -> None:
    console = Console()
    table = Table("encounters per CPU second")
    table.add_column("best", justify="right")
    table.add_column("median", justify="right")
    for name, found in run().items():
        table.add_row(name, f"{found.best:,.0f}", f"{found.median:,.0f}")
    for name in ENCOUNTERS:
        found = explained_per_second(plan_of(name))
        table.add_row(f"skirmish {name}, explained", f"{found.best:,.0f}", f"{found.median:,.0f}")
    console.print(table)
    for name in ENCOUNTERS:
        share = unused_log_share(plan_of(name))
        console.print(f"unused hooks for explanations, {name}: {share:.1%} of the time")
    if not why_not_kernel(plan_of("bench-4v8")):
        seconds = seconds_to_first_result()
        console.print(
            f"import and first report of 10,000 runs by the kernel: {seconds:.2f} s of CPU"
        )


if __name__ == "__main__":
    main()
