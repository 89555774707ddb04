"""A better order of a priority list, found by racing.

Orders meet the same runs; the worse half drops out, the better half goes on with twice as many, until
one is left. Whoever wins a race among many was lucky too, so its gain is measured anew against the
order of the file, with seeds that the race has not seen. What may be chance is not called a gain.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import permutations
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from turnwright.core.errors import UnusableError
from turnwright.core.suggestions import suggestion
from turnwright.sim.backends import Cancelled, Work, never
from turnwright.sim.batches import MOST_RUNS, Batches, Means, Progress, check_runs
from turnwright.sim.intervals import Interval
from turnwright.skirmish.engine.compile import prepare
from turnwright.skirmish.engine.plan import Plan
from turnwright.skirmish.engine.rng import run_seed
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.files import resolve

from .compare import Comparison, compare_with, points
from .executors import Row, choose, warm
from .run import RUNS
from .worker_jobs import Laps, Setup, race

Order: TypeAlias = tuple[int, ...]
ListName: TypeAlias = Literal["actions", "reactions"]

ALL = 4
"""Lists of up to so many entries are tried in every order; longer ones entry by entry."""
FIRST_LAP, LAST_LAP = 200, 6_400
GENERATIONS = 4
FRESH = MOST_RUNS
"""The run whose seed is the seed of the check: no run of a race has this number."""


class Tried(msgspec.Struct, frozen=True):
    """An order that was in the race."""

    order: list[str]
    runs: int
    win: float
    score: float


class Optimised(msgspec.Struct, frozen=True):
    """The best order that was found, and what it gains over that of the file."""

    combatant: str
    side: str
    which: ListName
    before: list[str]
    after: list[str]
    """As before, if no gain was found."""
    is_gain: bool
    gain: Interval
    """In the chance of its side to win, in fresh runs."""
    score: Interval
    sentence: str
    tried: list[Tried]
    """The best of each race, the best last."""
    races: int
    runs: int
    """All runs together, those of the check included."""
    check: Comparison | None
    """The runs of the check; none if there was nothing to check."""
    is_stopped: bool = False
    """Did somebody stop it before it was done?"""


class _Entry(NamedTuple):
    order: Order
    rows: list[Row]


def optimise(
    scenario: model.Scenario,
    combatant: str,
    runs: int = RUNS,
    seed: int = 0,
    *,
    which: ListName = "actions",
    workers: int | None = 1,
    backend: str = "auto",
    executor: str = "auto",
    progress: Progress | None = None,
    cancel: Cancelled = never,
) -> Optimised:
    """Reorder a combatant's list so that its side wins more often. `runs` are those of the check."""
    check_runs(runs)
    means = Means(workers, backend, executor, None, cancel)
    return _Search(resolve(scenario), combatant, which, runs, seed, means, progress).run()


