"""Flow tracing: what the flow did and why, kept in a ring so that long matches stay small."""

from __future__ import annotations

from collections import deque

import msgspec

from turnwright.core.definition.flow import snake


class FlowEvent(msgspec.Struct, frozen=True):
    """One thing that happened: a transition, a condition that was asked, a rejected target."""

    kind: str
    where: str
    to: str = ""
    why: str = ""

    def __str__(self) -> str:
        arrow = f" -> {self.to}" if self.to else ""
        return f"{self.kind:<10} {self.where}{arrow}" + (f"  ({self.why})" if self.why else "")


class Trace:
    """A ring of flow events, and the places and transitions ever seen (for coverage)."""

    def __init__(self, size: int = 1000) -> None:
        self.events: deque[FlowEvent] = deque(maxlen=size)
        self.places: set[str] = set()
        self.transitions: set[tuple[str, str]] = set()

    def transition(self, where: str, to: str, why: str) -> None:
        self.events.append(FlowEvent("transition", where, to, why))
        self.places.add(to)
        self.transitions.add((where, to))

    def decision(self, where: str, why: str) -> None:
        self.events.append(FlowEvent("condition", where, "", why))

    def rejected(self, where: str, to: str, why: str) -> None:
        self.events.append(FlowEvent("rejected", where, to, why))

    def clear(self) -> None:
        self.events.clear()

    def __str__(self) -> str:
        return "\n".join(map(str, self.events))


class Debuggers:
    """`debuggers.flow_transitions = True` makes every match that starts from now on keep a trace."""

    __slots__ = ("flow_transitions",)

    def __init__(self) -> None:
        self.flow_transitions = False

    def __setattr__(self, name: str, value: bool) -> None:
        object.__setattr__(self, snake(name), value)  # the document writes flowTransitions

    def __getattr__(self, name: str) -> bool:
        if snake(name) == name:
            raise AttributeError(f"there is no debugger {name!r}")
        return bool(getattr(self, snake(name)))


debuggers = Debuggers()
