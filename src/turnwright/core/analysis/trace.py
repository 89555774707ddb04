"""Flow tracing: what the flow did and why, kept and streamed as it happens.

A trace has the transitions, the conditions that were asked, rejected targets, and the moves, hooks and
answers that ran. With `differences`, a move, hook or answer comes with what it changed in the state:
the state is compared when the next event begins, or when the match rests. So an event is complete, and
is handed to the listeners, a moment after it began. A match without a trace pays one comparison with
None per rule.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import msgspec

from turnwright.core.definition.flow import snake
from turnwright.core.suggestions import joined

from .state_changes import StateChange, changes_between, plain_state

if TYPE_CHECKING:
    from turnwright.core.runtime.runner import FlowRunner

RULES = ("move", "hook", "answer", "setup")
"""The kinds of events that can change the state."""


class FlowEvent(msgspec.Struct, frozen=True):
    """One event: a transition, an evaluated condition, a rejected target, or a rule that ran.

    The kind of a rule is move, hook, answer or setup; `rule` is where it is defined (`my_game.py:12`)
    and `changes` is what it changed. An input that failed ends with the kind `failed`.
    """

    kind: str
    where: str
    to: str = ""
    why: str = ""
    rule: str = ""
    changes: tuple[StateChange, ...] = ()

    def __str__(self) -> str:
        arrow = f" -> {self.to}" if self.to else ""
        line = f"{self.kind:<10} {self.where}{arrow}" + (f"  ({self.why})" if self.why else "")
        line += f"  {self.rule}" if self.rule else ""
        return "\n".join([line, *(f"{'':<10}   {change}" for change in self.changes)])


Listener: TypeAlias = Callable[[FlowEvent], object]


class Trace:
    """The last `size` flow events, and all places and transitions seen (for coverage).

    `listener` is called with every event as it is complete. `differences` compares the state around
    every move, hook and answer, which costs a copy of the state for each.
    """

    def __init__(
        self, size: int = 1000, listener: Listener | None = None, *, differences: bool = False
    ) -> None:
        self.events: deque[FlowEvent] = deque(maxlen=size)
        self.places: set[str] = set()
        self.transitions: set[tuple[str, str]] = set()
        self.listener = listener
        self.differences = differences
        self._running: FlowEvent | None = None  # the rule that runs, not complete yet
        self._before: dict[str, Any] | None = None  # the state when it began

    def transition(self, match: FlowRunner, to: str, why: str) -> None:
        """Add a transition from the current place."""
        where = match._place.path
        self.finish(match)
        self._add(FlowEvent("transition", where, to, why))
        self.places.add(to)
        self.transitions.add((where, to))

    def decision(self, match: FlowRunner, why: str) -> None:
        """Add a condition that was asked at the current place."""
        self.finish(match)
        self._add(FlowEvent("condition", match._place.path, "", why))

    def rejected(self, match: FlowRunner, why: str) -> None:
        """Add a rejected target."""
        self.finish(match)
        self._add(FlowEvent("rejected", match._place.path, "", why))

    def begin(self, match: FlowRunner, kind: str, name: str, rule: str) -> None:
        """Note that a rule begins: a move, a hook, the setup, or an effect that got its answer."""
        self.finish(match)
        self._running = FlowEvent(kind, match.ctx.place, "", name, rule)
        if self.differences:
            self._before = plain_state(match.G, match.ctx)

    def finish(self, match: FlowRunner) -> None:
        """Complete the rule that ran last: what the state is now is what it led to."""
        event = self._running
        if event is None:
            return
        self._running = None
        if self._before is not None:
            found = changes_between(self._before, plain_state(match.G, match.ctx))
            event = msgspec.structs.replace(event, changes=found)
            self._before = None
        self._add(event)

    def fail(self, match: FlowRunner, why: str) -> None:
        """Note that the input failed or was refused, and that it is taken back."""
        if self._running is not None:
            self._add(self._running)
        self._running = self._before = None
        self._add(FlowEvent("failed", match.ctx.place, "", why))

    def _add(self, event: FlowEvent) -> None:
        self.events.append(event)
        if self.listener is not None:
            self.listener(event)

    def clear(self) -> None:
        """Forget the events; places and transitions are kept."""
        self.events.clear()

    def __str__(self) -> str:
        return "\n".join(map(str, self.events))


FLOW = ("transition", "condition", "rejected", "hook", "setup")
ZONES = ("ctx.zones.", "ctx.card_zones.")

SWITCHES: dict[str, Callable[[FlowEvent], bool]] = {
    "flow_transitions": lambda event: event.kind in FLOW,
    "moves": lambda event: event.kind in ("move", "answer", "failed"),
    "state_transitions": lambda event: bool(event.changes),
    "zone_operations": lambda event: any(c.path.startswith(ZONES) for c in event.changes),
}
"""The debuggers by name, and which events each of them is about."""


class Debuggers:
    """Global switches. With one of them on, new matches keep a trace, and `listener` gets its events as
    they happen. With `debuggers.listener = print` alone, all events are printed.

    - `flow_transitions`: transitions, the conditions that were asked, and hooks.
    - `moves`: moves, answers to questions, and inputs that failed.
    - `state_transitions`: whatever changed the state, with the differences.
    - `zone_operations`: what moved cards.

    Any function of an event can be the listener. `Match.flow.start_trace` is for a running match.
    """

    __slots__ = (*SWITCHES, "listener")

    flow_transitions: bool
    moves: bool
    state_transitions: bool
    zone_operations: bool
    listener: Listener | None

    def __init__(self) -> None:
        self.listener = None
        for name in SWITCHES:
            setattr(self, name, False)

    def __setattr__(self, name: str, value: object) -> None:
        if snake(name) not in self.__slots__:
            raise AttributeError(self._unknown(name))
        object.__setattr__(self, snake(name), value)  # flowTransitions works as well

    def __getattr__(self, name: str) -> bool:
        if snake(name) == name:
            raise AttributeError(self._unknown(name))
        return bool(getattr(self, snake(name)))

    def _unknown(self, name: str) -> str:
        return f"There is no debugger {name!r}; the debuggers are {joined(SWITCHES)}."

    def new_trace(self) -> Trace | None:
        """Return the trace of a new match, if the switches ask for one."""
        chosen = [test for name, test in SWITCHES.items() if getattr(self, name)]
        if not chosen and self.listener is None:
            return None
        return Trace(listener=self._chosen(chosen), differences=self.listener is not None)

    def _chosen(self, tests: list[Callable[[FlowEvent], bool]]) -> Listener | None:
        """The listener for the events of the switches that are on; of all if none is."""
        listener = self.listener
        if listener is None or not tests:
            return listener
        return lambda event: listener(event) if any(test(event) for test in tests) else None


debuggers = Debuggers()
