"""What relics do when they are picked up. What they do in fights is in `combat`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from turnwright.games.spire import library
from turnwright.games.spire.context import Asking, Spire, is_removable, is_starter
from turnwright.games.spire.library import cards
from turnwright.games.spire.rule_variants import replaceable
from turnwright.games.spire.state import NO_POTION, Card, Relic, Rewards

from .rewards import BOTTLES, any_potion, card_reward, find_plain_relic

COUNTERS = {
    "NeowsBlessing": 3, "Omamori": 2, "Matryoshka": 2, "NlothsMask": 1, "Tiny Chest": 0,
    "WingedGreaves": 3, "Girya": 0, "Happy Flower": 0, "Incense Burner": 0, "InkBottle": 0,
    "Nunchaku": 0, "Pen Nib": 0, "Sundial": 0,
}  # fmt: skip
"""Counters that a relic starts with; all others show none (-1, and -2 when used up)."""

MAX_HP = {"Strawberry": 7, "Pear": 10, "Mango": 14, "Lee's Waffle": 7}
Effect: TypeAlias = Callable[[Spire], Asking | None]
PickedUp = TypeVar("PickedUp", bound=Effect)
PICKED_UP: dict[str, Effect] = {}


@replaceable
def first_counter(c: Spire, kind: str) -> int:
    """The counter of a relic when it is obtained."""
    return COUNTERS.get(kind, -1)


def obtain_relic(c: Spire, kind: str) -> Asking:
    """A relic comes to the player, and does what it does then."""
    G = c.G
    if kind in ("Circlet", "Red Circlet") or not c.has(kind):
        G.relics.append(Relic(kind, first_counter(c, kind)))
    else:
        return
    if kind in MAX_HP:
        c.gain_max_hp(MAX_HP[kind])
    if kind in BOTTLES:
        yield from _bottle(c, BOTTLES[kind])
    elif kind in PICKED_UP:
        asking = PICKED_UP[kind](c)
        if asking is not None:
            yield from asking


def picked_up(kind: str) -> Callable[[PickedUp], PickedUp]:
    """Register what a relic does when it is obtained."""

    def register(fn: PickedUp) -> PickedUp:
        PICKED_UP[kind] = fn
        return fn

    return register


def _bottle(c: Spire, kind: str) -> Asking:
    places = c.places(lambda card: cards()[card.kind].type == kind)
    for place in (yield from c.select("BOTTLE", 1, places)):
        c.G.deck[place].bottled = True


@picked_up("Astrolabe")
def astrolabe(c: Spire) -> Asking:
    places = yield from c.select("TRANSFORM_UPGRADE", 3, c.places(is_removable))
    c.transform(places, c.G.streams.misc, up=1)


@picked_up("Empty Cage")
def empty_cage(c: Spire) -> Asking:
    yield from c.choose_remove(2)


@picked_up("DollysMirror")
def dollys_mirror(c: Spire) -> Asking:
    for place in (yield from c.select("DUPLICATE", 1, range(len(c.G.deck)))):
        card = c.G.deck[place]
        c.obtain(card.kind, card.up, card.misc)


@picked_up("Pandora's Box")
def pandoras_box(c: Spire) -> None:
    count = len(c.remove(c.places(is_starter)))
    pool = library.any_pool(library.COLOURS[c.G.character])
    found = [pool[c.G.streams.card_random.random(len(pool) - 1)] for _ in range(count)]
    c.obtain_all(*reversed(found))


@picked_up("Black Blood")
def black_blood(c: Spire) -> None:
    _replace(c, "Black Blood", "Burning Blood")


@picked_up("Ring of the Serpent")
def ring_of_the_serpent(c: Spire) -> None:
    _replace(c, "Ring of the Serpent", "Ring of the Snake")


@picked_up("FrozenCore")
def frozen_core(c: Spire) -> None:
    _replace(c, "FrozenCore", "Cracked Core")


@picked_up("HolyWater")
def holy_water(c: Spire) -> None:
    _replace(c, "HolyWater", "PureWater")


def _replace(c: Spire, new: str, old: str) -> None:
    if c.has(old):
        c.lose_relic(old)


@picked_up("Calling Bell")
def calling_bell(c: Spire) -> None:
    c.obtain("CurseOfTheBell")
    tiers = ("common", "uncommon", "rare")
    c.show_rewards(Rewards(relics=[find_plain_relic(c, tier) for tier in tiers]))


@picked_up("Cauldron")
def cauldron(c: Spire) -> None:
    c.show_rewards(Rewards(potions=[any_potion(c) for _ in range(5)]))


@picked_up("Orrery")
def orrery(c: Spire) -> None:
    c.show_rewards(Rewards(cards=[card_reward(c, c.G.room) for _ in range(5)]))


@replaceable
def upgrade_in_tiny_house(c: Spire) -> None:
    """Upgrade a random card."""
    c.upgrade_random(1)


@picked_up("Tiny House")
def tiny_house(c: Spire) -> None:
    upgrade_in_tiny_house(c)
    c.gain_max_hp(5)
    potion = any_potion(c, c.G.streams.misc)
    cards: list[list[Card]] = [card_reward(c, c.G.room)]
    c.show_rewards(Rewards(gold=[50], potions=[potion], cards=cards))


@picked_up("Lee's Waffle")
def waffle(c: Spire) -> None:
    c.heal(c.G.max_hp)


@picked_up("Necronomicon")
def necronomicon(c: Spire) -> None:
    c.obtain("Necronomicurse")


@picked_up("Potion Belt")
def potion_belt(c: Spire) -> None:
    c.G.potions += [NO_POTION, NO_POTION]


@picked_up("Du-Vu Doll")
def du_vu_doll(c: Spire) -> None:
    c.count_curses()


@picked_up("War Paint")
def war_paint(c: Spire) -> None:
    c.upgrade_random(2, "SKILL")


@picked_up("Whetstone")
def whetstone(c: Spire) -> None:
    c.upgrade_random(2, "ATTACK")


@picked_up("Old Coin")
@replaceable
def old_coin(c: Spire) -> None:
    """Gain 300 gold."""
    c.gain_gold(300)
