"""Simulations: the same numbers on every backend, and numbers that are right."""

import importlib.util
import math
import os
from dataclasses import replace
from itertools import islice

import msgspec
import pytest

from turnwright.core.errors import UnusableError
from turnwright.sim.chunking import checkpoints
from turnwright.skirmish import api
from turnwright.skirmish.engine import rng
from turnwright.skirmish.engine.compile import compile_plan
from turnwright.skirmish.engine.run_outcome import RunOutcome
from turnwright.skirmish.engine.runs import play
from turnwright.skirmish.kernel.run_columns import RunColumns
from turnwright.skirmish.model.file_problems import BadFile
from turnwright.skirmish.stats import batch_rng
from turnwright.skirmish.stats.column_statistics import statistics_of_columns
from turnwright.skirmish.stats.executors import InterpreterExecutor
from turnwright.skirmish.stats.outcome_statistics import score, statistics_of_outcomes
from turnwright.skirmish.stats.run_options import RunOptions
from turnwright.skirmish.stats.run_statistics import RunStatistics, StatisticsLayout
from turnwright.skirmish.stats.variations import values_of


def fighter(name, **changes):
    """Hits armour class 11 with half of its attacks, for one point of damage."""
    strike = {"name": "Strike", "cost": "Action", "effect": {"type": "Attack", "damage": 1}}
    plain = {"name": name, "hp": 1, "ac": 11, "actions": [strike], "death_saves": False}
    return plain | changes


def duel(**changes):
    """Ada always goes first and needs one hit, as Bob does. Ada wins two of three."""
    bob = fighter("Bob", **changes)
    return {"name": "duel", "sides": {"A": [fighter("Ada", initiative=100)], "B": [bob]}}


def clock(hp, damage):
    """No dice: Ada deals this damage to Bob in every round."""
    tick = {"name": "Tick", "cost": "Action", "effect": {"type": "Harm", "damage": damage}}
    ada = {"name": "Ada", "hp": 10, "initiative": 100, "actions": [tick]}
    return {"name": "clock", "sides": {"A": [ada], "B": [{"name": "Bob", "hp": hp}]}}


def numbers(report):
    """A report without the information about its execution."""
    return msgspec.structs.replace(report, how=None)


def within(chance, truth, errors=4):
    """Whether the truth is within so many standard errors of the estimate."""
    return abs(chance.value - truth) <= errors * math.sqrt(truth * (1 - truth) / chance.of)


# --- the same numbers everywhere ---------------------------------------------------------------------


@pytest.fixture(scope="module")
def alone():
    return api.run("bench-reactions", RunOptions(runs=150, seed=7))


@pytest.mark.parametrize("workers", [2, 3])
def test_workers_do_not_change_the_report(alone, workers):
    together = api.run("bench-reactions", RunOptions(runs=150, seed=7, workers=workers))
    assert together.how.workers == workers
    assert numbers(together) == numbers(alone)


@pytest.mark.parametrize("chunk", [1, 7, 64, 1000])
def test_chunks_do_not_change_the_report(alone, chunk):
    chunked = api.run("bench-reactions", RunOptions(runs=150, seed=7, chunk_size=chunk))
    assert numbers(chunked) == numbers(alone)


def test_ray_does_not_change_the_report(alone):
    if importlib.util.find_spec("ray") is None:
        message = "Ray is not installed (pip install 'turnwright[ray]')"
        (pytest.fail if os.environ.get("CI") == "true" else pytest.skip)(message)
    on_ray = api.run("bench-reactions", RunOptions(runs=150, seed=7, workers=2, backend="ray"))
    assert on_ray.how.backend == "ray"
    assert numbers(on_ray) == numbers(alone)


def test_another_seed_gives_other_runs(alone):
    assert numbers(api.run("bench-reactions", RunOptions(runs=150, seed=8))) != numbers(alone)


