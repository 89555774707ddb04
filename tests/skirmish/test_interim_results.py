"""Interim results: those of the runs so far, and the final result is the same with and without them."""

import msgspec
import pytest

from tests.skirmish.test_simulation_api import armed, duel
from turnwright.skirmish import api
from turnwright.skirmish.stats import interim
from turnwright.skirmish.stats.run_options import RunOptions


@pytest.fixture
def after_every_chunk(monkeypatch):
    """Report after every chunk, however short it was."""
    for name, value in (("FIRST_SECONDS", 0), ("MIN_SECONDS", 0), ("MAX_SHARE", 1e9)):
        monkeypatch.setattr(interim, name, value)


def listening(seen, **options):
    """Options that collect the interim results."""
    told = lambda *one: seen.append(one)  # noqa: E731
    return RunOptions(interim=told, executor="interpreter", **options)


def as_asked(report, asked):
    """A report without the information about its execution, as if so many runs had been asked for."""
    return msgspec.structs.replace(report, how=None, asked=asked)


@pytest.mark.parametrize("workers", [1, 2])
def test_an_interim_report_is_the_report_of_the_runs_so_far(after_every_chunk, workers):
    seen = []
    final = api.run(duel(), listening(seen, runs=100, chunk_size=30, workers=workers))
    assert [(done, asked) for done, asked, _ in seen] == [(30, 100), (60, 100), (90, 100)]
    for done, _, report in seen:
        assert as_asked(report, 100) == as_asked(api.run(duel(), RunOptions(runs=done)), 100)
    assert as_asked(final, 100) == as_asked(api.run(duel(), RunOptions(runs=100)), 100)


def test_comparisons_report_both_estimates_and_the_difference_so_far(after_every_chunk):
    seen = []
    api.compare(duel(), duel(ac=16), listening(seen, runs=90, chunk_size=40))
    assert [done for done, _, _ in seen] == [40, 80]
    for done, _, found in seen:
        alone = api.compare(duel(), duel(ac=16), RunOptions(runs=done))
        assert (found.win, found.score, found.sentence) == (alone.win, alone.score, alone.sentence)
        assert found.first.win == alone.first.win


def test_sweeps_report_the_points_so_far(after_every_chunk):
    seen = []
    final = api.sweep(duel(), "Bob.ac", [6, 16], listening(seen, runs=60, chunk_size=40))
    assert [(done, asked) for done, asked, _ in seen] == [(40, 120), (60, 120), (100, 120)]
    assert [[(p.value, p.runs) for p in found.points] for _, _, found in seen] == [
        [(6, 40)], [(6, 60)], [(6, 60), (16, 40)],
    ]  # fmt: skip
    assert seen[1][2].points[0] == final.points[0]


def test_optimising_reports_the_best_orders_so_far_and_then_the_check(after_every_chunk):
    seen = []
    found = api.optimise(armed("1d4", "2d6+2"), "Ada", listening(seen, runs=400, chunk_size=200))
    assert all(done < asked for done, asked, _ in seen)
    races = [one for _, _, one in seen if one.check is None]
    checks = [one for _, _, one in seen if one.check is not None]
    assert not races[0].tried
    assert [one.order for one in races[-1].tried] == [["Hit 0", "Hit 1"], ["Hit 1", "Hit 0"]]
    assert [one.check.first.runs for one in checks] == [200]
    assert checks[0].after == found.after
    unheard = api.optimise(
        armed("1d4", "2d6+2"), "Ada", RunOptions(runs=400, executor="interpreter")
    )
    assert (found.gain, found.tried, found.runs) == (unheard.gain, unheard.tried, unheard.runs)


def test_interim_results_are_rare(monkeypatch):
    """One soon, the next after a fifth, and later if they are expensive."""
    now = [0.0]
    monkeypatch.setattr(interim.time, "perf_counter", lambda: now[0])
    told = []
    results = interim.InterimResults(lambda done, asked, report: told.append(done))

    def make():
        now[0] += 0.03
        return done

    for done in range(100):
        results.offer(done, 100, make)
        now[0] += 0.01
    # 0.03 seconds are a twentieth of 0.6
    assert len(told) == 2
    assert told[0] == 3
    results.offer(100, 100, make)  # the final result is not an interim one
    assert len(told) == 2
