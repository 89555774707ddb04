"""Why a card or potion cannot be used now, in sentences for its player."""

from __future__ import annotations

from .card_text import card_title
from .combat import power_ids as p
from .combat.card_play import can_use, has_played_enough, may_play
from .combat.fight import fight_of
from .combat.piles import FACTS
from .context import SpireContext
from .library import ATTACK, CURSE, STATUS
from .run.shop import goods


def why_not(c: SpireContext, thing: int | str | None) -> str:
    """Return why the player cannot use a card in hand or a potion now."""
    battle, key = c.G.battle, str(thing)
    if key.startswith("shop "):
        return _why_not_for_sale(c, key)
    if key.startswith("p"):
        return "This potion cannot be used now."
    if battle is None or not key.startswith("c"):
        return ""
    card = next((one for one in battle.hand if f"c{one.uid}" == key), None)
    if card is None:
        return "Only cards in your hand can be played."
    fight, name, type = fight_of(c), card_title(card), FACTS[card.kind].type
    if may_play(fight, card):
        return ""
    if has_played_enough(fight):
        return "You cannot play more cards this turn."
    if type == ATTACK and p.ENTANGLED in battle.powers:
        return "You are entangled and cannot play attacks this turn."
    if type in (CURSE, STATUS) and not can_use(fight, card):
        return f"{name} cannot be played."
    if not can_use(fight, card):
        return f"What {name} asks for is not the case now."
    return f"{name} costs {card.turn_cost} energy; you have {battle.energy}."


def _why_not_for_sale(c: SpireContext, key: str) -> str:
    """Why something in the shop, as "shop relic 1", cannot be bought now."""
    _, kind, number = key.split()
    shop = c.G.shop
    if shop is None or f"{kind} {number}" in goods(c):
        return ""
    price = shop.prices[kind][int(number)]
    if price > c.G.gold:
        return f"This costs {price} gold; you have {c.G.gold}."
    if kind == "potion" and c.has("Sozu"):
        return "Sozu prevents you from gaining potions."
    return "Your potion slots are full." if kind == "potion" else ""
