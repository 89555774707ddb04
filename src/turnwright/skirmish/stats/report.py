"""Reports: the results of many runs as published JSON types.

Everything except `how` depends only on the scenario, the seed and the number of runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Literal, TypeAlias

import msgspec

from turnwright.core.rules.ledger import tidy
from turnwright.sim.backends import BackendName
from turnwright.sim.histogram import Distribution, Histogram, percentiles, summarise
from turnwright.sim.intervals import Chance, Interval, deviation, mean, proportion
from turnwright.skirmish.engine.plan import Plan
from turnwright.skirmish.engine.rng import run_seed
from turnwright.skirmish.kernel.run_columns import FALL_ROUNDS, PERCENT_VALUES

from .executors import ExecutorName
from .run_options import RunOptions
from .run_statistics import RunStatistics, StatisticsLayout

StopReason: TypeAlias = Literal["", "narrow", "cancelled"]
"""Why there are fewer runs than asked for: the interval is narrow enough, or it was cancelled."""


class ExecutionInfo(msgspec.Struct, frozen=True):
    """How the results were computed. None of this changes them."""

    executor: ExecutorName
    why: str
    backend: BackendName
    workers: int
    seconds: float


class SideReport(msgspec.Struct, frozen=True):
    """The results of a side: whether it wins, and who is left. The summoned are not counted."""

    name: str
    win: Chance
    """The chance to win; on a day with several encounters, to win all of them."""
    size: int
    survivors: Distribution
    """How many stand at the end of the runs in which the side took part."""
    distribution: list[int]
    """In how many runs 0, 1, 2, ... of them stand at the end."""
    anybody_dies: Chance
    everybody_dies: Chance
    """The chance that at least one of them, or all of them, are dead at the end. Without death saves, a
    combatant that falls is dead."""


class EncounterReport(msgspec.Struct, frozen=True):
    """An encounter of a day."""

    name: str
    sides: list[str]
    reached: Chance
    """How often the runs come to this encounter."""
    wins: list[Chance]
    """Per side, of the runs that come to it."""
    draw: Chance
    deaths: list[Interval]
    """Per side: how many die in it, on average of the runs that come to it."""


class CombatantReport(msgspec.Struct, frozen=True):
    """A combatant at the end of the runs it was in."""

    name: str
    kind: str
    """The name of the combatant in the file, which may have several copies."""
    side: str
    max_hp: float
    """The maximum; its mean if it is rolled."""
    hp: Distribution
    hp_step: int
    """Hit points are counted in steps of so many: 1, but more for very many hit points."""
    up: Chance
    down: Chance
    """At 0 hit points, but alive."""
    dead: Chance
    resources: dict[str, Distribution]
    """What is left in the pools that last longer than a turn."""
    resources_max: dict[str, float]
    resources_step: dict[str, int]
    """Pools that are counted in larger steps than 1."""
    falls: list[dict[int, int]]
    """Per encounter: in how many runs it first fell to 0 hit points in which round. Round 0 is before
    the fight, and round 200 is that or any later one."""
    summoned: Chance | None = None
    """For a combatant that is not there from the start: in how many runs it is summoned. Its other
    numbers are about those runs, when it leaves or the fight ends."""


class ActionReport(msgspec.Struct, frozen=True):
    """An action of a kind of combatant: numbers per run, all combatants of that kind together.

    Damage is booked to the action that caused it: that of a status to the action that has applied it,
    what a reaction adds to a hit to the reaction, and that of a granted action to the one that has
    granted it.
    """

    combatant: str
    side: str
    action: str
    uses: Interval
    damage: Interval
    damage_sd: float
    damage_per_use: float
    share: float
    """The share of all damage that its side deals."""


class PercentileBand(msgspec.Struct, frozen=True):
    """The hit points of a side after a round in percent, over all runs. A run that ended before counts
    with what was left then."""

    round: int
    fighting: float
    """The share of runs that reach this round."""
    p5: int
    p25: int
    p50: int
    p75: int
    p95: int


class HitPointCourse(msgspec.Struct, frozen=True):
    """The hit points of a side in an encounter, round by round, for the first 200 rounds."""

    encounter: int
    side: str
    bands: list[PercentileBand]


class ExampleRun(msgspec.Struct, frozen=True):
    """A run worth a look. `explain` with its seed shows every decision of it."""

    what: Literal["typical", "best", "worst"]
    run: int
    seed: int
    winner: str | None
    score: int
    """The lead of the first side: its hit points in percent minus those of its enemies, plus 200 for
    every encounter before the last one."""


class SimulationReport(msgspec.Struct, frozen=True):
    """The results of many runs of a scenario."""

    name: str
    seed: int
    runs: int
    asked: int
    stopped: StopReason
    sides: list[SideReport]
    draw: Chance
    capped: Chance
    """Runs that were ended by the limit of rounds. They are draws."""
    guarded: Chance
    """Runs in which a loop of actions was stopped."""
    rounds: Distribution
    rounds_distribution: dict[int, int]
    encounters: list[EncounterReport]
    combatants: list[CombatantReport]
    actions: list[ActionReport]
    courses: list[HitPointCourse]
    examples: list[ExampleRun]
    how: ExecutionInfo

    @property
    def win(self) -> Chance:
        """The first side's chance to win."""
        return self.sides[0].win


