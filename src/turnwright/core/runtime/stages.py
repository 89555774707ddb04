"""Stages: which seat is in which stage of the phase (`ctx.stages`), and how seats enter and leave them.

While any seat is in a stage, only the seats in `ctx.stages` act. A seat whose stage is None acts with
the moves of the phase. Hooks of stages run at once, with their seat as `c.seat`, and cannot ask.
"""

from __future__ import annotations

from types import GeneratorType
from typing import TYPE_CHECKING

from turnwright.core.errors import RulesError
from turnwright.core.suggestions import suggestion

from .rule_errors import read

if TYPE_CHECKING:
    from turnwright.core.definition.flow import Phase, Stage
    from turnwright.core.definition.moves import Hook

    from .context import Context


def set_stage(c: Context, seat: int, name: str | None) -> None:
    """Put a seat into a stage of the current phase, or with None among those who act in the phase."""
    phase = _phase(c)
    if name is not None and name not in phase.stages:
        known = suggestion(name, phase.stages) or f" (known: {', '.join(phase.stages)})."
        raise RulesError(f"Phase {c.ctx.current_phase!r} has no stage {name!r}{known}")
    if seat in c.ctx.eliminated:
        raise RulesError(f"set_stage: seat {seat} was eliminated and cannot act.")
    c.position_of(seat)
    stages = c.ctx.stages
    if seat in stages and stages[seat] == name:
        return
    _leave(c, phase, seat)
    stages[seat] = name
    if name is not None:
        _run(c, seat, phase.stages[name].on_begin)


def end_stage(c: Context, seat: int) -> None:
    """Let a seat leave its stage: it enters the `next` stage, or does not act any more."""
    if seat not in c.ctx.stages:
        raise RulesError(f"Seat {seat} is in no stage at {c.ctx.place}.")
    phase = _phase(c)
    stage = _leave(c, phase, seat)
    if stage is not None and stage.next is not None:
        set_stage(c, seat, stage.next)


def enter_stages(c: Context) -> None:
    """A hook: let the seats that `Stage.who` returns enter their stages, when a phase begins."""
    for name, stage in _phase(c).stages.items():
        if stage.who is not None:
            for seat in read(c, stage.who, f"who of stage {name!r}"):
                if seat not in c.ctx.eliminated:
                    set_stage(c, seat, name)


def leave_stages(c: Context) -> None:
    """A hook: let all seats leave their stages, when a phase ends."""
    phase = _phase(c)
    for seat in list(c.ctx.stages):
        _leave(c, phase, seat)


def seat_with_ended_stage(c: Context) -> int | None:
    """Return a seat whose stage ends now. This only asks conditions."""
    stages = c.ctx.stages
    phase = _phase(c) if stages else None
    for seat, name in stages.items():
        stage = phase.stages[name] if phase is not None and name is not None else None
        if stage is not None and stage.end_if is not None:
            c.seat = seat
            if stage.end_if(c):
                return seat
    return None


def _leave(c: Context, phase: Phase, seat: int) -> Stage | None:
    name = c.ctx.stages.pop(seat, None)
    if name is None:
        return None
    stage = phase.stages[name]
    _run(c, seat, stage.on_end)
    return stage


def _run(c: Context, seat: int, hook: Hook | None) -> None:
    if hook is not None:
        before, c.seat = c.seat, seat
        result = hook(c)
        c.seat = before
        if isinstance(result, GeneratorType | type(c.G)):
            raise RulesError("Hooks of stages cannot ask or replace G.")


def _phase(c: Context) -> Phase:
    ctx = c.ctx
    segment = c._compiled_flow.segments.get(ctx.current_segment or "")
    phase = segment.turn.phases.get(ctx.current_phase or "") if segment else None
    if phase is None or not phase.stages:
        raise RulesError(f"There are no stages at {ctx.place}.")
    return phase
