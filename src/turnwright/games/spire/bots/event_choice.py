"""What the bots choose in events, and what they take from Neow."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import turnwright as tw
from turnwright.games.spire.run.neow import NeowOffer
from turnwright.games.spire.state import NO_POTION

from .bot_view import BotView, is_curse_or_status
from .card_values import card_value, upgrade_value

Condition: TypeAlias = Callable[[BotView], bool]
HARD_FIGHTS = 10
"""The ascension from which on the fights of events cost more than they bring."""


def _above(health: float) -> Condition:
    return lambda view: view.health > health


def _below(health: float) -> Condition:
    return lambda view: view.health < health


def _gold(amount: int) -> Condition:
    return lambda view: view.G.gold >= amount


def _can_fight_above(health: float) -> Condition:
    """Enough HP for a hard fight. At high ascension none is taken on freely."""
    return lambda view: view.health > health and view.G.ascension < HARD_FIGHTS


def _always(view: BotView) -> bool:
    return True


def _has_curse(view: BotView) -> bool:
    return any(is_curse_or_status(card) for card in view.G.deck)


def _good_upgrade(view: BotView) -> bool:
    return any(not card.up and upgrade_value(card) >= 30 for card in view.G.deck)


def _many_basics(view: BotView) -> bool:
    basics = (card for card in view.G.deck if card.kind.startswith(("Strike_", "Defend_")))
    return sum(not card.up for card in basics) >= 7


def _free_slots(count: int) -> Condition:
    return lambda view: view.G.potions.count(NO_POTION) >= count


def _two_tries_left(view: BotView) -> bool:
    return view.health > 0.75 and len(view.G.memory.get("finds", ())) >= 2


def _low_tries(view: BotView) -> bool:
    return view.health > 0.55 and view.G.memory.get("tries", 0) < 5


def _is_below_a15(view: BotView) -> bool:
    return view.G.ascension < 15


Preference: TypeAlias = tuple[str, Condition]
EVENTS: dict[str, tuple[Preference, ...]] = {
    # act 1
    "Big Fish": (("Banana", _below(0.5)), ("Donut", _always)),
    "The Cleric": (("Heal", _below(0.6)), ("Purify", _always), ("Leave", _always)),
    "Dead Adventurer": (("Search", _two_tries_left), ("Escape", _always)),
    "Golden Idol": (("Leave", _always), ("Hide", _always)),
    "Golden Wing": (("Destroy", _always), ("Pray", _above(0.6)), ("Leave", _always)),
    "World of Goop": (("Gather", _above(0.85)), ("Leave", _always)),
    "Liars Game": (("Disagree", _always),),
    "Living Wall": (("Forget", _has_curse), ("Grow", _good_upgrade), ("Forget", _always)),
    "Mushrooms": (("Eat", _below(0.45)), ("Stomp", _always)),
    "Scrap Ooze": (("Reach", _low_tries), ("Leave", _always)),
    "Shining Light": (("Enter", _above(0.65)), ("Leave", _always)),
    # act 2
    "Addict": (("Give", _always), ("Leave", _always)),
    "Back to Basics": (("Simplicity", _many_basics), ("Elegance", _always)),
    "Beggar": (("Offer", _always), ("Leave", _always)),
    "Colosseum": (("Cowardice", _always), ("Fight", _always)),
    "Cursed Tome": (("Leave", _always), ("Stop", _always)),
    "Drug Dealer": (("Become", _always), ("Ingest", _always)),
    "Forgotten Altar": (("Offer", _always), ("Sacrifice", _above(0.7)), ("Desecrate", _always)),
    "Ghosts": (("Refuse", _always),),
    "Masked Bandits": (("Fight", _can_fight_above(0.85)), ("Pay", _always)),
    "Nest": (("Smash", _always),),
    "The Library": (("Sleep", _below(0.5)), ("Read", _always)),
    "The Mausoleum": (("Open", _is_below_a15), ("Leave", _always)),
    "Vampires": (("Refuse", _always),),
    # act 3
    "MindBloom": (
        ("I am Healthy", _below(0.5)), ("I am War", _above(0.7)), ("I am Healthy", _always),
        ("I am Awake", _always),
    ),
    "The Moai Head": (("Offer", _always), ("Jump", _below(0.5)), ("Leave", _always)),
    "Mysterious Sphere": (("Open", _can_fight_above(0.9)), ("Leave", _always)),
    "SensoryStone": (("Recall: add 1", _always),),
    "Tomb of Lord Red Mask": (("Don", _always), ("Leave", _always)),
    "Winding Halls": (("Press", _below(0.4)), ("Retrace", _always)),
    # shrines
    "Golden Shrine": (("Pray", _always),),
    "Transmorgrifier": (("Pray", _always),),
    "Purifier": (("Pray", _always),),
    "Upgrade Shrine": (("Pray", _always),),
    "Accursed Blacksmith": (("Forge", _always), ("Leave", _always)),
    "Designer": (
        ("Full", _gold(150)), ("Clean", _always), ("Adj", _always), ("Punch", _always),
    ),
    "Duplicator": (("Pray", _always),),
    "FaceTrader": (("Touch", _above(0.6)), ("Leave", _always)),
    "Fountain of Cleansing": (("Drink", _always),),
    "Knowing Skull": (("How", _always),),
    "N'loth": (("Leave", _always),),
    "NoteForYourself": (("Take", _always),),
    "SecretPortal": (("Leave", _always),),
    "The Joust": (("Murderer", _always),),
    "The Woman in Blue": (
        ("Buy 3", _free_slots(3)), ("Buy 2", _free_slots(2)), ("Buy 1", _free_slots(1)),
        ("Leave", _always),
    ),
    "WeMeetAgain": (("Give a potion", _always), ("Give", _gold(200)), ("Attack", _always)),
}  # fmt: skip
"""The options of an event in order of preference: the first one that is there and whose condition
holds is taken."""


def choose_in_event(view: BotView) -> tw.Answer:
    """Choose the first preferred option of the event."""
    G, places = view.G, view.args("event")
    if G.event == "Neow Event":
        return view.does("event", max(places, key=lambda at: offer_value(_offer(view, at))))
    if G.event == "Falling":
        return view.does("event", max(places, key=lambda at: -_lost_value(view, at)))
    labels = {option.args[0]: option.label for option in view.prompt.options if option.args}
    for words, holds in EVENTS.get(G.event, ()):
        if holds(view):
            for place in places:
                if labels[place].startswith(words):
                    return view.does("event", place)
    return view.does("event", places[-1])


FALLING = ("SKILL", "POWER", "ATTACK")


def _lost_value(view: BotView, place: int) -> float:
    """The value of the card that an option of Falling takes."""
    at = view.G.memory.get(FALLING[place]) if place < len(FALLING) else None
    return 0.0 if at is None else card_value(view.G.deck[at])


# --- Neow ----------------------------------------------------------------------------------------

BONUSES = {
    "ONE_RARE_RELIC": 2.6, "TWO_FIFTY_GOLD": 2.4, "TRANSFORM_TWO_CARDS": 2.4, "THREE_RARE_CARDS": 2.0,
    "RANDOM_COMMON_RELIC": 1.9, "HUNDRED_GOLD": 1.6, "THREE_ENEMY_KILL": 1.5,
    "TWENTY_PERCENT_HP_BONUS": 1.5, "UPGRADE_CARD": 1.3, "REMOVE_TWO": 1.2, "TRANSFORM_CARD": 1.2,
    "TEN_PERCENT_HP_BONUS": 0.9, "RANDOM_COLORLESS_2": 0.8, "REMOVE_CARD": 0.7,
    "ONE_RANDOM_RARE_CARD": 0.5, "THREE_CARDS": 0.4, "BOSS_RELIC": 0.3, "THREE_SMALL_POTIONS": 0.2,
    "RANDOM_COLORLESS": 0.1,
}  # fmt: skip
DRAWBACKS = {
    "NO_GOLD": 0.6, "PERCENT_DAMAGE": 0.8, "TEN_PERCENT_HP_LOSS": 1.2, "CURSE": 1.7,
}  # fmt: skip


def _offer(view: BotView, place: int) -> NeowOffer:
    return NeowOffer(*view.G.memory["offers"][place])


def offer_value(offer: NeowOffer) -> float:
    """The value of one of Neow's offers, in floors that the run gets further."""
    return BONUSES[offer.bonus] - DRAWBACKS.get(offer.drawback, 0.0)