def make_report(
    plan: Plan,
    total: RunStatistics,
    *,
    options: RunOptions,
    stopped: StopReason,
    how: ExecutionInfo,
) -> SimulationReport:
    """Summarise the statistics of a plan's runs."""
    runs = total.runs
    return SimulationReport(
        name=plan.scenario.name,
        seed=options.seed,
        runs=runs,
        asked=options.runs,
        stopped=stopped,
        sides=list(_sides(plan, total)),
        draw=proportion(total.winners.get(-1, 0), runs),
        capped=proportion(total.capped, runs),
        guarded=proportion(total.guarded, runs),
        rounds=summarise(total.rounds),
        rounds_distribution=dict(sorted(total.rounds.items())),
        encounters=list(_encounters(plan, total)),
        combatants=list(_combatants(plan, total)),
        actions=list(_actions(plan, total)),
        courses=list(_courses(plan, total)),
        examples=list(_examples(plan, total, options.seed)),
        how=how,
    )


def _sides(plan: Plan, total: RunStatistics) -> Iterator[SideReport]:
    for side, name in enumerate(plan.sides):
        size = sum(one.side == side for one in plan.participants[: plan.starters])
        left = total.survivors[side]
        distribution = [left.get(number, 0) for number in range(size + 1)]
        win = proportion(total.winners.get(side, 0), total.runs)
        lost = total.lost[side]
        took_part = sum(lost.values())
        yield SideReport(
            name, win, size, summarise(left), distribution,
            anybody_dies=proportion(took_part - lost.get(0, 0), took_part),
            everybody_dies=proportion(lost.get(size, 0) if size else 0, took_part),
        )  # fmt: skip


def _encounters(plan: Plan, total: RunStatistics) -> Iterator[EncounterReport]:
    for encounter, winners, deaths in zip(plan.encounters, total.fights, total.deaths, strict=True):
        took_place = sum(winners.values())
        yield EncounterReport(
            name=encounter.name,
            sides=[plan.sides[side] for side in encounter.sides],
            reached=proportion(took_place, total.runs),
            wins=[proportion(winners.get(side, 0), took_place) for side in encounter.sides],
            draw=proportion(winners.get(-1, 0), took_place),
            deaths=[summarise(died).mean for died in deaths],
        )


def _combatants(plan: Plan, total: RunStatistics) -> Iterator[CombatantReport]:
    layout = StatisticsLayout(plan)
    pools, steps = iter(total.pools), (step for _, _, step in layout.pools)
    falls = _falls(plan, total)
    for participant in plan.participants:
        kind = participant.kind
        left = total.hp[participant.index]
        runs = sum(left.values())
        down, dead = total.down[participant.index], total.dead[participant.index]
        lasting = plan.lasting_pools(kind)
        rolled = kind.hp.flat + sum(s * count * (n + 1) / 2 for s, count, n in kind.hp.dice)
        yield CombatantReport(
            name=participant.name,
            kind=kind.name,
            side=plan.sides[participant.side],
            max_hp=tidy(rolled),
            hp=summarise(left),
            hp_step=layout.hp_step[participant.index],
            up=proportion(runs - down - dead, runs),
            down=proportion(down, runs),
            dead=proportion(dead, runs),
            resources={kind.pool_keys[pool]: summarise(next(pools)) for pool in lasting},
            resources_max={kind.pool_keys[pool]: kind.pool_max[pool] for pool in lasting},
            resources_step={
                kind.pool_keys[pool]: step
                for pool, step in zip(lasting, islice(steps, len(lasting)), strict=True)
                if step > 1
            },
            falls=falls[participant.index],
            summoned=(None if participant.index < plan.starters else proportion(runs, total.runs)),
        )


