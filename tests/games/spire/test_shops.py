"""Shops: what they have, what it costs, and relics that change it."""

from __future__ import annotations

import pytest

from tests.games.spire.fight_scenarios import answer
from turnwright.games.spire.game import game
from turnwright.games.spire.library import cards
from turnwright.games.spire.run import rewards

DECK = ["Strike_R"] * 5 + ["Defend_R"] * 4 + ["Bash"]


def visit(*relics, seed="WRC", ascension=0, gold=2000):
    """A run in a shop."""
    facts = {"room": "SHOP", "floor": 6, "hp": 40, "max_hp": 80, "deck": DECK}
    scene = {**facts, "relics": list(relics), "gold": gold}
    return game.start(options={"seed": seed, "ascension": ascension, "scene": scene})


def test_a_smiling_mask_has_one_price():
    assert visit("Smiling Mask", "Membership Card").G.shop.remove_cost == 50


@pytest.mark.parametrize(
    ("relics", "cost"),
    [
        ((), 75),
        (("The Courier",), 60),
        (("Membership Card",), 38),
        (("The Courier", "Membership Card"), 38),
    ],
)
def test_of_two_discounts_on_removing_a_card_the_better_one_counts(relics, cost):
    assert visit(*relics).G.shop.remove_cost == cost


def test_two_discounts_on_goods_add_up():
    full, reduced = visit().G.shop.prices, visit("The Courier", "Membership Card").G.shop.prices
    for kind, prices in full.items():
        assert reduced[kind] == pytest.approx([price * 0.4 for price in prices], abs=0.8)


def test_shops_do_not_have_relics_for_shopping_or_gold():
    match = visit()
    for tier, pool in match.G.relic_pools.items():
        special = [kind for kind in pool if kind in rewards.NOT_IN_SHOPS]
        match.G.relic_pools[tier] = (*pool[:1], *special)
    found = [rewards.find_relic(match.c, tier, in_shop=True) for tier in ("common", "uncommon")]
    assert rewards.NOT_IN_SHOPS.isdisjoint(found)
    assert "The Courier" in rewards.NOT_IN_SHOPS


@pytest.mark.parametrize("goods", ["card 0", "card 2", "card 4", "card 6", "potion 1", "relic 2"])
def test_the_courier_fills_the_shelf_again(goods):
    match = visit("The Courier")
    kind, place = goods.split()
    shop, at = match.G.shop, int(place)
    shelf = {"card": shop.cards, "potion": shop.potions, "relic": shop.relics}[kind]
    before = shelf[at]
    match.play(0, "shop", goods)
    answer(match)
    assert shop.prices[kind][at] > 0
    if kind == "card":
        assert cards()[shelf[at].kind].type == cards()[before.kind].type or at > 4
    elif kind == "relic":
        assert shelf[at] != before


def test_goods_that_the_courier_brings_are_dearer_from_ascension_16_on():
    before, after = (_price_of_next_potion(ascension) for ascension in (15, 16))
    assert after == pytest.approx(before * 1.1, abs=1)
    assert after > before


def _price_of_next_potion(ascension):
    match = visit("The Courier", ascension=ascension)
    match.play(0, "shop", "potion 0")
    return match.G.shop.prices["potion"][0]


def test_cards_that_are_rolled_in_a_shop_have_its_chances():
    """Those of an Orrery and The Courier: N'loth's Gift does not help."""
    match = visit("Nloth's Gift")
    assert rewards.rarity_chances(match.c, match.G.room) == (9, 37)


def test_a_membership_card_halves_all_prices():
    match = visit()
    shop = match.G.shop
    shop.relics[2], shop.prices["relic"][2] = "Membership Card", 150
    before = list(shop.prices["card"])
    match.play(0, "shop", "relic 2")
    assert all(
        abs(now - was / 2) <= 0.5 for now, was in zip(shop.prices["card"], before, strict=True)
    )
    assert shop.remove_cost == 38


def test_a_maw_bank_stops_after_the_first_purchase():
    match = visit("MawBank")
    match.play(0, "shop", "card 0")
    assert match.c.relic("MawBank").counter == -2


def test_the_courier_works_at_once():
    match = visit()
    shop = match.G.shop
    shop.relics[0], shop.prices["relic"][0] = "The Courier", 250
    match.play(0, "shop", "relic 0")
    assert shop.relics[0] != "The Courier"
    assert 0 < shop.prices["relic"][0] <= 0.8 * 1.05 * 300
