"""Find a run in which something happens to a combatant, to look at it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from turnwright.core.errors import UnusableError
from turnwright.core.suggestions import suggestion
from turnwright.sim.backends import never
from turnwright.sim.stopping import CancelCheck
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.plan import Plan
from turnwright.skirmish.engine.rng import run_seed
from turnwright.skirmish.engine.run_outcome import RunOutcome
from turnwright.skirmish.engine.run_state import FightRun
from turnwright.skirmish.engine.runs import play_run
from turnwright.skirmish.kernel.background_compilation import kernel_state
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.name_resolution import resolve

from . import batch_rng
from .executor_choice import why_not_kernel
from .run_statistics import StatisticsLayout

if TYPE_CHECKING:
    from turnwright.skirmish.kernel.kernel import Kernel

Fate: TypeAlias = Literal["dies", "falls", "survives"]
"""Dead at the end; at 0 hit points at some time; or in the fight, and not dead at the end."""

TRY_SECONDS = 0.5
"""How long the interpreter searches before the kernel is asked."""
FIRST_CHUNK, MAX_CHUNK = 500, 20_000
SENTENCES = {"dies": "dies", "falls": "falls to 0 hit points", "survives": "survives"}


class FoundRun(NamedTuple):
    """A run: its number, and the seed to explain it with."""

    run: int
    seed: int


def find_run(
    scenario: model.Scenario,
    seed: int,
    runs: int,
    combatant: str,
    fate: Fate,
    *,
    cancel: CancelCheck = never,
) -> FoundRun:
    """The first of so many runs in which this is the fate of a combatant; of several copies with the
    same name, of any of them. If there is none, an error with the code `not_found` says so."""
    if fate not in SENTENCES:
        known = ", ".join(SENTENCES)
        raise UnusableError("bad_fate", f"There is no fate {fate!r}; there are: {known}.")
    search = _Search(compile_plan(resolve(scenario)), seed, runs, combatant, fate, cancel)
    number = search.run()
    if number is None:
        tried = "run" if search.tried == 1 else "runs"
        sentence = (
            f"In none of {search.tried:,} {tried} it happens that {combatant} {SENTENCES[fate]}."
        )
        raise UnusableError("not_found", sentence, runs=search.tried)
    return FoundRun(number, run_seed(seed, number))


class _Search:
    def __init__(
        self, plan: Plan, seed: int, runs: int, combatant: str, fate: Fate, cancel: CancelCheck
    ) -> None:
        self.plan, self.seed, self.runs, self.fate, self.cancel = plan, seed, runs, fate, cancel
        self.members = _participants(plan, combatant)
        self.first_encounter = StatisticsLayout(plan).first_encounter
        self.tried = 0

    def run(self) -> int | None:
        """The number of the first fitting run: by the interpreter, and after a while by the kernel."""
        run = FightRun(self.plan)
        began = time.perf_counter()
        may_load = True
        while self.tried < self.runs and not self.cancel():
            if may_load and time.perf_counter() - began > TRY_SECONDS:
                if kernel_state() == "ready" and not why_not_kernel(self.plan):
                    return self._search_with_kernel()
                may_load = False
            if self._fits(play_run(run, run_seed(self.seed, self.tried))):
                return self.tried
            self.tried += 1
        return None

    def _fits(self, outcome: RunOutcome) -> bool:
        if self.fate == "falls":
            return any(m in falls for falls in outcome.falls for m in self.members)
        is_dead = [
            outcome.dead[m] for m in self.members if self.first_encounter[m] < len(outcome.fights)
        ]
        return any(is_dead) if self.fate == "dies" else not all(is_dead)

    def _search_with_kernel(self) -> int | None:
        from turnwright.skirmish.kernel.kernel import Kernel

        kernel, size = Kernel(self.plan), FIRST_CHUNK
        while self.tried < self.runs and not self.cancel():
            last = min(self.runs, self.tried + size)
            found = self._first_in(kernel, self.tried, last)
            if found is not None:
                return found
            self.tried, size = last, min(MAX_CHUNK, 2 * size)
        return None

    def _first_in(self, kernel: Kernel, first: int, last: int) -> int | None:
        """The first fitting run of a range. Falls are only counted, so their run is found by halves."""
        columns = kernel.run(batch_rng.run_seeds(self.seed, first, last))
        if self.fate == "falls":
            if not columns.falls[:, self.members].any():
                return None
            if last - first == 1:
                return first
            middle = (first + last) // 2
            found = self._first_in(kernel, first, middle)
            return found if found is not None else self._first_in(kernel, middle, last)
        fits = None
        for m in self.members:
            took_part = columns.fought > self.first_encounter[m]
            is_dead = columns.dead[m] > 0
            one = took_part & (is_dead if self.fate == "dies" else ~is_dead)
            fits = one if fits is None else fits | one
        assert fits is not None
        return first + int(fits.argmax()) if fits.any() else None


def _participants(plan: Plan, name: str) -> Sequence[int]:
    """The participants of this name, or all copies of the combatant of this name."""
    found = [one.index for one in plan.participants if one.name == name]
    found = found or [one.index for one in plan.participants if one.kind.name == name]
    if not found:
        known = list(dict.fromkeys(one.name for one in plan.participants))
        hint = suggestion(name, known) or f"; there are: {', '.join(known[:20])}."
        raise UnusableError("unknown_combatant", f"There is no combatant {name!r}{hint}")
    return found