def _falls(plan: Plan, total: RunStatistics) -> list[list[Histogram]]:
    """Per participant and encounter: the rounds of the first falls."""
    found: list[list[Histogram]] = [[{} for _ in plan.encounters] for _ in plan.participants]
    for encounter, counts in enumerate(total.falls):
        for value in sorted(counts):
            who, number = divmod(value, FALL_ROUNDS)
            found[who][encounter][number] = counts[value]
    return found


def _actions(plan: Plan, total: RunStatistics) -> Iterator[ActionReport]:
    of_side = [0] * len(plan.sides)
    for kind, damage in zip(plan.action_owners, total.damage, strict=True):
        of_side[kind.side] += damage.total
    for action, kind, damage, uses in zip(
        plan.actions, plan.action_owners, total.damage, total.uses, strict=True
    ):
        yield ActionReport(
            combatant=kind.name,
            side=plan.sides[kind.side],
            action=action.name,
            uses=mean(uses.total, uses.squares, total.runs),
            damage=mean(damage.total, damage.squares, total.runs),
            damage_sd=deviation(damage.total, damage.squares, total.runs),
            damage_per_use=damage.total / uses.total if uses.total else 0.0,
            share=damage.total / of_side[kind.side] if of_side[kind.side] else 0.0,
        )


def _courses(plan: Plan, total: RunStatistics) -> Iterator[HitPointCourse]:
    for number, encounter in enumerate(plan.encounters):
        for place, side in enumerate(encounter.sides):
            course, ended = total.course[number][place], total.ended[number][place]
            yield HitPointCourse(number, plan.sides[side], list(_bands(course, ended)))


def _bands(course: Histogram, ended: Histogram) -> Iterator[PercentileBand]:
    """Per round: the runs that go on, and those that ended before with what was left then."""
    by_round: dict[int, Histogram] = {}
    over: dict[int, Histogram] = {}
    for counts, rounds in ((course, by_round), (ended, over)):
        for value, times in counts.items():
            rounds.setdefault(value // PERCENT_VALUES, {})[value % PERCENT_VALUES] = times
    before: Histogram = {}
    all_runs = sum(by_round.get(0, {}).values())
    for round_ in sorted(by_round):
        here = by_round[round_]
        now = dict(before)
        for percent, times in here.items():
            now[percent] = now.get(percent, 0) + times
        p5, p25, p50, p75, p95 = (int(value) for value in percentiles(now))
        yield PercentileBand(round_ + 1, sum(here.values()) / all_runs, p5, p25, p50, p75, p95)
        for percent, times in over.get(round_, {}).items():
            before[percent] = before.get(percent, 0) + times


def _examples(plan: Plan, total: RunStatistics, seed: int) -> Iterator[ExampleRun]:
    """The typical run is the median of those with the most common winner."""
    if not total.scores:
        return

    def example(what: Literal["typical", "best", "worst"], key: tuple[int, int]) -> ExampleRun:
        run = total.examples[key]
        winner = None if key[0] < 0 else plan.sides[key[0]]
        return ExampleRun(what, run, run_seed(seed, run), winner, key[1])

    usual = max(sorted(total.winners), key=lambda winner: total.winners[winner])
    of_usual = {s: n for (winner, s), n in total.scores.items() if winner == usual}
    (middle,) = percentiles(of_usual, (50,))
    yield example("typical", (usual, int(middle)))
    by_score = sorted(total.scores, key=lambda key: (key[1], total.examples[key]))
    most = by_score[-1][1]
    yield example("best", next(key for key in by_score if key[1] == most))
    yield example("worst", by_score[0])
