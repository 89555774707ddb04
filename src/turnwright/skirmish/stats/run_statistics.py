"""What a batch of runs came to, in numbers that can be added up.

Everything is counted in whole numbers, so that sums are exact and the order in which batches are added
does not matter. Memory stays the same however many runs there are. The interpreter fills a Partial from
Outcomes, the kernel from arrays (`of_columns`); both give the same numbers.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec

from turnwright.sim.histogram import Tally, add
from turnwright.skirmish.engine.plan import Plan, Roll
from turnwright.skirmish.engine.run_outcome import Outcome

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

STEPS = 1000
"""Tallies of hit points and pools have about so many values at most: above that they count in steps."""
PERCENTS = 101
"""A course is counted per round in whole percents, 0 to 100: value `round * PERCENTS + percent`."""
MOST_ROUNDS = 200
"""The course of a fight is counted so far; hardly any goes on for longer."""
ENCOUNTER = 200
"""What an encounter is worth in the score of a day: as much as a fight can differ."""


class Shape:
    """What the numbers of a plan's Outcomes are about."""

    def __init__(self, plan: Plan) -> None:
        meetings = plan.meetings
        self.sides = list(plan.sides)
        self.places = [len(meeting.sides) for meeting in meetings]
        self.rounds = plan.profile.rounds
        self.since = [
            next((e for e, meeting in enumerate(meetings) if m.index in meeting.members), len(meetings))
            for m in plan.members
        ]  # fmt: skip
        """For every member the first encounter it is in."""
        self.of_side = [
            [m.index for m in plan.members if m.side == side] for side in range(len(plan.sides))
        ]
        self.side_since = [
            min((self.since[m] for m in members), default=len(meetings)) for members in self.of_side
        ]
        self.grain = [_grain(_most(m.kind.hp)) for m in plan.members]
        self.pools = [
            (m.index, pool - m.kind.turn_count, _grain(m.kind.pool_max[pool]))
            for m in plan.members
            for pool in plan.lasting(m.kind)
        ]
        """Per pool that lasts: the member, its number among the member's, and the step."""
        self.deeds = len(plan.deeds)


def _most(roll: Roll) -> int:
    return roll.flat + sum(count * sides for sign, count, sides in roll.dice if sign > 0)


