"""Differences outside of fights: Neow, shops, rewards, relics, events and the map."""

from __future__ import annotations

from collections.abc import Sequence

from turnwright.games.spire import context, library
from turnwright.games.spire.context import Asking, SpireContext
from turnwright.games.spire.rng import Random
from turnwright.games.spire.run import (
    acts,
    encounters,
    fights,
    neow,
    potions,
    relics,
    reward_screen,
    rewards,
    rooms,
    shop,
)
from turnwright.games.spire.run.events import act1, act2, act3, shrines
from turnwright.games.spire.run.events.event_definition import is_hard
from turnwright.games.spire.run.relics import obtain_relic
from turnwright.games.spire.state import Card, Rewards

from .fight_rules import VARIANT

# --- the deck ------------------------------------------------------------------------------------


@context.gain_from_periapt.replace(VARIANT)
def no_periapt(c: SpireContext) -> None:
    """Darkstone Periapt does nothing. Seen in dev-run-a0-022."""


@context.delete_from_deck.replace(VARIANT)
def delete_in_given_order(c: SpireContext, places: Sequence[int]) -> None:
    """Cards are deleted last chosen first, although the places behind them have moved by then. Seen in
    dev-event-Drug Dealer-2."""
    deck = c.G.deck
    for place in reversed(places):
        del deck[min(place, len(deck) - 1)]


@context.can_arrive_upgraded.replace(VARIANT)
def no_upgraded_searing_blow(c: SpireContext, kind: str) -> bool:
    """Astrolabe does not upgrade a Searing Blow. Seen in seed 4T4DQ60JHR7DS."""
    return context.can_arrive_upgraded.game_rule(c, kind) and kind != "Searing Blow"


@context.another_card.replace(VARIANT)
def next_card_instead(c: SpireContext, pool: Sequence[str], kind: str, stream: Random) -> str:
    """A card that would be transformed into itself becomes the next one in the list, and the last one
    of the list is never found. Seen in dev-run-a0-007. Combust and Brutality may be transformed into
    themselves. Tagged transform_of_combust_or_brutality."""
    facts = library.cards()[kind]
    is_own_class = facts.colour == library.COLOURS[c.G.character] and facts.rarity != "BASIC"
    may_stay = facts.colour in library.COLOURS.values() and not is_own_class
    if may_stay or kind in ("Combust", "Brutality"):
        return pool[stream.random(len(pool) - 1)]
    place = stream.random(len(pool) - 2)
    return pool[place + 1] if pool[place] == kind else pool[place]


# --- Neow ----------------------------------------------------------------------------------------


@neow.transform_cards.replace(VARIANT)
def transform_with_curse(c: SpireContext, count: int) -> Asking:
    """Transforming two cards adds a curse, which cannot be chosen. Tagged neow_transform_two."""
    places = c.removable()
    if count == 2:
        c.obtain(rewards.random_curse(c))
    c.transform((yield from c.select("TRANSFORM", count, places)), c.G.streams.neow)


@neow.comes_with_curse.replace(VARIANT)
def no_second_curse(c: SpireContext, offer: neow.NeowOffer) -> bool:
    """The curse of transforming two cards is the only one. Tagged neow_transform_two."""
    return offer.drawback == "CURSE" and offer.bonus != "TRANSFORM_TWO_CARDS"


@neow.lose_tenth_of_max_hp.replace(VARIANT)
def keep_nine_tenths(c: SpireContext) -> None:
    """Max HP becomes 90%, rounded down. Tagged neow_max_hp_loss_rounding."""
    c.lose_max_hp(c.G.max_hp - c.part(0.9))


@neow.lose_share_of_hp.replace(VARIANT)
def keep_seven_tenths(c: SpireContext) -> None:
    """HP becomes 70%, counted in whole tenths. Tagged neow_percent_damage."""
    c.G.hp = c.G.hp // 10 * 7


@neow.receive_max_hp.replace(VARIANT)
def no_healing(c: SpireContext, amount: int) -> None:
    """More Max HP does not heal. Tagged neow_max_hp_bonus_no_heal."""
    c.G.max_hp += amount


# --- shops ---------------------------------------------------------------------------------------


@shop.ascension_price_factor.replace(VARIANT)
def cheaper_instead(c: SpireContext) -> float:
    """From ascension 16 on prices are lower instead of higher. Tagged a16_shop_price."""
    return shop.COURIER


