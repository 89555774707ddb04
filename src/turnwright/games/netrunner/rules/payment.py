"""Paying prices: from the credit pool, from cards that host credits, and in other currencies."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import EffectGenerator, Price, titles_with
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.state import Card
from turnwright.games.netrunner.wording import word_list

from .trash import trash_cards


def credit_sources(c: NetrunnerContext, side: int, purpose: str, card: Card | None) -> list[Card]:
    """Return the cards whose hosted credits may be spent for this purpose."""
    found = []
    for one in c.active_cards_titled(side, titles_with("pays")):
        test = c.definition(one).pays
        if test is not None and one.count("credit") and test(c, one, purpose, card):
            found.append(one)
    return found


def can_pay(
    c: NetrunnerContext, side: int, price: Price, card: Card | None = None, purpose: str = ""
) -> bool:
    """Tell whether a side can pay a price for a card."""
    player = c.G.sides[side]
    if player.clicks < price.clicks + price.lost_clicks:
        return False
    credits = price.credits or 0
    if credits > player.credits:
        sources = credit_sources(c, side, purpose, card)
        if credits > player.credits + sum(one.count("credit") for one in sources):
            return False
    if price.virus and (card is None or card.count("virus") < price.virus):
        return False
    return len(c.zone("hand", side)) >= price.from_hand


def pay(
    c: NetrunnerContext,
    side: int,
    price: Price,
    card: Card | None = None,
    purpose: str = "",
    title: str = "",
) -> EffectGenerator:
    """Pay a price and return how the log says it: `spends [Click] and pays 2 [Credits]`."""
    player = c.G.sides[side]
    parts = []
    if price.clicks:
        player.clicks -= price.clicks
        parts.append("spends " + "[Click]" * price.clicks)
    if price.lost_clicks:
        player.clicks -= price.lost_clicks
        parts.append("loses " + "[Click]" * price.lost_clicks)
    if price.credits is not None:
        parts.append((yield from _pay_credits(c, side, price.credits, card, purpose, title)))
    if price.virus:
        assert card is not None
        c.add_counters(card, "virus", -price.virus)
        s = "" if price.virus == 1 else "s"
        parts.append(f"spends {price.virus} hosted virus counter{s} from on {card.kind}")
    if price.trash_self:
        assert card is not None
        yield from trash_cards(c, [card], side, cause="cost")
        parts.append(f"trashes {card.kind}")
    if price.remove_self:
        assert card is not None
        c.uninstall(card)
        c.move_card(card.id, "rfg", card.owner)
        parts.append(f"removes {card.kind} from the game")
    return " and ".join(parts)


def _pay_credits(
    c: NetrunnerContext, side: int, amount: int, card: Card | None, purpose: str, title: str
) -> EffectGenerator:
    player = c.G.sides[side]
    paid: dict[str, int] = {}
    left = amount
    while left:
        sources = credit_sources(c, side, purpose, card)
        if not sources:
            break
        text = f"Choose a credit providing card ({amount - left} of {amount} [Credits])"
        ids = [one.id for one in sources]
        chosen = yield from c.select_cards(side, text, ids, 1, card, title=title)
        if not chosen:
            if player.credits >= left:
                break
            continue
        source = c.card(chosen[0])
        c.add_counters(source, "credit", -1)
        paid[source.kind] = paid.get(source.kind, 0) + 1
        left -= 1
    player.credits -= left
    if not paid:
        return f"pays {amount} [Credits]"
    parts = [f"{count} [Credits] from {name}" for name, count in paid.items()]
    if left:
        parts.append(f"{left} [Credits] from their credit pool")
    return f"pays {word_list(parts)}"
