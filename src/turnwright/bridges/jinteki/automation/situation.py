"""The situation that handlers decide about, read once per step from the state of one side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from turnwright.games.netrunner.card_facts import SIDES
from turnwright.games.netrunner.obligations import Obligation, WindowFacts, who_owes

from . import state_queries as q
from .strategy import Strategy


class RunMemory(msgspec.Struct):
    """What the state does not tell, kept between steps.

    What belongs to one approach or encounter is stored under its `stage` and expires with it."""

    had_run: bool = False
    """Whether there was a run at the last step."""
    events_seen: int = -1
    """The newest log line that has stopped the loop."""
    tried: dict[tuple[int, Any], int] = {}
    """How often something was tried, by stage."""
    done: set[tuple[int, Any]] = set()
    """Steps of tactics that were taken, by stage."""
    wanted: list[int] | None = None
    """Subroutines to choose in the open break prompt."""
    picked: list[int] = []
    """Those that were already chosen in it."""
    accessed: list[tuple[str, Any]] = []
    """The access prompts of this run: their messages and numbers."""
    warned_of_force: bool = False

    def tries(self, stage: int, what: Any) -> int:
        """Return how often something was tried in an approach or encounter."""
        return self.tried.get((stage, what), 0)


class Situation(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a run as one side sees it."""

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
    facts: WindowFacts
    owed: Obligation
    """Who owes what."""

    @property
    def i_owe(self) -> str:
        """What this side owes; empty if the opponent must act."""
        return self.owed.what if self.owed.side == SIDES.index(self.side) else ""

    @property
    def opponent(self) -> str:
        """The other side."""
        return q.opponent_of(self.side)

    @property
    def is_over(self) -> bool:
        """Whether there is no run."""
        return self.phase is None

    @property
    def in_window(self) -> bool:
        """Whether this side may act: it has no open question and waits for no answer.

        A `continue` while a decision is pending makes prompts appear twice."""
        if self.state.get("asked"):
            return False
        return not q.is_question(self.prompt) and not q.is_waiting(self.prompt)

    @property
    def have_passed(self) -> bool:
        """Whether this side has passed in this window."""
        return self.passed == self.side

    @property
    def opponent_passed(self) -> bool:
        """Whether the opponent has passed in this window."""
        return self.passed == self.opponent

    @property
    def ice_title(self) -> str:
        """The title of the current ice, or "ice" if it is unknown."""
        return str((self.ice or {}).get("title") or "ice")

    @property
    def open_subs(self) -> list[int]:
        """The indices of the subroutines that are neither broken nor fired."""
        return q.open_subroutines(self.ice)

    @property
    def stage(self) -> int:
        """The number of the current approach or encounter."""
        return q.current_stage(self.state)

    @property
    def me(self) -> Any:
        """The state of this side."""
        return self.state.get(self.side, {})

    @property
    def credits(self) -> int:
        """The credits of this side."""
        return int(self.me.get("credit") or 0)

    def at(self, side: str, phase: str) -> bool:
        """Tell whether this is that side, in that phase, and may act."""
        return self.side == side and self.phase == phase and self.in_window

    def programs(self) -> Sequence[q.Card]:
        """Return the installed programs, and those hosted on the current ice."""
        rig = self.state.get("runner", {}).get("rig", {})
        hosted = [one for one in (self.ice or {}).get("hosted") or () if one.get("abilities")]
        return [*(rig.get("program") or ()), *hosted]


def read_situation(state: q.State, side: str, strategy: Strategy, memory: RunMemory) -> Situation:
    """Read the situation of a side from its state."""
    run = q.run_of(state)
    facts = q.window_facts(state, side)
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
        facts=facts,
        owed=who_owes(facts),
    )
