"""Events: which one happens, and taking its choices. What they are is in the files beside this one.

An event is a function of the context that gives its choices as they are now; a choice does something
and may ask. Afterwards the player goes on to the map, unless the choice says STAY or opened a screen.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from types import GeneratorType
from typing import Any, NamedTuple

from turnwright.games.spire.context import Asking, Spire
from turnwright.games.spire.rng import Random
from turnwright.games.spire.run.fight_entry import begin
from turnwright.games.spire.run.neow import Offer, accept

STAY = "stay"
SHRINE_CHANCE = 0.25


class Choice(NamedTuple):
    label: str
    do: Callable[[], Any]
    is_open: Any = True


class Event(NamedTuple):
    choices: Callable[[Spire], list[Choice]]
    begin: Callable[[Spire], Any] | None
    when: Callable[[Spire], Any] | None


EVENTS: dict[str, Event] = {}


def event(
    name: str,
    begin: Callable[[Spire], Any] | None = None,
    when: Callable[[Spire], Any] | None = None,
) -> Callable[[Any], Any]:
    """Register an event. `begin` is done when it opens, `when` says whether it can happen now."""

    def register(fn: Callable[[Spire], list[Choice]]) -> Callable[[Spire], list[Choice]]:
        EVENTS[name] = Event(fn, begin, when)
        return fn

    return register


def nothing() -> None:
    """What leaving does."""


def leave(label: str = "Leave", *, do: Callable[[], Any] = nothing, is_open: Any = True) -> Choice:
    return Choice(label, do, is_open)


def is_hard(c: Spire) -> bool:
    """From ascension 15 on events are less kind."""
    return c.G.ascension >= 15


def fight(
    c: Spire, encounter: str, gold: int = 0, relics: tuple[str, ...] = (), *, potion: bool = True
) -> Asking:
    """An event turns into a fight, with something to win; without gold the event goes on after it."""
    if gold:
        c.G.memory["prize"] = {"gold": gold, "relics": list(relics), "potion": potion}
    yield from begin(c, encounter)


# --- which one -----------------------------------------------------------------------------------


def choose_event(c: Spire) -> str:
    """An event of the act, or a shrine. The stream is only looked at: the room has used its number."""
    G = c.G
    stream = Random(G.streams.event.s0, G.streams.event.s1)
    is_shrine = stream.fraction() < SHRINE_CHANCE
    if is_shrine and (G.event_pools["shrines"] or G.event_pools["once"]):
        return _take(c, stream, "shrines", "once")
    if _possible(c, "act"):
        return _take(c, stream, "act")
    return _take(c, stream, "shrines", "once")


def _possible(c: Spire, pool: str) -> list[str]:
    without = c.options.get("without", ())
    found = []
    for name in c.G.event_pools[pool]:
        when = EVENTS[name].when
        if name not in without and (when is None or when(c)):
            found.append(name)
    return found


def _take(c: Spire, stream: Random, *pools: str) -> str:
    possible = [name for pool in pools for name in _possible(c, pool)]
    name = possible[stream.random(len(possible) - 1)]
    for pool in pools:
        if name in c.G.event_pools[pool]:
            c.G.event_pools[pool].remove(name)
            break
    return name


# --- what happens --------------------------------------------------------------------------------


def begin_event(c: Spire, name: str) -> Asking:
    G = c.G
    G.event, G.memory, G.screen = name, {}, "EVENT"
    start = EVENTS[name].begin
    if start is not None:
        asking = start(c)
        if isinstance(asking, GeneratorType):
            yield from asking


def choices(c: Spire) -> list[Choice]:
    return EVENTS[c.G.event].choices(c)


def open_choices(c: Spire) -> list[int]:
    return [place for place, choice in enumerate(choices(c)) if choice.is_open]


def take(c: Spire, place: int) -> Asking:
    """Take a choice of the event."""
    G = c.G
    done = choices(c)[place].do()
    if isinstance(done, GeneratorType):
        done = yield from done
    if done is not STAY and G.screen == "EVENT":
        G.screen, G.event = "MAP", ""


@event("Neow Event")
def neow(c: Spire) -> list[Choice]:
    found = [Offer(*offer) for offer in c.G.memory["offers"]]
    return [Choice(str(offer), partial(accept, c, offer)) for offer in found]


from . import act1, act2, act3, shrines  # noqa: E402, F401  (they register what they hold)