def test_examples_can_be_replayed_from_their_seeds(alone):
    """They end as the report says."""
    plan = compile_plan(api.load("bench-reactions"))
    by_what = {one.what: one for one in alone.examples}
    assert list(by_what) == ["typical", "best", "worst"]
    for one in alone.examples:
        assert one.seed == rng.run_seed(7, one.run)
        outcome = play(plan, one.seed)
        assert plan.sides[outcome.winner] == one.winner
        assert score(outcome) == one.score
    scores = [score(play(plan, rng.run_seed(7, run))) for run in range(150)]
    assert by_what["best"].run == scores.index(max(scores))
    assert by_what["worst"].run == scores.index(min(scores))
    assert by_what["typical"].winner == "Heroes"


def test_numbers_drawn_in_advance_are_those_of_the_run():
    pytest.importorskip("numpy")
    seeds = batch_rng.run_seeds(5, 3, 9)
    assert seeds.tolist() == [rng.run_seed(5, run) for run in range(3, 9)]
    for seed, ahead in zip(seeds.tolist(), batch_rng.first_draws(seeds, 40), strict=True):
        assert ahead == list(islice(rng.draws(seed), 40))
    far = batch_rng.run_seeds(-1, 10**12, 10**12 + 2)
    assert far.tolist() == [rng.run_seed(-1, 10**12), rng.run_seed(-1, 10**12 + 1)]


def test_runs_are_the_same_without_numpy(alone, monkeypatch):
    monkeypatch.setattr(batch_rng, "np", None)
    assert numbers(
        api.run("bench-reactions", RunOptions(runs=150, seed=7, executor="interpreter"))
    ) == numbers(alone)


# --- two ways to fill the sums -----------------------------------------------------------------------


def columns_of(plan, outcomes):
    """The outcomes as the kernel would give them."""
    np = pytest.importorskip("numpy")
    encounters = plan.encounters
    most = max(len(encounter.sides) for encounter in encounters)
    shape = (len(encounters), most, plan.profile.rounds, 101)
    course, ended = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    last = np.full((most, len(outcomes)), -1)
    fights = np.full((len(encounters), len(outcomes)), -7)
    falls = np.zeros((len(encounters), len(plan.participants), 201), np.int64)
    deaths = np.zeros((len(encounters), most, len(plan.participants) + 1), np.int64)
    for run, one in enumerate(outcomes):
        fights[: len(one.fights), run] = one.fights
        for e, (fallen, dead) in enumerate(zip(one.falls, one.deaths, strict=True)):
            for who, number in fallen.items():
                falls[e, who, number] += 1
            for place, count in enumerate(dead):
                deaths[e, place, count] += 1
        for e, sides in enumerate(one.course):
            for place, line in enumerate(sides):
                for number, percent in enumerate(line):
                    course[e, place, number, percent] += 1
                if line:
                    ended[e, place, len(line) - 1, line[-1]] += 1
        for place, line in enumerate(one.course[-1]):
            last[place, run] = line[-1] if line else -1

    def rows(values):
        return np.array(values).T.reshape(-1, len(outcomes))

    return RunColumns(
        winner=np.array([one.winner for one in outcomes]),
        rounds=np.array([one.rounds for one in outcomes]),
        capped=np.array([one.capped for one in outcomes]),
        guards=np.array([one.guards for one in outcomes]),
        fought=np.array([len(one.fights) for one in outcomes]),
        fights=fights,
        hp=rows([one.hp for one in outcomes]),
        dead=rows([one.dead for one in outcomes]),
        pools=rows([[float(v) for pools in one.pools for v in pools] for one in outcomes]),
        damage=rows([one.damage for one in outcomes]),
        uses=rows([one.uses for one in outcomes]),
        last=last,
        course=course,
        ended=ended,
        falls=falls,
        deaths=deaths,
    )


@pytest.mark.parametrize("name", ["bench-reactions", "three-way-brawl", "day-in-the-ruins"])
def test_columns_and_outcomes_give_the_same_statistics(name):
    plan = compile_plan(api.load(name))
    outcomes = list(InterpreterExecutor(plan).outcomes(3, 20, 50))
    layout = StatisticsLayout(plan)
    from_arrays = statistics_of_columns(layout, columns_of(plan, outcomes), 20)
    from_outcomes = statistics_of_outcomes(layout, outcomes, 20)
    for field in RunStatistics.__struct_fields__:
        assert getattr(from_arrays, field) == getattr(from_outcomes, field), field


