"""Which event happens, and taking its choices."""

from __future__ import annotations

from types import GeneratorType

from turnwright.games.spire.context import Asking, SpireContext
from turnwright.games.spire.rng import Random

from .event_definition import EVENTS, STAY, EventChoice

SHRINE_CHANCE = 0.25

# --- which one -----------------------------------------------------------------------------------


def choose_event(c: SpireContext) -> str:
    """Choose an event of the act, or a shrine. The game uses a copy of the stream here."""
    G = c.G
    stream = Random(G.streams.event.s0, G.streams.event.s1)
    is_shrine = stream.fraction() < SHRINE_CHANCE
    if is_shrine and (G.event_pools["shrines"] or G.event_pools["once"]):
        return _take(c, stream, "shrines", "once")
    if _possible(c, "act"):
        return _take(c, stream, "act")
    return _take(c, stream, "shrines", "once")


def _possible(c: SpireContext, pool: str) -> list[str]:
    without = c.options.get("without", ())
    found = []
    for name in c.G.event_pools[pool]:
        when = EVENTS[name].when
        if name not in without and (when is None or when(c)):
            found.append(name)
    return found


def _take(c: SpireContext, stream: Random, *pools: str) -> str:
    possible = [name for pool in pools for name in _possible(c, pool)]
    name = possible[stream.random(len(possible) - 1)]
    left = c.G.event_pools
    for pool in pools:
        if name in left[pool]:
            left[pool] = tuple(other for other in left[pool] if other != name)
            break
    return name


# --- what happens --------------------------------------------------------------------------------


def begin_event(c: SpireContext, name: str) -> Asking:
    """Open an event."""
    G = c.G
    G.event, G.memory, G.screen = name, {}, "EVENT"
    start = EVENTS[name].begin
    if start is not None:
        asking = start(c)
        if isinstance(asking, GeneratorType):
            yield from asking


def choices(c: SpireContext) -> list[EventChoice]:
    """The options of the open event."""
    return EVENTS[c.G.event].choices(c)


def open_choices(c: SpireContext) -> list[int]:
    """Places of the options that can be taken."""
    return [place for place, choice in enumerate(choices(c)) if choice.is_open]


def take(c: SpireContext, place: int) -> Asking:
    """Take a choice of the event."""
    G = c.G
    done = choices(c)[place].do()
    if isinstance(done, GeneratorType):
        done = yield from done
    if done is not STAY and G.screen == "EVENT":
        G.screen, G.event = "MAP", ""
