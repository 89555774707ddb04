"""The definition of events.

An event is a function of the context that returns its current choices. A choice does something and
may ask. Afterwards the map opens, unless the choice returns STAY or opened a screen.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from turnwright.games.spire.context import Asking, SpireContext
from turnwright.games.spire.run.fights import begin_fight

STAY = "stay"


class EventChoice(NamedTuple):
    """An option of an event. A falsy `is_open` disables it."""

    label: str
    do: Callable[[], object]
    is_open: object = True


Choices: TypeAlias = Callable[[SpireContext], list[EventChoice]]


class EventDefinition(NamedTuple):
    """An event: its choices, what happens when it opens, and when it can happen."""

    choices: Choices
    begin: Callable[[SpireContext], object] | None
    when: Callable[[SpireContext], object] | None


EVENTS: dict[str, EventDefinition] = {}


def event(
    name: str,
    begin: Callable[[SpireContext], object] | None = None,
    when: Callable[[SpireContext], object] | None = None,
) -> Callable[[Choices], Choices]:
    """Register an event. `begin` runs when it opens, `when` tells whether it can happen now."""

    def register(fn: Choices) -> Choices:
        EVENTS[name] = EventDefinition(fn, begin, when)
        return fn

    return register


def nothing() -> None:
    """Do nothing."""


def leave(
    label: str = "Leave", *, do: Callable[[], object] = nothing, is_open: object = True
) -> EventChoice:
    """The option to leave the event."""
    return EventChoice(label, do, is_open)


def is_hard(c: SpireContext) -> bool:
    """From ascension 15 on events are harder."""
    return c.G.ascension >= 15


def fight(
    c: SpireContext,
    encounter: str,
    gold: int = 0,
    relics: tuple[str, ...] = (),
    *,
    potion: bool = True,
) -> Asking:
    """Turn the event into a fight with rewards. Without gold the event goes on after the fight."""
    if gold:
        c.G.memory["prize"] = {"gold": gold, "relics": list(relics), "potion": potion}
    yield from begin_fight(c, encounter)
