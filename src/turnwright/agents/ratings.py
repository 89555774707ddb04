"""Elo ratings of agents from the results of their matches, with 95 % intervals.

The ratings are those of the Bradley-Terry model that make the results likeliest (Hunter's MM
algorithm), on Elo's scale: 400 points are odds of ten to one. The order of the matches does not
matter, unlike in ratings that are updated after every match. A draw is half a win for both. One
imagined draw against every opponent keeps the rating of an agent that always won finite. The intervals
come from resampling the matches (bootstrap).
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import msgspec

from turnwright.core.runtime.rng import Stream

MEAN = 1500.0
"""The mean of all ratings."""
RESAMPLES = 200
STEPS = 200

Score = tuple[str, str, float]
"""Two agents, and the points of the first one: 1, 0.5 or 0."""


class Rating(msgspec.Struct, frozen=True):
    """The rating of an agent with its 95 % interval."""

    agent: str
    elo: float
    low: float
    high: float
    matches: int


def elo_ratings(scores: Sequence[Score], seed: str = "0") -> list[Rating]:
    """Rate all agents that took part, the best one first."""
    agents = list(dict.fromkeys(name for first, second, _ in scores for name in (first, second)))
    if not agents:
        return []
    fitted = _fit(agents, scores)
    samples: dict[str, list[float]] = {name: [] for name in agents}
    rng = Stream.named(seed, "ratings")
    for _ in range(RESAMPLES):
        again = [scores[rng.between(0, len(scores) - 1)] for _ in scores]
        for name, elo in _fit(agents, again).items():
            samples[name].append(elo)
    found = []
    for name in agents:
        values = sorted(samples[name])
        low, high = values[int(0.025 * RESAMPLES)], values[int(0.975 * RESAMPLES)]
        count = sum(name in (first, second) for first, second, _ in scores)
        elo = fitted[name]
        found.append(Rating(name, elo, min(low, elo), max(high, elo), count))
    return sorted(found, key=lambda rating: -rating.elo)


def _fit(agents: Sequence[str], scores: Iterable[Score]) -> dict[str, float]:
    """The likeliest ratings."""
    points = dict.fromkeys(agents, 0.5 * (len(agents) - 1))
    met = {(a, b): 1.0 for a in agents for b in agents if a != b}
    for first, second, score in scores:
        points[first] += score
        points[second] += 1 - score
        met[first, second] += 1
        met[second, first] += 1
    strength = dict.fromkeys(agents, 1.0)
    for _ in range(STEPS):
        again = {
            a: points[a]
            / sum(met[a, b] / (strength[a] + strength[b]) for b in agents if b != a)
            for a in agents
        } if len(agents) > 1 else strength  # fmt: skip
        mean = math.exp(sum(map(math.log, again.values())) / len(agents))
        again = {name: value / mean for name, value in again.items()}
        is_settled = all(abs(again[a] - strength[a]) < 1e-6 * again[a] for a in agents)
        strength = again
        if is_settled:
            break
    return {name: MEAN + 400 * math.log10(value) for name, value in strength.items()}
