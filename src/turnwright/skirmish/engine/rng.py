"""Chance, counted: number k of the run with seed s is a pure function of s and k.

Both executors draw from here in the same order, so that a run found by one can be played again by the
other. A number has 32 bits; a die of n sides shows `(number * n >> 32) + 1`.
"""

from __future__ import annotations

from collections.abc import Iterator

MASK = 0xFFFFFFFFFFFFFFFF
GAMMA = 0x9E3779B97F4A7C15
MIX_1, MIX_2 = 0xBF58476D1CE4E5B9, 0x94D049BB133111EB
RUN = 0xD1342543DE82EF95
"""Runs of one seed start far from each other."""


def mix(z: int) -> int:
    """SplitMix64's finaliser: every bit of the result depends on every bit of z."""
    z = ((z ^ (z >> 30)) * MIX_1) & MASK
    z = ((z ^ (z >> 27)) * MIX_2) & MASK
    return z ^ (z >> 31)


def run_seed(base: int, index: int) -> int:
    """The seed of one run among many. It has 53 bits, so that every program can read it as a number."""
    return mix((mix(base & MASK) + (index + 1) * RUN) & MASK) >> 11


def start(seed: int) -> int:
    """The counter of a run before its first draw."""
    return mix((seed + GAMMA) & MASK)


def draws(seed: int, skip: int = 0) -> Iterator[int]:
    """The numbers of a run, without end; the first ones may be skipped."""
    z = (start(seed) + skip * GAMMA) & MASK
    while True:
        z = (z + GAMMA) & MASK
        y = ((z ^ (z >> 30)) * MIX_1) & MASK
        y = ((y ^ (y >> 27)) * MIX_2) & MASK
        yield (y ^ (y >> 31)) >> 32
