"""Turnwright: an engine for turn-based games. Rules are written once; anybody may play them."""

from importlib import import_module
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
    from .core.action import Action
    from .core.cost import Cost, Payment, Shortfall, Variable, pay, quote, refund
    from .core.events import Event, Watcher, Watchers
    from .core.ledger import Ledger, Pool
    from .core.match import Match
    from .core.timing import Free, Main, Reaction, Setup

__version__ = "0.1.0"

# The rules library, and what only a running match needs, are imported when they are first used.
_LATER = {
    "Match": "match",
    "Action": "action",
    **dict.fromkeys(["Free", "Main", "Reaction", "Setup"], "timing"),
    **dict.fromkeys(["Event", "Watcher", "Watchers"], "events"),
    **dict.fromkeys(["Ledger", "Pool"], "ledger"),
    **dict.fromkeys(["Cost", "Payment", "Shortfall", "Variable", "pay", "quote", "refund"], "cost"),
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"turnwright has no {name!r}")
    value = getattr(import_module(f"turnwright.core.{_LATER[name]}"), name)
    globals()[name] = value
    return value


__all__ = [
    "Action",
    "Answer",
    "Card",
    "Context",
    "Cost",
    "Counted",
    "Ctx",
    "DefinitionError",
    "Event",
    "Flow",
    "FlowLoop",
    "Free",
    "Game",
    "Ledger",
    "Main",
    "Match",
    "Move",
    "Option",
    "Own",
    "Payment",
    "Phase",
    "Pool",
    "Prompt",
    "Public",
    "Question",
    "Reaction",
    "Record",
    "Refusal",
    "Refused",
    "ReplayDivergence",
    "Result",
    "RulesError",
    "Segment",
    "Setup",
    "Shortfall",
    "State",
    "Step",
    "Stream",
    "Turn",
    "TurnwrightError",
    "UnusableError",
    "Variable",
    "Watcher",
    "Watchers",
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
    "pay",
    "quote",
    "refund",
]
