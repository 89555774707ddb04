"""The kernel: the same fights as the interpreter's, run by run, by numbers and compiled.

It is asked with seeds and answers with columns (`partial.Columns`). What it does not do it says
beforehand (`unsupported`), and nothing here knows a rule: they are in `kernel_*.py`, and the plan of a
scenario is in `tables.py`. Importing this module needs NumPy; making a Kernel needs Numba too.
"""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from turnwright.skirmish.engine.plan import Plan
from turnwright.skirmish.engine.run_outcome import Outcome
from turnwright.skirmish.engine.turns import Fight
from turnwright.skirmish.stats.run_statistics import Columns

from . import layout
from .tables import Tables

LARGEST = 1 << 50
"""Numbers of pools and positions are floats here, which hold whole numbers up to this and more."""
MOST_BODIES = 2000
SLACK = 32
"""Frames beyond the last, for a run that must be given up."""
MOST_COURSE = 1 << 26
"""How many counters the courses of all encounters may take."""


def unsupported(plan: Plan) -> list[str]:
    """What of this plan the kernel does not do, in words; empty if it does it all."""
    reasons = []
    for deed, kind in zip(plan.deeds, plan.owners, strict=True):
        if deed.price.is_intricate:
            reasons.append(f"{kind.name}: the price of {deed.name} has several chosen parts")
    if len(plan.members) > MOST_BODIES:
        reasons.append(f"more than {MOST_BODIES} combatants")
    for what, words in (("damage types", plan.types.of), ("abilities", plan.abilities.of)):
        if len(words) > layout.MOST_BITS:
            reasons.append(f"more than {layout.MOST_BITS} {what}")
    for kind in plan.kinds:
        numbers = [*kind.pool_start, *kind.pool_max, kind.position, kind.combatant.reach]
        if any(abs(number) > LARGEST for number in numbers):
            reasons.append(f"{kind.name}: numbers above {LARGEST}")
    for worn in plan.statuses:
        repeat = worn.spec.repeat_save
        if repeat is not None and repeat.ability.lower() not in plan.abilities.of:
            reasons.append(f"{worn.name}: a save that nobody has")
    if _courses(plan) > MOST_COURSE:
        reasons.append(f"{plan.profile.rounds} rounds are too many to follow each of them")
    tables = Tables(plan)
    if tables.n_tags > layout.MOST_BITS:
        reasons.append(f"more than {layout.MOST_BITS} tags that anything asks for")
    if tables.n_conditions > layout.MOST_BITS:
        reasons.append(f"more than {layout.MOST_BITS} statuses that anything asks for")
    return reasons


def is_compiled() -> bool:
    """Is the program of the kernel in the cache? If not, the first Kernel takes most of a minute."""
    from .entry_points import is_compiled

    return is_compiled()


def _courses(plan: Plan) -> int:
    return len(plan.meetings) * _most_sides(plan) * plan.profile.rounds * 101


def _most_sides(plan: Plan) -> int:
    return max(len(meeting.sides) for meeting in plan.meetings)


class Kernel:
    """Runs of one plan. It has memory of its own: use one in every thread."""

    def __init__(self, plan: Plan) -> None:
        from .entry_points import program

        self.plan = plan
        self.program = program()
        self.tables = Tables(plan)
        self.state = _state(self.tables)
        self.buffers: dict[str, NDArray[Any]] = {}
        self.tables.locate(self.state)
        self.state["first_bodies"] = self.tables.arrays["members"]
        self.world = np.zeros(1, layout.WORLD)
        world = self.world[0]
        arrays = {**self.tables.arrays, **self.state}
        numbers = {name: array.ctypes.data for name, array in arrays.items()}
        numbers |= self.tables.rules | _sizes(self.tables, self.state)
        numbers |= {f"door_{name}": at for name, at in self.program.addresses.items()}
        for name in set(numbers) & set(layout.WORLD.names or ()):
            world[name] = numbers[name]

    def run(self, seeds: NDArray[np.uint64], *, for_now: bool = False) -> Columns:
        """One run for every seed. Results `for_now` are good until the next call: they lie where the
        last ones lay, as fresh memory costs a third of the time."""
        seeds = np.ascontiguousarray(seeds, np.uint64)
        buffers = self.buffers if for_now else {}
        columns, overflow = self._run(seeds, buffers)
        if not overflow.any():
            return columns
        # Some did not fit into the memory of the kernel: the interpreter plays those.
        columns, _ = self._run(seeds[~overflow], buffers)
        fight = Fight(self.plan)
        others = _columns_of(self.plan, [fight.run(int(seed)) for seed in seeds[overflow]])
        return _merged(columns, others, overflow)

    def _run(
        self, seeds: NDArray[np.uint64], buffers: dict[str, NDArray[Any]]
    ) -> tuple[Columns, NDArray[np.bool_]]:
        columns = _empty(self.plan, len(seeds), buffers)
        overflow = np.zeros(len(seeds), np.uint8)
        world = self.world[0]
        for name, array in columns._asdict().items():
            world[f"out_{name}"] = array.ctypes.data
        world["out_overflow"] = overflow.ctypes.data
        world["seeds"], world["n_runs"] = seeds.ctypes.data, len(seeds)
        self.program.play_all(self.world.ctypes.data, 0, len(seeds))
        return columns, overflow.astype(bool)

    def outcome(self, seed: int) -> Outcome:
        """One run, in the words of the interpreter."""
        return outcomes(self.plan, self.run(np.array([seed], np.uint64)), [seed])[0]


