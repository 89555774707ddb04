"""Turnwright: an engine for turn-based games. Rules are written once; anybody may play them."""

from typing import TYPE_CHECKING, Any

from .core.context import Context, concede, end_phase, end_step, end_turn
from .core.ctx import Card, Ctx, Result
from .core.errors import (
    DefinitionError,
    FlowLoop,
    Refusal,
    Refused,
    ReplayDivergence,
    RulesError,
    TurnwrightError,
    UnusableError,
)
from .core.flow import Flow, Phase, Segment, Step, Turn, Window, always
from .core.game import Game
from .core.moves import Move, Option, arg, move
from .core.plain import Counted, Own, Public, State, default
from .core.prompts import Answer, Prompt, Question
from .core.record import Record
from .core.rng import Stream
from .core.trace import debuggers
from .core.zones import Zone

if TYPE_CHECKING:
    from .core.match import Match

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """What only a running match needs is imported when one is started."""
    if name == "Match":
        from .core.match import Match

        return Match
    raise AttributeError(f"turnwright has no {name!r}")


__all__ = [
    "Answer",
    "Card",
    "Context",
    "Counted",
    "Ctx",
    "DefinitionError",
    "Flow",
    "FlowLoop",
    "Game",
    "Match",
    "Move",
    "Option",
    "Own",
    "Phase",
    "Prompt",
    "Public",
    "Question",
    "Record",
    "Refusal",
    "Refused",
    "ReplayDivergence",
    "Result",
    "RulesError",
    "Segment",
    "State",
    "Step",
    "Stream",
    "Turn",
    "TurnwrightError",
    "UnusableError",
    "Window",
    "Zone",
    "always",
    "arg",
    "concede",
    "debuggers",
    "default",
    "end_phase",
    "end_step",
    "end_turn",
    "move",
]
