"""How the bots play outside of fights: paths, rewards, shops, rests, events.

A rule is given a `BotView` and returns an answer. It reads only what the player can see.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import turnwright as tw
from turnwright.games.spire.library import CURSE, cards
from turnwright.games.spire.run import map as maps
from turnwright.games.spire.run.neow import NeowOffer
from turnwright.games.spire.state import NO_POTION, Card, SpireState

from .card_values import BOSS_RELICS, card_value, deck_gain, upgrade_value

GOOD_CARD = 44.0
"""A card is taken if the deck gains more than this; a big deck must gain more."""
BIG_DECK = 20


class BotView:
    """A prompt, and the run as its player sees it."""

    __slots__ = ("G", "match", "moves", "prompt")

    def __init__(self, prompt: tw.Prompt, match: tw.Match) -> None:
        self.prompt, self.match = prompt, match
        self.G: SpireState = match.G
        self.moves = prompt.moves() if prompt.question is None else []

    def does(self, move: str, *args: Any) -> tw.Answer:
        """The answer that makes this move."""
        return tw.Answer(self.prompt.seat, move, args, None, self.prompt.id)

    def args(self, move: str) -> list[Any]:
        """The first argument of every legal way to make this move."""
        return [args[0] for name, args in self.moves if name == move]

    def picks(self, values: Iterable[Any]) -> tw.Answer:
        """Answer a question with these values."""
        ids = {option.value: option.id for option in self.prompt.options}
        return tw.Answer(
            self.prompt.seat, picks=tuple(ids[value] for value in values), prompt=self.prompt.id
        )

    @property
    def health(self) -> float:
        """The share of HP that is left."""
        return self.G.hp / max(1, self.G.max_hp)


def decide(view: BotView) -> tw.Answer:
    """Answer a prompt outside of a fight."""
    if view.prompt.question is not None:
        return choose_cards(view)
    return SCREENS[view.G.screen](view)


# --- cards to choose -----------------------------------------------------------------------------

WORST_FIRST = ("REMOVE", "TRANSFORM", "TRANSFORM_UPGRADE", "BONFIRE_SPIRITS")


def choose_cards(view: BotView) -> tw.Answer:
    """Choose the worst card to remove, or the best to upgrade or obtain."""
    select = view.G.select
    if select is None:  # a question of an event: take the first option
        return view.prompt.answer(view.prompt.options[0])
    key: Callable[[int], float]
    if select.task in WORST_FIRST:
        key = lambda at: -card_value(select.cards[at])  # noqa: E731
    elif select.task == "UPGRADE":
        key = lambda at: upgrade_value(select.cards[at])  # noqa: E731
    else:
        key = lambda at: card_value(select.cards[at])  # noqa: E731
    return view.picks([max((option.value for option in view.prompt.options), key=key)])


# --- the map -------------------------------------------------------------------------------------


def choose_path(view: BotView) -> tw.Answer:
    """Follow the path with the highest total value."""
    G, ways = view.G, view.args("map")
    if G.map is None or len(ways) == 1:
        return view.does("map", ways[0])
    value = _rooms(view)
    rows = G.map.rows
    best: dict[int, float] = {}
    for y in range(len(rows) - 1, G.y, -1):
        above, best = best, {}
        for node in rows[y]:
            if node.edges:
                on = max((above[x] for x in node.edges if x in above), default=0.0)
                # Distant rooms count for less, because much can change until then.
                best[node.x] = value[node.symbol] + 0.9 * on
    return view.does("map", max(ways, key=lambda x: best.get(x, 0.0)))


def _rooms(view: BotView) -> dict[str, float]:
    G, health = view.G, view.health
    is_strong = health > 0.7 and (G.act > 1 or len(G.deck) >= 13 or G.floor > 5)
    return {
        maps.MONSTER: 1.5 if G.floor < 4 or health > 0.6 else -1.0 if health < 0.35 else 0.5,
        maps.ELITE: 2.0 if is_strong else -4.0,
        maps.REST: 3.0 if health < 0.6 else 1.5,
        maps.SHOP: 2.0 if G.gold >= 150 else 0.5,
        maps.EVENT: 1.5,
        maps.TREASURE: 2.0,
    }


# --- what there is to take -----------------------------------------------------------------------


def choose_reward(view: BotView) -> tw.Answer:
    """Take everything but cards; take the best card if the deck gains enough by it."""
    G, offers = view.G, view.args("reward")
    got = G.rewards
    assert got is not None
    for what in offers:
        if what.startswith(("gold", "relic", "potion")):
            return view.does("reward", what)
    values = [
        (deck_gain(got.cards[at][pick], G.deck), f"card {at} {pick}")
        for at, offer in enumerate(got.cards)
        for pick in range(len(offer))
    ]
    value, what = max(values, default=(0.0, ""))
    if value > GOOD_CARD + max(0, len(G.deck) - BIG_DECK) and what in offers:
        return view.does("reward", what)
    bowls = [what for what in offers if what.startswith("bowl")]
    return view.does("reward", bowls[0] if bowls else "skip")


def boss_relic(view: BotView) -> tw.Answer:
    """Take the boss relic with the highest value."""
    kinds = view.G.boss_relics
    places = [place for place in view.args("boss_relic") if place < len(kinds)]
    value = lambda place: BOSS_RELICS.get(kinds[place], 35)  # noqa: E731
    return view.does("boss_relic", max(places, key=value, default=len(kinds)))


def open_chest(view: BotView) -> tw.Answer:
    """Open the chest."""
    return view.does("chest", "open")


RELIC_VALUE, POTION_VALUE = 60.0, 30.0


def shop(view: BotView) -> tw.Answer:
    """Buy what is best for its price, as long as its value is high enough."""
    G, stock = view.G, view.G.shop
    assert stock is not None
    values: list[tuple[float, str]] = []
    for what in view.args("shop"):
        kind, _, number = what.partition(" ")
        place = int(number or 0)
        if what == "remove":
            worst = min((card_value(card) for card in G.deck), default=50.0)
            values.append((95.0 if worst < 0 else 66.0 if worst < 12 else 20.0, what))
        elif kind == "card":
            price = stock.prices["card"][place]
            values.append((deck_gain(stock.cards[place], G.deck) - price / 10, what))
        elif kind == "relic":
            values.append((RELIC_VALUE + 10 - stock.prices["relic"][place] / 30, what))
        elif kind == "potion":
            values.append((POTION_VALUE + 25 - stock.prices["potion"][place] / 10, what))
    value, what = max(values, default=(0.0, "leave"))
    return view.does("shop", what if value > GOOD_CARD else "leave")


def rest(view: BotView) -> tw.Answer:
    """Rest at low HP; otherwise dig, lift, smith or toke."""
    G, options = view.G, view.args("rest")
    is_before_boss = G.y >= maps.REST_ROW
    low = 0.75 if is_before_boss else 0.5
    order = ["dig", "lift", "smith", "toke", "rest", "recall", "skip"]
    if view.health < low:
        order.insert(0, "rest")
    return view.does("rest", next(word for word in order if word in options))


# --- events --------------------------------------------------------------------------------------

NEOW = (
    "ONE_RARE_RELIC", "THREE_RARE_CARDS", "RANDOM_COMMON_RELIC", "THREE_ENEMY_KILL", "REMOVE_TWO",
    "TWO_FIFTY_GOLD", "TRANSFORM_TWO_CARDS", "THREE_CARDS", "HUNDRED_GOLD", "REMOVE_CARD",
    "ONE_RANDOM_RARE_CARD", "TWENTY_PERCENT_HP_BONUS", "TEN_PERCENT_HP_BONUS", "UPGRADE_CARD",
    "RANDOM_COLORLESS_2", "THREE_SMALL_POTIONS", "TRANSFORM_CARD", "RANDOM_COLORLESS", "BOSS_RELIC",
)  # fmt: skip
HARMLESS = ("NONE", "NO_GOLD", "TEN_PERCENT_HP_LOSS")
EVENTS: dict[str, tuple[str, ...]] = {
    "Big Fish": ("Donut", "Banana"), "The Cleric": ("Purify", "Leave"), "Golden Idol": ("Leave",),
    "Golden Wing": ("Attack", "Leave"), "World of Goop": ("Gather",), "Liars Game": ("Disagree",),
    "Living Wall": ("Forget", "Grow"), "Mushrooms": ("Stomp", "Eat"), "Scrap Ooze": ("Leave",),
    "Shining Light": ("Enter",), "Dead Adventurer": ("Escape",), "Addict": ("Give", "Leave"),
    "Back to Basics": ("Elegance",), "Beggar": ("Offer", "Leave"),
    "Colosseum": ("Cowardice", "Fight"), "Cursed Tome": ("Leave", "Stop"),
    "Forgotten Altar": ("Offer", "Sacrifice"), "Ghosts": ("Refuse",),
    "Masked Bandits": ("Fight", "Pay"), "Nest": ("Smash",), "The Library": ("Read",),
    "The Mausoleum": ("Leave",), "Vampires": ("Refuse",),
    "Drug Dealer": ("Become", "Ingest", "Test"), "Golden Shrine": ("Pray",),
    "Transmorgrifier": ("Pray",), "Purifier": ("Pray",), "Upgrade Shrine": ("Pray",),
    "Accursed Blacksmith": ("Forge", "Leave"), "Designer": ("Clean", "Adj"),
    "Duplicator": ("Pray",), "FaceTrader": ("Leave",), "Fountain of Cleansing": ("Drink",),
    "Knowing Skull": ("How",), "N'loth": ("Leave",), "NoteForYourself": ("Ignore",),
    "SecretPortal": ("Leave",), "The Joust": ("Murderer",), "The Woman in Blue": ("Buy 1", "Leave"),
    "WeMeetAgain": ("Give a potion", "Give", "Attack"), "MindBloom": ("I am Healthy", "I am War"),
    "The Moai Head": ("Offer", "Jump"), "Mysterious Sphere": ("Leave",),
    "SensoryStone": ("Recall: add 1",), "Falling": ("Strike", "Land"),
    "Tomb of Lord Red Mask": ("Don", "Leave"), "Winding Halls": ("Retrace", "Press"),
}  # fmt: skip
"""The preferred options of an event: the first whose label starts like this."""
HURT = {
    "Big Fish": ("Banana",), "The Cleric": ("Heal",), "World of Goop": ("Leave",),
    "Mushrooms": ("Eat",), "Shining Light": ("Leave",), "Golden Wing": ("Leave",),
    "Masked Bandits": ("Pay",), "The Library": ("Sleep",), "Winding Halls": ("Press",),
    "MindBloom": ("I am Healthy", "I am Rich"), "Forgotten Altar": ("Offer", "Desecrate"),
}  # fmt: skip
"""The preferred options below half HP."""


def event(view: BotView) -> tw.Answer:
    """Choose the first preferred option of the event."""
    G, places = view.G, view.args("event")
    if G.event == "Neow Event":
        return view.does("event", min(places, key=lambda at: _neow(G, at)))
    labels = {option.args[0]: option.label for option in view.prompt.options if option.args}
    wanted = EVENTS.get(G.event, ())
    if view.health < 0.5:
        wanted = HURT.get(G.event, ()) + wanted
    for words in wanted:
        for place in places:
            if labels[place].startswith(words):
                return view.does("event", place)
    return view.does("event", places[-1])


def _neow(G: SpireState, place: int) -> tuple[bool, int]:
    offer = NeowOffer(*G.memory["offers"][place])
    return offer.drawback not in HARMLESS, NEOW.index(offer.bonus)


SCREENS: dict[str, Callable[[BotView], tw.Answer]] = {
    "MAP": choose_path, "REWARDS": choose_reward, "BOSS_RELIC": boss_relic, "CHEST": open_chest,
    "SHOP": shop, "REST": rest, "EVENT": event,
}  # fmt: skip


def is_curse_or_status(card: Card) -> bool:
    """Is it a card that only gets in the way?"""
    return cards()[card.kind].type in (CURSE, "STATUS")


def held(G: SpireState) -> list[str]:
    """The potions that the player holds."""
    return [kind for kind in G.potions if kind != NO_POTION]
