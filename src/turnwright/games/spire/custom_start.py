"""A run that starts in an event or a fight, with a given deck and relics.

The option `scene` may have act, floor, room, hp, max_hp, gold, potions, deck (cards as `id`, `id+1`
or `id+1:misc`), relics (ids, or pairs of id and counter), and `event` or `encounter`. Without these
two the `room` decides.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .context import Asking, SpireContext
from .run.events import begin_event
from .run.fights import begin_fight
from .run.relics import COUNTERS
from .run.rooms import open_room
from .state import Card, Relic

FIELDS = ("act", "floor", "room", "last_room", "hp", "max_hp", "gold", "x", "y")


def parse_card(text: str) -> Card:
    """A card from text: `id`, `id+1` or `id+1:misc`."""
    name, _, misc = text.partition(":")
    kind, _, up = name.partition("+")
    return Card(kind, int(up or 0), int(misc or 0))


def apply_custom_start(c: SpireContext) -> Asking:
    """Change the state to the option `scene` and enter what it names."""
    G, scene = c.G, c.options.get("scene")
    if not isinstance(scene, Mapping):
        return
    for field in FIELDS:
        if field in scene:
            setattr(G, field, scene[field])
    if "deck" in scene:
        G.deck = [parse_card(text) for text in scene["deck"]]
    if "relics" in scene:
        G.relics = [_relic(given) for given in scene["relics"]]
    if "potions" in scene:
        G.potions = list(scene["potions"])
    for place in scene.get("bottled", ()):
        if place >= 0:
            G.deck[place].bottled = True
    G.streams.enter_room(G.seed, G.floor)
    if "event" in scene:
        G.room = "EVENT"
        yield from begin_event(c, scene["event"])
    elif "encounter" in scene:
        G.memory = {}
        yield from begin_fight(c, scene["encounter"])
    elif "room" in scene:
        yield from open_room(c, scene["room"])


def _relic(given: Any) -> Relic:
    kind, counter = (given, None) if isinstance(given, str) else given
    return Relic(kind, COUNTERS.get(kind, -1) if counter is None else counter)
