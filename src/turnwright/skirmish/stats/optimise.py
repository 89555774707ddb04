"""Find a better order of a priority list by racing.

- All orders play the same runs. The worse half drops out, the better half goes on with twice as many
  runs, until one is left.
- The winner of a race among many was also lucky. Its gain is measured again against the order of the
  file, with seeds that the race has not used.
- A difference that may be chance is not called a gain.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import permutations
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.core.suggestions import suggestion
from turnwright.sim.batches import MAX_RUNS
from turnwright.sim.intervals import Interval
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.plan import Plan
from turnwright.skirmish.engine.rng import run_seed
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.name_resolution import resolve

from .compare import Comparison, compare, signed
from .executor_choice import choose_executor
from .executors import RunSummary
from .interim import InterimResults
from .played_batches import PlayedBatches
from .report import StopReason
from .run import DEFAULTS
from .run_options import RunOptions
from .worker_jobs import ScenarioSeries, SimulationJob, list_series

Order: TypeAlias = tuple[int, ...]
ListName: TypeAlias = Literal["actions", "reactions"]

MAX_EXHAUSTIVE = 4
"""Lists of up to so many entries are tried in every order; longer ones by moving one entry."""
FIRST_LAP, LAST_LAP = 200, 6_400
"""Runs of the shortest and the longest lap of a race."""
MAX_RACES = 4
FRESH_RUN = MAX_RUNS
"""The run whose seed is the seed of the check: no run of a race has this number."""


class TriedOrder(msgspec.Struct, frozen=True):
    """An order that took part in a race."""

    order: list[str]
    runs: int
    win: float
    score: float


class OptimisedList(msgspec.Struct, frozen=True):
    """The best order that was found, and what it gains over that of the file."""

    combatant: str
    side: str
    which: ListName
    before: list[str]
    after: list[str]
    """The same as before if no gain was found."""
    is_gain: bool
    gain: Interval
    """The gain in its side's chance to win, in fresh runs."""
    score: Interval
    sentence: str
    tried: list[TriedOrder]
    """The best two of each race, the best last."""
    races: int
    runs: int
    """All runs, including those of the check."""
    check: Comparison | None
    """The fresh runs; None if there was nothing to check."""
    stopped: StopReason = ""


class _Racer(NamedTuple):
    order: Order
    rows: list[RunSummary]


def optimise(
    scenario: model.Scenario,
    combatant: str,
    options: RunOptions = DEFAULTS,
    *,
    which: ListName = "actions",
) -> OptimisedList:
    """Reorder a combatant's list so that its side wins more often. `options.runs` is the number of
    fresh runs that check the result."""
    return _Search(resolve(scenario), combatant, which, options).run()


