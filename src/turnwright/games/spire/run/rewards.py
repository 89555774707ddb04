"""Random relics, potions and cards, and the rewards of fights and chests."""

from __future__ import annotations

from collections.abc import Sequence

from turnwright.games.spire import library
from turnwright.games.spire.context import SpireContext, rounded
from turnwright.games.spire.library import COMMON, RARE, UNCOMMON, cards
from turnwright.games.spire.rng import Random, f32
from turnwright.games.spire.rule_variants import replaceable
from turnwright.games.spire.state import Card, Chest, Rewards

BOTTLES = {"Bottled Flame": "ATTACK", "Bottled Lightning": "SKILL", "Bottled Tornado": "POWER"}
SCREENS = frozenset((*BOTTLES, "Whetstone"))
"""Relics that ask or act when obtained, and are left out in some events."""
CAMPFIRE = frozenset(("Girya", "Peace Pipe", "Shovel"))

NEEDS = {
    "Black Blood": "Burning Blood",
    "FrozenCore": "Cracked Core",
    "Ring of the Serpent": "Ring of the Snake",
    "HolyWater": "PureWater",
}
"""Relics that replace another one."""

LAST_FLOOR = {
    "Tiny Chest": 35, "WingedGreaves": 40, "Matryoshka": 40, "PreservedInsect": 52,
    **dict.fromkeys(CAMPFIRE, 47),
    **dict.fromkeys((
        "MawBank", "Old Coin", "Smiling Mask", "Ancient Tea Set", "CeramicFish", "Darkstone Periapt",
        "Dream Catcher", "Frozen Egg 2", "Juzu Bracelet", "MealTicket", "Meat on the Bone",
        "Molten Egg 2", "Omamori", "Potion Belt", "Prayer Wheel", "Question Card", "Regal Pillow",
        "Singing Bowl", "The Courier", "Toxic Egg 2",
    ), 48),
}  # fmt: skip
"""The last floor on which a relic can be found."""
USED_UP = -2
"""The counter of a relic that is used up."""
NOT_IN_SHOPS = frozenset(("MawBank", "Old Coin", "Smiling Mask", "The Courier"))
NEXT_TIER = {"common": "uncommon", "uncommon": "rare", "shop": "uncommon"}

# --- relics --------------------------------------------------------------------------------------


@replaceable
def can_find_ectoplasm(c: SpireContext) -> bool:
    """Ectoplasm is only found in act 1."""
    return c.G.act == 1


@replaceable
def is_sold(c: SpireContext, kind: str) -> bool:
    """Can a shop have this relic?"""
    return kind not in NOT_IN_SHOPS


def can_be_found(c: SpireContext, kind: str, in_shop: bool) -> bool:
    """Can this relic be found now?"""
    G = c.G
    if kind in BOTTLES:
        wanted = BOTTLES[kind]
        return any(
            facts.type == wanted and (facts.rarity != "BASIC" or wanted == "POWER")
            for facts in (cards()[card.kind] for card in G.deck)
        )
    if kind in NEEDS:
        return c.has(NEEDS[kind])
    if kind == "Ectoplasm" and not can_find_ectoplasm(c):
        return False
    if kind in CAMPFIRE and sum(relic.kind in CAMPFIRE for relic in G.relics) >= 2:
        return False
    if in_shop and not is_sold(c, kind):
        return False
    return G.floor <= LAST_FLOOR.get(kind, 99)


def find_relic(c: SpireContext, tier: str, *, in_shop: bool = False) -> str:
    """Take a relic from its pool: rewards from the front, shops from the end. A relic that cannot
    be found now is dropped, and the next one comes from the end."""
    pools = c.G.relic_pools
    is_from_end = in_shop
    while pool := pools[tier]:
        kind, pools[tier] = (pool[-1], pool[:-1]) if is_from_end else (pool[0], pool[1:])
        if can_be_found(c, kind, in_shop):
            return kind
        is_from_end = True
    if tier in NEXT_TIER:
        return find_relic(c, NEXT_TIER[tier], in_shop=in_shop)
    return "Red Circlet" if tier == "boss" else "Circlet"


def find_plain_relic(c: SpireContext, tier: str) -> str:
    """A relic that does not ask when it is obtained."""
    while (kind := find_relic(c, tier)) in SCREENS:
        pass
    return kind


def relic_tier(c: SpireContext) -> str:
    """A random relic tier; in act 4 always uncommon."""
    roll = c.G.streams.relic.random(99)
    if c.G.act == 4:
        return "uncommon"
    return "common" if roll < 50 else "uncommon" if roll < 83 else "rare"


def random_relic(c: SpireContext) -> str:
    """A relic of a random tier that does not ask when it is obtained."""
    return find_plain_relic(c, relic_tier(c))


# --- potions -------------------------------------------------------------------------------------


