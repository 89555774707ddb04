"""Reports: what many runs came to, as published JSON types.

Everything but `how` depends only on the scenario, the seed and the number of runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, TypeAlias

import msgspec

from turnwright.core.rules.ledger import tidy
from turnwright.sim.backends import BackendName
from turnwright.sim.histogram import Spread, Tally, percentiles, spread
from turnwright.sim.intervals import Chance, Interval, deviation, mean, proportion
from turnwright.skirmish.engine.plan import Plan
from turnwright.skirmish.engine.rng import run_seed

from .executors import ExecutorName
from .run_statistics import PERCENTS, Partial

Stopped: TypeAlias = Literal["", "narrow", "cancelled"]
"""Why there are fewer runs than asked for: the interval is narrow enough, or somebody had enough."""


class How(msgspec.Struct, frozen=True):
    """How the numbers came about. None of this changes them."""

    executor: ExecutorName
    why: str
    backend: BackendName
    workers: int
    seconds: float


class SideReport(msgspec.Struct, frozen=True):
    """A side: does it win, and who is left."""

    name: str
    win: Chance
    """The chance to win; in a day, all its encounters."""
    size: int
    survivors: Spread
    """How many stand at the end, of the runs in which the side was met."""
    distribution: list[int]
    """In how many runs 0, 1, 2, ... of them stand at the end."""


class EncounterReport(msgspec.Struct, frozen=True):
    """An encounter of a day."""

    name: str
    sides: list[str]
    reached: Chance
    """How often it comes to it."""
    wins: list[Chance]
    """Per side, of the runs that came to it."""
    draw: Chance


class CombatantReport(msgspec.Struct, frozen=True):
    """A combatant at the end of the runs it was in."""

    name: str
    kind: str
    """The name of the combatant in the file, of which there may be several."""
    side: str
    max_hp: float
    """The most it has; the mean where it is rolled."""
    hp: Spread
    up: Chance
    down: Chance
    """At 0 hit points, but alive."""
    dead: Chance
    resources: dict[str, Spread]
    """What is left in the pools that last longer than a turn."""
    resources_max: dict[str, float]


class ActionReport(msgspec.Struct, frozen=True):
    """An action of a kind of combatant, all of that kind together, per run."""

    combatant: str
    side: str
    action: str
    uses: Interval
    damage: Interval
    damage_sd: float
    damage_per_use: float
    share: float
    """Of all damage that its side does."""


class Band(msgspec.Struct, frozen=True):
    """The hit points of a side after a round, in percent, of all runs: whoever won before has what was
    left then."""

    round: int
    fighting: float
    """The share of runs that still went on in this round."""
    p5: int
    p25: int
    p50: int
    p75: int
    p95: int


class Course(msgspec.Struct, frozen=True):
    """How an encounter goes for a side, round by round, for the first 200 rounds."""

    encounter: int
    side: str
    bands: list[Band]


class Example(msgspec.Struct, frozen=True):
    """A run worth looking at. `explain` with its seed tells all of it."""

    what: Literal["typical", "best", "worst"]
    run: int
    seed: int
    winner: str | None
    score: int
    """The lead of the first side: what it has left in percent minus what its enemies have; 200 more for
    every encounter before the last one."""


class Report(msgspec.Struct, frozen=True):
    """What many runs of a scenario came to."""

    name: str
    seed: int
    runs: int
    asked: int
    stopped: Stopped
    sides: list[SideReport]
    draw: Chance
    capped: Chance
    """Runs that the limit of rounds ended. They are draws."""
    guarded: Chance
    """Runs in which a loop of actions was broken off."""
    rounds: Spread
    rounds_distribution: dict[int, int]
    encounters: list[EncounterReport]
    combatants: list[CombatantReport]
    actions: list[ActionReport]
    courses: list[Course]
    examples: list[Example]
    how: How

    @property
    def win(self) -> Chance:
        """The chance of the first side."""
        return self.sides[0].win


def make_report(
    plan: Plan, total: Partial, *, seed: int, asked: int, stopped: Stopped, how: How
) -> Report:
    runs = total.runs
    return Report(
        name=plan.scenario.name,
        seed=seed,
        runs=runs,
        asked=asked,
        stopped=stopped,
        sides=list(_sides(plan, total)),
        draw=proportion(total.winners.get(-1, 0), runs),
        capped=proportion(total.capped, runs),
        guarded=proportion(total.guarded, runs),
        rounds=spread(total.rounds),
        rounds_distribution=dict(sorted(total.rounds.items())),
        encounters=list(_encounters(plan, total)),
        combatants=list(_combatants(plan, total)),
        actions=list(_actions(plan, total)),
        courses=list(_courses(plan, total)),
        examples=list(_examples(plan, total, seed)),
        how=how,
    )


def _sides(plan: Plan, total: Partial) -> Iterator[SideReport]:
    for side, name in enumerate(plan.sides):
        size = sum(member.side == side for member in plan.members)
        left = total.survivors[side]
        distribution = [left.get(number, 0) for number in range(size + 1)]
        win = proportion(total.winners.get(side, 0), total.runs)
        yield SideReport(name, win, size, spread(left), distribution)


def _encounters(plan: Plan, total: Partial) -> Iterator[EncounterReport]:
    for meeting, winners in zip(plan.meetings, total.fights, strict=True):
        took_place = sum(winners.values())
        yield EncounterReport(
            name=meeting.name,
            sides=[plan.sides[side] for side in meeting.sides],
            reached=proportion(took_place, total.runs),
            wins=[proportion(winners.get(side, 0), took_place) for side in meeting.sides],
            draw=proportion(winners.get(-1, 0), took_place),
        )


def _combatants(plan: Plan, total: Partial) -> Iterator[CombatantReport]:
    pools = iter(total.pools)
    for member in plan.members:
        kind = member.kind
        left = total.hp[member.index]
        there = sum(left.values())
        down, dead = total.down[member.index], total.dead[member.index]
        lasting = plan.lasting(kind)
        rolled = kind.hp.flat + sum(s * count * (n + 1) / 2 for s, count, n in kind.hp.dice)
        yield CombatantReport(
            name=member.name,
            kind=kind.name,
            side=plan.sides[member.side],
            max_hp=tidy(rolled),
            hp=spread(left),
            up=proportion(there - down - dead, there),
            down=proportion(down, there),
            dead=proportion(dead, there),
            resources={kind.pool_keys[pool]: spread(next(pools)) for pool in lasting},
            resources_max={kind.pool_keys[pool]: kind.pool_max[pool] for pool in lasting},
        )


def _actions(plan: Plan, total: Partial) -> Iterator[ActionReport]:
    of_side = [0] * len(plan.sides)
    for kind, damage in zip(plan.owners, total.damage, strict=True):
        of_side[kind.side] += damage.total
    for deed, kind, damage, uses in zip(
        plan.deeds, plan.owners, total.damage, total.uses, strict=True
    ):
        yield ActionReport(
            combatant=kind.name,
            side=plan.sides[kind.side],
            action=deed.name,
            uses=mean(uses.total, uses.squares, total.runs),
            damage=mean(damage.total, damage.squares, total.runs),
            damage_sd=deviation(damage.total, damage.squares, total.runs),
            damage_per_use=damage.total / uses.total if uses.total else 0.0,
            share=damage.total / of_side[kind.side] if of_side[kind.side] else 0.0,
        )


def _courses(plan: Plan, total: Partial) -> Iterator[Course]:
    for number, meeting in enumerate(plan.meetings):
        for place, side in enumerate(meeting.sides):
            course, ended = total.course[number][place], total.ended[number][place]
            yield Course(number, plan.sides[side], list(_bands(course, ended)))


def _bands(course: Tally, ended: Tally) -> Iterator[Band]:
    """Per round: the runs that went on, and those that ended before with what was left then."""
    by_round: dict[int, Tally] = {}
    over: dict[int, Tally] = {}
    for counts, rounds in ((course, by_round), (ended, over)):
        for value, times in counts.items():
            rounds.setdefault(value // PERCENTS, {})[value % PERCENTS] = times
    before: Tally = {}
    everybody = sum(by_round.get(0, {}).values())
    for round_ in sorted(by_round):
        here = by_round[round_]
        now = dict(before)
        for percent, times in here.items():
            now[percent] = now.get(percent, 0) + times
        p5, p25, p50, p75, p95 = (int(value) for value in percentiles(now))
        yield Band(round_ + 1, sum(here.values()) / everybody, p5, p25, p50, p75, p95)
        for percent, times in over.get(round_, {}).items():
            before[percent] = before.get(percent, 0) + times


def _examples(plan: Plan, total: Partial, seed: int) -> Iterator[Example]:
    """Typical is the run in the middle of those that end as most of them do."""
    if not total.scores:
        return

    def example(what: Literal["typical", "best", "worst"], key: tuple[int, int]) -> Example:
        run = total.examples[key]
        winner = None if key[0] < 0 else plan.sides[key[0]]
        return Example(what, run, run_seed(seed, run), winner, key[1])

    usual = max(sorted(total.winners), key=lambda winner: total.winners[winner])
    of_usual = {s: n for (winner, s), n in total.scores.items() if winner == usual}
    (middle,) = percentiles(of_usual, (50,))
    yield example("typical", (usual, int(middle)))
    by_score = sorted(total.scores, key=lambda key: (key[1], total.examples[key]))
    most = by_score[-1][1]
    yield example("best", next(key for key in by_score if key[1] == most))
    yield example("worst", by_score[0])
