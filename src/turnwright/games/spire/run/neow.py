"""What Neow offers at the start of a run."""

from __future__ import annotations

from typing import NamedTuple

from turnwright.games.spire import library
from turnwright.games.spire.context import Asking, SpireContext
from turnwright.games.spire.library import COMMON, RARE, UNCOMMON
from turnwright.games.spire.rng import Random, f32
from turnwright.games.spire.rule_variants import replaceable
from turnwright.games.spire.state import Card, Rewards

from .relic_pools import STARTERS
from .relics import obtain_relic
from .rewards import any_potion, card_reward, class_card, find_relic, random_curse

NONE = "NONE"
SMALL = (
    "THREE_CARDS", "ONE_RANDOM_RARE_CARD", "REMOVE_CARD", "UPGRADE_CARD", "TRANSFORM_CARD",
    "RANDOM_COLORLESS",
)  # fmt: skip
MEDIUM = (
    "THREE_SMALL_POTIONS", "RANDOM_COMMON_RELIC", "TEN_PERCENT_HP_BONUS", "THREE_ENEMY_KILL",
    "HUNDRED_GOLD",
)  # fmt: skip
DRAWBACKS = ("TEN_PERCENT_HP_LOSS", "NO_GOLD", "CURSE", "PERCENT_DAMAGE")
LARGE = (
    ("RANDOM_COLORLESS_2", ""), ("REMOVE_TWO", "CURSE"), ("ONE_RARE_RELIC", ""),
    ("THREE_RARE_CARDS", ""), ("TWO_FIFTY_GOLD", "NO_GOLD"), ("TRANSFORM_TWO_CARDS", ""),
    ("TWENTY_PERCENT_HP_BONUS", "TEN_PERCENT_HP_LOSS"),
)  # fmt: skip
"""Large bonuses, and the drawback that each never has."""


TEXTS = {
    "THREE_CARDS": "choose a card to obtain",
    "ONE_RANDOM_RARE_CARD": "obtain a random rare card",
    "REMOVE_CARD": "remove a card from your deck",
    "UPGRADE_CARD": "upgrade a card",
    "TRANSFORM_CARD": "transform a card",
    "RANDOM_COLORLESS": "choose a colourless card to obtain",
    "THREE_SMALL_POTIONS": "obtain 3 random potions",
    "RANDOM_COMMON_RELIC": "obtain a random common relic",
    "TEN_PERCENT_HP_BONUS": "Max HP +10%",
    "THREE_ENEMY_KILL": "enemies in your next three combats have 1 HP",
    "HUNDRED_GOLD": "obtain 100 gold",
    "RANDOM_COLORLESS_2": "choose a rare colourless card to obtain",
    "REMOVE_TWO": "remove 2 cards",
    "ONE_RARE_RELIC": "obtain a random rare relic",
    "THREE_RARE_CARDS": "choose a rare card to obtain",
    "TWO_FIFTY_GOLD": "obtain 250 gold",
    "TRANSFORM_TWO_CARDS": "transform 2 cards",
    "TWENTY_PERCENT_HP_BONUS": "Max HP +20%",
    "BOSS_RELIC": "obtain a random boss relic",
    "TEN_PERCENT_HP_LOSS": "lose 10% of your Max HP",
    "NO_GOLD": "lose all gold",
    "CURSE": "obtain a curse",
    "PERCENT_DAMAGE": "take damage, 30% of your HP",
    "LOSE_STARTER_RELIC": "lose your starting relic",
}
"""The texts of bonuses and drawbacks."""


class NeowOffer(NamedTuple):
    """A bonus and its drawback."""

    bonus: str
    drawback: str = NONE

    def __str__(self) -> str:
        words = [TEXTS[part] for part in (self.drawback, self.bonus) if part != NONE]
        text = ", ".join(words)
        return text[0].upper() + text[1:]


SHORT_OFFERS = (NeowOffer("THREE_ENEMY_KILL"), NeowOffer("TEN_PERCENT_HP_BONUS"))
"""For a player whose last run ended before the first boss."""


def offers(stream: Random) -> list[NeowOffer]:
    """Four offers: a small bonus, a medium one, a large one with a drawback, and a boss relic for
    the starting relic."""
    small = SMALL[stream.random(len(SMALL) - 1)]
    medium = MEDIUM[stream.random(len(MEDIUM) - 1)]
    drawback = DRAWBACKS[stream.random(len(DRAWBACKS) - 1)]
    fitting = [bonus for bonus, never in LARGE if never != drawback]
    large = fitting[stream.random(len(fitting) - 1)]
    stream.random(0)
    return [
        NeowOffer(small),
        NeowOffer(medium),
        NeowOffer(large, drawback),
        NeowOffer("BOSS_RELIC", "LOSE_STARTER_RELIC"),
    ]


# --- taking one ----------------------------------------------------------------------------------

