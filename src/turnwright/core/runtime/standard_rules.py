"""Ready-made rules that more than one game uses: moves and conditions to put into a definition."""

from __future__ import annotations

from typing import TYPE_CHECKING

from turnwright.core.definition.moves import move
from turnwright.core.errors import Refusal, UndoRequested

from .action_in_progress import last_own_move
from .flow_state import Result

if TYPE_CHECKING:
    from .context import Context


def one_left(c: Context) -> Result | None:
    """An end condition of the game: `Flow(end_if=tw.one_left)` ends it when `c.eliminate` has left one
    seat, which wins. A game for one player goes on."""
    left = [seat for seat in c.ctx.player_order if seat not in c.ctx.eliminated]
    is_decided = len(left) == 1 < len(c.ctx.player_order)
    return Result((left[0],), "the others are out") if is_decided else None


def end_stage(c: Context) -> None:
    """A move that ends the stage of the seat that makes it."""
    c.end_stage()


def _can_undo(c: Context) -> bool | str:
    found = last_own_move(c.ctx.__dict__.get("_inputs", ()), c.seat)
    return found.sentence if isinstance(found, Refusal) else True


@move(by="anyone", when=_can_undo, label="Undo", counts=False)
def undo(c: Context) -> None:
    """A move that undoes the last move of the seat that makes it, with all its answers. It is possible
    until another seat acts or hidden information is revealed, and is not part of the record itself."""
    raise UndoRequested
