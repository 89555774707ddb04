"""A stand-in set for Lorcana: fifteen cards of our own, one for everything a turn can contain.

A card says what it does by timing ("play", "banished", "end of turn", ...) in a few generic words;
what a word does is written once, in `Rules.resolve`.
"""

from __future__ import annotations

import msgspec


class CardSpec(msgspec.Struct, frozen=True, kw_only=True):
    """`effects` has one (word, number) for each timing.

    The effect of an action at "play" and that of an ability used by exerting its card, "exert",
    happen at once; all others are triggered abilities and wait in the bag.
    """

    name: str
    type: str  # character, action, song, item, location
    cost: int
    inkable: bool = True
    strength: int = 0
    willpower: int = 0
    lore: int = 0
    move_cost: int = 0
    shelter: int = 0  # a location: its characters get so much willpower while they are there
    keywords: tuple[str, ...] = ()
    effects: dict[str, tuple[str, int]] = {}


CARDS = [
    CardSpec(name="Lamplighter", type="character", cost=1, strength=1, willpower=2, lore=1),
    CardSpec(name="Harbour Guard", type="character", cost=2, strength=2, willpower=3, lore=1,
             keywords=("Bodyguard",)),
    CardSpec(name="Quick Courier", type="character", cost=2, strength=2, willpower=1, lore=1,
             inkable=False, keywords=("Rush",)),
    CardSpec(name="Kite Rider", type="character", cost=3, strength=2, willpower=3, lore=2,
             keywords=("Evasive",)),
    CardSpec(name="Restless Fencer", type="character", cost=3, strength=3, willpower=3,
             keywords=("Reckless",), effects={"challenges": ("damage", 1)}),
    CardSpec(name="Archivist", type="character", cost=3, strength=1, willpower=4, lore=2,
             effects={"play": ("draw", 1)}),
    CardSpec(name="Grudge Keeper", type="character", cost=3, strength=3, willpower=2, lore=1,
             effects={"banished": ("damage", 2)}),
    CardSpec(name="Thorn Gardener", type="character", cost=2, strength=1, willpower=3, lore=1,
             effects={"challenged": ("damage", 1)}),
    CardSpec(name="Drum Major", type="character", cost=3, strength=2, willpower=2, lore=1,
             effects={"quests": ("boost", 2)}),
    CardSpec(name="Dawn Singer", type="character", cost=4, strength=1, willpower=3, lore=1,
             effects={"start of turn": ("lore", 1)}),
    CardSpec(name="Night Baker", type="character", cost=4, strength=3, willpower=4, lore=2,
             effects={"end of turn": ("heal", 1)}),
    CardSpec(name="Spark", type="action", cost=1, effects={"play": ("damage", 2)}),
    CardSpec(name="Round of Three", type="song", cost=3, effects={"play": ("draw", 2)}),
    CardSpec(name="Brass Kettle", type="item", cost=2, effects={"exert": ("heal", 2)}),
    CardSpec(name="Old Lighthouse", type="location", cost=2, willpower=5, lore=1, move_cost=1,
             shelter=1, inkable=False),
]  # fmt: skip

LIBRARY = {card.name: card for card in CARDS}

# Sixty cards, at most four of a name (1.10.1.1).
DECK = {card.name: 4 for card in CARDS}
