"""Shops: stock, prices and buying."""

from __future__ import annotations

from math import prod

from turnwright.games.spire import library
from turnwright.games.spire.context import EGGS, Asking, SpireContext, rounded
from turnwright.games.spire.library import COMMON, RARE, UNCOMMON, cards
from turnwright.games.spire.rng import f32
from turnwright.games.spire.rule_variants import replaceable
from turnwright.games.spire.state import Card, Shop

from .relics import obtain_relic
from .rewards import (
    SHOP_CHANCES,
    class_card,
    find_relic,
    random_potion,
    rarity_chances,
    roll_rarity,
)

CARD_PRICES = {COMMON: 50, UNCOMMON: 75, RARE: 150}
POTION_PRICES = {COMMON: 50, UNCOMMON: 75, RARE: 100}
RELIC_PRICES = {
    "COMMON": 150, "UNCOMMON": 250, "RARE": 300, "SHOP": 150, "BOSS": 999, "SPECIAL": 400,
    "STARTER": 300,
}  # fmt: skip
REMOVE_COST, REMOVE_MORE, REMOVE_WITH_MASK = 75, 25, 50
COLOURLESS_FACTOR, COURIER, MEMBERSHIP, ASCENDED = f32(1.2), f32(0.8), 0.5, f32(1.1)


def stock(c: SpireContext) -> Shop:
    """Fill a shop."""
    merchant = c.G.streams.merchant
    found, rarities = _cards(c)
    prices = [
        int(f32(CARD_PRICES[rarity] * merchant.float_between(0.9, 1.1))) for rarity in rarities
    ]
    prices += [
        int(f32(f32(CARD_PRICES[rarity] * merchant.float_between(0.9, 1.1)) * COLOURLESS_FACTOR))
        for rarity in (UNCOMMON, RARE)
    ]
    prices[merchant.random(4)] //= 2
    relics, relic_prices = [], []
    for tier in ("", "", "shop"):
        kind = find_relic(c, tier or _relic_tier(c), in_shop=True)
        relics.append(kind)
        relic_prices.append(_varied(c, 150 if tier else _relic_price(kind)))
    potions, potion_prices = [], []
    for _ in range(3):
        kind = random_potion(c)
        potions.append(kind)
        potion_prices.append(_varied(c, POTION_PRICES[library.potions()[kind].rarity]))
    all_prices = {"card": prices, "relic": relic_prices, "potion": potion_prices}
    shop = Shop(found, relics, potions, all_prices, 0)
    for factor in _price_factors(c):
        _discount(shop, factor)
    shop.remove_cost = remove_cost(c)
    return shop


def _cards(c: SpireContext) -> tuple[list[Card], list[str]]:
    stream, colour = c.G.streams.card, library.COLOURS[c.G.character]
    found: list[str] = []
    rarities: list[str] = []
    for kind in ("ATTACK", "ATTACK", "SKILL", "SKILL", "POWER"):
        while True:
            rarity = roll_rarity(c, *SHOP_CHANCES)
            if kind == "POWER" and rarity == COMMON:
                rarity = UNCOMMON
            pool = library.typed_pool(colour, kind, rarity)
            name = pool[stream.random(len(pool) - 1)]
            if name not in found:
                break
        found.append(name)
        rarities.append(rarity)
    for rarity in (UNCOMMON, RARE):
        pool = library.colourless(rarity)
        found.append(pool[stream.random(len(pool) - 1)])
    return stocked_cards(c, found), rarities


@replaceable
def stocked_cards(c: SpireContext, kinds: list[str]) -> list[Card]:
    """The cards of a shop as they are shown: eggs upgrade them."""
    return [c.preview(kind) for kind in kinds]


@replaceable
def ascension_price_factor(c: SpireContext) -> float:
    """The price factor from ascension 16 on."""
    return ASCENDED


def _price_factors(c: SpireContext) -> list[float]:
    """What prices are multiplied with, one after the other."""
    found: list[float] = [ascension_price_factor(c)] if c.G.ascension >= 16 else []
    if c.has("The Courier"):
        found.append(COURIER)
    if c.has("Membership Card"):
        found.append(MEMBERSHIP)
    return found


def _relic_tier(c: SpireContext) -> str:
    roll = c.G.streams.merchant.random(99)
    return "common" if roll < 48 else "uncommon" if roll < 82 else "rare"


def _relic_price(kind: str) -> int:
    return RELIC_PRICES[library.relics()[kind].tier]


