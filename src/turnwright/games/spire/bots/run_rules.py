"""How the bots play a run outside of its fights: paths, rewards, shops, rests, events.

A rule gets a `BotView` and gives an answer. Everything it reads can be seen by a player.
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
"""A card is taken if one wishes for it more than this; with a big deck, more."""
BIG_DECK = 20


class BotView:
    """One question, and the run as its player sees it."""

    __slots__ = ("G", "match", "moves", "prompt")

    def __init__(self, prompt: tw.Prompt, match: tw.Match) -> None:
        self.prompt, self.match = prompt, match
        self.G: SpireState = match.G
        self.moves = prompt.moves() if prompt.question is None else []

    def does(self, move: str, *args: Any) -> tw.Answer:
        """The answer that makes this move."""
        return tw.Answer(self.prompt.seat, move, args, None, self.prompt.id)

    def args(self, move: str) -> list[Any]:
        """The first argument of every way to make this move."""
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


def decide(look: BotView) -> tw.Answer:
    """An answer to whatever is asked outside of a fight."""
    if look.prompt.question is not None:
        return choose_cards(look)
    return SCREENS[look.G.screen](look)


# --- cards to choose -----------------------------------------------------------------------------

WORST_FIRST = ("REMOVE", "TRANSFORM", "TRANSFORM_UPGRADE", "BONFIRE_SPIRITS")


def choose_cards(look: BotView) -> tw.Answer:
    """A card to remove, to upgrade, to have: the worst or the best of what is shown."""
    select = look.G.select
    if select is None:  # a question of an event: any card that lies face down, or a click
        return look.prompt.answer(look.prompt.options[0])
    key: Callable[[int], float]
    if select.task in WORST_FIRST:
        key = lambda at: -card_value(select.cards[at])  # noqa: E731
    elif select.task == "UPGRADE":
        key = lambda at: upgrade_value(select.cards[at])  # noqa: E731
    else:
        key = lambda at: card_value(select.cards[at])  # noqa: E731
    return look.picks([max((option.value for option in look.prompt.options), key=key)])


# --- the map -------------------------------------------------------------------------------------


def choose_path(look: BotView) -> tw.Answer:
    """Along the path that promises most."""
    G, ways = look.G, look.args("map")
    if G.map is None or len(ways) == 1:
        return look.does("map", ways[0])
    worth = _rooms(look)
    rows = G.map.rows
    best: dict[int, float] = {}
    for y in range(len(rows) - 1, G.y, -1):
        above, best = best, {}
        for node in rows[y]:
            if node.edges:
                on = max((above[x] for x in node.edges if x in above), default=0.0)
                # What is far away counts for less: much can change until then.
                best[node.x] = worth[node.symbol] + 0.9 * on
    return look.does("map", max(ways, key=lambda x: best.get(x, 0.0)))


def _rooms(look: BotView) -> dict[str, float]:
    G, health = look.G, look.health
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


def choose_reward(look: BotView) -> tw.Answer:
    """Take everything but cards; take the best card if the deck gains enough by it."""
    G, offers = look.G, look.args("reward")
    got = G.rewards
    assert got is not None
    for what in offers:
        if what.startswith(("gold", "relic", "potion")):
            return look.does("reward", what)
    wishes = [
        (deck_gain(got.cards[at][pick], G.deck), f"card {at} {pick}")
        for at, offer in enumerate(got.cards)
        for pick in range(len(offer))
    ]
    wish, what = max(wishes, default=(0.0, ""))
    if wish > GOOD_CARD + max(0, len(G.deck) - BIG_DECK) and what in offers:
        return look.does("reward", what)
    bowls = [what for what in offers if what.startswith("bowl")]
    return look.does("reward", bowls[0] if bowls else "skip")


def boss_relic(look: BotView) -> tw.Answer:
    """Take the boss relic with the highest value."""
    kinds = look.G.boss_relics
    places = [place for place in look.args("boss_relic") if place < len(kinds)]
    worth = lambda place: BOSS_RELICS.get(kinds[place], 35)  # noqa: E731
    return look.does("boss_relic", max(places, key=worth, default=len(kinds)))


def open_chest(look: BotView) -> tw.Answer:
    """Open the chest."""
    return look.does("chest", "open")


RELIC_VALUE, POTION_VALUE = 60.0, 30.0


def shop(look: BotView) -> tw.Answer:
    """The best for its price, as long as it is worth having."""
    G, stock = look.G, look.G.shop
    assert stock is not None
    wishes: list[tuple[float, str]] = []
    for what in look.args("shop"):
        kind, _, number = what.partition(" ")
        place = int(number or 0)
        if what == "remove":
            worst = min((card_value(card) for card in G.deck), default=50.0)
            wishes.append((95.0 if worst < 0 else 66.0 if worst < 12 else 20.0, what))
        elif kind == "card":
            price = stock.prices["card"][place]
            wishes.append((deck_gain(stock.cards[place], G.deck) - price / 10, what))
        elif kind == "relic":
            wishes.append((RELIC_VALUE + 10 - stock.prices["relic"][place] / 30, what))
        elif kind == "potion":
            wishes.append((POTION_VALUE + 25 - stock.prices["potion"][place] / 10, what))
    wish, what = max(wishes, default=(0.0, "leave"))
    return look.does("shop", what if wish > GOOD_CARD else "leave")


def rest(look: BotView) -> tw.Answer:
    """Rest at low HP; otherwise dig, lift, smith or toke."""
    G, options = look.G, look.args("rest")
    is_before_boss = G.y >= maps.REST_ROW
    low = 0.75 if is_before_boss else 0.5
    order = ["dig", "lift", "smith", "toke", "rest", "recall", "skip"]
    if look.health < low:
        order.insert(0, "rest")
    return look.does("rest", next(word for word in order if word in options))


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
"""What is said in an event: the first choice that begins so."""
HURT = {
    "Big Fish": ("Banana",), "The Cleric": ("Heal",), "World of Goop": ("Leave",),
    "Mushrooms": ("Eat",), "Shining Light": ("Leave",), "Golden Wing": ("Leave",),
    "Masked Bandits": ("Pay",), "The Library": ("Sleep",), "Winding Halls": ("Press",),
    "MindBloom": ("I am Healthy", "I am Rich"), "Forgotten Altar": ("Offer", "Desecrate"),
}  # fmt: skip
"""The same below half of the hit points."""


def event(look: BotView) -> tw.Answer:
    """Choose the first preferred option of the event."""
    G, places = look.G, look.args("event")
    if G.event == "Neow Event":
        return look.does("event", min(places, key=lambda at: _neow(G, at)))
    labels = {option.args[0]: option.label for option in look.prompt.options if option.args}
    wanted = EVENTS.get(G.event, ())
    if look.health < 0.5:
        wanted = HURT.get(G.event, ()) + wanted
    for words in wanted:
        for place in places:
            if labels[place].startswith(words):
                return look.does("event", place)
    return look.does("event", places[-1])


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
