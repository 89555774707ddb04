"""Control of a match's flow from outside: queries, navigation and manual mode.

Queries evaluate conditions and change nothing. Navigation and manual edits are inputs like any other:
they are checked, refused with a reason, and recorded.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, Unpack

import msgspec

from turnwright.core.analysis.trace import Listener, Trace
from turnwright.core.definition.flow import Turn
from turnwright.core.errors import Refusal, RulesError

from .compiled_flow import PHASE, SEGMENT, STEP, FlowPlace, names_given
from .flow_state import CamelNames, Ctx
from .record import RecordEntry

if TYPE_CHECKING:
    from turnwright.core.definition.game import MatchState

    from .context import Context
    from .match import Match

AnyState: TypeAlias = "MatchState | tuple[Any, Ctx] | None"


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

    def start_trace(
        self, size: int = 1000, listener: Listener | None = None, *, differences: bool = False
    ) -> Trace:
        """Switch tracing on, also in the middle of a match. The trace keeps the last `size` events;
        `listener` and `differences` are those of `Trace`."""
        self._match.trace = trace = Trace(size, listener, differences=differences)
        return trace

    def stop_trace(self) -> None:
        """Switch tracing off."""
        self._match.trace = None

    # --- queries -----------------------------------------------------------------------------------
    # They can also be asked about another state of the game, as `(state, fn_context)`: a `Match.state`,
    # and the context that its rules receive (by default one made for the state).

    def should_end_step(self, state: AnyState = None, fn_context: Context | None = None) -> bool:
        """Whether the step would end now."""
        return _should_end(self._at(state, fn_context), STEP)

    def should_end_phase(self, state: AnyState = None, fn_context: Context | None = None) -> bool:
        """Whether the phase would end now."""
        return _should_end(self._at(state, fn_context), PHASE)

    def should_end_turn(self, state: AnyState = None, fn_context: Context | None = None) -> bool:
        """Whether the turn would end now."""
        match = self._at(state, fn_context)
        turn = match._place.turn
        if turn is None or _is_held(match):
            return False
        return bool(turn.end_if is not None and turn.end_if(match.c)) or match.ctx.phases_done

    def should_end_segment(self, state: AnyState = None, fn_context: Context | None = None) -> bool:
        """Whether the segment would end now."""
        return _should_end(self._at(state, fn_context), SEGMENT)

    def get_next_step(
        self, state: AnyState = None, fn_context: Context | None = None
    ) -> str | None:
        """The step that would follow."""
        return _next(self._at(state, fn_context), STEP)

    def get_next_phase(
        self, state: AnyState = None, fn_context: Context | None = None
    ) -> str | None:
        """The phase that would follow."""
        return _next(self._at(state, fn_context), PHASE)

    def get_next_segment(
        self, state: AnyState = None, fn_context: Context | None = None
    ) -> str | None:
        """The segment that would follow."""
        return _next(self._at(state, fn_context), SEGMENT)

    def get_next_turn(self, state: AnyState = None, fn_context: Context | None = None) -> int:
        """The seat whose turn would follow."""
        match = self._at(state, fn_context)
        c, extra = match.c, match.ctx.extra_turns
        return extra[0] if extra else c.ctx.player_order[c.next_position()]

    def can_player_act(self, seat: int) -> bool:
        """Whether a seat may act now."""
        return seat in self._match.acting

    def _at(self, state: AnyState, fn_context: Context | None) -> Match:
        """The match, or a copy that stands in another state."""
        match = self._match
        if state is None and fn_context is None:
            return match
        if isinstance(state, tuple):
            G, ctx = state
        elif state is not None:
            G, ctx = state.G, state.ctx
        else:
            assert fn_context is not None
            G, ctx = fn_context.G, fn_context.ctx
        if ctx is not match.ctx:
            match = type(match)(match.game, G, msgspec.structs.replace(ctx), match.record, False)
        if fn_context is not None and fn_context is not match.c:
            match = match.clone(record=False) if match is self._match else match
            match.c = fn_context
        return match

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
        segment: str | Mapping[str, str | None] | None = None,
        phase: str | None = None,
        step: str | None = None,
        *,
        hooks: bool = True,
        settle: bool = True,
        reenter: bool = False,
    ) -> Refusal | None:
        """Go to any place. An unknown place is refused and changes nothing. After the end of the game
        only another segment can be entered, as by rules. The names can also be given as one dict:
        `jump_to({"segment": "duringGame", "phase": "mainPhase"})`.

        - `hooks=False` runs no hooks on the way.
        - `settle=False` runs no automatic transitions afterwards.
        - `reenter=True` leaves and enters again what is already current.
        """
        match = self._match
        if not match.is_resting:
            return Refusal("question_open", "Finish the move in progress first.", {})
        try:
            names = names_given(segment, phase, step)
        except RulesError as error:
            return Refusal("unknown_place", str(error), {"place": match.ctx.place})
        transition = match.jump_transition(*names, reenter)
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
        args = (*names, hooks, settle, reenter)
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


def _should_end(match: Match, depth: int) -> bool:
    level = match._place.levels[depth]
    trace, match.trace = match.trace, None
    try:
        return level is not None and not _is_held(match) and match.ends(level, depth)
    finally:
        match.trace = trace


def _is_held(match: Match) -> bool:
    return any(hold(match.c) for hold in match._place.holds)


def _next(match: Match, depth: int) -> str | None:
    level = match._place.levels[depth]
    if level is None or isinstance(level, Turn):
        return None
    return level.next(match.c) if callable(level.next) else level.next
