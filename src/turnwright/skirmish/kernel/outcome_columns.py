"""Convert between the kernel's columns and the interpreter's outcomes."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwright.skirmish.engine.plan import Plan
from turnwright.skirmish.engine.run_outcome import RunOutcome

from .run_columns import FALL_ROUNDS, PERCENT_VALUES, RunColumns

SUMS = ("course", "ended", "fights", "falls", "deaths")
"""Columns that the kernel adds to, or fills in part; it writes all others completely."""


def max_sides(plan: Plan) -> int:
    """The largest number of sides in an encounter."""
    return max(len(encounter.sides) for encounter in plan.encounters)


def empty_columns(plan: Plan, n: int, buffers: dict[str, NDArray[Any]]) -> RunColumns:
    """Columns for `n` runs, in these buffers if they are large enough. Only the sums are cleared."""
    participants, actions = len(plan.participants), len(plan.actions)
    encounters, sides = len(plan.encounters), max_sides(plan)
    lasting = sum(len(plan.lasting_pools(one.kind)) for one in plan.participants)
    course = (encounters, sides, plan.profile.rounds, PERCENT_VALUES)
    shapes: dict[str, tuple[tuple[int, ...], Any]] = {
        "winner": ((n,), np.int32), "rounds": ((n,), np.int32), "capped": ((n,), np.uint8),
        "guards": ((n,), np.int32), "fought": ((n,), np.int32),
        "fights": ((encounters, n), np.int32),
        "hp": ((participants, n), np.int32), "dead": ((participants, n), np.uint8),
        "pools": ((lasting, n), np.float64), "damage": ((actions, n), np.int64),
        "uses": ((actions, n), np.int32), "last": ((sides, n), np.int32),
        "course": (course, np.int64), "ended": (course, np.int64),
        "falls": ((encounters, participants, FALL_ROUNDS), np.int64),
        "deaths": ((encounters, sides, participants + 1), np.int64),
    }  # fmt: skip
    found = {}
    for name, (shape, dtype) in shapes.items():
        size = int(np.prod(shape))
        if name not in buffers or len(buffers[name]) < size:
            buffers[name] = np.empty(size, dtype)
        found[name] = buffers[name][:size].reshape(shape)
        if name in SUMS:
            found[name].fill(0)
    return RunColumns(**found)


def columns_of_outcomes(plan: Plan, outcomes: list[RunOutcome]) -> RunColumns:
    """The interpreter's outcomes as columns."""
    columns = empty_columns(plan, len(outcomes), {})
    columns.last[:] = -1
    for i, one in enumerate(outcomes):
        columns.winner[i], columns.rounds[i] = one.winner, one.rounds
        columns.capped[i], columns.guards[i] = one.capped, one.guards
        columns.fought[i] = len(one.fights)
        columns.fights[: len(one.fights), i] = one.fights
        columns.hp[:, i], columns.dead[:, i] = one.hp, one.dead
        columns.pools[:, i] = [amount for pools in one.pools for amount in pools]
        columns.damage[:, i], columns.uses[:, i] = one.damage, one.uses
        for e, (falls, deaths) in enumerate(zip(one.falls, one.deaths, strict=True)):
            for who, fall_round in falls.items():
                columns.falls[e, who, fall_round] += 1
            for place, died in enumerate(deaths):
                columns.deaths[e, place, died] += 1
        for e, sides in enumerate(one.course):
            for place, percents in enumerate(sides):
                for r, percent in enumerate(percents):
                    columns.course[e, place, r, percent] += 1
                if percents:
                    columns.ended[e, place, len(percents) - 1, percents[-1]] += 1
                    if e == len(one.course) - 1:
                        columns.last[place, i] = percents[-1]
    return columns


def merge_columns(some: RunColumns, others: RunColumns, is_other: NDArray[np.bool_]) -> RunColumns:
    """The runs of both, in the order of the seeds."""
    merged = {}
    for name in RunColumns._fields:
        a, b = getattr(some, name), getattr(others, name)
        if name in ("course", "ended", "falls", "deaths"):
            merged[name] = a + b
            continue
        merged[name] = np.empty((*a.shape[:-1], len(is_other)), a.dtype)
        merged[name][..., ~is_other] = a
        merged[name][..., is_other] = b
    return RunColumns(**merged)


def outcome_of_column(plan: Plan, columns: RunColumns, seed: int) -> RunOutcome:
    """The outcome of the only run in the columns. (Of several runs the courses are summed up.)"""
    starts = np.cumsum([0, *(len(plan.lasting_pools(one.kind)) for one in plan.participants)])
    pools = columns.pools[:, 0].tolist()
    fought = int(columns.fought[0])
    return RunOutcome(
        seed=seed, winner=int(columns.winner[0]), rounds=int(columns.rounds[0]),
        capped=bool(columns.capped[0]), guards=int(columns.guards[0]),
        fights=columns.fights[:fought, 0].tolist(), hp=columns.hp[:, 0].tolist(),
        dead=columns.dead[:, 0].astype(bool).tolist(),
        pools=[pools[a:b] for a, b in pairwise(starts)],
        damage=columns.damage[:, 0].tolist(), uses=columns.uses[:, 0].tolist(),
        course=_course(plan, columns, fought),
        falls=[
            dict(zip(*(one.tolist() for one in columns.falls[e].nonzero()), strict=True))
            for e in range(fought)
        ],
        deaths=[
            [int(columns.deaths[e, place].argmax()) for place in range(len(encounter.sides))]
            for e, encounter in enumerate(plan.encounters[:fought])
        ],
    )  # fmt: skip


def _course(plan: Plan, columns: RunColumns, fought: int) -> list[list[list[int]]]:
    course = []
    for e, encounter in enumerate(plan.encounters[:fought]):
        sides = []
        for place in range(len(encounter.sides)):
            seen = columns.course[e, place]
            sides.append([int(row.argmax()) for row in seen if row.any()])
        course.append(sides)
    return course