# --- memory ---------------------------------------------------------------------------------------


def _state(tables: Tables) -> dict[str, NDArray[Any]]:
    """What a run changes, and room for what is under way: nothing is allocated later."""
    plan = tables.plan
    n, sides = len(plan.members), len(plan.sides)
    statuses, depth = _most_statuses(plan), plan.profile.depth + 4
    tables.arrays["members"]["statuses"] = np.arange(n) * statuses
    pools = np.array([x for m in plan.members for x in m.kind.pool_start] or [0], np.float64)
    frames = 8 * depth + SLACK
    scratch = depth * (10 * statuses + 12 * n + 64) + plan.profile.guard + 2

    def words(count: int) -> NDArray[np.int64]:
        return np.zeros(max(1, count), np.int64)

    return {
        "bodies": np.zeros(n, layout.BODY),
        "pools": np.zeros(len(pools), np.float64),
        "first_pools": pools,
        "tallies": np.zeros(sum(len(m.kind.deeds) for m in plan.members) + 1, layout.TALLY),
        "statuses": np.zeros(n * statuses, layout.STATUS),
        "memory": np.zeros((len(plan.remembered) + 1) * (n + 1), layout.MEMORY),
        "foes": words(sides * n), "n_foes": words(sides),
        "friends": words(sides * n), "n_friends": words(sides), "weakest": words(sides),
        "order": words(n), "ears": words(layout.EVENT_COUNT * n),
        "n_ears": words(layout.EVENT_COUNT),
        "only_target": words(layout.EVENT_COUNT), "shared": words(max(sides, len(plan.kinds))),
        "totals": words(sides), "percents": words(sides),
        "damage": words(len(plan.deeds)), "uses": words(len(plan.deeds)),
        "scratch": words(scratch), "spare": words(3 * (n + statuses) + plan.profile.guard + 64),
        "uses_under_way": np.zeros(frames, layout.USE),
        "events": np.zeros(frames, layout.EVENT),
        "blocks": words(frames * layout.BLOCK),
        "lasting": np.array(_lasting(plan) or [0], np.int64),
    }  # fmt: skip


