"""How the bots play outside of fights.

A rule is given a `BotView` and returns an answer. It reads only what the player can see. Paths, events,
rewards and shops have modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable

import turnwright as tw
from turnwright.games.spire.run import map as maps
from turnwright.games.spire.state import NO_POTION, SpireState

from .bot_view import BotView, is_curse_or_status
from .card_values import card_value, deck_gain, upgrade_value
from .event_choice import choose_in_event
from .path_choice import choose_path, rest_below
from .reward_choice import choose_boss_relic, choose_in_shop, choose_reward, open_chest

__all__ = ["BotView", "decide", "held", "is_curse_or_status"]


def decide(view: BotView) -> tw.Answer:
    """Answer a prompt outside of a fight."""
    if view.prompt.question is not None:
        return choose_cards(view)
    return use_potion(view) or SCREENS[view.G.screen](view)


# --- cards to choose -----------------------------------------------------------------------------

WORST_FIRST = ("REMOVE", "TRANSFORM", "TRANSFORM_UPGRADE", "BONFIRE_SPIRITS")


def choose_cards(view: BotView) -> tw.Answer:
    """Choose the worst card to remove, or the best to upgrade or obtain."""
    select = view.G.select
    if select is None:  # a question of an event: take the first option
        return view.prompt.answer(view.prompt.options[0])
    offer, G = select.cards, view.G
    key: Callable[[int], float]
    if select.task in WORST_FIRST:
        key = lambda at: -card_value(offer[at])  # noqa: E731
    elif select.task == "UPGRADE":
        key = lambda at: upgrade_value(offer[at])  # noqa: E731
    elif select.task == "OBTAIN":
        key = lambda at: deck_gain(offer[at], G.deck, G.act)  # noqa: E731
    else:
        key = lambda at: card_value(offer[at])  # noqa: E731
    return view.picks([max((option.value for option in view.prompt.options), key=key)])


# --- rest sites ----------------------------------------------------------------------------------

GOOD_UPGRADE = 20.0


def rest(view: BotView) -> tw.Answer:
    """Rest at low HP; otherwise dig, lift, smith or toke."""
    G, options = view.G, view.args("rest")
    order = ["dig", "lift", "smith", "toke", "rest", "recall", "skip"]
    if view.health < rest_below(view, is_before_boss=G.y >= maps.REST_ROW):
        order.insert(0, "rest")
    elif not any(not card.up and upgrade_value(card) >= GOOD_UPGRADE for card in G.deck):
        order.remove("smith")
        order.insert(order.index("rest") + (view.health < 0.95), "smith")
    return view.does("rest", next(word for word in order if word in options))


# --- potions -------------------------------------------------------------------------------------


def use_potion(view: BotView) -> tw.Answer | None:
    """Drink what helps at once: Fruit Juice, an Entropic Brew for empty slots, and a Blood Potion
    at low HP."""
    for slot in view.args("potion_use"):
        kind = view.G.potions[slot]
        if (
            kind == "Fruit Juice"
            or (kind == "EntropicBrew" and view.G.potions.count(NO_POTION) >= 1)
            or (kind == "BloodPotion" and view.health < 0.3)
        ):
            return view.does("potion_use", slot)
    return None


def held(G: SpireState) -> list[str]:
    """The potions that the player holds."""
    return [kind for kind in G.potions if kind != NO_POTION]


SCREENS: dict[str, Callable[[BotView], tw.Answer]] = {
    "MAP": choose_path, "REWARDS": choose_reward, "BOSS_RELIC": choose_boss_relic,
    "CHEST": open_chest, "SHOP": choose_in_shop, "REST": rest, "EVENT": choose_in_event,
}  # fmt: skip
