"""Confidence intervals against textbook values and exact coverage."""

from math import comb, isclose, sqrt

import pytest

from turnwright.sim import intervals


def test_wilson_interval_matches_textbook_values():
    found = intervals.proportion(10, 100)
    assert (round(found.low, 4), round(found.high, 4)) == (0.0552, 0.1744)
    assert (found.value, found.count, found.of) == (0.1, 10, 100)


def test_counts_of_none_and_all_have_one_sided_intervals():
    never, always = intervals.proportion(0, 50), intervals.proportion(50, 50)
    assert (never.low, always.high) == (0.0, 1.0)
    assert isclose(never.high, intervals.Z**2 / (50 + intervals.Z**2))
    assert isclose(1 - always.low, never.high)
    assert intervals.proportion(0, 0).width == 1.0


def binomial(n, k, p):
    return comb(n, k) * p**k * (1 - p) ** (n - k)


@pytest.mark.parametrize("p", [0.03, 0.2, 0.5, 0.81])
def test_about_95_of_100_wilson_intervals_contain_the_truth(p):
    n = 200
    held = sum(
        binomial(n, k, p)
        for k in range(n + 1)
        if intervals.proportion(k, n).low <= p <= intervals.proportion(k, n).high
    )
    assert 0.92 < held < 0.99


@pytest.mark.parametrize(("gain", "loss"), [(0.02, 0.01), (0.3, 0.1), (0.05, 0.05)])
def test_about_95_of_100_paired_intervals_contain_the_truth(gain, loss):
    """All ways in which 60 pairs can turn out: so many gained, so many lost."""
    n, held = 60, 0.0
    for gained in range(n + 1):
        for lost in range(n + 1 - gained):
            found = intervals.paired_proportions(gained, lost, n)
            if found.low <= gain - loss <= found.high:
                rest = n - gained
                held += binomial(n, gained, gain) * binomial(rest, lost, loss / (1 - gain))
    assert held > 0.93


def test_a_difference_is_noise_if_its_interval_contains_zero():
    assert intervals.paired_proportions(12, 8, 100).is_noise
    assert not intervals.paired_proportions(60, 8, 100).is_noise
    assert intervals.paired_proportions(0, 0, 100).value == 0.0


def test_the_interval_of_a_mean():
    values = [1, 2, 2, 3, 7]
    total, squares = sum(values), sum(value * value for value in values)
    found = intervals.mean(total, squares, 5)
    sd = sqrt(sum((value - 3) ** 2 for value in values) / 4)
    assert isclose(intervals.deviation(total, squares, 5), sd)
    assert isclose(found.high - found.value, intervals.Z * sd / sqrt(5))
