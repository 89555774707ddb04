"""From room to room: the map, what a room holds, and leaving it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from turnwright.games.spire.context import Asking, SpireContext
from turnwright.games.spire.rng import f32
from turnwright.games.spire.rule_variants import replaceable

from . import encounters, map, rewards, shop
from .acts import EVENT_CHANCES, climb, next_act, note_what_was_met
from .events import begin_event, choose_event
from .fights import begin_fight, enter_boss_room, pause
from .map import BOSS_X
from .relics import obtain_relic

ROOMS = {
    map.MONSTER: "MONSTER", map.EVENT: "EVENT", map.SHOP: "SHOP", map.TREASURE: "TREASURE",
    map.ELITE: "ELITE", map.REST: "REST",
}  # fmt: skip

# --- the map -------------------------------------------------------------------------------------


@replaceable
def can_fly(c: SpireContext) -> bool:
    """Do the Wing Boots still allow ignoring paths?"""
    boots = c.relic("WingedGreaves")
    return boots is not None and boots.counter > 0


def next_nodes(c: SpireContext) -> Sequence[int]:
    """The x of every node that can be entered next."""
    G = c.G
    if G.map is None:
        return []
    if G.y < 0:
        return [node.x for node in G.map.rows[0] if node.edges]
    if G.y >= len(G.map.rows) - 1:
        return [BOSS_X]
    edges = G.map.node(G.x, G.y).edges
    if can_fly(c):
        return [node.x for node in G.map.rows[G.y + 1] if node.edges]
    return edges


def go(c: SpireContext, x: int) -> Asking:
    """Go to a node of the next row, or to the boss."""
    G = c.G
    assert G.map is not None
    if G.y >= 0 and G.y < len(G.map.rows) - 1 and x not in G.map.node(G.x, G.y).edges:
        boots = c.relic("WingedGreaves")
        if boots is not None:
            boots.counter = boots.counter - 1 or rewards.USED_UP
    G.last_room = G.room
    G.x, G.y = x, G.y + 1
    if G.y >= len(G.map.rows):
        yield from enter_boss_room(c)
    else:
        yield from enter(c, ROOMS[G.map.node(x, G.y).symbol])


def enter(c: SpireContext, room: str) -> Asking:
    """Enter a room of this kind, one floor up."""
    G = c.G
    climb(c, room)
    G.then, G.event, G.memory = "MAP", "", {}
    if room == "EVENT":
        room = _what_is_here(c)
    yield from open_room(c, room)


def open_room(c: SpireContext, room: str) -> Asking:
    """Open what is in a room."""
    G = c.G
    G.room = room
    if room == "EVENT":
        event = choose_event(c)
        note_what_was_met(c, room, event)
        yield from begin_event(c, event)
    elif room == "BOSS":
        yield from begin_fight(c, G.bosses[0])
    elif room == "ELITE":
        elite, *left = G.elites or encounters.elite_list(G.act, G.streams.monster)
        G.elites = tuple(left)
        yield from begin_fight(c, elite)
    elif room == "MONSTER":
        encounter, *left = G.monsters or encounters.more_monsters(G.act, G.streams.monster)
        G.monsters = tuple(left)
        yield from begin_fight(c, encounter)
    elif room == "REST":
        note_what_was_met(c, room, "")
        G.screen = "REST"
    elif room == "SHOP":
        note_what_was_met(c, room, "")
        if c.has("MealTicket"):
            c.heal(15)
        G.shop, G.screen = shop.stock(c), "SHOP"
    else:
        note_what_was_met(c, room, "")
        G.chest, G.screen = rewards.chest(c), "CHEST"


@cache
def _percent(chance: int, step: int) -> int:
    """A chance in percent, summed in 32-bit floats like the game does: some come out a little lower."""
    total, one = 0.0, f32(step / 100)
    for _ in range(chance // step):
        total = f32(total + one)
    return int(f32(total * 100))


def _what_is_here(c: SpireContext) -> str:
    """What is in a ? room. The chance of each kind grows until it happens."""
    G = c.G
    roll = int(G.streams.event.fraction() * 100)
    monster, merchant, treasure = (
        _percent(chance, step) for chance, step in zip(G.event_chances, EVENT_CHANCES, strict=True)
    )
    if G.last_room == "SHOP":
        merchant = 0
    chest = c.relic("Tiny Chest")
    if chest is not None:
        chest.counter = (chest.counter + 1) % 4
    if chest is not None and chest.counter == 0:
        found = "TREASURE"
    elif roll < monster:
        found = "MONSTER"
    elif roll < monster + merchant:
        found = "SHOP"
    elif roll < monster + merchant + treasure:
        found = "TREASURE"
    else:
        found = "EVENT"
    for place, (kind, step) in enumerate(
        zip(("MONSTER", "SHOP", "TREASURE"), EVENT_CHANCES, strict=True)
    ):
        G.event_chances[place] = step if found == kind else G.event_chances[place] + step
    return "EVENT" if found == "MONSTER" and c.has("Juzu Bracelet") else found


# --- on from a screen ----------------------------------------------------------------------------


def leave(c: SpireContext) -> Asking:
    """Leave the open screen."""
    G = c.G
    G.rewards, G.chest = None, None
    if G.screen == "SHOP":
        G.shop = None
    if G.then == "BOSS_CHEST":
        climb(c, "BOSS_TREASURE")
        G.room, G.screen, G.then = "BOSS_TREASURE", "BOSS_RELIC", "ACT"
        G.boss_relics = tuple([rewards.find_relic(c, "boss") for _ in range(3)])
    elif G.then == "ACT":
        G.boss_relics = ()
        next_act(c)
    else:
        G.screen, G.then = G.then, "MAP"
    yield from ()


def take_boss_relic(c: SpireContext, place: int) -> Asking:
    """Take one of the boss relics, or none."""
    G = c.G
    if place < len(G.boss_relics):
        kind = G.boss_relics[place]
        yield from obtain_relic(c, kind)
    G.boss_relics = ()
    if G.screen == "BOSS_RELIC":
        yield from pause(c)
        yield from leave(c)