class _Search:
    """One search. Progress is reported for the search as a whole, not for each batch."""

    def __init__(
        self, scenario: model.Scenario, combatant: str, which: ListName, options: RunOptions
    ) -> None:
        self.scenario, self.combatant, self.which = scenario, combatant, which
        self.options = options
        self.plan = compile_plan(scenario)
        self.side, self.names = _list_to_order(self.plan, combatant, which)
        self.choice = choose_executor(self.plan, LAST_LAP, options.executor)
        self.interim = InterimResults(options.interim)
        self.played = self.races = 0
        self.best: Order = tuple(range(len(self.names)))
        self.racers: list[_Racer] = []
        """Those of the race in progress, the best order so far first, then the best others."""
        self.tried: list[TriedOrder] = []

    def run(self) -> OptimisedList:
        """Race until no order is better, then check the best one."""
        is_cancelled = self.options.cancel
        start = self.best
        self._run_races()
        if is_cancelled():
            return self._result(start, None, "It was stopped.", "cancelled")
        if self.best == start:
            return self._result(start, None, "No order was better in the race.")
        check = self._check(self.best)
        if check.first.stopped or is_cancelled():
            return self._result(start, check, "It was stopped.", "cancelled")
        if check.verdict == "second" and check.win.value >= 0:
            return self._result(self.best, check, _gain_sentence(check))
        sentence = "The best order of the race is not better in fresh runs: its lead was chance."
        return self._result(start, check, sentence)

    def _run_races(self) -> None:
        """Find the best order of all races."""
        known = {self.best}
        while self.races < MAX_RACES and not self.options.cancel():
            orders = [order for order in self._neighbours(self.best) if order not in known]
            if not orders:
                break
            known.update(orders)
            self.races += 1
            winner = self._race(self.best, orders)
            if winner == self.best:
                break
            self.best = winner

    def _neighbours(self, best: Order) -> Iterator[Order]:
        """Orders to try: all of them, or those with one entry moved."""
        if len(best) <= MAX_EXHAUSTIVE:
            yield from permutations(range(len(best)))
            return
        for entry in best:
            rest = [one for one in best if one != entry]
            for place in range(len(best)):
                yield (*rest[:place], entry, *rest[place:])

    # --- a race ----------------------------------------------------------------------------------

    def _race(self, best: Order, orders: Sequence[Order]) -> Order:
        """Successive halving. The best order so far takes part to the end, and wins unless another one
        is better by more than the noise of a single comparison."""
        racers = self.racers = [_Racer(order, []) for order in (best, *dict.fromkeys(orders))]
        lap, first = FIRST_LAP, 0
        while len(racers) > 1 and lap <= LAST_LAP:
            racers = self._lap(racers, first, lap)
            if self.options.cancel():
                return best
            first, lap = first + lap, lap * 2
            ours = racers[0]
            others = sorted(_distinct_others(racers), key=self._rating, reverse=True)
            racers = self.racers = [ours, *others[: max(1, len(racers) // 2)]]
            if len(racers) == 2 and first >= LAST_LAP // 2:
                break
        self.tried += self._best_two()
        self.racers = []
        if len(racers) < 2:
            return best
        ours, theirs = racers[:2]
        return theirs.order if self._is_better(theirs, ours) else best

    def _lap(self, racers: Sequence[_Racer], first: int, size: int) -> list[_Racer]:
        scenarios = tuple(
            reordered(self.scenario, self.combatant, one.order, self.which) for one in racers
        )
        left = replace(self.options, runs=max(size * len(racers), self.expected - self.played))
        series = ScenarioSeries(SimulationJob.of(scenarios, self.choice, left), size, first)
        rows: list[list[RunSummary]] = [[] for _ in racers]
        done = 0
        options = replace(self.options, runs=series.runs, progress=None)
        batches = PlayedBatches(list_series, series, options, self.choice, stops=series.stops)
        for part in batches:
            rows[done // size] += part.rows
            done += part.runs
            self.played += part.runs
            self._report_progress()
            self.interim.offer(self.played, self._asked(), self._race_so_far)
        return [_Racer(one.order, one.rows + more) for one, more in zip(racers, rows, strict=True)]

    def _report_progress(self) -> None:
        if self.options.progress is not None:
            self.options.progress(self.played, max(self.played, self.expected))

    def _asked(self) -> int:
        """All runs, as estimated, and at least one more than were played."""
        return max(self.played + 1, self.expected)

    def _race_so_far(self) -> OptimisedList:
        """The interim result of a race: the best list of the races before, and the best two of the
        laps so far as the last that were tried."""
        sentence = f"Race {self.races}: {len(self.racers)} orders are left."
        return self._result(self.best, None, sentence)

    def _best_two(self) -> list[TriedOrder]:
        """The best two of the race in progress, the best last."""
        played = [racer for racer in self.racers[:2] if racer.rows]
        return [self._tried_order(racer) for racer in sorted(played, key=self._rating)]

    @cached_property
    def expected(self) -> int:
        """All runs, roughly: every lap has half as many racers, with twice as many runs each."""
        count = len(set(self._neighbours(tuple(range(len(self.names))))))
        laps = 1 + int(math.log2(LAST_LAP / FIRST_LAP))
        races = 1 if len(self.names) <= MAX_EXHAUSTIVE else 2
        return races * count * FIRST_LAP * laps + 2 * self.options.runs

    def _rating(self, racer: _Racer) -> tuple[int, int]:
        """Wins of its side; where these are equal, its lead in hit points."""
        sign = 1 if self.side == 0 else -1
        wins = sum(row.winner == self.side for row in racer.rows)
        return wins, sign * sum(row.score for row in racer.rows)

    def _is_better(self, one: _Racer, other: _Racer) -> bool:
        sign = 1 if self.side == 0 else -1
        pairs = list(zip(one.rows, other.rows, strict=True))
        wins = [(a.winner == self.side) - (b.winner == self.side) for a, b in pairs]
        scores = [sign * (a.score - b.score) for a, b in pairs]
        return _is_significant(wins) or (sum(wins) >= 0 and _is_significant(scores))

    def _tried_order(self, racer: _Racer) -> TriedOrder:
        wins, score = self._rating(racer)
        runs = len(racer.rows)
        order = [self.names[index] for index in racer.order]
        return TriedOrder(order, runs, wins / max(1, runs), score / max(1, runs))

    # --- the check -------------------------------------------------------------------------------

    def _check(self, best: Order) -> Comparison:
        after = reordered(self.scenario, self.combatant, best, self.which)
        before = self.played

        def progress(done: int, total: int) -> None:
            self.played = before + 2 * done
            self._report_progress()

        def interim(done: int, total: int, found: Comparison) -> None:
            assert self.options.interim is not None
            so_far = self._result(best, found, "The best order is being checked in fresh runs.")
            self.options.interim(self.played, self._asked(), so_far)

        options = replace(
            self.options,
            seed=run_seed(self.options.seed, FRESH_RUN),
            progress=progress,
            interim=None if self.options.interim is None else interim,
        )
        found = compare(self.scenario, after, options, side=self.side)
        self.played = before + 2 * found.first.runs
        return found

    def _result(
        self, best: Order, check: Comparison | None, sentence: str, stopped: StopReason = ""
    ) -> OptimisedList:
        nothing = Interval(0.0, 0.0, 0.0)
        after = [self.names[index] for index in best]
        return OptimisedList(
            combatant=self.combatant,
            side=self.plan.sides[self.side],
            which=self.which,
            before=self.names,
            after=after,
            is_gain=after != self.names,
            gain=nothing if check is None else check.win,
            score=nothing if check is None else check.score,
            sentence=sentence,
            tried=[*self.tried, *self._best_two()],
            races=self.races,
            runs=self.played,
            check=check,
            stopped=stopped,
        )


def _distinct_others(racers: Sequence[_Racer]) -> list[_Racer]:
    """All but the first, and without those whose every run equals that of an earlier one."""
    seen = {tuple(racers[0].rows)}
    found = []
    for racer in racers[1:]:
        rows = tuple(racer.rows)
        if rows not in seen:
            seen.add(rows)
            found.append(racer)
    return found


def _is_significant(differences: Sequence[int]) -> bool:
    """Whether the mean is more than two standard errors above 0."""
    count, total = len(differences), sum(differences)
    squares = sum(one * one for one in differences)
    return total > 0 and total * total > 4 * (squares - total * total / count)


def _gain_sentence(check: Comparison) -> str:
    if not check.win.is_noise:
        return f"Its side wins more often: {signed(check.win, 100)} percentage points."
    lead = f"its lead in hit points is larger: {signed(check.score)} percentage points"
    return f"Its side wins about as often, but {lead}."


# --- lists ----------------------------------------------------------------------------------------


def _list_to_order(plan: Plan, name: str, which: ListName) -> tuple[int, list[str]]:
    """The side of a combatant, and the names in its list. All combatants of that name must have the
    same list."""
    starting = list(dict.fromkeys(one.kind for one in plan.participants[: plan.starters]))
    kinds = [kind for kind in starting if kind.name == name]
    if not kinds:
        known = [kind.name for kind in starting]
        hint = suggestion(name, known) or f"; there are: {', '.join(dict.fromkeys(known))}."
        raise UnusableError("unknown_combatant", f"There is no combatant {name!r}{hint}")
    lists = [[_name(one) for one in getattr(kind.spec, which)] for kind in kinds]
    if any(names != lists[0] for names in lists):
        sentence = (
            f"There are several combatants {name!r} with different lists; rename some of them."
        )
        raise UnusableError("different_lists", sentence)
    if len(lists[0]) < 2:
        sentence = f"{name!r} has fewer than two entries in {which}; there is nothing to reorder."
        raise UnusableError("nothing_to_reorder", sentence)
    return kinds[0].side, lists[0]


def _name(entry: str | model.CombatAction) -> str:
    return entry if isinstance(entry, str) else entry.name


def reordered(
    scenario: model.Scenario, name: str, order: Sequence[int], which: ListName = "actions"
) -> model.Scenario:
    """The scenario with the list of a combatant in another order."""
    replace = msgspec.structs.replace

    def combatant(one: model.Combatant) -> model.Combatant:
        if one.name != name:
            return one
        entries = getattr(one, which)
        return replace(one, **{which: tuple(entries[index] for index in order)})

    def sides(several: tuple[model.Side, ...]) -> tuple[model.Side, ...]:
        return tuple(replace(s, combatants=tuple(map(combatant, s.combatants))) for s in several)

    day = tuple(
        replace(step, sides=sides(step.sides)) if isinstance(step, model.Encounter) else step
        for step in scenario.day
    )
    return replace(scenario, sides=sides(scenario.sides), day=day)
