"""Statistics from the interpreter's outcomes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from turnwright.sim.histogram import Histogram
from turnwright.skirmish.engine.run_outcome import RunOutcome
from turnwright.skirmish.kernel.run_columns import FALL_ROUNDS, PERCENT_VALUES

from .run_statistics import (
    ENCOUNTER_SCORE,
    MAX_COURSE_ROUNDS,
    Moments,
    RunStatistics,
    StatisticsLayout,
)


def score(outcome: RunOutcome) -> int:
    """How well a run went for the first side.

    The lead in the last encounter (its hit points in percent minus those of its enemies), and
    ENCOUNTER_SCORE for every encounter before.
    """
    course = outcome.course[-1]
    if course[0]:
        own, *others = [side[-1] for side in course]
        lead = own - sum(others) // max(1, len(others))
    else:  # it was over before the first round
        winner = outcome.fights[-1]
        lead = 0 if winner < 0 else 100 if winner == 0 else -100
    return ENCOUNTER_SCORE * (len(outcome.fights) - 1) + lead


def statistics_of_outcomes(
    layout: StatisticsLayout, outcomes: Sequence[RunOutcome], first: int
) -> RunStatistics:
    """Count consecutive runs; `first` is the number of the first one."""
    made = RunStatistics.empty(layout)
    made.runs = len(outcomes)
    made.winners = _count(o.winner for o in outcomes)
    made.rounds = _count(o.rounds for o in outcomes)
    made.capped = sum(o.capped for o in outcomes)
    made.guards = sum(o.guards for o in outcomes)
    made.guarded = sum(o.guards > 0 for o in outcomes)
    encounters = range(len(layout.sides_of))
    reached = [[o for o in outcomes if len(o.fights) > e] for e in encounters]
    for e in encounters:
        made.fights[e] = _count(o.fights[e] for o in reached[e])
        made.falls[e] = _count(
            [who * FALL_ROUNDS + number for o in reached[e] for who, number in o.falls[e].items()]
        )
        for place in range(layout.sides_of[e]):
            made.deaths[e][place] = _count([o.deaths[e][place] for o in reached[e]])
            made.course[e][place], made.ended[e][place] = _courses(reached[e], e, place)
    reached.append([])  # for those who are in no encounter
    _count_survivors(made, layout, reached)
    for a in range(layout.actions):
        made.damage[a] = moments([o.damage[a] for o in outcomes])
        made.uses[a] = moments([o.uses[a] for o in outcomes])
    for run, outcome in enumerate(outcomes, first):
        key = (outcome.winner, score(outcome))
        made.scores[key] = made.scores.get(key, 0) + 1
        made.examples.setdefault(key, run)
    return made


def _count_survivors(
    made: RunStatistics, layout: StatisticsLayout, reached: list[list[RunOutcome]]
) -> None:
    """Who stands, with how many hit points, and what is left in the pools."""
    for side, members in enumerate(layout.members):
        present = reached[layout.side_first_encounter[side]]
        made.survivors[side] = _count(sum([o.hp[m] > 0 for m in members]) for o in present)
        if len(layout.sides_of) > 1:
            made.lost[side] = _count([sum([o.dead[m] for m in members]) for o in present])
    if len(layout.sides_of) == 1:
        made.count_only_encounter(layout)
    for m, encounter in enumerate(layout.first_encounter):
        step, present = layout.hp_step[m], _present(layout, reached[encounter], m)
        made.hp[m] = _count(o.hp[m] // step * step for o in present)
        made.dead[m] = sum(o.dead[m] for o in present)
        made.down[m] = sum(o.hp[m] == 0 and not o.dead[m] for o in present)
    for number, (m, pool, step) in enumerate(layout.pools):
        present = _present(layout, reached[layout.first_encounter[m]], m)
        left = [o.pools[m][pool] for o in present]
        made.pools[number] = _count(left if step == 1 else [v // step * step for v in left])


def _present(layout: StatisticsLayout, reached: list[RunOutcome], member: int) -> list[RunOutcome]:
    """The runs in which a participant was there, if it reached its encounter."""
    if member < layout.starters:
        return reached
    return [outcome for outcome in reached if member in outcome.summoned]


def _count(values: Iterable[Any]) -> Histogram:
    return dict(Counter(values))


def _courses(
    outcomes: Iterable[RunOutcome], encounter: int, place: int
) -> tuple[Histogram, Histogram]:
    course: Counter[int] = Counter()
    ended: Counter[int] = Counter()
    for outcome in outcomes:
        percents = outcome.course[encounter][place]
        course.update([r * PERCENT_VALUES + p for r, p in enumerate(percents[:MAX_COURSE_ROUNDS])])
        if 0 < len(percents) <= MAX_COURSE_ROUNDS:
            ended[(len(percents) - 1) * PERCENT_VALUES + percents[-1]] += 1
    return dict(course), dict(ended)


def moments(values: list[int]) -> Moments:
    """The sum and the sum of squares, exactly."""
    return Moments(sum(values), sum([value * value for value in values]))
