"""Flow tracing: the last events of the flow and their reasons."""

from __future__ import annotations

from collections import deque

import msgspec

from turnwright.core.definition.flow import snake


class FlowEvent(msgspec.Struct, frozen=True):
    """One event: a transition, an evaluated condition or a rejected target."""

    kind: str
    where: str
    to: str = ""
    why: str = ""

    def __str__(self) -> str:
        arrow = f" -> {self.to}" if self.to else ""
        return f"{self.kind:<10} {self.where}{arrow}" + (f"  ({self.why})" if self.why else "")


class Trace:
    """The last `size` flow events, and all places and transitions seen (for coverage)."""

    def __init__(self, size: int = 1000) -> None:
        self.events: deque[FlowEvent] = deque(maxlen=size)
        self.places: set[str] = set()
        self.transitions: set[tuple[str, str]] = set()

    def transition(self, where: str, to: str, why: str) -> None:
        """Add a transition."""
        self.events.append(FlowEvent("transition", where, to, why))
        self.places.add(to)
        self.transitions.add((where, to))

    def decision(self, where: str, why: str) -> None:
        """Add an evaluated condition."""
        self.events.append(FlowEvent("condition", where, "", why))

    def rejected(self, where: str, to: str, why: str) -> None:
        """Add a rejected target."""
        self.events.append(FlowEvent("rejected", where, to, why))

    def clear(self) -> None:
        """Forget the events; places and transitions are kept."""
        self.events.clear()

    def __str__(self) -> str:
        return "\n".join(map(str, self.events))


class Debuggers:
    """Global switches. With `debuggers.flow_transitions = True`, new matches keep a trace."""

    __slots__ = ("flow_transitions",)

    def __init__(self) -> None:
        self.flow_transitions = False

    def __setattr__(self, name: str, value: bool) -> None:
        object.__setattr__(self, snake(name), value)  # flowTransitions works as well

    def __getattr__(self, name: str) -> bool:
        if snake(name) == name:
            raise AttributeError(f"There is no debugger {name!r}.")
        return bool(getattr(self, snake(name)))


debuggers = Debuggers()
