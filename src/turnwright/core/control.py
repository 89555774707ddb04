"""Steering a match from outside: the flow document's navigation, its queries, and manual mode.

Queries are pure: they ask conditions and change nothing. Navigation and manual corrections are
inputs like any other: checked, refused with a reason, written to the record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import msgspec

from .ctx import CamelNames
from .errors import Refusal, refuse
from .places import PHASE, SEGMENT, STEP, Place, Plan
from .record import Entry
from .trace import Trace

if TYPE_CHECKING:
    from .match import Match


class FlowControl(CamelNames):
    """`match.flow`: where the flow stands, what it would do next, and how to move it."""

    __slots__ = ("_match",)

    def __init__(self, match: Match) -> None:
        self._match = match

    @property
    def place(self) -> Place:
        return self._match._place

    @property
    def trace(self) -> Trace | None:
        """What happened so far, if tracing is on."""
        return self._match.trace

    def start_trace(self, size: int = 1000) -> Trace:
        """Switch tracing on; the trace is a ring of the last `size` events."""
        self._match.trace = Trace(size)
        return self._match.trace

    def stop_trace(self) -> None:
        self._match.trace = None

    # --- queries -----------------------------------------------------------------------------------

    def should_end_step(self) -> bool:
        return self._should_end(STEP)

    def should_end_phase(self) -> bool:
        return self._should_end(PHASE)

    def should_end_turn(self) -> bool:
        match = self._match
        turn = match._place.turn
        if turn is None:
            return False
        return bool(turn.end_if is not None and turn.end_if(match.c)) or match.ctx.phases_done

    def should_end_segment(self) -> bool:
        return self._should_end(SEGMENT)

    def _should_end(self, depth: int) -> bool:
        match = self._match
        level = match._place.levels[depth]
        trace, match.trace = match.trace, None
        try:
            return level is not None and match.ends(level, depth)
        finally:
            match.trace = trace

    def get_next_step(self) -> str | None:
        return self._next(STEP)

    def get_next_phase(self) -> str | None:
        return self._next(PHASE)

    def get_next_segment(self) -> str | None:
        return self._next(SEGMENT)

    def get_next_turn(self) -> int:
        """The seat whose turn would follow."""
        c, extra = self._match.c, self._match.ctx.extra_turns
        return extra[0] if extra else c.ctx.player_order[c.next_position()]

    def _next(self, depth: int) -> str | None:
        level: Any = self._match._place.levels[depth]
        if level is None:
            return None
        name: str | None = level.next(self._match.c) if callable(level.next) else level.next
        return name

    def can_player_act(self, seat: int) -> bool:
        return seat in self._match.acting

    # --- navigation --------------------------------------------------------------------------------

    def set_segment(self, name: str, **how: Any) -> Refusal | None:
        """Go to a segment; it starts with its first player."""
        return self.jump_to(segment=name, **how)

    def set_phase(self, name: str, **how: Any) -> Refusal | None:
        """Go to a phase of the current segment."""
        return self.jump_to(phase=name, **how)

    def set_step(self, name: str, **how: Any) -> Refusal | None:
        """Go to a step of the current phase."""
        return self.jump_to(step=name, **how)

    def jump_to(
        self,
        segment: str | None = None,
        phase: str | None = None,
        step: str | None = None,
        *,
        hooks: bool = True,
        settle: bool = True,
        reenter: bool = False,
    ) -> Refusal | None:
        """Go anywhere. The whole target is checked first; an invalid one changes nothing.

        `hooks=False` places the match there without running rules (to restore a position),
        `settle=False` runs no automatic transitions afterwards, `reenter=True` leaves and enters even
        what is current already.
        """
        match = self._match
        if match.asked:
            return Refusal("question_open", "A question is open; it must be answered first.", {})
        if match.ctx.game_over and not match.ctx.manual_mode:
            return Refusal("game_over", "The match is over; only manual mode can move it.", {})
        plan = match.jump_plan(segment, phase, step, reenter)
        if isinstance(plan, str):
            return Refusal("unknown_place", f"Cannot go there: {plan}.", {"place": match.ctx.place})
        if plan is None:
            return None
        args = (segment, phase, step, hooks, settle, reenter)
        return match._accept(Entry(op="go", args=args))

    # --- manual mode -------------------------------------------------------------------------------

    def set_manual_mode(self, on: bool) -> Refusal | None:
        """Switch the rules off, so that players can correct the state, or on; then it settles."""
        if self._match.asked:
            return Refusal("question_open", "A question is open; it must be answered first.", {})
        return self._match._accept(Entry(op="manual", args=(bool(on),)))

    def edit(self, path: str, value: Any) -> Refusal | None:
        """In manual mode, set one value of the state: `edit("G.players.0.life", 20)`."""
        match = self._match
        if not match.ctx.manual_mode:
            return Refusal("not_manual", "The state can be edited only in manual mode.", {})
        return match._accept(Entry(op="edit", args=(path, value)))

    # --- carrying out, for the match, which has checked and will write it down ------------------------

    def run(self, op: str, args: tuple[Any, ...]) -> None:
        runs: dict[str, Callable[..., None]]
        runs = {"go": self._go, "manual": self._manual, "edit": self._edit}
        runs[op](*args)

    def _go(
        self,
        segment: str | None,
        phase: str | None,
        step: str | None,
        hooks: bool,
        settle: bool,
        reenter: bool,
    ) -> None:
        match = self._match
        plan = match.jump_plan(segment, phase, step, reenter)
        if not isinstance(plan, Plan):
            return
        if hooks:
            match.settle(plan, once=not settle)
            return
        ctx = match.ctx
        if ctx.window is not None:
            ctx.window = None
            ctx.priority_player_pos = ctx.turn_player_pos
        ctx.passed_players.clear()
        match._place = plan.place
        ctx.current_segment, ctx.current_phase, ctx.current_step = plan.place.names
        ctx.steps_done = ctx.phases_done = False
        if plan.place.window is not None:
            match.c.reopen_window()
        if settle:
            match.settle()

    def _manual(self, on: bool) -> None:
        self._match.ctx.manual_mode = on
        if not on:
            self._match.settle()

    def _edit(self, path: str, value: Any) -> None:
        match = self._match
        node: Any = match
        *parents, last = path.split(".")
        if not parents or parents[0] not in ("G", "ctx"):
            refuse("bad_path", f"A path starts with G or ctx, not like {path!r}.", path=path)
        if path.startswith("ctx.current_"):
            refuse("bad_path", "The position is not edited; use jump_to.", path=path)
        try:
            for word in parents:
                node = _inside(node, word)
            _inside(node, last)
            if isinstance(node, list):
                node[int(last)] = value
            elif isinstance(node, dict):
                node[_key(node, last)] = value
            else:
                setattr(node, last, value)
            kind = match.game.table
            msgspec.msgpack.decode(msgspec.msgpack.encode(match.table), type=kind)
        except (AttributeError, KeyError, IndexError, ValueError, TypeError) as error:
            refuse("bad_path", f"Cannot set {path!r} to {value!r}: {error}.", path=path)


def _inside(node: Any, word: str) -> Any:
    if isinstance(node, list):
        return node[int(word)]
    if isinstance(node, dict):
        return node[_key(node, word)]
    return getattr(node, word)


def _key(node: dict[Any, Any], word: str) -> Any:
    return word if word in node else int(word)