def test_statistics_can_be_added_in_any_order():
    plan = compile_plan(api.load("bench-4v8"))
    executor = InterpreterExecutor(plan)
    whole = executor.statistics(0, 0, 60)
    parts = [executor.statistics(0, first, first + 20) for first in (0, 20, 40)]
    for order in ((0, 1, 2), (2, 0, 1)):
        total = RunStatistics.empty(StatisticsLayout(plan))
        for number in order:
            total.merge(parts[number])
        total.seconds = whole.seconds
        assert total == whole


# --- numbers that are right --------------------------------------------------------------------------


def test_wins_and_rounds_match_the_exact_odds():
    report = api.run(duel(), RunOptions(runs=4000, seed=1))
    assert within(report.win, 2 / 3)
    assert (report.sides[1].win.count, report.draw.count) == (4000 - report.win.count, 0)
    assert report.win.low < 2 / 3 < report.win.high
    assert report.rounds.mean.low < 4 / 3 < report.rounds.mean.high
    assert report.rounds.p50 == 1
    ada, bob = report.combatants
    assert ada.up.count == report.win.count == bob.dead.count
    assert report.sides[0].distribution == [4000 - report.win.count, report.win.count]


def test_the_report_of_a_fight_without_dice_is_exact():
    report = api.run(clock(hp=10, damage=4), RunOptions(runs=50))
    assert (report.win.value, report.rounds.sd, report.rounds.most) == (1.0, 0.0, 3)
    ours, theirs = report.courses
    assert [band.p50 for band in ours.bands] == [100, 100, 100]
    assert [(band.p5, band.p95) for band in theirs.bands] == [(60, 60), (20, 20), (0, 0)]
    (tick,) = report.actions
    assert (tick.uses.value, tick.damage.value, tick.damage_per_use) == (3, 12, 4)
    assert tick.share == 1.0
    assert {(one.seed, one.winner) for one in report.examples} == {(rng.run_seed(0, 0), "A")}


def test_finished_runs_keep_their_percentage_in_later_rounds():
    """Three runs: over after one round with 80 %, after two with 50 %, after three with 0 %."""
    plan = compile_plan(api.load(clock(hp=10, damage=4)))
    lines = ([80], [90, 50], [70, 40, 0])
    outcomes = [
        RunOutcome(
            seed=0, winner=0, rounds=len(line), capped=False, guards=0, fights=[0], hp=[10, 0],
            dead=[False, True], pools=[[], []], damage=[1], uses=[1], course=[[line, [0] * len(line)]],
            falls=[{}], deaths=[[0, 1]],
        )
        for line in lines
    ]  # fmt: skip
    from turnwright.skirmish.stats.report import ExecutionInfo, make_report

    total = statistics_of_outcomes(StatisticsLayout(plan), outcomes, 0)
    how = ExecutionInfo("interpreter", "", "inline", 1, 0.0)
    report = make_report(plan, total, options=RunOptions(runs=3), stopped="", how=how)
    bands = report.courses[0].bands
    assert [(band.p5, band.p50, band.p95) for band in bands] == [
        (70, 80, 90),
        (40, 50, 80),
        (0, 50, 80),
    ]
    assert [round(band.fighting, 3) for band in bands] == [1.0, 0.667, 0.333]


def test_pools_are_reported_with_what_is_left():
    """Two arrows; the second round needs the second one."""
    arrow = {"name": "Shoot", "cost": ["Action", "Arrow"], "effect": {"type": "Harm", "damage": 5}}
    data = clock(hp=10, damage=4)
    data["sides"]["A"][0] |= {"pools": {"Arrow": 3}, "actions": [arrow]}
    (ada, _) = api.run(data, RunOptions(runs=20)).combatants
    assert ada.resources["Arrow"].mean.value == 1
    assert ada.resources_max["Arrow"] == 3


def test_a_fight_without_end_is_a_draw_and_is_counted_as_capped():
    report = api.run(
        duel(actions=[], hp=1000) | {"rules": {"use": "2014", "rounds": 7}}, RunOptions(runs=30)
    )
    assert (report.draw.count, report.capped.count) == (30, 30)
    assert (report.rounds.least, report.rounds.most) == (7, 7)


