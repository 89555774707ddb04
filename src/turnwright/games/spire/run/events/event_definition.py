"""The definition of events.

An event is a function of the context that returns its current choices. A choice does something and
may ask. Afterwards the map opens, unless the choice returns STAY or opened a screen.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from turnwright.games.spire.context import Asking, SpireContext
from turnwright.games.spire.run.fights import begin_fight

STAY = "stay"
NO_UPGRADE = "None of your cards can be upgraded."
NO_REMOVAL = "None of your cards can be removed."


class EventChoice(NamedTuple):
    """An option of an event. A falsy `is_open` disables it; `needs` says what is missing then, if it is
    not the gold that the label names."""

    label: str
    do: Callable[[], object]
    is_open: object = True
    needs: str = ""


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


_PRICE = re.compile(r"(?:^|[:,] )(?!gain|receive|win)(?:\w+ )*(\d+) gold")


def why_shut(c: SpireContext, choice: EventChoice) -> str:
    """Why a choice cannot be taken, in a sentence; empty if it can."""
    if choice.is_open:
        return ""
    price = _PRICE.search(choice.label)
    if price is not None and c.G.gold < int(price[1]):
        return f"This costs {price[1]} gold; you have {c.G.gold}."
    return choice.needs or "This is not possible now."


def nothing() -> None:
    """Do nothing."""


def leave(
    label: str = "Leave",
    *,
    do: Callable[[], object] = nothing,
    is_open: object = True,
    needs: str = "",
) -> EventChoice:
    """The option to leave the event."""
    return EventChoice(label, do, is_open, needs)


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
