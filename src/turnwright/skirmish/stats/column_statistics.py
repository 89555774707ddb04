"""Statistics from the kernel's arrays: the same numbers as from the outcomes of the same runs."""

from __future__ import annotations

from typing import Any

from turnwright.sim.histogram import Histogram
from turnwright.skirmish.kernel.run_columns import Array, RunColumns

from .outcome_statistics import moments
from .run_statistics import (
    ENCOUNTER_SCORE,
    MAX_COURSE_ROUNDS,
    MAX_VALUES,
    Moments,
    RunStatistics,
    StatisticsLayout,
)


def scores_of_columns(columns: RunColumns) -> Array:
    """`outcome_statistics.score` for all runs."""
    import numpy as np

    last = columns.last
    if len(columns.fights) == 1 and len(last) == 2 and last.min(initial=0) >= 0:
        lead: Array = last[0].astype(np.int64) - last[1]  # two sides, one encounter
        return lead
    numbers = columns.fought[None, :].astype(np.intp) - 1
    last_winner = np.take_along_axis(columns.fights, numbers, 0)[0]
    sides = (last >= 0).sum(0)
    foes = np.where(last[1:] >= 0, last[1:], 0).sum(0, dtype=np.int64)
    lead = last[0].astype(np.int64) - foes // np.maximum(1, sides - 1)
    without_rounds = np.where(last_winner == 0, 100, np.where(last_winner < 0, 0, -100))
    before = columns.fought.astype(np.int64) - 1
    return ENCOUNTER_SCORE * before + np.where(sides > 0, lead, without_rounds)


def statistics_of_columns(
    layout: StatisticsLayout, columns: RunColumns, first: int
) -> RunStatistics:
    """Count consecutive runs; `first` is the number of the first one."""
    made = RunStatistics.empty(layout)
    made.runs = len(columns.winner)
    made.winners = _histogram(columns.winner)
    made.rounds = _histogram(columns.rounds)
    made.capped = int(columns.capped.sum())
    made.guards = int(columns.guards.sum())
    made.guarded = int((columns.guards > 0).sum())
    reached = _reached(layout, columns)
    for e, sides in enumerate(layout.sides_of):
        made.fights[e] = _histogram(columns.fights[e][reached[e]])
        for place in range(sides):
            made.course[e][place] = _nonzero(columns.course[e, place, :MAX_COURSE_ROUNDS])
            made.ended[e][place] = _nonzero(columns.ended[e, place, :MAX_COURSE_ROUNDS])
            made.deaths[e][place] = _nonzero(columns.deaths[e, place])
        made.falls[e] = _nonzero(columns.falls[e])
    _count_survivors(made, layout, columns, reached)
    for a in range(layout.actions):
        made.damage[a] = _moments(columns.damage[a])
        made.uses[a] = _moments(columns.uses[a])
    scores = scores_of_columns(columns)
    made.scores, made.examples = _examples(columns.winner, scores, first)
    return made


def _reached(layout: StatisticsLayout, columns: RunColumns) -> list[Any]:
    """For every encounter an index of the runs that came to it; the last one is of no runs."""
    encounters = len(layout.sides_of)
    all_reached = len(columns.fought) == 0 or int(columns.fought.min()) >= encounters
    everybody = slice(None)
    indexes: list[Any] = [
        everybody if all_reached or e == 0 else columns.fought > e for e in range(encounters)
    ]
    return [*indexes, slice(0, 0)]


def _count_survivors(
    made: RunStatistics, layout: StatisticsLayout, columns: RunColumns, reached: list[Any]
) -> None:
    """Who stands, with how many hit points, and what is left in the pools."""
    import numpy as np

    for side, members in enumerate(layout.members):
        standing = np.zeros(made.runs, np.int32)
        for m in members:
            standing += columns.hp[m] > 0
        present = reached[layout.side_first_encounter[side]]
        made.survivors[side] = _histogram(standing[present])
        if len(layout.sides_of) > 1:
            made.lost[side] = _histogram(columns.dead[members].sum(0, dtype=np.int32)[present])
    if len(layout.sides_of) == 1:
        made.count_only_encounter(layout)
    for m, encounter in enumerate(layout.first_encounter):
        hp, dead = columns.hp[m][reached[encounter]], columns.dead[m][reached[encounter]]
        made.hp[m] = _histogram(hp, layout.hp_step[m])
        made.dead[m] = int(np.count_nonzero(dead))
        made.down[m] = len(hp) - int(np.count_nonzero(hp)) - made.dead[m]  # the dead have 0
    for number, (m, _, step) in enumerate(layout.pools):
        left = columns.pools[number][reached[layout.first_encounter[m]]]
        made.pools[number] = _histogram(left, step)


def _histogram(values: Array, step: int = 1) -> Histogram:
    """Count the values of an array, with `bincount` if they are small whole numbers, as usual."""
    import numpy as np

    if step > 1:
        values = values // step * step
    if values.dtype.kind != "f" and len(values):
        least = int(values.min())
        most = int(values.max())
        if least >= 0 and most <= 4 * MAX_VALUES:
            least = 0
        if most - least <= 4 * MAX_VALUES:
            counts = np.bincount(values if least == 0 else (values - least).astype(np.intp))
            found, times = _nonzero_places(counts)
            return dict(zip((found + least).tolist(), times.tolist(), strict=True))
    found, counts = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def _nonzero_places(counts: Array) -> tuple[Array, Array]:
    places = counts.nonzero()[0]
    return places, counts[places]


def _nonzero(counts: Array) -> Histogram:
    places, found = _nonzero_places(counts.reshape(-1))
    return dict(zip(places.tolist(), found.tolist(), strict=True))


def _moments(values: Array) -> Moments:
    import numpy as np

    if not len(values):
        return Moments()
    if int(abs(values).max()) * len(values) ** 0.5 > 2**31:  # squares might not fit into 64 bits
        return moments(values.tolist())
    whole = values.astype(np.int64)
    return Moments(int(whole.sum()), int(whole @ whole))


def _examples(
    winner: Array, scores: Array, first: int
) -> tuple[dict[tuple[int, int], int], dict[tuple[int, int], int]]:
    """How often each (winner, score) occurred, and the first run in which it did."""
    import numpy as np

    winners, points = winner.astype(np.intp) + 1, scores.astype(np.intp)
    if not len(points):
        return {}, {}
    least = int(points.min())
    width = int(points.max()) - least + 1
    keys = winners * width + (points - least)
    counts = np.bincount(keys)
    firsts = np.zeros(len(counts), np.intp)
    firsts[keys[::-1]] = np.arange(len(keys) - 1, -1, -1)  # the last assignment counts
    found, times = _nonzero_places(counts)
    pairs = [(key // width - 1, key % width + least) for key in found.tolist()]
    examples = dict(zip(pairs, (firsts[found] + first).tolist(), strict=True))
    return dict(zip(pairs, times.tolist(), strict=True)), examples