def test_later_encounters_count_only_the_runs_that_reach_them():
    ada = fighter("Ada", initiative=100)
    day = [{"sides": {"B": [fighter("Bob")]}}, {"sides": {"C": [fighter("Cid", hp=1)]}}]
    report = api.run({"name": "day", "sides": {"A": [ada]}, "day": day}, RunOptions(runs=3000))
    first, second = report.encounters
    assert (first.reached.value, second.reached.count) == (1.0, first.wins[0].count)
    assert within(report.win, 4 / 9)
    assert within(second.wins[0], 2 / 3)
    cid = report.combatants[2]
    assert cid.dead.of == second.reached.count
    assert cid.dead.count == second.wins[0].count


# --- stopping ----------------------------------------------------------------------------------------


def test_it_stops_at_the_same_run_when_the_interval_is_narrow_enough():
    options = RunOptions(runs=50_000, executor="interpreter")
    reports = [
        api.run(duel(), replace(options, **changes), until_width=0.05)
        for changes in ({}, {"chunk_size": 33}, {"workers": 2, "chunk_size": 200})
    ]
    assert reports[0].stopped == "narrow"
    assert reports[0].win.width <= 0.05
    assert reports[0].runs in set(checkpoints(50_000))
    assert numbers(reports[0]) == numbers(reports[1]) == numbers(reports[2])
    assert numbers(api.run(duel(), RunOptions(runs=reports[0].runs))).win == reports[0].win


@pytest.mark.parametrize("workers", [1, 2])
def test_a_cancelled_batch_reports_the_finished_runs(workers):
    seen = []
    options = RunOptions(
        runs=10**9,
        workers=workers,
        executor="interpreter",
        progress=lambda done, total: seen.append((done, total)),
        cancel=lambda: len(seen) >= 3,
    )
    report = api.run(duel(), options)
    assert report.stopped == "cancelled"
    assert 0 < report.runs < report.asked == 10**9
    assert seen[-1] == (report.runs, 10**9)
    assert seen == sorted(seen)
    assert report.win == api.run(duel(), RunOptions(runs=report.runs)).win


@pytest.mark.parametrize("count", [1, 200])
def test_a_single_run_without_end_can_be_cancelled(count):
    """Nobody attacks; with many combatants even a round takes long. The second question comes in the
    middle of the first run."""
    data = duel(actions=[], count=count) | {"rules": {"use": "2014", "rounds": 10_000}}
    data["sides"]["A"][0]["actions"] = []
    calls = []
    options = RunOptions(
        runs=10, executor="interpreter", cancel=lambda: calls.append(None) or len(calls) > 1
    )
    report = api.run(data, options)
    assert (report.runs, report.stopped) == (0, "cancelled")


def test_progress_reaches_the_end():
    seen = []
    progress = RunOptions(runs=500, progress=lambda done, total: seen.append((done, total)))
    api.run(duel(), progress)
    assert seen[-1] == (500, 500)


# --- compare, sweep, optimise ------------------------------------------------------------------------


def test_a_scenario_does_not_differ_from_itself():
    found = api.compare(duel(), duel(), RunOptions(runs=200))
    assert (found.verdict, found.sentence) == ("same", "No run differs.")
    assert (found.win.value, found.only_first, found.only_second) == (0, 0, 0)


def test_common_random_numbers_make_differences_more_certain():
    """Bob with armour class 16 is hit by a quarter of the attacks: Ada wins 0.25 / 0.625 = 0.4."""
    found = api.compare(duel(), duel(ac=16), RunOptions(runs=3000, seed=2))
    assert found.win.low < 0.4 - 2 / 3 < found.win.high
    assert found.verdict == "first"
    assert "A win less often" in found.sentence
    apart = math.hypot(found.first.win.width, found.second.win.width)
    assert found.win.width < apart
    assert found.only_first - found.only_second == found.first.win.count - found.second.win.count


