"""Turnwright: an engine for turn-based games. Rules are written once; anybody may play them."""

from importlib import import_module
from typing import TYPE_CHECKING

from .core.analysis.trace import debuggers
from .core.definition.flow import Flow, Phase, Segment, Stage, Step, Turn, Window, always
from .core.definition.game import Game
from .core.definition.moves import Move, Option, arg, card_arg, move, seat_arg
from .core.definition.rulebook import Rulebook
from .core.definition.state import Counted, Own, Public, State, default
from .core.definition.zones import Zone
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
from .core.runtime.context import Context, concede, end_phase, end_step, end_turn
from .core.runtime.flow_state import Card, Ctx, Result
from .core.runtime.prompts import Answer, Asking, Prompt, Question
from .core.runtime.record import Record
from .core.runtime.rng import Stream
from .core.runtime.standard_rules import end_stage, one_left, undo

if TYPE_CHECKING:
    from .core.rules.action import Action
    from .core.rules.cost import Cost, Payment, Shortfall, Variable, pay, quote, refund
    from .core.rules.events import Event, Watcher, WatcherRegistry
    from .core.rules.ledger import Ledger, Pool
    from .core.rules.timing import Free, Main, Reaction, Setup
    from .core.runtime.match import Match

__version__ = "0.2.0"

# The rules library and the runtime of a match are imported on first use.
_LATER = {
    "Match": "runtime.match",
    "Action": "rules.action",
    **dict.fromkeys(["Free", "Main", "Reaction", "Setup"], "rules.timing"),
    **dict.fromkeys(["Event", "Watcher", "WatcherRegistry"], "rules.events"),
    **dict.fromkeys(["Ledger", "Pool"], "rules.ledger"),
    **dict.fromkeys(
        ["Cost", "Payment", "Shortfall", "Variable", "pay", "quote", "refund"], "rules.cost"
    ),
}

if not TYPE_CHECKING:  # a type checker must not take an unknown name for one that is imported later

    def __getattr__(name: str) -> object:
        if name not in _LATER:
            raise AttributeError(f"module 'turnwright' has no attribute {name!r}")
        value = getattr(import_module(f"turnwright.core.{_LATER[name]}"), name)
        globals()[name] = value
        return value


__all__ = [
    "Action",
    "Answer",
    "Asking",
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
    "Rulebook",
    "RulesError",
    "Segment",
    "Setup",
    "Shortfall",
    "Stage",
    "State",
    "Step",
    "Stream",
    "Turn",
    "TurnwrightError",
    "UnusableError",
    "Variable",
    "Watcher",
    "WatcherRegistry",
    "Window",
    "Zone",
    "always",
    "arg",
    "card_arg",
    "concede",
    "debuggers",
    "default",
    "end_phase",
    "end_stage",
    "end_step",
    "end_turn",
    "move",
    "one_left",
    "pay",
    "quote",
    "refund",
    "seat_arg",
    "undo",
]
