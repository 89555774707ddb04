"""Plans: what a player has decided in advance, so that routine inputs need no person.

A plan plays one seat. It is asked whenever the seat must act, and either has inputs or leaves the
decision to the person. What it does is a normal input of its seat.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeAlias

import msgspec

from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Answer


class PlanStep(msgspec.Struct, frozen=True):
    """What a plan does about a situation: inputs to submit in order, or why it has none."""

    answers: tuple[Answer, ...] = ()
    status: str = "idle"
    """`played`, `decide` (the person must), `waiting` (for another seat) or `idle`."""
    sentence: str = ""


class SeatPlan(Protocol):
    """A plan for one seat of a match. It remembers what it has tried."""

    name: str
    warnings: Sequence[str]

    def step(self, match: Match) -> PlanStep:
        """Return what to do now. The match is not changed."""
        ...


ReadPlan: TypeAlias = Callable[[str, int], SeatPlan]
"""Reads the text of a plan for a seat. A text that is not a plan raises an `UnusableError`."""

DescribePlan: TypeAlias = Callable[[str | dict[str, Any]], dict[str, Any]]
"""Reads a plan, as text or as data, and returns it in both forms with everything wrong with it."""
