"""A stand-in set for Lorcana: eleven cards of our own, one for everything a turn can contain."""

from __future__ import annotations

import msgspec


class CardSpec(msgspec.Struct, frozen=True, kw_only=True):
    """`on_play`, `on_banish` and `at_end` are effects that go into the bag: (word, number)."""

    name: str
    type: str  # character, action, song, item, location
    cost: int
    inkable: bool = True
    strength: int = 0
    willpower: int = 0
    lore: int = 0
    rush: bool = False  # may challenge in the turn it is played
    evasive: bool = False  # only characters with evasive can challenge it
    move_cost: int = 0
    on_play: tuple[str, int] | None = None
    on_banish: tuple[str, int] | None = None
    at_end: tuple[str, int] | None = None
    exert_to: tuple[str, int] | None = None


CARDS = [
    CardSpec(name="Lamplighter", type="character", cost=1, strength=1, willpower=2, lore=1),
    CardSpec(name="Harbour Guard", type="character", cost=2, strength=2, willpower=3, lore=1),
    CardSpec(name="Quick Courier", type="character", cost=2, strength=2, willpower=1, lore=1,
             rush=True, inkable=False),
    CardSpec(name="Kite Rider", type="character", cost=3, strength=2, willpower=3, lore=2,
             evasive=True),
    CardSpec(name="Archivist", type="character", cost=3, strength=1, willpower=4, lore=2,
             on_play=("draw", 1)),
    CardSpec(name="Grudge Keeper", type="character", cost=3, strength=3, willpower=2, lore=1,
             on_banish=("damage", 2)),
    CardSpec(name="Night Baker", type="character", cost=4, strength=3, willpower=4, lore=2,
             at_end=("heal", 1)),
    CardSpec(name="Spark", type="action", cost=1, on_play=("damage", 2)),
    CardSpec(name="Round of Three", type="song", cost=3, on_play=("draw", 2)),
    CardSpec(name="Brass Kettle", type="item", cost=2, exert_to=("heal", 2)),
    CardSpec(name="Old Lighthouse", type="location", cost=2, willpower=5, lore=1, move_cost=1,
             inkable=False),
]  # fmt: skip

LIBRARY = {card.name: card for card in CARDS}

DECK = {card.name: 6 if card.type == "character" else 4 for card in CARDS} | {"Lamplighter": 8}
