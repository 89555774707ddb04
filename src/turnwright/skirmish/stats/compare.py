"""Two scenarios in the same runs: what differs, and whether that may be chance.

Run i of both starts from the same seed (common random numbers). Where the two play alike, so do their
runs, and the difference is known much better than from runs that have nothing to do with each other.
"""

from __future__ import annotations

import time
from typing import Literal, TypeAlias

import msgspec

from turnwright.sim.backends import Cancelled, Work, never
from turnwright.sim.batches import Batches, Means, Progress
from turnwright.sim.histogram import sums
from turnwright.sim.intervals import Interval, mean, paired_proportions
from turnwright.skirmish.engine.compile import prepare
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.files import resolve

from .executors import Choice, choose, warm
from .report import How, Report, Stopped, make_report
from .run import RUNS
from .run_statistics import Partial, Shape
from .worker_jobs import Pairs, Setup, pair

Verdict: TypeAlias = Literal["second", "first", "open", "same"]
"""Which of the two is better for the first side; open if that may be chance, same if no run differs."""


class Comparison(msgspec.Struct, frozen=True):
    """Two scenarios, and the second minus the first. Wins are those of the first side."""

    first: Report
    second: Report
    win: Interval
    """How much likelier the first side wins in the second."""
    only_first: int
    only_second: int
    """Runs that it wins in one of the two only."""
    score: Interval
    """How much larger its lead in hit points is, in percentage points (see `Example.score`)."""
    rounds: Interval
    verdict: Verdict
    sentence: str


def compare(
    first: model.Scenario,
    second: model.Scenario,
    runs: int = RUNS,
    seed: int = 0,
    *,
    workers: int | None = 1,
    backend: str = "auto",
    executor: str = "auto",
    progress: Progress | None = None,
    cancel: Cancelled = never,
) -> Comparison:
    """Play both in the same runs."""
    means = Means(workers, backend, executor, progress, cancel)
    return compare_with(first, second, runs, seed, means)


def compare_with(
    first: model.Scenario, second: model.Scenario, runs: int, seed: int, means: Means, side: int = 0
) -> Comparison:
    """`compare` for any side: wins and scores are as this one sees them."""
    start = time.perf_counter()
    scenarios = (resolve(first), resolve(second))
    plans = [prepare(scenario) for scenario in scenarios]
    choice = choose_for_all([choose(plan, runs, means.executor) for plan in plans])
    warm(plans[0], choice)
    batches = Batches(Work(pair, Setup(scenarios, choice.name, seed)), runs, means)
    blank = [Partial.blank(Shape(plan)) for plan in plans]
    total = Pairs(0, blank[0], blank[1], {}, {}, {})
    for part in batches:
        total.merge(part)
    seconds = time.perf_counter() - start
    how = How(choice.name, choice.why, batches.backend.name, batches.backend.workers, seconds)
    stopped: Stopped = "cancelled" if batches.is_cancelled else ""
    reports = [
        make_report(plan, part, seed=seed, asked=runs, stopped=stopped, how=how)
        for plan, part in zip(plans, (total.first, total.second), strict=True)
    ]
    return _comparison(total, reports, side)


def choose_for_all(choices: list[Choice]) -> Choice:
    """One executor for several plans: the kernel only if it can play all of them."""
    return next((one for one in choices if one.name == "interpreter"), choices[0])


def _comparison(total: Pairs, reports: list[Report], side: int) -> Comparison:
    only_first = sum(n for (a, b), n in total.wins.items() if a == side != b)
    only_second = sum(n for (a, b), n in total.wins.items() if b == side != a)
    win = paired_proportions(only_second, only_first, total.runs)
    sign = 1 if side == 0 else -1
    count, points, squares = sums(total.scores)
    score = mean(sign * points, squares, count)
    count, rounds, squares = sums(total.rounds)
    verdict = _verdict(total, win, score)
    name = reports[0].sides[side].name
    return Comparison(
        first=reports[0],
        second=reports[1],
        win=win,
        only_first=only_first,
        only_second=only_second,
        score=score,
        rounds=mean(rounds, squares, count),
        verdict=verdict,
        sentence=_sentence(name, verdict, win, score),
    )


def _verdict(total: Pairs, win: Interval, score: Interval) -> Verdict:
    if set(total.scores) <= {0} and set(total.rounds) <= {0}:
        return "same"
    decisive = score if win.is_noise else win
    if decisive.is_noise:
        return "open"
    return "second" if decisive.value > 0 else "first"


def _sentence(side: str, verdict: Verdict, win: Interval, score: Interval) -> str:
    if verdict == "same":
        return "No run differs."
    if not win.is_noise:
        word = "more" if win.value > 0 else "less"
        return f"In the second, {side} win {word} often: {points(win, 100)} percentage points."
    often = f"{points(win, 100)} percentage points"
    if verdict == "open":
        return (
            f"No difference can be told from chance: {side} win {often} more often in the second."
        )
    word = "larger" if score.value > 0 else "smaller"
    lead = f"their lead in hit points is {word}: {points(score)} percentage points"
    return f"In the second, {side} win about as often ({often}), but {lead}."


def points(one: Interval, scale: float = 1) -> str:
    """`+3.1 (+2.0 to +4.2)`"""
    value, low, high = (number * scale for number in (one.value, one.low, one.high))
    return f"{value:+.1f} ({low:+.1f} to {high:+.1f})"
