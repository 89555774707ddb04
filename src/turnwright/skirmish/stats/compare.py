"""Compare two scenarios in the same runs: what differs, and whether that may be chance.

Run i of both starts from the same seed (common random numbers). Where the scenarios play alike, so do
their runs, which makes the difference much more certain than independent runs would.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from turnwright.sim.histogram import sums
from turnwright.sim.intervals import Interval, mean, paired_proportions
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.model import scenario as model
from turnwright.skirmish.model.name_resolution import resolve

from .executor_choice import choose_common_executor
from .interim import InterimResults
from .played_batches import PlayedBatches
from .report import SimulationReport, StopReason, make_report
from .run import DEFAULTS
from .run_options import RunOptions
from .run_statistics import RunStatistics, StatisticsLayout
from .worker_jobs import PairedStatistics, SimulationJob, count_pairs

ComparisonVerdict: TypeAlias = Literal["second", "first", "open", "same"]
"""Which of the two is better for the first side; open if that may be chance, same if no run differs."""


class Comparison(msgspec.Struct, frozen=True):
    """Two scenarios, and the second minus the first. Wins are those of the first side."""

    first: SimulationReport
    second: SimulationReport
    win: Interval
    """How much likelier the first side wins in the second."""
    only_first: int
    only_second: int
    """Runs that it wins in only one of the two."""
    score: Interval
    """How much larger its lead in hit points is, in percentage points (see `ExampleRun.score`)."""
    rounds: Interval
    verdict: ComparisonVerdict
    sentence: str


def compare(
    first: model.Scenario,
    second: model.Scenario,
    options: RunOptions = DEFAULTS,
    *,
    side: int = 0,
) -> Comparison:
    """Play both in the same runs. Wins and scores are those of `side`."""
    scenarios = (resolve(first), resolve(second))
    plans = [compile_plan(scenario) for scenario in scenarios]
    choice = choose_common_executor(plans, options.runs, options.executor)
    job = SimulationJob.of(scenarios, choice, options)
    batches = PlayedBatches(count_pairs, job, options, choice)
    empty = [RunStatistics.empty(StatisticsLayout(plan)) for plan in plans]
    total = PairedStatistics(0, empty[0], empty[1], {}, {}, {})

    def comparison() -> Comparison:
        how = batches.how()
        stopped: StopReason = "cancelled" if batches.is_cancelled else ""
        reports = [
            make_report(plan, part, options=options, stopped=stopped, how=how)
            for plan, part in zip(plans, (total.first, total.second), strict=True)
        ]
        return _comparison(total, reports, side)

    interim = InterimResults(options.interim)
    for part in batches:
        total.merge(part)
        interim.offer(total.runs, options.runs, comparison)
    return comparison()


def _comparison(total: PairedStatistics, reports: list[SimulationReport], side: int) -> Comparison:
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


def _verdict(total: PairedStatistics, win: Interval, score: Interval) -> ComparisonVerdict:
    if set(total.scores) <= {0} and set(total.rounds) <= {0}:
        return "same"
    decisive = score if win.is_noise else win
    if decisive.is_noise:
        return "open"
    return "second" if decisive.value > 0 else "first"


def _sentence(side: str, verdict: ComparisonVerdict, win: Interval, score: Interval) -> str:
    if verdict == "same":
        return "No run differs."
    if not win.is_noise:
        word = "more" if win.value > 0 else "less"
        return f"In the second, {side} win {word} often: {signed(win, 100)} percentage points."
    often = f"{signed(win, 100)} percentage points"
    if verdict == "open":
        return f"The difference may be chance: {side} win {often} more often in the second."
    word = "larger" if score.value > 0 else "smaller"
    lead = f"their lead in hit points is {word}: {signed(score)} percentage points"
    return f"In the second, {side} win about as often ({often}), but {lead}."


def signed(one: Interval, scale: float = 1) -> str:
    """Format an interval with signs: `+3.1 (+2.0 to +4.2)`."""
    value, low, high = (number * scale for number in (one.value, one.low, one.high))
    return f"{value:+.1f} ({low:+.1f} to {high:+.1f})"
