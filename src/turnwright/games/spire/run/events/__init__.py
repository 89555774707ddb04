"""Events: their definition, which one happens, and the events of each act."""

from . import act1, act2, act3, neow_event, shrines
from .event_definition import EVENTS, EventChoice
from .event_flow import begin_event, choices, choose_event, open_choices, take

__all__ = [
    "EVENTS",
    "EventChoice",
    "act1",
    "act2",
    "act3",
    "begin_event",
    "choices",
    "choose_event",
    "neow_event",
    "open_choices",
    "shrines",
    "take",
]
