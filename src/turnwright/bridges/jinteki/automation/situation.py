"""The situation: all that handlers look at, gathered once per step from the state of one side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from . import state_queries as q
from .strategy import Strategy


class RunMemory(msgspec.Struct):
    """What the log and the state do not tell, kept between steps. Marks are lines of the log: what
    belongs to one encounter is forgotten with it."""

    had_run: bool = False
    """Was there a run at the last look?"""
    events_seen: int = -1
    """The newest line that has made us stop."""
    tried: dict[tuple[int, Any], int] = {}
    """How often something was tried in this approach or encounter."""
    done: set[tuple[int, Any]] = set()
    """Tactics that were carried out."""
    wanted: list[int] | None = None
    """Subroutines that the open break prompt is for."""
    picked: list[int] = []
    """Of these, what was chosen in the open prompt so far."""
    accessed: list[tuple[str, Any]] = []
    """What the Runner was shown of the accesses in this run, and the numbers of the prompts."""
    warned_of_force: bool = False

    def tries(self, mark: int, what: Any) -> int:
        return self.tried.get((mark, what), 0)


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """One side's look at the seat."""

    def __repr__(self) -> str:
        return f"the {self.side} in {self.phase or 'no run'} at {self.position}"

    state: q.State
    side: str
    strategy: Strategy
    memory: RunMemory
    phase: str | None
    prompt: q.Prompt | None
    ice: q.Card | None
    passed: str | bool | None
    position: int

    @property
    def opponent(self) -> str:
        return q.opponent_of(self.side)

    @property
    def is_over(self) -> bool:
        return self.phase is None

    @property
    def in_window(self) -> bool:
        """Nothing is asked of this side, and it does not wait for an answer of the other: it may act.
        (A `continue` while a decision is pending makes prompts appear twice.)"""
        return not q.is_question(self.prompt) and not q.is_waiting(self.prompt)

    @property
    def have_passed(self) -> bool:
        return self.passed == self.side

    @property
    def opponent_passed(self) -> bool:
        return self.passed == self.opponent

    @property
    def ice_title(self) -> str:
        return str((self.ice or {}).get("title") or "ice")

    @property
    def open_subs(self) -> list[int]:
        return q.open_subroutines(self.ice)

    @property
    def mark(self) -> int:
        return q.mark(self.state)

    @property
    def me(self) -> Any:
        return self.state.get(self.side, {})

    @property
    def credits(self) -> int:
        return int(self.me.get("credit") or 0)

    def at(self, side: str, phase: str) -> bool:
        """Is this that side, in that phase, free to act?"""
        return self.side == side and self.phase == phase and self.in_window

    def programs(self) -> Sequence[q.Card]:
        """Installed programs, and those on the ice in front of the Runner."""
        rig = self.state.get("runner", {}).get("rig", {})
        hosted = [one for one in (self.ice or {}).get("hosted") or () if one.get("abilities")]
        return [*(rig.get("program") or ()), *hosted]


def look(state: q.State, side: str, strategy: Strategy, memory: RunMemory) -> Situation:
    run = q.run_of(state)
    return Situation(
        state=state,
        side=side,
        strategy=strategy,
        memory=memory,
        phase=q.phase_of(state),
        prompt=q.prompt_of(state, side),
        ice=q.get_current_ice(state),
        passed=q.passed_by(state),
        position=int((run or {}).get("position") or 0),
    )
