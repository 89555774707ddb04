"""What relics do when they are obtained. Their effects in fights are in `combat.relics`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias, TypeVar

from turnwright.games.spire import library
from turnwright.games.spire.context import Asking, SpireContext, is_removable, is_starter
from turnwright.games.spire.library import cards
from turnwright.games.spire.rule_variants import replaceable
from turnwright.games.spire.state import NO_POTION, Card, Relic, Rewards

from .rewards import BOTTLES, any_potion, card_reward, find_plain_relic

COUNTERS = {
    "NeowsBlessing": 3, "Omamori": 2, "Matryoshka": 2, "NlothsMask": 1, "Tiny Chest": 0,
    "WingedGreaves": 3, "Girya": 0, "Happy Flower": 0, "Incense Burner": 0, "InkBottle": 0,
    "Inserter": 0, "Nunchaku": 0, "Pen Nib": 0, "Sundial": 0,
}  # fmt: skip
"""The first counters of relics. All others have -1; -2 is used up."""

MAX_HP = {"Strawberry": 7, "Pear": 10, "Mango": 14, "Lee's Waffle": 7}
Effect: TypeAlias = Callable[[SpireContext], Asking | None]
PickedUp = TypeVar("PickedUp", bound=Effect)
PICKED_UP: dict[str, Effect] = {}


@replaceable
def first_counter(c: SpireContext, kind: str) -> int:
    """The counter of a relic when it is obtained."""
    return COUNTERS.get(kind, -1)


def obtain_relic(c: SpireContext, kind: str) -> Asking:
    """Obtain a relic and apply what it does then."""
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


def _picked_up(kind: str) -> Callable[[PickedUp], PickedUp]:
    """Register what a relic does when it is obtained."""

    def register(fn: PickedUp) -> PickedUp:
        PICKED_UP[kind] = fn
        return fn

    return register


def _bottle(c: SpireContext, kind: str) -> Asking:
    places = c.places(lambda card: cards()[card.kind].type == kind)
    for place in (yield from c.select("BOTTLE", 1, places)):
        c.G.deck[place].bottled = True


@_picked_up("Astrolabe")
def _astrolabe(c: SpireContext) -> Asking:
    places = yield from c.select("TRANSFORM_UPGRADE", 3, c.places(is_removable))
    c.transform(places, c.G.streams.misc, up=1)


@_picked_up("Empty Cage")
def _empty_cage(c: SpireContext) -> Asking:
    yield from c.choose_remove(2)


@_picked_up("DollysMirror")
def _dollys_mirror(c: SpireContext) -> Asking:
    for place in (yield from c.select("DUPLICATE", 1, range(len(c.G.deck)))):
        card = c.G.deck[place]
        c.obtain(card.kind, card.up, card.misc)


@_picked_up("Pandora's Box")
def _pandoras_box(c: SpireContext) -> None:
    count = len(c.remove(c.places(is_starter)))
    pool = library.any_pool(library.COLOURS[c.G.character])
    found = [pool[c.G.streams.card_random.random(len(pool) - 1)] for _ in range(count)]
    c.obtain_all(*reversed(found))


@_picked_up("Black Blood")
def _black_blood(c: SpireContext) -> None:
    replace_starter(c, "Burning Blood")


@_picked_up("Ring of the Serpent")
def _ring_of_the_serpent(c: SpireContext) -> None:
    replace_starter(c, "Ring of the Snake")


@_picked_up("FrozenCore")
def _frozen_core(c: SpireContext) -> None:
    replace_starter(c, "Cracked Core")


@_picked_up("HolyWater")
def _holy_water(c: SpireContext) -> None:
    replace_starter(c, "PureWater")


@replaceable
def replace_starter(c: SpireContext, old: str) -> None:
    """The relic that was just obtained takes the place of the starting relic."""
    relics = c.G.relics
    for place, relic in enumerate(relics):
        if relic.kind == old:
            relics[place] = relics.pop()
            return


@_picked_up("Calling Bell")
def _calling_bell(c: SpireContext) -> None:
    c.obtain("CurseOfTheBell")
    tiers = ("common", "uncommon", "rare")
    c.show_rewards(Rewards(relics=[find_plain_relic(c, tier) for tier in tiers]))


@_picked_up("Cauldron")
def _cauldron(c: SpireContext) -> None:
    c.show_rewards(Rewards(potions=[any_potion(c) for _ in range(5)]))


@_picked_up("Orrery")
def _orrery(c: SpireContext) -> None:
    c.show_rewards(Rewards(cards=[card_reward(c, c.G.room) for _ in range(5)]))


@replaceable
def upgrade_in_tiny_house(c: SpireContext) -> None:
    """Upgrade a random card."""
    c.upgrade_random(1)


@_picked_up("Tiny House")
def _tiny_house(c: SpireContext) -> None:
    upgrade_in_tiny_house(c)
    c.gain_max_hp(5)
    potion = any_potion(c, c.G.streams.misc)
    cards: list[list[Card]] = [card_reward(c, c.G.room)]
    c.show_rewards(Rewards(gold=[50], potions=[potion], cards=cards))


@_picked_up("Lee's Waffle")
def _waffle(c: SpireContext) -> None:
    c.heal(c.G.max_hp)


@_picked_up("Necronomicon")
def _necronomicon(c: SpireContext) -> None:
    c.obtain("Necronomicurse")


@_picked_up("Potion Belt")
def _potion_belt(c: SpireContext) -> None:
    c.G.potions += [NO_POTION, NO_POTION]


@_picked_up("Du-Vu Doll")
def _du_vu_doll(c: SpireContext) -> None:
    c.count_curses()


@_picked_up("War Paint")
def _war_paint(c: SpireContext) -> None:
    c.upgrade_random(2, "SKILL")


@_picked_up("Whetstone")
def _whetstone(c: SpireContext) -> None:
    c.upgrade_random(2, "ATTACK")


@_picked_up("Old Coin")
@replaceable
def old_coin(c: SpireContext) -> None:
    """Gain 300 gold."""
    c.gain_gold(300)