def any_potion(c: SpireContext, stream: Random | None = None) -> str:
    """A random potion of any rarity."""
    pool = library.potion_pool(c.G.character)
    return pool[(stream or c.G.streams.potion).random(len(pool) - 1)]


def random_potion(c: SpireContext, *, limited: bool = False) -> str:
    """A potion of a random rarity: the game draws potions until the rarity fits. If `limited`, as
    in a fight, Fruit Juice is excluded and the first potion is ignored."""
    roll = c.G.streams.potion.random(99)
    rarity = COMMON if roll < 65 else UNCOMMON if roll < 90 else RARE
    facts = library.potions()
    kind, again = any_potion(c), limited
    while again or facts[kind].rarity != rarity:
        kind = any_potion(c)
        again = limited and kind == "Fruit Juice"
    return kind


def add_potion(c: SpireContext, rewards: Rewards, all_fled: bool = False) -> None:
    """Maybe add a potion. The chance grows each time there is none."""
    G = c.G
    chance = 0 if all_fled else 40 + G.potion_chance
    if c.has("White Beast Statue"):
        chance = 100
    if len(rewards.gold) + len(rewards.relics) + rewards.emerald >= 4:
        chance = 0
    if G.streams.potion.random(99) < chance:
        rewards.potions.append(random_potion(c))
        G.potion_chance -= 10
    else:
        G.potion_chance += 10


# --- cards ---------------------------------------------------------------------------------------


def card_count(c: SpireContext) -> int:
    """How many cards a reward offers."""
    return 3 + c.has("Question Card") - 2 * c.has("Busted Crown")


USUAL_CHANCES = (3, 37)
SHOP_CHANCES = (9, 37)
RARITY_CHANCES = {"ELITE": (10, 40), "BOSS": (1000, 0), "SHOP": SHOP_CHANCES}
"""By room: the chances of a rare and of an uncommon card in percent, where they are not the usual.
Every card of a boss is rare."""


@replaceable
def rarity_chances(c: SpireContext, room: str) -> tuple[int, int]:
    """The chances of a rare and of an uncommon card in a kind of room."""
    rare, uncommon = RARITY_CHANCES.get(room, USUAL_CHANCES)
    is_tripled = room not in ("REST", "SHOP") and c.has("Nloth's Gift")
    return (3 * rare if is_tripled else rare), uncommon


def roll_rarity(c: SpireContext, rare: int, uncommon: int) -> str:
    """A random card rarity. Rare cards become more likely the longer there was none."""
    roll = c.G.streams.card.random(99) + c.G.card_factor
    return RARE if roll < rare else UNCOMMON if roll < rare + uncommon else COMMON


def _note_rarity(c: SpireContext, rarity: str) -> None:
    if rarity == COMMON:
        c.G.card_factor = max(c.G.card_factor - 1, -40)
    elif rarity == RARE:
        c.G.card_factor = 5


def class_card(c: SpireContext, stream: Random, rarity: str) -> str:
    """A random card of the class, of this rarity."""
    pool = library.card_pool(library.COLOURS[c.G.character], rarity)
    return pool[stream.random(len(pool) - 1)]


@replaceable
def reward_pool(c: SpireContext, stream: Random, rarity: str) -> Sequence[str]:
    """The cards of rewards: those of the class, with a Prismatic Shard those of all classes and the
    colourless ones. Shops and events do not look at the relic."""
    if c.has("PrismaticShard"):
        stream.long()
        return library.any_colour_pool(rarity)
    return library.card_pool(library.COLOURS[c.G.character], rarity)


def _reward_card(c: SpireContext, stream: Random, rarity: str) -> str:
    pool = reward_pool(c, stream, rarity)
    return pool[stream.random(len(pool) - 1)]


def upgrade_chance(c: SpireContext) -> float:
    """The chance that a card of a reward is upgraded."""
    chance = (0.0, 0.25, 0.5, 0.5)[c.G.act - 1]
    return chance / 2 if c.G.ascension >= 12 else chance


def card_reward(c: SpireContext, room: str) -> list[Card]:
    """The cards of a reward in this kind of room."""
    stream, chances = c.G.streams.card, rarity_chances(c, room)
    found: dict[str, str] = {}
    for _ in range(card_count(c)):
        rarity = roll_rarity(c, *chances)
        _note_rarity(c, rarity)
        while (kind := _reward_card(c, stream, rarity)) in found:
            pass
        found[kind] = rarity
    chance = upgrade_chance(c)
    return [
        upgraded_card(c, kind) if rarity != RARE and stream.chance(chance) else c.preview(kind)
        for kind, rarity in found.items()
    ]


@replaceable
def upgraded_card(c: SpireContext, kind: str) -> Card:
    """A card of a reward that is offered upgraded."""
    return Card(kind, 1)


