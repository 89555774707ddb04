"""Control of a match's flow from outside: queries, navigation and manual mode.

Queries evaluate conditions and change nothing. Navigation and manual edits are inputs like any other:
they are checked, refused with a reason, and recorded.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypedDict, Unpack

from turnwright.core.analysis.trace import Trace
from turnwright.core.definition.flow import Turn
from turnwright.core.errors import Refusal

from .compiled_flow import PHASE, SEGMENT, STEP, FlowPlace
from .flow_state import CamelNames
from .record import RecordEntry

if TYPE_CHECKING:
    from .match import Match


class JumpSettings(TypedDict, total=False):
    """The settings of a jump; see `FlowControl.jump_to`."""

    hooks: bool
    settle: bool
    reenter: bool


class FlowControl(CamelNames):
    """`match.flow`: queries about the flow, navigation and manual mode."""

    __slots__ = ("_match",)

    def __init__(self, match: Match) -> None:
        self._match = match

    @property
    def place(self) -> FlowPlace:
        """The current place."""
        return self._match._place

    @property
    def trace(self) -> Trace | None:
        """The trace of the flow, if tracing is on."""
        return self._match.trace

    def start_trace(self, size: int = 1000) -> Trace:
        """Switch tracing on. The trace keeps the last `size` events."""
        self._match.trace = Trace(size)
        return self._match.trace

    def stop_trace(self) -> None:
        """Switch tracing off."""
        self._match.trace = None

    # --- queries -----------------------------------------------------------------------------------

    def should_end_step(self) -> bool:
        """Whether the step would end now."""
        return self._should_end(STEP)

    def should_end_phase(self) -> bool:
        """Whether the phase would end now."""
        return self._should_end(PHASE)

    def should_end_turn(self) -> bool:
        """Whether the turn would end now."""
        match = self._match
        turn = match._place.turn
        if turn is None:
            return False
        return bool(turn.end_if is not None and turn.end_if(match.c)) or match.ctx.phases_done

    def should_end_segment(self) -> bool:
        """Whether the segment would end now."""
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
        """The step that would follow."""
        return self._next(STEP)

    def get_next_phase(self) -> str | None:
        """The phase that would follow."""
        return self._next(PHASE)

    def get_next_segment(self) -> str | None:
        """The segment that would follow."""
        return self._next(SEGMENT)

    def get_next_turn(self) -> int:
        """The seat whose turn would follow."""
        c, extra = self._match.c, self._match.ctx.extra_turns
        return extra[0] if extra else c.ctx.player_order[c.next_position()]

    def _next(self, depth: int) -> str | None:
        level = self._match._place.levels[depth]
        if level is None or isinstance(level, Turn):
            return None
        return level.next(self._match.c) if callable(level.next) else level.next

    def can_player_act(self, seat: int) -> bool:
        """Whether a seat may act now."""
        return seat in self._match.acting

    # --- navigation --------------------------------------------------------------------------------

    def set_segment(self, name: str, **how: Unpack[JumpSettings]) -> Refusal | None:
        """Go to a segment. It starts with its first player."""
        return self.jump_to(segment=name, **how)

    def set_phase(self, name: str, **how: Unpack[JumpSettings]) -> Refusal | None:
        """Go to a phase of the current segment."""
        return self.jump_to(phase=name, **how)

    def set_step(self, name: str, **how: Unpack[JumpSettings]) -> Refusal | None:
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
        """Go to any place. An unknown place is refused and changes nothing. After the end of the game
        only another segment can be entered, as by rules.

        - `hooks=False` runs no hooks on the way.
        - `settle=False` runs no automatic transitions afterwards.
        - `reenter=True` leaves and enters again what is already current.
        """
        match = self._match
        if not match.is_resting:
            return Refusal("question_open", "Finish the move in progress first.", {})
        transition = match.jump_transition(segment, phase, step, reenter)
        if isinstance(transition, str):
            return Refusal(
                "unknown_place", f"Cannot go there: {transition}.", {"place": match.ctx.place}
            )
        if transition is None:
            return None
        is_over = match.ctx.game_over and not match.ctx.manual_mode
        if is_over and transition.midway is not None:
            sentence = "The match is over. It can only go to another segment, or in manual mode."
            return Refusal("game_over", sentence, {})
        args = (segment, phase, step, hooks, settle, reenter)
        return match._accept(RecordEntry(op="go", args=args))

    # --- manual mode -------------------------------------------------------------------------------

    def set_manual_mode(self, on: bool) -> Refusal | None:
        """Switch the rules off so that players can edit the state, or on again; then it settles."""
        if not self._match.is_resting:
            return Refusal("question_open", "Finish the move in progress first.", {})
        return self._match._accept(RecordEntry(op="manual", args=(bool(on),)))

    def create_card(self, kind: str, zone: str, **fields: object) -> Refusal | None:
        """In manual mode, create a card on top of a zone: `create_card("Spark", "hand:0")`."""
        return self._correct(RecordEntry(op="create", args=(kind, zone, tuple(fields.items()))))

    def remove_card(self, card_id: int) -> Refusal | None:
        """In manual mode, remove a card from the game."""
        return self._correct(RecordEntry(op="remove", args=(card_id,)))

    def edit(self, path: str, value: object) -> Refusal | None:
        """In manual mode, set one value of the state: `edit("G.players.0.life", 20)`.

        `edit("ctx.card_zones.12", "hand:0")` moves card 12 to the top of that zone.
        """
        return self._correct(RecordEntry(op="edit", args=(path, value)))

    def _correct(self, entry: RecordEntry) -> Refusal | None:
        if not self._match.ctx.manual_mode:
            return Refusal("not_manual", "The state can only be edited in manual mode.", {})
        return self._match._accept(entry)
