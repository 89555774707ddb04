"""Skirmishes per CPU second: the interpreter, the compiled kernel, and plain Python by hand for scale.

`python -m bench.skirmish` measures only these, and says what explanations cost while nobody wants one.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from dataclasses import dataclass
from timeit import timeit
from typing import Any

from rich.console import Console
from rich.table import Table

from turnwright.skirmish.engine.compile import prepare
from turnwright.skirmish.engine.explain import explain
from turnwright.skirmish.engine.plan import Plan
from turnwright.skirmish.engine.rng import run_seed
from turnwright.skirmish.engine.turns import Fight
from turnwright.skirmish.model import sample_encounters
from turnwright.skirmish.model.files import resolve
from turnwright.skirmish.stats.executors import Compiled, Executor, Interpreter, why_not_kernel

from .measure import Rate, rate

SLICES = 40
ENCOUNTERS = ("bench-4v8", "bench-4v8-reactions", "bench-reactions")


def plan_of(name: str) -> Plan:
    return prepare(resolve(sample_encounters.load(name)))


# --- by hand ------------------------------------------------------------------------------------------


@dataclass
class Fighter:
    """A body of bench-4v8, with nothing that this encounter does not need."""

    side: int
    hp: int
    ac: int
    to_hit: int
    die: int
    bonus: int
    initiative: int = 0


def fight_by_hand(dice: random.Random) -> int:
    """bench-4v8 as one would write it for this encounter alone: who wins?"""
    roll = dice.randint
    bodies = [Fighter(0, 28, 16, 5, 8, 3, roll(1, 20) + 1) for _ in range(4)]
    bodies += [Fighter(1, 7, 15, 4, 6, 2, roll(1, 20) + 2) for _ in range(8)]
    order = sorted(bodies, key=lambda body: -body.initiative)
    while True:
        for body in order:
            if body.hp <= 0:
                continue
            targets = [other for other in bodies if other.side != body.side and other.hp > 0]
            if not targets:
                return body.side
            target = min(targets, key=lambda other: other.hp)
            natural = roll(1, 20)
            if natural == 20:
                target.hp -= roll(1, body.die) + roll(1, body.die) + body.bonus
            elif natural > 1 and natural + body.to_hit >= target.ac:
                target.hp -= roll(1, body.die) + body.bonus


def by_hand() -> int:
    dice = random.Random(0)
    return sum(fight_by_hand(dice) >= 0 for _ in range(100))


# --- the executors ------------------------------------------------------------------------------------


class Batch:
    """A batch with all the sums of a report: the same runs every time, so that slices differ by nothing
    but what disturbs them."""

    def __init__(self, executor: Executor, size: int) -> None:
        self.executor = executor
        self.size = size

    def __call__(self) -> int:
        self.executor.partial(0, 0, self.size)
        return self.size


def run() -> dict[str, Rate]:
    rates = {"skirmish 4v8, plain Python by hand": rate(by_hand, slices=SLICES)}
    for name in ENCOUNTERS:
        plan = plan_of(name)
        rates[f"skirmish {name}, interpreter"] = rate(Batch(Interpreter(plan), 200), slices=SLICES)
        if not why_not_kernel(plan):
            rates[f"skirmish {name}, kernel"] = rate(Batch(Compiled(plan), 10_000), slices=SLICES)
    return rates


# --- what else is promised ----------------------------------------------------------------------------


class Asked(Fight):
    """Counts how often the fight asks whether somebody listens."""

    questions = 0

    @property
    def log(self) -> Any:
        Asked.questions += 1
        return None

    @log.setter
    def log(self, log: Any) -> None:
        pass


def cost_of_silence(plan: Plan, runs: int = 200) -> float:
    """The share of the time that goes into asking whether to explain, while nobody wants it."""
    seeds = [run_seed(0, index) for index in range(runs)]
    fight, asked = Fight(plan), Asked(plan)
    spent = []
    for _ in range(5):
        start = time.process_time()
        for seed in seeds:
            fight.run(seed)
        spent.append(time.process_time() - start)
    Asked.questions = 0
    for seed in seeds:
        asked.run(seed)
    count = 1_000_000
    question = min(
        timeit("f.log is not None", globals={"f": fight}, number=count) for _ in range(5)
    )
    return Asked.questions * question / count / min(spent)


def told_per_second(plan: Plan) -> Rate:
    def tell() -> int:
        for index in range(10):
            explain(plan, run_seed(0, index))
        return 10

    return rate(tell)


FIRST = """
import time
start = time.process_time()
from turnwright.skirmish.stats import api
report = api.run("bench-4v8", 10_000, executor="kernel")
assert report.how.executor == "kernel"
print(time.process_time() - start)
"""


def seconds_to_first_result() -> float:
    """CPU time from an empty process to a report by the kernel: the best of three, after one that may
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
        found = told_per_second(plan_of(name))
        table.add_row(f"skirmish {name}, explained", f"{found.best:,.0f}", f"{found.median:,.0f}")
    console.print(table)
    for name in ENCOUNTERS:
        silent = cost_of_silence(plan_of(name))
        console.print(f"explanations that nobody wants, {name}: {silent:.1%} of the time")
    if not why_not_kernel(plan_of("bench-4v8")):
        seconds = seconds_to_first_result()
        console.print(
            f"import and first report of 10,000 runs by the kernel: {seconds:.2f} s of CPU"
        )


if __name__ == "__main__":
    main()
