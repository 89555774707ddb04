"""What a monster of a challenge rating is expected to have: the figures of the Dungeon Master's Guide.

These are numbers only, for comparing what was imported with what its designers published.
"""

from __future__ import annotations

from typing import NamedTuple


class ChallengeFigures(NamedTuple):
    """The figures of one challenge rating. Ranges include both ends."""

    ac: int
    hp: tuple[int, int]
    to_hit: int
    damage: tuple[int, int]
    """Damage per round."""
    dc: int


_LOW: dict[float, ChallengeFigures] = {
    0: ChallengeFigures(13, (1, 6), 3, (0, 1), 13),
    0.125: ChallengeFigures(13, (7, 35), 3, (2, 3), 13),
    0.25: ChallengeFigures(13, (36, 49), 3, (4, 5), 13),
    0.5: ChallengeFigures(13, (50, 70), 3, (6, 8), 13),
}

_AC = "13 13 13 14 15 15 15 16 16 17 17 17 18 18 18 18 19 19 19 19 19 19 19 19 19 19 19 19 19 19"
_TO_HIT = "3 3 4 5 6 6 6 7 7 7 8 8 8 8 8 9 10 10 10 10 11 11 11 12 12 12 13 13 13 14"
_DC = "13 13 13 14 15 15 15 16 16 16 17 17 18 18 18 18 19 19 19 19 20 20 20 21 21 21 22 22 22 23"


def _hit_points(challenge: int) -> tuple[int, int]:
    if challenge < 20:
        return 56 + 15 * challenge, 70 + 15 * challenge
    return 356 + 45 * (challenge - 20), 400 + 45 * (challenge - 20)


def _damage(challenge: int) -> tuple[int, int]:
    if challenge < 20:
        return 3 + 6 * challenge, 8 + 6 * challenge
    return 123 + 18 * (challenge - 20), 140 + 18 * (challenge - 20)


CHALLENGES: dict[float, ChallengeFigures] = _LOW | {
    level: ChallengeFigures(ac, _hit_points(level), to_hit, _damage(level), dc)
    for level, ac, to_hit, dc in zip(
        range(1, 31), map(int, _AC.split()), map(int, _TO_HIT.split()), map(int, _DC.split()),
        strict=True,
    )
}  # fmt: skip


def figures(challenge: float) -> ChallengeFigures:
    """Return the figures of a challenge rating, or of the highest one below it."""
    return CHALLENGES[max((one for one in CHALLENGES if one <= challenge), default=0)]
