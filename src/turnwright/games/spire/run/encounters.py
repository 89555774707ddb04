"""The lists of encounters that are drawn at the start of each act, with the game's weights.

They are in ascending order of weight, because the game sorts them first.
"""

from __future__ import annotations

from bisect import bisect
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import accumulate
from typing import NamedTuple

from turnwright.games.spire.rng import Random


class ActEncounters(NamedTuple):
    """The encounters of an act."""

    weak: Mapping[str, float]
    weak_count: int
    strong: Mapping[str, float]
    elites: Mapping[str, float]
    bosses: Sequence[str]
    excluded: Mapping[str, tuple[str, ...]]
    """Strong encounters that cannot follow a weak one directly."""


ACTS: dict[int, ActEncounters] = {
    1: ActEncounters(
        weak={"Cultist": 2, "Jaw Worm": 2, "2 Louse": 2, "Small Slimes": 2},
        weak_count=3,
        strong={
            "Gremlin Gang": 1, "Lots of Slimes": 1, "Red Slaver": 1, "Exordium Thugs": 1.5,
            "Exordium Wildlife": 1.5, "Blue Slaver": 2, "Looter": 2, "Large Slime": 2, "3 Louse": 2,
            "2 Fungi Beasts": 2,
        },
        elites={"Gremlin Nob": 1, "Lagavulin": 1, "3 Sentries": 1},
        bosses=("The Guardian", "Hexaghost", "Slime Boss"),
        excluded={
            "Looter": ("Exordium Thugs",), "Blue Slaver": ("Red Slaver", "Exordium Thugs"),
            "2 Louse": ("3 Louse",), "Small Slimes": ("Large Slime", "Lots of Slimes"),
        },
    ),
    2: ActEncounters(
        weak={
            "Spheric Guardian": 2, "Chosen": 2, "Shell Parasite": 2, "3 Byrds": 2, "2 Thieves": 2,
        },
        weak_count=2,
        strong={
            "Chosen and Byrds": 2, "Sentry and Sphere": 2, "Cultist and Chosen": 3, "3 Cultists": 3,
            "Shelled Parasite and Fungi": 3, "Snecko": 4, "Snake Plant": 6, "Centurion and Healer": 6,
        },
        elites={"Gremlin Leader": 1, "Slavers": 1, "Book of Stabbing": 1},
        bosses=("Automaton", "Collector", "Champ"),
        excluded={
            "Spheric Guardian": ("Sentry and Sphere",), "3 Byrds": ("Chosen and Byrds",),
            "Chosen": ("Chosen and Byrds", "Cultist and Chosen"),
        },
    ),
    3: ActEncounters(
        weak={"3 Darklings": 2, "Orb Walker": 2, "3 Shapes": 2},
        weak_count=2,
        strong={
            "Spire Growth": 1, "Transient": 1, "4 Shapes": 1, "Maw": 1, "Sphere and 2 Shapes": 1,
            "Jaw Worm Horde": 1, "3 Darklings": 1, "Writhing Mass": 1,
        },
        elites={"Giant Head": 2, "Nemesis": 2, "Reptomancer": 2},
        bosses=("Awakened One", "Time Eater", "Donu and Deca"),
        excluded={
            "3 Darklings": ("3 Darklings",), "Orb Walker": ("Orb Walker",), "3 Shapes": ("4 Shapes",),
        },
    ),
}  # fmt: skip
STRONG, ELITES = 12, 10


@cache
def odds(act: int, kind: str) -> tuple[list[float], list[str]]:
    """The names of an act's weak, strong or elite encounters, and the cumulative chances of all but
    the last."""
    weights: Mapping[str, float] = getattr(ACTS[act], kind)
    total = sum(weights.values())
    sums = list(accumulate(weight / total for weight in weights.values()))
    return sums[:-1], list(weights)


def roll(act: int, kind: str, stream: Random) -> str:
    """Draw an encounter."""
    sums, names = odds(act, kind)
    return names[bisect(sums, stream.fraction())]


def monster_list(act: int, stream: Random, *, strict: bool = True) -> list[str]:
    """Weak encounters, the first strong one, and twelve more. None repeats the two before it. If
    `strict`, the first strong one does not resemble the last weak one."""
    pool = ACTS[act]
    found: list[str] = []
    _fill(found, act, "weak", pool.weak_count, stream)
    excluded = pool.excluded.get(found[-1], ()) if strict else ()
    first = roll(act, "strong", stream)
    while first in excluded:
        first = roll(act, "strong", stream)
    found.append(first)
    _fill(found, act, "strong", STRONG, stream)
    return found


def more_monsters(act: int, stream: Random) -> list[str]:
    """More encounters when the list is used up: only strong ones."""
    found: list[str] = []
    _fill(found, act, "strong", STRONG, stream)
    return found


def elite_list(act: int, stream: Random) -> list[str]:
    """The elites of an act, in order."""
    found: list[str] = []
    _fill(found, act, "elites", ELITES, stream)
    return found


def _fill(found: list[str], act: int, kind: str, count: int, stream: Random) -> None:
    """Add encounters. Monsters differ from the two before them, elites from the last one."""
    wanted, apart = len(found) + count, 1 if kind == "elites" else 2
    sums, names = odds(act, kind)
    while len(found) < wanted:
        name = names[bisect(sums, stream.fraction())]  # `roll`, with the odds looked up once
        if name not in found[-apart:]:
            found.append(name)


def boss_list(act: int, stream: Random) -> list[str]:
    """The bosses of an act, in random order."""
    bosses = list(ACTS[act].bosses)
    stream.shuffle(bosses)
    return bosses
