"""What the bots take from rewards and chests, and what they buy."""

from __future__ import annotations

import turnwright as tw
from turnwright.games.spire.state import NO_POTION, Card

from .bot_view import BotView
from .card_values import card_value, deck_gain
from .relic_values import BOSS_RELICS, potion_value, relic_value

GOOD_CARD = 46.0
"""A card is taken if the deck gains more than this; a big deck must gain more."""
SMALL_DECK, LARGER_DECK = 15, 0.9


def threshold(view: BotView) -> float:
    """What the deck must gain by a card that is taken."""
    return GOOD_CARD + LARGER_DECK * max(0, len(view.G.deck) - SMALL_DECK)


def choose_reward(view: BotView) -> tw.Answer:
    """Take everything but cards; take the best card if the deck gains enough by it."""
    G, offers = view.G, view.args("reward")
    got = G.rewards
    assert got is not None
    for what in offers:
        if what.startswith(("gold", "relic", "potion")):
            return view.does("reward", what)
    if got.potions and (slot := worse_potion(view, got.potions)) is not None:
        return view.does("potion_discard", slot)
    values = [
        (deck_gain(got.cards[at][pick], G.deck, G.act), f"card {at} {pick}")
        for at, offer in enumerate(got.cards)
        for pick in range(len(offer))
    ]
    value, what = max(values, default=(0.0, ""))
    if value > threshold(view) and what in offers:
        return view.does("reward", what)
    bowls = [what for what in offers if what.startswith("bowl")]
    return view.does("reward", bowls[0] if bowls else "skip")


def worse_potion(view: BotView, offered: list[str]) -> int | None:
    """The slot of a potion to throw away for a much better one."""
    G = view.G
    slots = [slot for slot in view.args("potion_discard") if G.potions[slot] != NO_POTION]
    if not slots or NO_POTION in G.potions or view.has("Sozu"):
        return None
    worst = min(slots, key=lambda slot: potion_value(G.potions[slot]))
    best = max(map(potion_value, offered))
    return worst if best > potion_value(G.potions[worst]) + 5 else None


def choose_boss_relic(view: BotView) -> tw.Answer:
    """Take the boss relic with the highest value."""
    kinds = view.G.boss_relics
    places = [place for place in view.args("boss_relic") if place < len(kinds)]
    value = lambda place: BOSS_RELICS.get(kinds[place], 35)  # noqa: E731
    return view.does("boss_relic", max(places, key=value, default=len(kinds)))


def open_chest(view: BotView) -> tw.Answer:
    """Open the chest, except with Cursed Key, whose curse costs more than a small chest gives."""
    chest = view.G.chest
    is_cursed = view.has("Cursed Key") and not view.has("Omamori")
    if is_cursed and chest is not None and chest.size == "SMALL":
        return view.does("chest", "leave")
    return view.does("chest", "open")


# --- shops ---------------------------------------------------------------------------------------

PER_GOLD = {"card": 0.16, "relic": 0.10, "potion": 0.22, "remove": 0.10}
"""What a piece of gold is worth when it is spent on something."""
ENOUGH = 40.0


def choose_in_shop(view: BotView) -> tw.Answer:
    """Buy what is best for its price, as long as its value is high enough."""
    stock = view.G.shop
    assert stock is not None
    values: list[tuple[float, str]] = []
    for what in view.args("shop"):
        kind, _, number = what.partition(" ")
        place = int(number or 0)
        if what == "remove":
            values.append((_removal_value(view.G.deck) - 0.10 * stock.remove_cost, what))
        elif kind == "card":
            gain = deck_gain(stock.cards[place], view.G.deck, view.G.act)
            more = gain - threshold(view) + GOOD_CARD
            values.append((more - PER_GOLD[kind] * stock.prices[kind][place], what))
        elif kind == "relic":
            value = relic_value(stock.relics[place])
            values.append((value + 8 - PER_GOLD[kind] * stock.prices[kind][place], what))
        elif kind == "potion":
            value = potion_value(stock.potions[place])
            values.append((value - PER_GOLD[kind] * stock.prices[kind][place], what))
    value, what = max(values, default=(0.0, "leave"))
    return view.does("shop", what if value > ENOUGH else "leave")


def _removal_value(deck: list[Card]) -> float:
    worst = min((card_value(card) for card in deck), default=50.0)
    return 95.0 if worst < 0 else 56.0 if worst < 20 else 20.0