def test_a_difference_that_may_be_chance_is_open():
    other = duel() | {"rules": {"use": "2014", "rounds": 40}}
    assert api.compare(duel(), other, RunOptions(runs=100)).verdict == "same"
    assert api.compare(duel(), duel(initiative=-1), RunOptions(runs=60)).verdict in ("same", "open")


def test_a_sweep_matches_the_exact_odds():
    """Hit with probability p, Ada wins p / (1 - (1 - p) / 2)."""
    found = api.sweep(duel(), "Bob.ac", "6..16:5", RunOptions(runs=2000, executor="interpreter"))
    assert [point.value for point in found.points] == [6, 11, 16]
    for point, p in zip(found.points, (0.75, 0.5, 0.25), strict=True):
        assert within(point.wins[0], p / (1 - (1 - p) / 2))
    alone = api.run(duel(ac=16), RunOptions(runs=2000))
    assert found.points[2].wins[0] == alone.win


def test_a_sweep_in_two_processes_is_the_same():
    one, two = (
        api.sweep(duel(), "Bob.hp", [1, 2, 3], RunOptions(runs=60, workers=workers))
        for workers in (1, 2)
    )
    assert one.points == two.points


def bob(scenario):
    return scenario.sides[1].combatants[0]


@pytest.mark.parametrize(
    ("path", "value", "where"),
    [
        ("Bob.hp", 3, lambda s: bob(s).hp),
        ("sides[1].combatants[0].count", 4, lambda s: bob(s).count),
        ("Bob.Strike.damage", "2d6", lambda s: bob(s).actions[0].effect[0].damage),
        ("Bob.actions[0].cost[0].amount", 2, lambda s: bob(s).actions[0].cost[0].amount),
        ("rules.rounds", 12, lambda s: s.rules.rounds),
        ("Bob.pools.Arrow", 4, lambda s: bob(s).pools["Arrow"]),
    ],
)  # fmt: skip
def test_a_path_locates_a_value(path, value, where):
    from turnwright.skirmish.stats.variations import with_value

    assert where(with_value(api.load(duel()), path, value)) == value


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("Bob.acc", "did you mean 'ac'"),
        ("Bop.ac", "There is no 'Bop' in the scenario; did you mean 'Bob'?"),
        ("Bob.Strik.damage", "There is no 'Strik' in Bob; did you mean 'Strike'?"),
        ("sides[5].name", "There is no item 5 in the scenario.sides: it has 2 entries"),
        ("..", "'..' is not a path"),
        ("Bob.hp", "'many' is not a dice formula"),
    ],
)
def test_an_unknown_path_is_refused(path, sentence):
    with pytest.raises(
        (UnusableError, BadFile), match=sentence.replace("[", "\\[").replace("?", "\\?")
    ):
        api.sweep(duel(), path, ["many"], RunOptions(runs=10))


def test_values_may_be_a_range_or_a_list():
    assert values_of("3..6") == [3, 4, 5, 6]
    assert values_of("10..20:5") == [10, 15, 20]
    assert values_of("1, 2.5, 1d6") == [1, 2.5, "1d6"]
    for text in ("", "6..3", "1..1000000", "1..5:0"):
        with pytest.raises(UnusableError):
            values_of(text)


def armed(*damages):
    """Ada with attacks of this damage, in this order."""
    attacks = [
        {
            "name": f"Hit {n}",
            "cost": "Action",
            "effect": {"type": "Attack", "to_hit": 5, "damage": d},
        }
        for n, d in enumerate(damages)
    ]
    data = duel()
    data["sides"]["A"][0] |= {"hp": 8, "actions": attacks}
    data["sides"]["B"] = [fighter("Bob", hp=12, ac=14)]
    return data


def test_a_better_order_is_found_and_its_gain_is_shown():
    data = armed("1d4", "2d6+2")
    found = api.optimise(data, "Ada", RunOptions(runs=400, executor="interpreter"))
    assert (found.before, found.after) == (["Hit 0", "Hit 1"], ["Hit 1", "Hit 0"])
    assert found.is_gain
    assert found.check is not None
    assert found.gain.low > 0 or found.score.low > 0
    assert found.check.first.seed != 0  # fresh runs
    better = api.reordered(data, found)
    assert [one.name for one in better.sides[0].combatants[0].actions] == found.after