class _Search:
    def __init__(
        self,
        scenario: model.Scenario,
        combatant: str,
        which: ListName,
        runs: int,
        seed: int,
        means: Means,
        progress: Progress | None,
    ) -> None:
        self.scenario, self.combatant, self.which = scenario, combatant, which
        self.runs, self.seed, self.means, self.progress = runs, seed, means, progress
        self.plan = prepare(scenario)
        self.side, self.names = _listed(self.plan, combatant, which)
        self.choice = choose(self.plan, LAST_LAP, means.executor)
        warm(self.plan, self.choice)
        self.played = 0
        self.tried: list[Tried] = []

    def run(self) -> Optimised:
        start = best = tuple(range(len(self.names)))
        known = {start}
        races = 0
        while races < GENERATIONS and not self.means.cancel():
            field = [order for order in self._field(best) if order not in known]
            if not field:
                break
            known.update(field)
            races += 1
            winner = self._race(best, field)
            if winner == best:
                break
            best = winner
        if best == start or self.means.cancel():
            stopped = (
                "It was stopped." if self.means.cancel() else "No order was better in the race."
            )
            return self._result(best=start, races=races, check=None, sentence=stopped)
        check = self._check(best)
        if self.means.cancel():
            return self._result(start, races, check, "It was stopped.")
        if check.verdict == "second" and check.win.value >= 0:
            return self._result(best, races, check, _gained(check))
        sentence = "The best order of the race is no better in fresh runs: the gain was luck."
        return self._result(start, races, check, sentence)

    def _field(self, best: Order) -> Iterator[Order]:
        """Orders to try: all of them, or those with one entry somewhere else."""
        if len(best) <= ALL:
            yield from permutations(range(len(best)))
            return
        for entry in best:
            rest = [one for one in best if one != entry]
            for place in range(len(best)):
                yield (*rest[:place], entry, *rest[place:])

    # --- a race ----------------------------------------------------------------------------------

    def _race(self, best: Order, field: Sequence[Order]) -> Order:
        """Successive halving. The best order so far runs along to the end, and wins unless the other
        is better by more than the noise of a single look."""
        racers = [_Entry(order, []) for order in (best, *dict.fromkeys(field))]
        lap, first = FIRST_LAP, 0
        while len(racers) > 1 and lap <= LAST_LAP:
            racers = self._lap(racers, first, lap)
            if self.means.cancel():
                return best
            first, lap = first + lap, lap * 2
            ours = racers[0]
            others = sorted(_different(racers), key=self._worth, reverse=True)
            racers = [ours, *others[: max(1, len(racers) // 2)]]
            if len(racers) == 2 and first >= LAST_LAP // 2:
                break
        self.tried += [self._told(racer) for racer in reversed(racers[:2])]
        if len(racers) < 2:
            return best
        ours, theirs = racers[:2]
        return theirs.order if self._is_better(theirs, ours) else best

    def _lap(self, racers: Sequence[_Entry], first: int, size: int) -> list[_Entry]:
        scenarios = tuple(
            reordered(self.scenario, self.combatant, one.order, self.which) for one in racers
        )
        laps = Laps(Setup(scenarios, self.choice.name, self.seed), size, first)
        rows: list[list[Row]] = [[] for _ in racers]
        done = 0
        for part in Batches(Work(race, laps), laps.runs, self.means, stops=laps.stops):
            rows[done // size] += part.rows
            done += part.runs
            self.played += part.runs
            self._tell()
        return [_Entry(one.order, one.rows + more) for one, more in zip(racers, rows, strict=True)]

    def _tell(self) -> None:
        if self.progress is not None:
            self.progress(self.played, max(self.played, self._expected()))

    def _expected(self) -> int:
        """All runs, roughly: every lap has half as many racers, in twice as many runs each."""
        count = len(set(self._field(tuple(range(len(self.names))))))
        laps = 1 + int(math.log2(LAST_LAP / FIRST_LAP))
        races = 1 if len(self.names) <= ALL else 2
        return races * count * FIRST_LAP * laps + 2 * self.runs

    def _worth(self, racer: _Entry) -> tuple[int, int]:
        """Wins of its side; where these are equal, what it has left."""
        sign = 1 if self.side == 0 else -1
        wins = sum(row.winner == self.side for row in racer.rows)
        return wins, sign * sum(row.score for row in racer.rows)

    def _is_better(self, one: _Entry, other: _Entry) -> bool:
        sign = 1 if self.side == 0 else -1
        pairs = list(zip(one.rows, other.rows, strict=True))
        wins = [(a.winner == self.side) - (b.winner == self.side) for a, b in pairs]
        scores = [sign * (a.score - b.score) for a, b in pairs]
        return _is_clear(wins) or (sum(wins) >= 0 and _is_clear(scores))

    def _told(self, racer: _Entry) -> Tried:
        wins, points = self._worth(racer)
        runs = len(racer.rows)
        order = [self.names[index] for index in racer.order]
        return Tried(order, runs, wins / max(1, runs), points / max(1, runs))

    # --- the check -------------------------------------------------------------------------------

    def _check(self, best: Order) -> Comparison:
        after = reordered(self.scenario, self.combatant, best, self.which)
        before = self.played

        def tell(done: int, total: int) -> None:
            self.played = before + 2 * done
            self._tell()

        means = self.means._replace(progress=tell)
        fresh = run_seed(self.seed, FRESH)
        found = compare_with(self.scenario, after, self.runs, fresh, means, self.side)
        self.played = before + 2 * found.first.runs
        return found

    def _result(
        self, best: Order, races: int, check: Comparison | None, sentence: str
    ) -> Optimised:
        nothing = Interval(0.0, 0.0, 0.0)
        after = [self.names[index] for index in best]
        return Optimised(
            combatant=self.combatant,
            side=self.plan.sides[self.side],
            which=self.which,
            before=self.names,
            after=after,
            is_gain=after != self.names,
            gain=nothing if check is None else check.win,
            score=nothing if check is None else check.score,
            sentence=sentence,
            tried=self.tried,
            races=races,
            runs=self.played,
            check=check,
            is_stopped=self.means.cancel(),
        )


def _different(racers: Sequence[_Entry]) -> list[_Entry]:
    """Without the first one, and without those who did in every run what an earlier one did."""
    seen = {tuple(racers[0].rows)}
    found = []
    for racer in racers[1:]:
        rows = tuple(racer.rows)
        if rows not in seen:
            seen.add(rows)
            found.append(racer)
    return found


def _is_clear(differences: Sequence[int]) -> bool:
    """Is the mean more than two standard errors above 0?"""
    count, total = len(differences), sum(differences)
    squares = sum(one * one for one in differences)
    return total > 0 and total * total > 4 * (squares - total * total / count)


def _gained(check: Comparison) -> str:
    if not check.win.is_noise:
        return f"Its side wins more often: {points(check.win, 100)} percentage points."
    lead = f"its lead in hit points is larger: {points(check.score)} percentage points"
    return f"Its side wins about as often, but {lead}."


# --- lists ----------------------------------------------------------------------------------------


def _listed(plan: Plan, name: str, which: ListName) -> tuple[int, list[str]]:
    """The side of a combatant, and the names of its list. All of that name must have the same one."""
    kinds = [kind for kind in plan.kinds if kind.name == name]
    if not kinds:
        known = [kind.name for kind in plan.kinds]
        hint = suggestion(name, known) or f"; there are: {', '.join(dict.fromkeys(known))}."
        raise UnusableError("unknown_combatant", f"There is no combatant {name!r}{hint}")
    lists = [[_name(one) for one in getattr(kind.combatant, which)] for kind in kinds]
    if any(names != lists[0] for names in lists):
        sentence = (
            f"There are several combatants {name!r} with different lists; rename some of them."
        )
        raise UnusableError("different_lists", sentence)
    if len(lists[0]) < 2:
        sentence = f"{name!r} has no two entries in {which}: there is nothing to reorder."
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