def _grain(most: float) -> int:
    return max(1, int(most) // STEPS)


class Columns(NamedTuple):
    """Many runs as arrays, one row per quantity: B members, D deeds, P pools that last (those of the
    first member first), E encounters, S sides of an encounter at most, R rounds at most, n runs."""

    winner: Array
    rounds: Array
    capped: Array
    guards: Array
    fought: Array
    """[n] How many encounters took place."""
    fights: Array
    """[E, n] The winner of each; anything where it did not take place."""
    hp: Array
    dead: Array
    """[B, n]"""
    pools: Array
    """[P, n]"""
    damage: Array
    uses: Array
    """[D, n]"""
    last: Array
    """[S, n] Percents of the sides after the last round of the last encounter; -1 if it had none."""
    course: Array
    """[E, S, R, PERCENTS] In how many runs a side had so many percent after a round."""
    ended: Array
    """The same, of the last rounds only."""

    @property
    def scores(self) -> Array:
        """`score`, of all runs."""
        import numpy as np

        if len(self.fights) == 1 and len(self.last) == 2 and self.last.min(initial=0) >= 0:
            lead: Array = self.last[0].astype(np.int64) - self.last[1]  # two sides, one encounter
            return lead
        of_last = np.take_along_axis(self.fights, self.fought[None, :].astype(np.intp) - 1, 0)[0]
        places = (self.last >= 0).sum(0)
        foes = np.where(self.last[1:] >= 0, self.last[1:], 0).sum(0, dtype=np.int64)
        lead = self.last[0].astype(np.int64) - foes // np.maximum(1, places - 1)
        at_once = np.where(of_last == 0, 100, np.where(of_last < 0, 0, -100))
        before = self.fought.astype(np.int64) - 1
        return ENCOUNTER * before + np.where(places > 0, lead, at_once)


def score(outcome: Outcome) -> int:
    """How well a run went for the first side: its lead, which is what it has left in percent minus what
    its enemies have, in the last encounter that it came to; more for every one before."""
    course = outcome.course[-1]
    if course[0]:
        own, *others = [side[-1] for side in course]
        lead = own - sum(others) // max(1, len(others))
    else:  # it was over before the first round
        winner = outcome.fights[-1]
        lead = 0 if winner < 0 else 100 if winner == 0 else -100
    return ENCOUNTER * (len(outcome.fights) - 1) + lead


class Moment(msgspec.Struct):
    """Sum and sum of squares of a number per run."""

    total: int = 0
    squares: int = 0


class Partial(msgspec.Struct):
    """The sums of a batch. Lists go by the plan."""

    runs: int
    winners: Tally
    rounds: Tally
    capped: int
    guards: int
    guarded: int
    """Runs in which a loop was broken off."""
    fights: list[Tally]
    """Per encounter: who won it."""
    survivors: list[Tally]
    """Per side: how many stand at the end, of the runs in which it took part; so below."""
    hp: list[Tally]
    down: list[int]
    dead: list[int]
    pools: list[Tally]
    damage: list[Moment]
    uses: list[Moment]
    course: list[list[Tally]]
    """Per encounter and side: `round * PERCENTS + percent`, rounds from 0 and up to MOST_ROUNDS."""
    ended: list[list[Tally]]
    """The same for the last round of each run."""
    scores: dict[tuple[int, int], int]
    """How often (winner, score) came up, ..."""
    examples: dict[tuple[int, int], int]
    """... and the first run in which it did."""
    seconds: float = 0.0
    """How long it took, on one worker. The only number here that is not exact."""

    @staticmethod
    def blank(shape: Shape) -> Partial:
        return Partial(
            runs=0, winners={}, rounds={}, capped=0, guards=0, guarded=0,
            fights=[{} for _ in shape.places],
            survivors=[{} for _ in shape.sides],
            hp=[{} for _ in shape.since],
            down=[0 for _ in shape.since],
            dead=[0 for _ in shape.since],
            pools=[{} for _ in shape.pools],
            damage=[Moment() for _ in range(shape.deeds)],
            uses=[Moment() for _ in range(shape.deeds)],
            course=[[{} for _ in range(places)] for places in shape.places],
            ended=[[{} for _ in range(places)] for places in shape.places],
            scores={}, examples={},
        )  # fmt: skip

    def merge(self, other: Partial) -> None:
        """Add another batch."""
        self.runs += other.runs
        self.capped += other.capped
        self.guards += other.guards
        self.guarded += other.guarded
        self.seconds += other.seconds
        add(self.winners, other.winners)
        add(self.rounds, other.rounds)
        add(self.scores, other.scores)
        self.down = [a + b for a, b in zip(self.down, other.down, strict=True)]
        self.dead = [a + b for a, b in zip(self.dead, other.dead, strict=True)]
        for name in ("fights", "survivors", "hp", "pools"):
            for own, more in zip(getattr(self, name), getattr(other, name), strict=True):
                add(own, more)
        for name in ("damage", "uses"):
            for moment, extra in zip(getattr(self, name), getattr(other, name), strict=True):
                moment.total += extra.total
                moment.squares += extra.squares
        for name in ("course", "ended"):
            for sides, others in zip(getattr(self, name), getattr(other, name), strict=True):
                for own, more in zip(sides, others, strict=True):
                    add(own, more)
        for key, run in other.examples.items():
            self.examples[key] = min(run, self.examples.get(key, run))

    # --- from the interpreter ------------------------------------------------------------------------

    @staticmethod
    def of_outcomes(shape: Shape, outcomes: Sequence[Outcome], first: int) -> Partial:
        """From runs one after the other; `first` is the number of the first one."""
        made = Partial.blank(shape)
        made.runs = len(outcomes)
        made.winners = _count(o.winner for o in outcomes)
        made.rounds = _count(o.rounds for o in outcomes)
        made.capped = sum(o.capped for o in outcomes)
        made.guards = sum(o.guards for o in outcomes)
        made.guarded = sum(o.guards > 0 for o in outcomes)
        there = [[o for o in outcomes if len(o.fights) > e] for e in range(len(shape.places))]
        there.append([])  # for those who are in no encounter
        for e in range(len(shape.places)):
            made.fights[e] = _count(o.fights[e] for o in there[e])
            for place in range(shape.places[e]):
                made.course[e][place], made.ended[e][place] = _courses(there[e], e, place)
        for side, members in enumerate(shape.of_side):
            here = there[shape.side_since[side]]
            made.survivors[side] = _count(sum(o.hp[m] > 0 for m in members) for o in here)
        for m, since in enumerate(shape.since):
            grain, here = shape.grain[m], there[since]
            made.hp[m] = _count(o.hp[m] // grain * grain for o in here)
            made.dead[m] = sum(o.dead[m] for o in here)
            made.down[m] = sum(o.hp[m] == 0 and not o.dead[m] for o in here)
        for number, (m, pool, grain) in enumerate(shape.pools):
            here = there[shape.since[m]]
            left = [o.pools[m][pool] for o in here]
            made.pools[number] = _count(left if grain == 1 else [v // grain * grain for v in left])
        for d in range(shape.deeds):
            made.damage[d] = _moment([o.damage[d] for o in outcomes])
            made.uses[d] = _moment([o.uses[d] for o in outcomes])
        for run, outcome in enumerate(outcomes, first):
            key = (outcome.winner, score(outcome))
            made.scores[key] = made.scores.get(key, 0) + 1
            made.examples.setdefault(key, run)
        return made

    # --- from the kernel -----------------------------------------------------------------------------

    @staticmethod
    def of_columns(shape: Shape, columns: Columns, first: int) -> Partial:
        """From arrays; the same numbers as from the outcomes of the same runs."""
        import numpy as np

        made = Partial.blank(shape)
        made.runs = len(columns.winner)
        made.winners = _counted(columns.winner)
        made.rounds = _counted(columns.rounds)
        made.capped = int(columns.capped.sum())
        made.guards = int(columns.guards.sum())
        made.guarded = int((columns.guards > 0).sum())
        everybody = slice(None)
        always = len(columns.fought) == 0 or int(columns.fought.min()) >= len(shape.places)
        there: list[Any] = [
            everybody if always or e == 0 else columns.fought > e for e in range(len(shape.places))
        ]
        there.append(slice(0, 0))
        for e, places in enumerate(shape.places):
            made.fights[e] = _counted(columns.fights[e][there[e]])
            for place in range(places):
                made.course[e][place] = _nonzero(columns.course[e, place, :MOST_ROUNDS])
                made.ended[e][place] = _nonzero(columns.ended[e, place, :MOST_ROUNDS])
        for side, members in enumerate(shape.of_side):
            standing = np.zeros(made.runs, np.int32)
            for m in members:
                standing += columns.hp[m] > 0
            made.survivors[side] = _counted(standing[there[shape.side_since[side]]])
        for m, since in enumerate(shape.since):
            hp, dead = columns.hp[m][there[since]], columns.dead[m][there[since]]
            made.hp[m] = _counted(hp, shape.grain[m])
            made.dead[m] = int(np.count_nonzero(dead))
            made.down[m] = len(hp) - int(np.count_nonzero(hp)) - made.dead[m]  # the dead have none
        for number, (m, _, grain) in enumerate(shape.pools):
            made.pools[number] = _counted(columns.pools[number][there[shape.since[m]]], grain)
        for d in range(shape.deeds):
            made.damage[d] = _moment_of(columns.damage[d])
            made.uses[d] = _moment_of(columns.uses[d])
        made.scores, made.examples = _examples(columns.winner, columns.scores, first)
        return made


def _count(values: Iterable[Any]) -> Tally:
    return dict(Counter(values))


def _courses(outcomes: Iterable[Outcome], encounter: int, place: int) -> tuple[Tally, Tally]:
    course: Counter[int] = Counter()
    ended: Counter[int] = Counter()
    for outcome in outcomes:
        line = outcome.course[encounter][place]
        course.update([r * PERCENTS + p for r, p in enumerate(line[:MOST_ROUNDS])])
        if 0 < len(line) <= MOST_ROUNDS:
            ended[(len(line) - 1) * PERCENTS + line[-1]] += 1
    return dict(course), dict(ended)


def _moment(values: list[int]) -> Moment:
    return Moment(sum(values), sum([value * value for value in values]))


def _counted(values: Array, grain: int = 1) -> Tally:
    """The tally of an array: by counting where the values are small whole numbers, as nearly always."""
    import numpy as np

    if grain > 1:
        values = values // grain * grain
    if values.dtype.kind != "f" and len(values):
        least = int(values.min())
        most = int(values.max())
        if least >= 0 and most <= 4 * STEPS:
            least = 0
        if most - least <= 4 * STEPS:
            counts = np.bincount(values if least == 0 else (values - least).astype(np.intp))
            found, times = _places(counts)
            return dict(zip((found + least).tolist(), times.tolist(), strict=True))
    found, counts = np.unique(values, return_counts=True)
    return dict(zip(found.tolist(), counts.tolist(), strict=True))


def _places(counts: Array) -> tuple[Array, Array]:
    places = counts.nonzero()[0]
    return places, counts[places]


def _nonzero(counts: Array) -> Tally:
    places, found = _places(counts.reshape(-1))
    return dict(zip(places.tolist(), found.tolist(), strict=True))


def _moment_of(values: Array) -> Moment:
    import numpy as np

    if not len(values):
        return Moment()
    if int(abs(values).max()) * len(values) ** 0.5 > 2**31:  # squares might not fit into 64 bits
        return _moment(values.tolist())
    whole = values.astype(np.int64)
    return Moment(int(whole.sum()), int(whole @ whole))


def _examples(
    winner: Array, scores: Array, first: int
) -> tuple[dict[tuple[int, int], int], dict[tuple[int, int], int]]:
    import numpy as np

    winners, points = winner.astype(np.intp) + 1, scores.astype(np.intp)
    if not len(points):
        return {}, {}
    least = int(points.min())
    width = int(points.max()) - least + 1
    keys = winners * width + (points - least)
    counts = np.bincount(keys)
    firsts = np.zeros(len(counts), np.intp)
    firsts[keys[::-1]] = np.arange(len(keys) - 1, -1, -1)  # of several the last counts
    found, times = _places(counts)
    pairs = [(key // width - 1, key % width + least) for key in found.tolist()]
    examples = dict(zip(pairs, (firsts[found] + first).tolist(), strict=True))
    return dict(zip(pairs, times.tolist(), strict=True)), examples