@shop.stocked_cards.replace(VARIANT)
def some_eggs(c: SpireContext, kinds: list[str]) -> list[Card]:
    """Eggs only upgrade the second attack and the second skill. Seen in dev-run-a0-007."""
    return [c.preview(kind) if place in (1, 3) else Card(kind) for place, kind in enumerate(kinds)]


@shop.removal_factor.replace(VARIANT)
def both_discounts(c: SpireContext) -> float:
    """The Courier and a Membership Card both reduce the price of removing a card. Read in
    src/game/Shop.cpp, getRemoveCost."""
    courier = shop.COURIER if c.has("The Courier") else 1.0
    return courier * (shop.MEMBERSHIP if c.has("Membership Card") else 1.0)


# --- rewards -------------------------------------------------------------------------------------


@fights.add_stolen_gold.replace(VARIANT)
def stolen_gold_last(c: SpireContext, found: Rewards, stolen: int) -> None:
    """Stolen gold comes after the other gold. Tagged minor:stolen_gold_order."""
    found.gold.append(stolen)


@rewards.is_sold.replace(VARIANT)
def courier_is_sold(c: SpireContext, kind: str) -> bool:
    """Shops also have The Courier. Seen in dev-run-a0-055."""
    return kind == "The Courier" or rewards.is_sold.game_rule(c, kind)


@rewards.can_find_ectoplasm.replace(VARIANT)
def always_ectoplasm(c: SpireContext) -> bool:
    """Ectoplasm also appears after act 1. Seen in dev-run-a0-002."""
    return True


@rewards.reward_pool.replace(VARIANT)
def no_prismatic_shard(c: SpireContext, stream: Random, rarity: str) -> Sequence[str]:
    """Prismatic Shard does nothing. Tagged relic_prismatic_shard."""
    return library.card_pool(library.COLOURS[c.G.character], rarity)


@rewards.rarity_chances.replace(VARIANT)
def usual_chances_in_shops(c: SpireContext, room: str) -> tuple[int, int]:
    """An Orrery and The Courier have the chances of other rooms, which N'loth's Gift improves. Read in
    src/game/GameContext.cpp, rollCardRarity."""
    return rewards.rarity_chances.game_rule(c, "EVENT" if room == "SHOP" else room)


@rewards.upgraded_card.replace(VARIANT)
def plain_searing_blow(c: SpireContext, kind: str) -> Card:
    """A Searing Blow is never offered upgraded. Seen in dev-run-a0-006."""
    return Card(kind, 0 if kind == "Searing Blow" else 1)


@reward_screen.take_relic.replace(VARIANT)
def take_relic(c: SpireContext, found: Rewards, at: int) -> Asking:
    """The sapphire key stays when the relic is taken, and a Bottle loses the other rewards. Seen in
    dev-run-a0-001 (the key) and dev-run-a0-015 (a Bottle)."""
    kind = found.relics.pop(at)
    yield from obtain_relic(c, kind)
    if kind in rewards.BOTTLES and any(card.bottled for card in c.G.deck):
        yield from rooms.leave(c)


# --- relics and potions --------------------------------------------------------------------------


@relics.first_counter.replace(VARIANT)
def idle_relics(c: SpireContext, kind: str) -> int:
    """Matryoshka and N'loth's Hungry Face do nothing. Seen in dev-run-a0-003."""
    return 0 if kind in ("Matryoshka", "NlothsMask") else relics.first_counter.game_rule(c, kind)


@relics.replace_starter.replace(VARIANT)
def lose_starter(c: SpireContext, old: str) -> None:
    """A relic that replaces the starting relic comes last. Seen in dev-run-a20-019."""
    c.lose_relic(old)


@relics.old_coin.replace(VARIANT)
def no_old_coin(c: SpireContext) -> None:
    """Old Coin does nothing. Seen in dev-run-a0-001."""


@relics.upgrade_in_tiny_house.replace(VARIANT)
def uncounted_upgrade(c: SpireContext) -> None:
    """The random number of the upgrade is not counted. Seen in dev-run-a0-013."""
    c.upgrade_random(1)
    c.G.streams.misc.counter -= 1


@potions.heal_from_ornithopter.replace(VARIANT)
def no_ornithopter(c: SpireContext) -> None:
    """Toy Ornithopter does nothing outside of fights. Tagged relic_toy_ornithopter."""


# --- the map -------------------------------------------------------------------------------------


