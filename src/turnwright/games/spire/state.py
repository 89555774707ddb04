"""The state of a run and of a fight: plain data.

Cards, relics, potions, monsters, encounters and powers go by the game's own ids.
"""

from __future__ import annotations

from typing import Any

import msgspec

import turnwright as tw
from turnwright.core.definition.state import Public, Shared

from .rng import Random
from .run.map import ActMap

NO_POTION = "Potion Slot"


class Card(msgspec.Struct, gc=False):
    """A card of the deck; in a fight a copy of it with a number and costs of its own."""

    kind: str
    up: int = 0
    misc: int = 0
    uid: int = -1
    cost: int = 0
    """-1: as much as there is; -2: cannot be played."""
    turn_cost: int = 0
    free: bool = False
    """Free for once, whatever it costs."""
    retain: bool = False
    special: int = 0
    """What a card keeps for itself during a fight: Rampage's damage, a Ritual Dagger's."""
    bottled: bool = False


class Relic(msgspec.Struct, gc=False):
    """A relic and its counter."""

    kind: str
    counter: int = -1


class Monster(msgspec.Struct, gc=False):
    """An enemy. `move` is what it will do, `last` and `before` what it did."""

    kind: str
    hp: int
    max_hp: int
    block: int = 0
    move: str = ""
    last: str = ""
    before: str = ""
    powers: dict[str, int] = {}
    fresh: list[str] = []
    """Powers that were put on it this turn and do not wear off yet."""
    is_gone: bool = False
    is_half_dead: bool = False
    has_escaped: bool = False
    misc: dict[str, int] = {}
    """What its pattern has to remember."""
    stolen: Card | None = None


class Streams(msgspec.Struct):
    """All streams of random numbers. The first eight live as long as the run; the others are made anew
    from seed and floor on entering a room."""

    neow: Random
    monster: Random
    event: Random
    merchant: Random
    card: Random
    treasure: Random
    relic: Random
    potion: Random
    monster_hp: Random
    ai: Random
    shuffle: Random
    card_random: Random
    misc: Random

    @classmethod
    def of(cls, seed: int) -> Streams:
        """All streams at the start of a run."""
        fresh = Random.seeded(seed)
        return cls(*(Random(fresh.s0, fresh.s1) for _ in cls.__struct_fields__))

    def enter_room(self, seed: int, floor: int) -> None:
        """Start the streams of a room again."""
        fresh = Random.seeded(seed + floor)
        for name in ("monster_hp", "ai", "shuffle", "card_random", "misc"):
            setattr(self, name, Random(fresh.s0, fresh.s1))


class CardChoice(msgspec.Struct):
    """Cards that the player has to choose from in a fight: places in one of the piles, or an offer."""

    task: str
    source: str
    """"hand", "draw", "discard", "exhaust", or "offer"."""
    places: list[int]
    offer: list[Card] = []
    most: int = 1


class Battle(msgspec.Struct):
    """A fight. The last card of `draw` is drawn next."""

    encounter: str
    monsters: list[Monster] = []
    hand: list[Card] = []
    draw: list[Card] = []
    discard: list[Card] = []
    exhaust: list[Card] = []
    block: int = 0
    energy: int = 0
    energy_per_turn: int = 3
    powers: dict[str, int] = {}
    fresh: list[str] = []
    turn: int = 0
    next_uid: int = 0
    counts: dict[str, int] = {}
    """What was done this turn and in this fight: cards played, attacks, skills, discarded ..."""
    bombs: list[int] = []
    """The Bomb: damage by turns to go."""
    choice: CardChoice | None = None
    spoils: dict[str, int] = {}
    """What the run is told of the fight when it is over: gold that thieves gave back."""
    is_over: bool = False
    has_escaped: bool = False


class Rewards(msgspec.Struct):
    """What may be taken after a fight, from a chest, from Neow ..."""

    gold: list[int] = []
    cards: list[list[Card]] = []
    relics: list[str] = []
    potions: list[str] = []
    emerald: bool = False
    sapphire: bool = False
    """The sapphire key, in the place of the last relic."""


class Shop(msgspec.Struct):
    """What a merchant has; a price of -1 is sold out. Cards: two attacks, two skills, a power, and two
    colourless ones."""

    cards: list[Card]
    relics: list[str]
    potions: list[str]
    prices: dict[str, list[int]]
    remove_cost: int


class Chest(msgspec.Struct):
    """A closed chest and what is in it."""

    size: str
    has_gold: bool
    tier: str


class CardSelection(msgspec.Struct):
    """Cards to choose from. `places` are their places in the deck, -1 for cards from elsewhere."""

    task: str
    count: int
    cards: list[Card]
    places: list[int]
    picked: list[int] = []


class SpireState(tw.State):
    """A run through the spire. What is seen of it, beyond what is marked, is told in `view`."""

    character: Public[str] = "IRONCLAD"
    ascension: Public[int] = 0
    seed: int = 0
    act: Public[int] = 1
    floor: Public[int] = 0
    room: Public[str] = ""
    x: int = -1
    y: int = -1
    hp: int = 0
    max_hp: int = 0
    gold: int = 0
    deck: list[Card] = tw.default(list)
    relics: list[Relic] = tw.default(list)
    potions: Public[list[str]] = tw.default(list)
    keys: Public[list[bool]] = tw.default(lambda: [False, False, False])
    """Ruby, emerald, sapphire."""
    streams: Streams = tw.default(lambda: Streams.of(0))
    map: Shared[ActMap | None] = None
    monsters: list[str] = tw.default(list)
    """Encounters to come in this act, the next one first; so with elites and bosses."""
    elites: list[str] = tw.default(list)
    bosses: list[str] = tw.default(list)
    boss: str = ""
    """The one that everybody knows of: it stands above the map."""
    relic_pools: dict[str, list[str]] = tw.default(dict)
    event_pools: dict[str, list[str]] = tw.default(dict)
    card_factor: int = 5
    potion_chance: int = 0
    event_chances: list[int] = tw.default(lambda: [10, 3, 2])
    """Monster, shop, treasure in a ? room, in percent."""
    removes: int = 0
    variant: str = ""
    """The variant of the rules (`rule_variants`); empty for the game's own."""
    colourless: list[str] = tw.default(list)
    """The colourless cards in the order that events shuffle them into."""
    last_room: str = ""
    screen: str = "EVENT"
    then: str = "MAP"
    """What comes when this screen is left."""
    event: Public[str] = ""
    memory: dict[str, Any] = tw.default(dict)
    """What an event has to remember."""
    rewards: Rewards | None = None
    shop: Shop | None = None
    chest: Chest | None = None
    boss_relics: Public[list[str]] = tw.default(list)
    select: CardSelection | None = None
    data: dict[str, Any] = tw.default(dict)
    """What a fight leaves behind: `escaped`, `stolen_gold`."""
    battle: Battle | None = None
    outcome: str = ""


def find_relic(run: SpireState, kind: str) -> Relic | None:
    """The relic of this id, if the player has it."""
    for relic in run.relics:
        if relic.kind == kind:
            return relic
    return None


def is_alive(monster: Monster) -> bool:
    """Has it neither died nor escaped? A half-dead monster is not alive."""
    return monster.hp > 0 and not monster.has_escaped


def is_targetable(monster: Monster) -> bool:
    """Can it be a target?"""
    return monster.hp > 0 and not monster.has_escaped and not monster.is_half_dead
