"""Statistics of a batch of runs, in numbers that can be added up.

Everything is counted in whole numbers, so that sums are exact and batches can be added in any order.
Memory stays the same for any number of runs. `outcome_statistics.py` counts the interpreter's outcomes,
`column_statistics.py` the kernel's arrays; both give the same numbers.
"""

from __future__ import annotations

import msgspec

from turnwright.sim.histogram import Histogram, add_counts
from turnwright.skirmish.engine.dice import DiceRoll
from turnwright.skirmish.engine.plan import Plan

MIN_VALUES, MAX_VALUES, ALL_VALUES = 1_000, 10_000, 1_000_000
"""A histogram of hit points or of a pool has at most MAX_VALUES values, or fewer if there are so many
combatants that there would be more than ALL_VALUES in all. Larger numbers are counted in steps."""
MAX_COURSE_ROUNDS = 200
"""The course of a fight is counted for so many rounds; hardly any fight lasts longer."""
ENCOUNTER_SCORE = 200
"""What an encounter counts in the score of a day: the largest difference within one fight."""


class StatisticsLayout:
    """What the numbers of a plan's outcomes are about."""

    def __init__(self, plan: Plan) -> None:
        encounters = plan.encounters
        participants = plan.participants
        self.sides = list(plan.sides)
        self.sides_of = [len(encounter.sides) for encounter in encounters]
        """For every encounter the number of its sides."""
        self.encounter_sides = [encounter.sides for encounter in encounters]
        self.first_encounter = [
            next(
                (n for n, one in enumerate(encounters) if p.index in one.participants),
                len(encounters),
            )
            for p in participants
        ]
        """For every participant the first encounter it is in."""
        self.members = [
            [p.index for p in participants[: plan.starters] if p.side == side]
            for side in range(len(plan.sides))
        ]
        """For every side its participants, without those who are summoned."""
        self.starters = plan.starters
        """Participants from this number on are summoned. What is counted for them is only counted in
        the runs in which they appear."""
        self.side_first_encounter = [
            min((self.first_encounter[m] for m in members), default=len(encounters))
            for members in self.members
        ]
        values = max(MIN_VALUES, min(MAX_VALUES, ALL_VALUES // max(1, len(participants))))
        self.hp_step = [_step(_highest(p.kind.hp), values) for p in participants]
        self.pools = [
            (p.index, pool - p.kind.turn_pool_count, _step(p.kind.pool_max[pool], values))
            for p in participants
            for pool in plan.lasting_pools(p.kind)
        ]
        """Per lasting pool: the participant, the pool's number among its own, and the step."""
        self.actions = len(plan.actions)


def _highest(roll: DiceRoll) -> int:
    return roll.flat + sum(count * sides for sign, count, sides in roll.dice if sign > 0)


def _step(most: float, values: int) -> int:
    return max(1, -(-int(most) // values))


class Moments(msgspec.Struct):
    """The sum and the sum of squares of a number per run."""

    total: int = 0
    squares: int = 0

    def add(self, other: Moments) -> None:
        """Add the sums of other runs."""
        self.total += other.total
        self.squares += other.squares


class RunStatistics(msgspec.Struct):
    """The sums of a batch. Lists follow the plan."""

    runs: int
    winners: Histogram
    rounds: Histogram
    capped: int
    guards: int
    guarded: int
    """Runs in which a loop was stopped."""
    fights: list[Histogram]
    """Per encounter: who won it."""
    falls: list[Histogram]
    """Per encounter: `participant * FALL_ROUNDS + round` of the first falls."""
    deaths: list[list[Histogram]]
    """Per encounter and side: how many died in it."""
    survivors: list[Histogram]
    """Per side: how many stand at the end of the runs in which it took part. The same runs count for
    `lost`, `hp`, `down`, `dead` and `pools`."""
    lost: list[Histogram]
    """Per side: how many are dead at the end."""
    hp: list[Histogram]
    down: list[int]
    dead: list[int]
    pools: list[Histogram]
    damage: list[Moments]
    uses: list[Moments]
    course: list[list[Histogram]]
    """Per encounter and side: `round * PERCENT_VALUES + percent`, rounds from 0 to
    MAX_COURSE_ROUNDS."""
    ended: list[list[Histogram]]
    """The same for the last round of each run."""
    scores: dict[tuple[int, int], int]
    """How often each (winner, score) occurred."""
    examples: dict[tuple[int, int], int]
    """The first run in which each (winner, score) occurred."""
    seconds: float = 0.0
    """How long it took on one worker, without loading the kernel. Only this and `kernel_runs` depend
    on how the runs were played."""
    kernel_runs: int = 0
    """The runs that the kernel has played; the interpreter has played the others."""

    @staticmethod
    def empty(layout: StatisticsLayout) -> RunStatistics:
        """The statistics of no runs."""
        participants = len(layout.first_encounter)
        return RunStatistics(
            runs=0, winners={}, rounds={}, capped=0, guards=0, guarded=0,
            fights=_empty_histograms(len(layout.sides_of)),
            falls=_empty_histograms(len(layout.sides_of)),
            deaths=[_empty_histograms(sides) for sides in layout.sides_of],
            survivors=_empty_histograms(len(layout.sides)),
            lost=_empty_histograms(len(layout.sides)),
            hp=_empty_histograms(participants),
            down=[0] * participants,
            dead=[0] * participants,
            pools=_empty_histograms(len(layout.pools)),
            damage=[Moments() for _ in range(layout.actions)],
            uses=[Moments() for _ in range(layout.actions)],
            course=[_empty_histograms(sides) for sides in layout.sides_of],
            ended=[_empty_histograms(sides) for sides in layout.sides_of],
            scores={}, examples={},
        )  # fmt: skip

    def count_only_encounter(self, layout: StatisticsLayout) -> None:
        """Where there is only one encounter, who is dead at the end has died in it."""
        for side, died in zip(layout.encounter_sides[0], self.deaths[0], strict=True):
            self.lost[side] = dict(died)

    def merge(self, other: RunStatistics) -> None:
        """Add another batch."""
        self.runs += other.runs
        self.capped += other.capped
        self.guards += other.guards
        self.guarded += other.guarded
        self.seconds += other.seconds
        self.kernel_runs += other.kernel_runs
        add_counts(self.winners, other.winners)
        add_counts(self.rounds, other.rounds)
        add_counts(self.scores, other.scores)
        self.down = [a + b for a, b in zip(self.down, other.down, strict=True)]
        self.dead = [a + b for a, b in zip(self.dead, other.dead, strict=True)]
        _add_each(self.fights, other.fights)
        _add_each(self.falls, other.falls)
        _add_each(self.survivors, other.survivors)
        _add_each(self.lost, other.lost)
        _add_each(self.hp, other.hp)
        _add_each(self.pools, other.pools)
        for moments, more in zip(self.damage, other.damage, strict=True):
            moments.add(more)
        for moments, more in zip(self.uses, other.uses, strict=True):
            moments.add(more)
        for own, theirs in zip(
            [*self.course, *self.ended, *self.deaths],
            [*other.course, *other.ended, *other.deaths],
            strict=True,
        ):
            _add_each(own, theirs)
        for key, run in other.examples.items():
            self.examples[key] = min(run, self.examples.get(key, run))


def _empty_histograms(count: int) -> list[Histogram]:
    return [{} for _ in range(count)]


def _add_each(histograms: list[Histogram], others: list[Histogram]) -> None:
    for own, more in zip(histograms, others, strict=True):
        add_counts(own, more)