def _most_statuses(plan: Plan) -> int:
    """At most one of every name from every source, but there must be an end."""
    names = len({worn.number for worn in plan.statuses})
    return max(1, min(names * len(plan.members), 200_000 // len(plan.members) + 8, 256))


def _lasting(plan: Plan) -> list[int]:
    """Where among all pools those are that a result tells."""
    places, first = [], 0
    for member in plan.members:
        places += [first + pool for pool in plan.lasting(member.kind)]
        first += len(member.kind.pool_keys)
    return places


def _sizes(tables: Tables, state: dict[str, NDArray[Any]]) -> dict[str, int]:
    plan = tables.plan
    return {
        "n_steps": len(plan.steps), "n_bodies": len(plan.members), "n_kinds": len(plan.kinds),
        "n_deeds": len(plan.deeds), "n_sides": len(plan.sides), "n_tallies": len(state["tallies"]),
        "most_statuses": _most_statuses(plan), "most_frames": len(state["events"]) - SLACK,
        "scratch_size": len(state["scratch"]), "body_bytes": state["bodies"].nbytes,
        "pool_bytes": state["pools"].nbytes, "most_sides": _most_sides(plan),
        "n_lasting": len(_lasting(plan)),
    }  # fmt: skip


# --- columns --------------------------------------------------------------------------------------


SUMS = ("course", "ended", "fights")
"""Columns that the program adds to, or does not fill; the others it writes from end to end."""


def _empty(plan: Plan, n: int, buffers: dict[str, NDArray[Any]]) -> Columns:
    """Columns for so many runs, in these buffers if they are large enough. All but the sums are still
    to be filled."""
    bodies, deeds, meetings = len(plan.members), len(plan.deeds), len(plan.meetings)
    sides = _most_sides(plan)
    lasting = sum(len(plan.lasting(member.kind)) for member in plan.members)
    course = (meetings, sides, plan.profile.rounds, 101)
    shapes: dict[str, tuple[tuple[int, ...], Any]] = {
        "winner": ((n,), np.int32), "rounds": ((n,), np.int32), "capped": ((n,), np.uint8),
        "guards": ((n,), np.int32), "fought": ((n,), np.int32), "fights": ((meetings, n), np.int32),
        "hp": ((bodies, n), np.int32), "dead": ((bodies, n), np.uint8),
        "pools": ((lasting, n), np.float64), "damage": ((deeds, n), np.int64),
        "uses": ((deeds, n), np.int32), "last": ((sides, n), np.int32),
        "course": (course, np.int64), "ended": (course, np.int64),
    }  # fmt: skip
    found = {}
    for name, (shape, kind) in shapes.items():
        size = int(np.prod(shape))
        if name not in buffers or len(buffers[name]) < size:
            buffers[name] = np.empty(size, kind)
        found[name] = buffers[name][:size].reshape(shape)
        if name in SUMS:
            found[name].fill(0)
    return Columns(**found)


def _columns_of(plan: Plan, several: list[Outcome]) -> Columns:
    """What the interpreter found, as columns."""
    columns = _empty(plan, len(several), {})
    columns.last[:] = -1
    for i, one in enumerate(several):
        columns.winner[i], columns.rounds[i] = one.winner, one.rounds
        columns.capped[i], columns.guards[i] = one.capped, one.guards
        columns.fought[i] = len(one.fights)
        columns.fights[: len(one.fights), i] = one.fights
        columns.hp[:, i], columns.dead[:, i] = one.hp, one.dead
        columns.pools[:, i] = [amount for pools in one.pools for amount in pools]
        columns.damage[:, i], columns.uses[:, i] = one.damage, one.uses
        for e, sides in enumerate(one.course):
            for place, percents in enumerate(sides):
                for r, percent in enumerate(percents):
                    columns.course[e, place, r, percent] += 1
                if percents:
                    columns.ended[e, place, len(percents) - 1, percents[-1]] += 1
                    if e == len(one.course) - 1:
                        columns.last[place, i] = percents[-1]
    return columns


def _merged(some: Columns, others: Columns, is_other: NDArray[np.bool_]) -> Columns:
    """Columns of the runs of both, in the order of the seeds."""
    merged = {}
    for name in Columns._fields:
        a, b = getattr(some, name), getattr(others, name)
        if name in ("course", "ended"):
            merged[name] = a + b
            continue
        merged[name] = np.empty((*a.shape[:-1], len(is_other)), a.dtype)
        merged[name][..., ~is_other] = a
        merged[name][..., is_other] = b
    return Columns(**merged)


def outcomes(plan: Plan, columns: Columns, seeds: list[int]) -> list[Outcome]:
    """Columns as the interpreter's results. The course of a run can only be told if it is alone."""
    found = []
    places = np.cumsum([0, *(len(plan.lasting(member.kind)) for member in plan.members)])
    for i, seed in enumerate(seeds):
        pools = columns.pools[:, i].tolist()
        fought = int(columns.fought[i])
        course = _course(plan, columns, fought) if len(seeds) == 1 else []
        found.append(
            Outcome(
                seed=seed, winner=int(columns.winner[i]), rounds=int(columns.rounds[i]),
                capped=bool(columns.capped[i]), guards=int(columns.guards[i]),
                fights=columns.fights[:fought, i].tolist(), hp=columns.hp[:, i].tolist(),
                dead=columns.dead[:, i].astype(bool).tolist(),
                pools=[pools[a:b] for a, b in pairwise(places)],
                damage=columns.damage[:, i].tolist(), uses=columns.uses[:, i].tolist(),
                course=course,
            )
        )  # fmt: skip
    return found


def _course(plan: Plan, columns: Columns, fought: int) -> list[list[list[int]]]:
    course = []
    for e, meeting in enumerate(plan.meetings[:fought]):
        sides = []
        for place in range(len(meeting.sides)):
            seen = columns.course[e, place]
            sides.append([int(row.argmax()) for row in seen if row.any()])
        course.append(sides)
    return course


__all__ = ["Kernel", "outcomes", "unsupported"]