def colourless_reward(c: SpireContext) -> list[Card]:
    """A reward of colourless cards."""
    stream = c.G.streams.card
    found: list[str] = []
    for _ in range(card_count(c)):
        rarity = RARE if stream.chance(f32(0.3)) else UNCOMMON
        _note_rarity(c, rarity)
        pool = library.colourless(rarity)
        while (kind := pool[stream.random(len(pool) - 1)]) in found:
            pass
        found.append(kind)
    return [c.preview(kind) for kind in found]


def shuffled_colourless(c: SpireContext, rarity: str) -> str:
    """The first colourless card of a rarity after a shuffle, as the game chooses it in events."""
    G = c.G
    names = list(G.colourless or library.colourless_pool())
    G.streams.shuffle.shuffle(names)
    G.colourless = tuple(names)
    return next(kind for kind in names if cards()[kind].rarity == rarity)


def random_curse(c: SpireContext) -> str:
    """A random curse."""
    pool = library.curse_pool()
    return pool[c.G.streams.card.random(len(pool) - 1)]


# --- rewards of fights and chests ----------------------------------------------------------------


def with_idol(c: SpireContext, gold: int) -> int:
    """Gold of a fight, with what Golden Idol adds."""
    return gold + rounded(gold * 0.25) if c.has("Golden Idol") else gold


def monster_rewards(c: SpireContext, all_fled: bool = False) -> Rewards:
    """The rewards for monsters. If all fled, there are only cards."""
    rewards = Rewards()
    if not all_fled:
        rewards.gold.append(with_idol(c, c.G.streams.treasure.between(10, 20)))
    add_potion(c, rewards, all_fled)
    for _ in range(1 + c.has("Prayer Wheel")):
        rewards.cards.append(card_reward(c, "MONSTER"))
    return rewards


def elite_tier(c: SpireContext) -> str:
    """The relic tier of an elite's reward."""
    roll = c.G.streams.relic.random(99)
    return "common" if roll < 50 else "uncommon" if roll < 83 else "rare"


def elite_rewards(c: SpireContext) -> Rewards:
    """The rewards for an elite."""
    G = c.G
    rewards = Rewards(gold=[with_idol(c, G.streams.treasure.between(25, 35))])
    rewards.relics.append(find_relic(c, elite_tier(c)))
    if c.has("Black Star"):
        tier = elite_tier(c)
        while (kind := find_relic(c, tier)) in CAMPFIRE:
            pass
        rewards.relics.append(kind)
    burning = G.map.burning if G.map else None
    rewards.emerald = burning is not None and burning[:2] == (G.x, G.y)
    add_potion(c, rewards)
    rewards.cards.append(card_reward(c, "ELITE"))
    return rewards


def boss_rewards(c: SpireContext) -> Rewards:
    """The rewards for a boss."""
    gold = 100 + c.G.streams.misc.between(-5, 5)
    if c.G.ascension >= 13:
        gold = rounded(gold * 0.75)
    rewards = Rewards(gold=[with_idol(c, gold)])
    if c.G.act < 3:
        add_potion(c, rewards)
        rewards.cards.append(card_reward(c, "BOSS"))
    return rewards


CHESTS = {"SMALL": (50, 25, 75, 100), "MEDIUM": (35, 50, 35, 85), "LARGE": (50, 75, 0, 75)}
"""By size: chance and amount of gold, chance of a common relic, chance of a relic that is not rare."""


def chest(c: SpireContext) -> Chest:
    """A random chest."""
    stream = c.G.streams.treasure
    roll = stream.random(99)
    size = "SMALL" if roll < 50 else "MEDIUM" if roll < 83 else "LARGE"
    gold, _, common, uncommon = CHESTS[size]
    roll = stream.random(99)
    tier = "common" if roll < common else "uncommon" if roll < uncommon else "rare"
    return Chest(size, roll < gold, tier)


def open_chest(c: SpireContext, chest: Chest) -> Rewards:
    """The rewards in a chest."""
    G, rewards = c.G, Rewards()
    doll = c.relic("Matryoshka")
    if doll is not None and doll.counter > 0:
        doll.counter = doll.counter - 1 or USED_UP
        tier = "common" if G.streams.relic.chance(0.75) else "uncommon"
        rewards.relics.append(find_relic(c, tier))
    if c.has("Cursed Key"):
        c.obtain(random_curse(c))
    if chest.has_gold:
        amount = CHESTS[chest.size][1]
        gold = G.streams.treasure.float_between(f32(amount * f32(0.9)), f32(amount * f32(1.1)))
        rewards.gold.append(rounded(gold))
    rewards.relics.append(find_relic(c, chest.tier))
    mask = c.relic("NlothsMask")
    if mask is not None and mask.counter > 0:
        mask.counter = mask.counter - 1 or USED_UP
        del rewards.relics[0]
    rewards.sapphire = not G.keys[2] and bool(rewards.relics)
    return rewards
