"""Histograms give the same statistics as a sorted list of all values."""

from collections import Counter
from math import ceil, isclose
from statistics import fmean, stdev

from hypothesis import given
from hypothesis import strategies as st

from turnwright.sim.histogram import add_counts, percentiles, summarise

VALUES = st.lists(st.integers(-20, 60), min_size=2, max_size=80)


@given(VALUES)
def test_mean_deviation_and_percentiles_are_exact(values):
    found = summarise(Counter(values))
    ordered = sorted(values)
    assert isclose(found.mean.value, fmean(values), abs_tol=1e-9)
    assert isclose(found.sd, stdev(values), abs_tol=1e-6)
    ranks = [max(1, ceil(len(values) * p / 100)) - 1 for p in (5, 25, 50, 75, 95)]
    assert [found.p5, found.p25, found.p50, found.p75, found.p95] == [ordered[r] for r in ranks]
    assert (found.least, found.most) == (ordered[0], ordered[-1])


@given(VALUES, st.integers(0, 80))
def test_parts_add_up_to_the_whole(values, cut):
    whole = dict(Counter(values[cut:]))
    add_counts(whole, Counter(values[:cut]))
    assert summarise(whole) == summarise(Counter(values))


def test_an_empty_histogram():
    assert percentiles({}, (5, 50)) == [0, 0]
    assert summarise({}).mean.value == 0.0