def _varied(c: SpireContext, price: int) -> int:
    return rounded(f32(price * c.G.streams.merchant.float_between(0.95, 1.05)))


def _discount(shop: Shop, factor: float) -> None:
    for prices in shop.prices.values():
        prices[:] = [_reduced(price, factor) if price >= 0 else -1 for price in prices]


def _reduced(price: int, factor: float) -> int:
    return rounded(f32(price * factor))


def remove_cost(c: SpireContext) -> int:
    """The price of removing a card."""
    if c.has("Smiling Mask"):
        return REMOVE_WITH_MASK
    cost = REMOVE_COST + REMOVE_MORE * c.G.removes
    return rounded(f32(cost * removal_factor(c)))


@replaceable
def removal_factor(c: SpireContext) -> float:
    """The discount on removing a card. Two discounts do not add up here; the better one counts."""
    return MEMBERSHIP if c.has("Membership Card") else COURIER if c.has("The Courier") else 1.0


# --- buying --------------------------------------------------------------------------------------


def pay(c: SpireContext, price: int) -> None:
    """Spend gold in a shop."""
    c.lose_gold(price)
    bank = c.relic("MawBank")
    if bank is not None:
        bank.counter = -2


def goods(c: SpireContext) -> list[str]:
    """What can be bought now: kind and place of each item."""
    shop = c.G.shop
    assert shop is not None
    gold = c.G.gold
    found = [
        f"{kind} {place}"
        for kind, prices in shop.prices.items()
        if kind != "potion" or c.has_potion_slot()
        for place, price in enumerate(prices)
        if 0 <= price <= gold
    ]
    if 0 <= shop.remove_cost <= gold and c.removable():
        found.append("remove")
    return [*found, "leave"]


def buy(c: SpireContext, what: str) -> Asking:
    """Buy something: a card, a relic, a potion or a removal."""
    G, shop = c.G, c.G.shop
    assert shop is not None
    if what == "remove":
        pay(c, shop.remove_cost)
        shop.remove_cost = -1
        G.removes += 1
        yield from c.choose_remove()
        return
    kind, _, number = what.partition(" ")
    place = int(number)
    prices = shop.prices[kind]
    pay(c, prices[place])
    prices[place] = -1
    restocks = c.has("The Courier")
    if kind == "card":
        card = shop.cards[place]
        c.obtain(card.kind, card.up)
        if restocks:
            _restock_card(c, shop, place)
    elif kind == "potion":
        c.obtain_potion(shop.potions[place])
        if restocks:
            shop.potions[place] = random_potion(c)
            rarity = library.potions()[shop.potions[place]].rarity
            prices[place] = _discounted(c, _varied(c, POTION_PRICES[rarity]))
    else:
        relic = shop.relics[place]
        if relic == "Membership Card":
            _discount(shop, MEMBERSHIP)
        G.then = "SHOP"
        yield from obtain_relic(c, relic)
        if c.has("The Courier"):  # also if it was just bought
            shop.relics[place] = find_relic(c, _relic_tier(c), in_shop=True)
            prices[place] = _discounted(c, _varied(c, _relic_price(shop.relics[place])))
        if G.screen == "SHOP":
            G.then = "MAP"
        if shop.remove_cost >= 0:
            shop.remove_cost = remove_cost(c)
        if relic in EGGS.values():
            shop.cards[:] = [c.preview(card.kind, card.up) for card in shop.cards]


def _restock_card(c: SpireContext, shop: Shop, place: int) -> None:
    streams = c.G.streams
    if place >= 5:
        rarity = RARE if streams.merchant.fraction() < f32(0.3) else UNCOMMON
        pool = library.colourless(rarity)
        name = pool[streams.card.random(len(pool) - 1)]
    else:
        rarity = roll_rarity(c, *rarity_chances(c, "SHOP"))
        kind = cards()[shop.cards[place].kind].type
        if kind == "POWER" and rarity == COMMON:
            rarity = UNCOMMON
        while cards()[name := class_card(c, streams.card, rarity)].type != kind:
            pass
    price = CARD_PRICES[rarity] * streams.merchant.float_between(0.9, 1.1)
    price *= COLOURLESS_FACTOR if place >= 5 else 1
    shop.cards[place] = c.preview(name)
    shop.prices["card"][place] = int(price * prod(_price_factors(c)))


def _discounted(c: SpireContext, price: int) -> int:
    """The price of a new potion or relic, rounded after each factor as in the stock of a shop."""
    for factor in _price_factors(c):
        price = _reduced(price, factor)
    return price
