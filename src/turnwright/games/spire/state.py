"""The state of a run and of a fight: plain data.

Cards, relics, potions, monsters, encounters and powers are identified by the game's own ids.
"""

from __future__ import annotations

from typing import Any, final

import msgspec

import turnwright as tw
from turnwright.core.definition.state import Public, Shared

from .rng import Random
from .run.map import ActMap

NO_POTION = "Potion Slot"


@final
class Card(msgspec.Struct, gc=False):
    """A card of the deck, or its copy in a fight, which has a number and costs of its own."""

    kind: str
    up: int = 0
    misc: int = 0
    uid: int = -1
    cost: int = 0
    """-1: X; -2: cannot be played."""
    turn_cost: int = 0
    free: bool = False
    """Free until it is played."""
    retain: bool = False
    special: int = 0
    """A number that the card keeps during a fight, like the damage of Rampage."""
    bottled: bool = False


@final
class Relic(msgspec.Struct, gc=False):
    """A relic and its counter."""

    kind: str
    counter: int = -1


@final
class Monster(msgspec.Struct, gc=False):
    """A monster. `move` is its next move; `last` and `before` are the two before it."""

    kind: str
    hp: int
    max_hp: int
    block: int = 0
    move: str = ""
    last: str = ""
    before: str = ""
    powers: dict[str, int] = {}
    fresh: list[str] = []
    """Powers that it gained this turn and that do not wear off yet."""
    is_gone: bool = False
    is_half_dead: bool = False
    has_escaped: bool = False
    misc: dict[str, int] = {}
    """Numbers that its definition keeps."""
    stolen: Card | None = None


@final
class Orb(msgspec.Struct, gc=False):
    """A channelled orb. `stored` is the damage that a Dark orb has gathered."""

    kind: str
    stored: int = 0


@final
class Streams(msgspec.Struct, gc=False):
    """All random streams. The first eight last for the run; the others are created again from seed
    and floor in every room."""

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
    """An open choice of cards in a fight: places in a pile, or an offer."""

    task: str
    source: str
    """"hand", "draw", "sorted_draw", "discard", "exhaust", or "offer"."""
    places: list[int]
    offer: list[Card] = []
    most: int = 1


@final
class Battle(msgspec.Struct, gc=False):
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
    """Counters of this turn and of this fight: cards played, attacks, skills, discarded ..."""
    bombs: list[int] = []
    """The Bomb: damage by the number of turns left."""
    nightmares: list[Card] = []
    """Nightmare: cards of which the next turn brings three copies each."""
    stance: str = ""
    """"Calm", "Wrath" or "Divinity"; empty: none of them, which the game calls Neutral."""
    last_type: str = ""
    """The type of the card that was played last in this fight."""
    orbs: list[Orb] = []
    """The channelled orbs, the oldest first: it is evoked next."""
    orb_slots: int = 0
    choice: CardChoice | None = None
    spoils: dict[str, int] = {}
    """What the fight hands over to the run: gold that thieves gave back."""
    is_over: bool = False
    has_escaped: bool = False

    @property
    def sorted_draw(self) -> list[Card]:
        """The draw pile in an order that tells nothing: what a player may see of it."""
        return sorted(self.draw, key=lambda card: (card.kind, card.up, card.cost, card.uid))


class Rewards(msgspec.Struct):
    """What can be taken on the reward screen. Stolen gold is the first of `gold`."""

    gold: list[int] = []
    cards: list[list[Card]] = []
    relics: list[str] = []
    potions: list[str] = []
    emerald: bool = False
    sapphire: bool = False
    """The sapphire key, offered instead of the last relic."""


class Shop(msgspec.Struct):
    """The stock of a shop; a price of -1 is sold out. Cards: two attacks, two skills, a power, and
    two colourless ones."""

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
    """An open choice of cards outside of a fight. `places` are their places in the deck, -1 for
    other cards."""

    task: str
    count: int
    cards: list[Card]
    places: list[int]
    picked: list[int] = []


class FloorVisit(msgspec.Struct, frozen=True, gc=False):
    """A floor that was entered: where it is, and what the player had on entering it."""

    act: int
    floor: int
    x: int
    y: int
    room: str
    hp: int
    max_hp: int
    gold: int
    met: str = ""
    """The encounter or event that was found there."""


class SpireState(tw.State):
    """The state of a run. What its player sees, beyond the fields marked here, is in `view`."""

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
    monsters: tuple[str, ...] = ()
    """The encounters of this act, the next one first; `elites` and `bosses` likewise."""
    elites: tuple[str, ...] = ()
    bosses: tuple[str, ...] = ()
    boss: str = ""
    """The boss that is shown above the map."""
    relic_pools: dict[str, tuple[str, ...]] = tw.default(dict)
    """Relics that were not found yet by tier, the next one first."""
    event_pools: dict[str, tuple[str, ...]] = tw.default(dict)
    card_factor: int = 5
    potion_chance: int = 0
    event_chances: list[int] = tw.default(lambda: [10, 3, 2])
    """Monster, shop, treasure in a ? room, in percent."""
    removes: int = 0
    variant: str = ""
    """The variant of the rules (`rule_variants`); empty for the game's own."""
    colourless: tuple[str, ...] = ()
    """The colourless cards in the order of the last shuffle by an event."""
    last_room: str = ""
    screen: str = "EVENT"
    then: str = "MAP"
    """The screen that follows when this one is left."""
    event: Public[str] = ""
    memory: dict[str, Any] = tw.default(dict)
    """Data of the open event."""
    rewards: Rewards | None = None
    shop: Shop | None = None
    chest: Chest | None = None
    boss_relics: Public[tuple[str, ...]] = ()
    select: CardSelection | None = None
    data: dict[str, Any] = tw.default(dict)
    """What the last fight left behind: `escaped`, `stolen_gold`."""
    battle: Battle | None = None
    outcome: str = ""
    visits: tuple[FloorVisit, ...] = ()
    """The floors that were entered, the first one first."""


def find_relic(run: SpireState, kind: str) -> Relic | None:
    """The relic of this id, if the player has it."""
    for relic in run.relics:
        if relic.kind == kind:
            return relic
    return None


def has_potions(run: SpireState) -> bool:
    """Does the player hold a potion?"""
    return run.potions.count(NO_POTION) < len(run.potions)


def is_alive(monster: Monster) -> bool:
    """Has it neither died nor escaped? A half-dead monster is not alive."""
    return monster.hp > 0 and not monster.has_escaped


def is_targetable(monster: Monster) -> bool:
    """Can it be a target?"""
    return monster.hp > 0 and not monster.has_escaped and not monster.is_half_dead