CURSE_FIRST = ("THREE_CARDS", "RANDOM_COLORLESS", "RANDOM_COLORLESS_2", "THREE_RARE_CARDS")
"""Bonuses that show cards. Their curse is obtained first."""


def accept(c: SpireContext, offer: NeowOffer) -> Asking:
    """Take an offer: pay the drawback and receive the bonus."""
    G = c.G
    _pay(c, offer.drawback)
    is_cursed = comes_with_curse(c, offer)
    if is_cursed and offer.bonus in CURSE_FIRST:
        c.obtain(random_curse(c))
    yield from _receive(c, offer.bonus)
    if is_cursed and offer.bonus not in CURSE_FIRST:
        c.obtain(random_curse(c))
    if G.screen == "EVENT":
        G.screen = "MAP"


@replaceable
def comes_with_curse(c: SpireContext, offer: NeowOffer) -> bool:
    """Does the player obtain a curse with this offer?"""
    return offer.drawback == "CURSE"


@replaceable
def lose_tenth_of_max_hp(c: SpireContext) -> None:
    """Lose 10% of Max HP, rounded down."""
    c.lose_max_hp(c.part(0.1))


@replaceable
def lose_share_of_hp(c: SpireContext) -> None:
    """Lose 30% of the current HP, counted in whole tenths."""
    c.G.hp -= c.G.hp // 10 * 3


@replaceable
def receive_max_hp(c: SpireContext, amount: int) -> None:
    """Gain Max HP, and as many HP."""
    c.gain_max_hp(amount)


@replaceable
def transform_cards(c: SpireContext, count: int) -> Asking:
    """The player chooses cards to transform."""
    c.transform((yield from c.select("TRANSFORM", count, c.removable())), c.G.streams.neow)


def _pay(c: SpireContext, drawback: str) -> None:
    G = c.G
    if drawback == "TEN_PERCENT_HP_LOSS":
        lose_tenth_of_max_hp(c)
    elif drawback == "NO_GOLD":
        G.gold = 0
    elif drawback == "PERCENT_DAMAGE":
        lose_share_of_hp(c)
    elif drawback == "LOSE_STARTER_RELIC":
        c.lose_relic(STARTERS[G.character])


def _receive(c: SpireContext, bonus: str) -> Asking:
    streams = c.G.streams
    match bonus:
        case "THREE_CARDS" | "THREE_RARE_CARDS":
            c.show_rewards(Rewards(cards=[_cards(c, bonus == "THREE_RARE_CARDS")]))
        case "ONE_RANDOM_RARE_CARD":
            c.obtain(class_card(c, streams.neow, RARE))
        case "REMOVE_CARD" | "REMOVE_TWO":
            yield from c.choose_remove(2 if bonus == "REMOVE_TWO" else 1)
        case "UPGRADE_CARD":
            yield from c.choose_upgrade()
        case "TRANSFORM_CARD" | "TRANSFORM_TWO_CARDS":
            yield from transform_cards(c, 2 if bonus == "TRANSFORM_TWO_CARDS" else 1)
        case "RANDOM_COLORLESS" | "RANDOM_COLORLESS_2":
            c.show_rewards(Rewards(cards=[_colourless(c, bonus == "RANDOM_COLORLESS_2")]))
        case "THREE_SMALL_POTIONS":
            card_reward(c, "EVENT")  # the game rolls this reward without showing it
            c.show_rewards(Rewards(potions=[any_potion(c) for _ in range(3)]))
        case "RANDOM_COMMON_RELIC" | "ONE_RARE_RELIC" | "BOSS_RELIC":
            tier = {"RANDOM_COMMON_RELIC": "common", "ONE_RARE_RELIC": "rare"}.get(bonus, "boss")
            yield from obtain_relic(c, find_relic(c, tier))
        case "TEN_PERCENT_HP_BONUS" | "TWENTY_PERCENT_HP_BONUS":
            receive_max_hp(c, c.part(0.1 if bonus == "TEN_PERCENT_HP_BONUS" else 0.2))
        case "THREE_ENEMY_KILL":
            yield from obtain_relic(c, "NeowsBlessing")
        case "HUNDRED_GOLD":
            c.gain_gold(100)
        case "TWO_FIFTY_GOLD":
            c.gain_gold(250)


def _cards(c: SpireContext, is_rare: bool) -> list[Card]:
    stream = c.G.streams.neow
    found: list[str] = []
    for _ in range(3):
        rarity = UNCOMMON if stream.chance(f32(0.33)) else COMMON
        while (kind := class_card(c, stream, RARE if is_rare else rarity)) in found:
            pass
        found.append(kind)
    return [Card(kind) for kind in found]


def _colourless(c: SpireContext, is_rare: bool) -> list[Card]:
    pool = library.colourless(RARE if is_rare else UNCOMMON)
    found: list[str] = []
    for _ in range(3):
        c.G.streams.neow.fraction()
        while (kind := pool[c.G.streams.card.random(len(pool) - 1)]) in found:
            pass
        found.append(kind)
    return [Card(kind) for kind in found]
