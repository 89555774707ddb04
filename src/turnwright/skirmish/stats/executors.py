"""Who plays the runs: the interpreter, or the compiled kernel where it can.

Both give the same runs from the same seeds. The kernel is used where it is worth starting and knows
everything that the plan needs; otherwise somebody is told why not.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec
from typing import Any, Literal, NamedTuple, Protocol, TypeAlias

from turnwright.core.errors import UnusableError
from turnwright.skirmish.engine.plan import Plan
from turnwright.skirmish.engine.rng import draws, run_seed
from turnwright.skirmish.engine.run_outcome import Outcome
from turnwright.skirmish.engine.turns import Fight

from . import batch_rng
from .run_statistics import Columns, Partial, Shape, score

ExecutorName: TypeAlias = Literal["interpreter", "kernel"]

FEW, MANY = 5_000, 100_000
"""The kernel needs a second or two before its first run, and a minute to be compiled once; so many runs
are played by then."""
PACKAGES = ("numpy", "numba")
BATCH = 256
"""Runs whose numbers are drawn, and whose outcomes are held, at once."""


class Row(NamedTuple):
    """What comparisons need of one run."""

    winner: int
    score: int
    rounds: int


class Executor(Protocol):
    """Plays runs of one plan."""

    name: ExecutorName

    def partial(self, base: int, first: int, last: int) -> Partial:
        """The sums of these runs."""
        ...

    def rows(self, base: int, first: int, last: int) -> tuple[Partial, list[Row]]:
        """The sums, and every run by itself."""
        ...


class Interpreter:
    """Runs one after the other. Where NumPy is installed, most of their numbers are drawn in advance:
    as many as 19 of 20 runs need, which saves a seventh of the time."""

    name: ExecutorName = "interpreter"

    def __init__(self, plan: Plan) -> None:
        self.shape = Shape(plan)
        self.fight = Fight(plan)
        self._ahead = -1

    def outcomes(self, base: int, first: int, last: int) -> Iterator[Outcome]:
        """One after the other."""
        run = self.fight.run
        if not batch_rng.is_possible():
            for index in range(first, last):
                yield run(run_seed(base, index))
            return
        if self._ahead < 0:
            self._ahead = self._needed(base, first)
        for start in range(first, last, BATCH):
            seeds = batch_rng.run_seeds(base, start, min(last, start + BATCH))
            numbers = batch_rng.first_draws(seeds, self._ahead)
            for seed, ahead in zip(seeds.tolist(), numbers, strict=True):
                yield run(seed, ahead)

    def _needed(self, base: int, first: int) -> int:
        """How many numbers to draw in advance: what a few runs needed."""
        used = []
        for index in range(first, first + 20):
            counted = _Counted(run_seed(base, index))
            self.fight.run(counted.seed, counted)  # type: ignore[arg-type]  # only walked
            used.append(counted.used)
        return sorted(used)[-2]

    def partial(self, base: int, first: int, last: int) -> Partial:
        total = Partial.blank(self.shape)
        for start in range(first, last, BATCH):
            stop = min(last, start + BATCH)
            outcomes = list(self.outcomes(base, start, stop))
            total.merge(Partial.of_outcomes(self.shape, outcomes, start))
        return total

    def rows(self, base: int, first: int, last: int) -> tuple[Partial, list[Row]]:
        outcomes = list(self.outcomes(base, first, last))
        rows = [Row(one.winner, score(one), one.rounds) for one in outcomes]
        return Partial.of_outcomes(self.shape, outcomes, first), rows


class _Counted:
    """The numbers of a run, and how many of them were used."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.used = 0

    def __len__(self) -> int:
        return 1 << 60

    def __iter__(self) -> Iterator[int]:
        for number in draws(self.seed):
            self.used += 1
            yield number


class Compiled:
    """Runs in the kernel."""

    name: ExecutorName = "kernel"

    def __init__(self, plan: Plan) -> None:
        from turnwright.skirmish.kernel.kernel import Kernel

        self.shape = Shape(plan)
        self.kernel = Kernel(plan)
        self.kernel.run(
            batch_rng.run_seeds(0, 0, 1)
        )  # what is compiled is loaded with the first run

    def _columns(self, base: int, first: int, last: int) -> Columns:
        columns: Columns = self.kernel.run(batch_rng.run_seeds(base, first, last), for_now=True)
        return columns

    def partial(self, base: int, first: int, last: int) -> Partial:
        return Partial.of_columns(self.shape, self._columns(base, first, last), first)

    def rows(self, base: int, first: int, last: int) -> tuple[Partial, list[Row]]:
        columns = self._columns(base, first, last)
        lists: Any = (columns.winner, columns.scores, columns.rounds)
        rows = [Row(*row) for row in zip(*(one.tolist() for one in lists), strict=True)]
        return Partial.of_columns(self.shape, columns, first), rows


class Choice(NamedTuple):
    """An executor, and why it is that one."""

    name: ExecutorName
    why: str


def choose(plan: Plan, runs: int, wanted: str = "auto") -> Choice:
    """The executor for so many runs. Who asks for the kernel by name gets it, or hears why not."""
    if wanted == "interpreter":
        return Choice("interpreter", "it was asked for")
    if wanted not in ("auto", "kernel"):
        known = "auto, interpreter and kernel"
        raise UnusableError(
            "unknown_executor", f"There is no executor {wanted!r}; there are {known}."
        )
    if wanted == "auto" and runs < FEW:
        return Choice(
            "interpreter", f"for fewer than {FEW:,} runs the kernel is not worth starting"
        )
    hindrance = why_not_kernel(plan)
    if hindrance:
        if wanted == "kernel":
            raise UnusableError("no_kernel", f"The kernel cannot play this: {hindrance}.")
        return Choice("interpreter", f"the kernel cannot play this: {hindrance}")
    if wanted == "kernel":
        return Choice("kernel", "it was asked for")
    if runs < MANY and not is_compiled():
        return Choice("interpreter", "the kernel must be compiled first, which takes a minute")
    return Choice("kernel", "it knows all of this plan")


def why_not_kernel(plan: Plan) -> str:
    """Why the kernel cannot play this plan; empty if it can."""
    for package in PACKAGES:
        if find_spec(package) is None:
            return f"{package} is not installed (pip install 'turnwright[sim]')"
    from turnwright.skirmish.kernel.kernel import unsupported

    return "; ".join(unsupported(plan))


def is_compiled() -> bool:
    """Has the kernel been compiled on this machine?"""
    from turnwright.skirmish.kernel import kernel

    return kernel.is_compiled()


def may_compile(runs: int, wanted: str) -> bool:
    """Will so many runs begin with a minute of compiling, if the kernel can play the plan?"""
    if wanted == "interpreter" or (wanted == "auto" and runs < MANY):
        return False
    return all(find_spec(package) is not None for package in PACKAGES) and not is_compiled()


def warm(plan: Plan, choice: Choice) -> None:
    """Compile the kernel here, before several workers do the same at once."""
    if choice.name == "kernel" and not is_compiled():
        Compiled(plan)


def executor(plan: Plan, name: ExecutorName) -> Executor:
    return Compiled(plan) if name == "kernel" else Interpreter(plan)
