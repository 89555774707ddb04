"""The results of many runs as arrays: what the kernel fills in, and statistics read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from turnwright.skirmish.engine.run_outcome import MAX_FALL_ROUND

if TYPE_CHECKING:
    from numpy.typing import NDArray

Array: TypeAlias = "NDArray[Any]"

FALL_ROUNDS = MAX_FALL_ROUND + 1
PERCENT_VALUES = 101
"""Hit points of a side are counted in whole percents, from 0 to 100."""


class RunColumns(NamedTuple):
    """Many runs, one row per quantity.

    The dimensions: B participants, A actions, P lasting pools (those of the first participant first), E
    encounters, S sides of an encounter at most, R rounds at most, n runs.
    """

    winner: Array
    rounds: Array
    capped: Array
    guards: Array
    fought: Array
    """[n] How many encounters took place."""
    fights: Array
    """[E, n] The winner of each; undefined where it did not take place."""
    hp: Array
    dead: Array
    """[B, n]"""
    pools: Array
    """[P, n]"""
    damage: Array
    uses: Array
    """[A, n]"""
    last: Array
    """[S, n] Percents of the sides after the last round of the last encounter; -1 without rounds."""
    course: Array
    """[E, S, R, PERCENT_VALUES] In how many runs a side had so many percent after a round."""
    ended: Array
    """The same, of the last rounds only."""
    falls: Array
    """[E, B, FALL_ROUNDS] In how many runs a participant first fell in a round."""
    deaths: Array
    """[E, S, B + 1] In how many runs so many of a side died in an encounter."""