def test_chance_is_not_called_a_gain():
    """Two attacks with the same average damage."""
    found = api.optimise(armed("1d6", "7-1d6"), "Ada", RunOptions(runs=400, executor="interpreter"))
    assert (found.is_gain, found.after) == (False, found.before)


def test_what_cannot_be_reordered_is_refused():
    with pytest.raises(UnusableError, match="There is no combatant 'Adda'; did you mean 'Ada'"):
        api.optimise(armed("1", "2"), "Adda")
    with pytest.raises(UnusableError, match="'Bob' has fewer than two entries in actions"):
        api.optimise(armed("1", "2"), "Bob", RunOptions(executor="interpreter"))


# --- a page on top -----------------------------------------------------------------------------------


def test_every_result_matches_its_published_schema():
    jsonschema = pytest.importorskip("jsonschema")
    published = api.schemas()

    def check(kind, value):
        schema = {"$ref": f"#/$defs/{kind}", "$defs": published["$defs"]}
        jsonschema.validate(msgspec.json.decode(msgspec.json.encode(value)), schema)

    check("SimulationReport", api.run(duel(), RunOptions(runs=20)))
    check("Comparison", api.compare(duel(), duel(ac=12), RunOptions(runs=20)))
    check("Sweep", api.sweep(duel(), "Bob.ac", [9], RunOptions(runs=20)))
    check("Validation", api.validate(duel()))
    check("Explanation", api.explain(duel(), 5))
    assert set(published["types"]) >= {
        "Scenario",
        "SimulationReport",
        "OptimisedList",
        "ImportedScenario",
    }


def test_a_report_survives_json():
    report = api.run("bench-reactions", RunOptions(runs=20))
    assert msgspec.json.decode(msgspec.json.encode(report), type=type(report)) == report


def test_validation_can_estimate_pools_with_a_few_runs():
    rows = {
        (one.combatant, one.pool): one for one in api.validate("bench-reactions", play=True).pools
    }
    assert 0 < rows["Paladin", "SpellSlot_1"].expected <= 3
    assert rows["Fighter", "Action"].expected is None


def test_a_broken_scenario_has_findings():
    (finding,) = api.validate(
        {"sides": {"A": [{"name": "Ada", "hp": "lots"}], "B": ["Goblin"]}}
    ).findings
    assert (finding.severity, finding.code) == ("error", "bad_file")
    assert "hp" in finding.path


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"runs": 0}, "runs must be from 1 to"),
        ({"executor": "abacus", "runs": 1}, "There is no executor 'abacus'"),
        ({"workers": 0, "runs": 9}, "at least one worker"),
    ],
)
def test_invalid_options_are_refused(arguments, sentence):
    with pytest.raises(UnusableError, match=sentence):
        api.run(duel(), RunOptions(**arguments))


def test_the_width_of_the_interval_must_be_a_proportion():
    with pytest.raises(UnusableError, match="must be between 0 and 1"):
        api.run(duel(), until_width=2.0)


def test_a_name_that_is_neither_file_nor_sample_is_refused():
    with pytest.raises(UnusableError, match="no sample 'bench-4v9'; did you mean 'bench-4v8'"):
        api.run("bench-4v9")


def test_the_expected_use_of_a_day_counts_what_was_paid_before_a_rest():
    """A hero who spends one Ki in every fight, and gets it back in the rest between, uses two."""
    punch = {"name": "Punch", "cost": ["Action", "Ki"], "effect": {"type": "Attack", "to_hit": 99,
             "damage": 9}}  # fmt: skip
    hero = {"name": "Hero", "hp": 30, "initiative": 99, "pools": {"Ki": "1 per short rest"},
            "actions": [punch]}  # fmt: skip
    fight = {"sides": {"Foes": [{"name": "Foe", "hp": 1, "ac": 1}]}}
    day = {"sides": {"Heroes": [hero]}, "day": [fight, "short rest", fight]}
    rows = {one.pool: one for one in api.validate(day, play=True).pools}
    assert rows["Ki"].expected == pytest.approx(2, abs=0.2)  # a natural 1 misses
    assert rows["Action"].expected is None
