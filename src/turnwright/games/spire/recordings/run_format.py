"""The format of recorded runs: a flat state, and the names of the recording engine."""

from __future__ import annotations

from typing import Any

from turnwright.games.spire import library
from turnwright.games.spire.context import SpireContext
from turnwright.games.spire.run import events
from turnwright.games.spire.state import Card, SpireState

EVENTS = {
    "FaceTrader": "Face Trader", "MindBloom": "Mindbloom", "N'loth": "Nloth", "Neow Event": "NEOW",
    "NoteForYourself": "Note For Yourself", "SecretPortal": "Secret Portal",
    "SensoryStone": "Sensory Stone", "Match and Keep!": "Match and Keep",
}  # fmt: skip
"""Events with another name in the recordings."""
OWN_EVENTS = {recorded: own for own, recorded in EVENTS.items()}

CHARACTERS = {"SILENT": "THE_SILENT"}
"""Characters with another name in the recordings."""

SCREENS = {
    "EVENT": "EVENT_SCREEN", "MAP": "MAP_SCREEN", "BOSS_RELIC": "BOSS_RELIC_REWARDS",
    "CHEST": "TREASURE_ROOM", "REST": "REST_ROOM", "SHOP": "SHOP_ROOM",
}  # fmt: skip
STREAMS = (
    "neow", "monster", "event", "merchant", "card", "treasure", "relic", "potion", "monster_hp", "ai",
    "shuffle", "card_random", "misc",
)  # fmt: skip
START_SHUFFLES = 5
"""Calls of the relic stream that the recordings do not count."""
POOLS = ("common", "uncommon", "rare", "shop", "boss")
COUNTED = frozenset((
    "Happy Flower", "Incense Burner", "InkBottle", "Nunchaku", "Pen Nib", "Sundial", "Girya",
    "NeowsBlessing", "Omamori", "Tiny Chest",
))  # fmt: skip
"""Relics whose counter is recorded."""
ENCOUNTERS = {
    "2 Louse": "TWO_LOUSE", "3 Louse": "THREE_LOUSE", "2 Fungi Beasts": "TWO_FUNGI_BEASTS",
    "3 Sentries": "THREE_SENTRIES", "3 Byrds": "THREE_BYRDS", "2 Thieves": "TWO_THIEVES",
    "3 Cultists": "THREE_CULTIST", "3 Darklings": "THREE_DARKLINGS", "3 Shapes": "THREE_SHAPES",
    "4 Shapes": "FOUR_SHAPES", "Sphere and 2 Shapes": "SPHERE_AND_TWO_SHAPES",
    "Colosseum Slavers": "COLOSSEUM_EVENT_SLAVERS", "Colosseum Nobs": "COLOSSEUM_EVENT_NOBS",
    "Masked Bandits": "MASKED_BANDITS_EVENT", "The Mushroom Lair": "MUSHROOMS_EVENT",
    "Mysterious Sphere": "MYSTERIOUS_SPHERE_EVENT",
}  # fmt: skip


def character(name: str) -> str:
    """The game's name of a recorded character."""
    return CHARACTERS.get(name, name)


def encounter(name: str) -> str:
    """The recordings' name of an encounter."""
    return ENCOUNTERS.get(name) or name.upper().replace(" ", "_")


def card(card: Card) -> str:
    """A card as the recordings write it."""
    text = f"{card.kind}+{card.up}" if card.up else card.kind
    return f"{text}:{card.misc}" if card.misc else text


def snapshot(c: SpireContext) -> dict[str, Any]:
    """The state outside of fights."""
    G = c.G
    pools = G.event_pools
    found: dict[str, Any] = {
        "screen": SCREENS.get(G.screen, G.screen),
        "outcome": G.outcome or "UNDECIDED",
        "act": G.act,
        "floor": G.floor,
        "room": G.room or "INVALID",
        "node": [G.x, G.y],
        "boss": encounter(G.bosses[0]),
        "hp": G.hp,
        "max_hp": G.max_hp,
        "gold": G.gold,
        "keys": [int(key) for key in G.keys],
        "potions": list(G.potions),
        "deck": [card(one) for one in G.deck],
        "relics": [[relic.kind, counter(relic.kind, relic.counter)] for relic in G.relics],
        "rng": counters(G),
        "crf": G.card_factor,
        "pch": G.potion_chance,
        "ech": list(G.event_chances),
        "removes": G.removes,
        "pools": [
            *(len(G.relic_pools[tier]) for tier in POOLS),
            *(len(pools[pool]) for pool in ("act", "shrines", "once")),
        ],
    }
    bottled = _bottled(G)
    if bottled != [-1, -1, -1]:
        found["bottled"] = bottled
    found.update(_screen(c))
    return found


def counters(G: SpireState, in_fight: bool = False) -> list[int | None]:
    """The call counters of all random streams."""
    found: list[int | None] = [getattr(G.streams, name).counter for name in STREAMS]
    found[6] = G.streams.relic.counter - START_SHUFFLES
    if not in_fight:
        found[8] = found[9] = None
    return found


def counter(kind: str, number: int) -> int:
    """A relic's counter as the recordings have it."""
    if kind in ("MawBank", "Lizard Tail"):
        return int(number != -2)
    return number if kind in COUNTED else 0


def _bottled(G: SpireState) -> list[int]:
    found = dict.fromkeys(("ATTACK", "SKILL", "POWER"), -1)
    for place, one in enumerate(G.deck):
        if one.bottled:
            found[library.cards()[one.kind].type] = place
    return list(found.values())


def _screen(c: SpireContext) -> dict[str, Any]:
    G = c.G
    if G.screen == "EVENT":
        name = EVENTS.get(G.event, G.event)
        if name == "NEOW":
            return {"event": {"event": name, "neow": [list(one) for one in G.memory["offers"]]}}
        return {"event": {"event": name, "options": len(events.open_choices(c))}}
    if G.screen == "REWARDS" and G.rewards is not None:
        got = G.rewards
        shown: dict[str, Any] = {
            "cards": [[card(one) for one in cards] for cards in got.cards],
            "gold": list(got.gold),
            "potions": list(got.potions),
            "relics": list(got.relics),
        }
        if got.emerald:
            shown["emerald"] = 1
        if got.sapphire:
            shown["sapphire"] = 1
        return {"rewards": shown}
    if G.screen == "SHOP" and G.shop is not None:
        prices = G.shop.prices
        return {
            "shop": {
                "cards": [
                    [card(one), price]
                    for one, price in zip(G.shop.cards, prices["card"], strict=True)
                ],
                "relics": [list(p) for p in zip(G.shop.relics, prices["relic"], strict=True)],
                "potions": [list(p) for p in zip(G.shop.potions, prices["potion"], strict=True)],
                "remove_cost": G.shop.remove_cost,
            }
        }
    if G.screen == "CHEST" and G.chest is not None:
        size, tier = G.chest.size, G.chest.tier.title()
        return {"chest": {"size": size, "gold": G.chest.has_gold, "tier": tier}}
    if G.screen == "BOSS_RELIC":
        return {"boss_relics": list(G.boss_relics)}
    if G.screen == "CARD_SELECT" and G.select is not None:
        select = G.select
        return {
            "select": {
                "type": select.task,
                "count": select.count,
                "cards": [
                    [card(one), place]
                    for one, place in zip(select.cards, select.places, strict=True)
                    if place < 0 or place not in select.picked
                ],
                "selected": list(select.picked),
            }
        }
    if G.screen == "BATTLE":
        return {"encounter": encounter(G.data["encounter"])}
    return {}