@acts.monsters_of_act.replace(VARIANT)
def without_exclusions(c: SpireContext, act: int) -> list[str]:
    """In acts 2 and 3 the first strong encounter may resemble the last weak one. Seen in
    dev-run-a0-033."""
    return encounters.monster_list(act, c.G.streams.monster, strict=act == 1)


@rooms.can_fly.replace(VARIANT)
def no_wing_boots(c: SpireContext) -> bool:
    """Wing Boots do nothing. Tagged relic_wing_boots."""
    return False


@fights.boss_column.replace(VARIANT)
def first_column(c: SpireContext) -> int:
    """The boss of acts 1 to 3 stands in column 0. Seen in dev-event-Secret Portal-2."""
    return 0 if c.G.act < 4 else fights.boss_column.game_rule(c)


# --- events --------------------------------------------------------------------------------------


@fights.prize_gold.replace(VARIANT)
def no_golden_idol(c: SpireContext, gold: int) -> int:
    """Golden Idol does not add to the gold of an event's fight. Read in src/game/GameContext.cpp,
    chooseEventOption and afterBattle."""
    return gold


@act1.eat_mushrooms.replace(VARIANT)
def gold_for_mushrooms(c: SpireContext, heal: int) -> None:
    """Eating the mushrooms gives gold. Seen in dev-event-Mushrooms-1."""
    c.gain_gold(50 if is_hard(c) else 99)


@act1.ooze_damage.replace(VARIANT)
def constant_damage(c: SpireContext, tries: int) -> int:
    """Scrap Ooze deals the same damage each time. Seen in dev-event-Scrap Ooze-3."""
    return 5 if is_hard(c) else 3


@act2.offer_idol.replace(VARIANT)
def keep_idol(c: SpireContext) -> None:
    """The Forgotten Altar does not take the Golden Idol. Seen in dev-event-Forgotten Altar-2."""


@act2.bandits_may_have_potion.replace(VARIANT)
def bandits_without_potion(c: SpireContext) -> bool:
    """The Masked Bandits never leave a potion. Read in src/game/GameContext.cpp,
    chooseEventOption."""
    return False


@act2.take_coffin_relic.replace(VARIANT)
def empty_coffin(c: SpireContext) -> Asking:
    """The Mausoleum has no relic. Seen in dev-event-The Mausoleum-1."""
    yield from ()


@act3.leave_sphere.replace(VARIANT)
def gold_for_leaving(c: SpireContext) -> None:
    """Leaving the Mysterious Sphere gives gold. Seen in dev-event-Mysterious Sphere-0."""
    c.gain_gold(50 if is_hard(c) else 99)


@shrines.heal_for_uncommon_offering.replace(VARIANT)
def heal_ten(c: SpireContext) -> None:
    """Bonfire Spirits heal 10 HP for an uncommon card. Seen in dev-run-a0-050."""
    c.heal(10)


@shrines.pay_for_adjustments.replace(VARIANT)
def pay_for_one_upgrade(c: SpireContext, price: int) -> None:
    """The Designer upgrades two random cards for free. Seen in dev-event-Designer-8."""
    if c.G.memory["upgrades_one"]:
        c.lose_gold(price)


@shrines.transform_two.replace(VARIANT)
def full_service_as_well(c: SpireContext) -> Asking:
    """The Designer's clean-up with transformation is a second full service. Seen in
    dev-event-Designer-2."""
    c.lose_gold(110 if is_hard(c) else 90)
    _punch_and_upgrade(c)
    yield from ()


@shrines.remove_in_full_service.replace(VARIANT)
def punch_in_full_service(c: SpireContext) -> Asking:
    """The Designer's full service punches instead of removing a card. Seen in
    dev-event-Designer-6."""
    c.lose_hp(_punch(c))
    yield from ()


def _punch_and_upgrade(c: SpireContext) -> None:
    c.lose_hp(_punch(c))
    c.upgrade_random(1)


def _punch(c: SpireContext) -> int:
    return 5 if is_hard(c) else 3


@shrines.pay_for_potions.replace(VARIANT)
def free_potions(c: SpireContext, price: int) -> None:
    """The Woman in Blue takes no gold. Seen in dev-event-The Woman in Blue-0."""


@shrines.pick_wanted_potion.replace(VARIANT)
def uncounted_pick(c: SpireContext, slots: list[int]) -> int:
    """The random number of We Meet Again's potion is not counted. Seen in dev-event-WeMeetAgain-0."""
    c.G.streams.misc.shuffle(slots)
    c.G.streams.misc.counter -= 1
    return slots[0]
