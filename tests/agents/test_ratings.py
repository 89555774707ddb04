"""Elo ratings from results."""

from turnwright.agents.ratings import MEAN, elo_ratings


def test_three_wins_of_four_are_about_190_points():
    scores = [("a", "b", 1.0)] * 300 + [("b", "a", 1.0)] * 100
    best, worst = elo_ratings(scores)
    assert (best.agent, best.matches) == ("a", 400)
    assert abs(best.elo - worst.elo - 190.8) < 3
    assert best.low < best.elo < best.high


def test_the_mean_of_all_ratings_is_fixed():
    ratings = elo_ratings([("a", "b", 1.0), ("b", "c", 1.0), ("a", "c", 0.5)])
    assert abs(sum(one.elo for one in ratings) / 3 - MEAN) < 1e-6
    assert ratings[0].agent == "a"


def test_sides_do_not_matter():
    assert elo_ratings([("a", "b", 0.0)] * 9)[0].agent == "b"


def test_who_always_wins_has_a_finite_rating():
    best, _ = elo_ratings([("a", "b", 1.0)] * 50)
    assert 1700 < best.elo < 2200


def test_draws_are_half_wins():
    first, second = elo_ratings([("a", "b", 0.5)] * 20)
    assert abs(first.elo - second.elo) < 1


def test_nobody_played():
    assert elo_ratings([]) == []
