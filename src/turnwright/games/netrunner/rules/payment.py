"""Paying prices: from the credit pool, from cards that host credits, and in other currencies.

Credits come from three places: the pool, cards whose hosted or recurring credits may be spent for the
purpose (`CardDefinition.pays`), and during a run the Corp's bad publicity. A payer with a choice is
asked for one credit at a time and pays the rest from the pool.
"""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import EffectGenerator, Price
from turnwright.games.netrunner.card_facts import RUNNER
from turnwright.games.netrunner.context import CORP_BASIC, RUNNER_BASIC, NetrunnerContext
from turnwright.games.netrunner.questions import BAD_PUBLICITY
from turnwright.games.netrunner.state import Card
from turnwright.games.netrunner.wording import plural, word_list

from .trash import remind_of_memory, trash_cards

BASIC = (CORP_BASIC, RUNNER_BASIC)
"""The names of the basic action cards, by side."""


def credit_sources(c: NetrunnerContext, side: int, purpose: str, card: Card | None) -> list[Card]:
    """Return the cards whose credits may be spent for this purpose."""
    found = []
    for one in c.active_cards_with(side, "pays"):
        test = c.definition(one).pays
        if test is not None and hosted_credits(one) and test(c, one, purpose, card):
            found.append(one)
    return found


def hosted_credits(card: Card) -> int:
    """Return the credits on a card, recurring ones included."""
    return card.count("credit") + card.count("recurring")


def available_credits(
    c: NetrunnerContext, side: int, card: Card | None = None, purpose: str = ""
) -> int:
    """Return the credits that a side could spend for this purpose, from all places."""
    total = c.G.sides[side].credits + bad_publicity_credits(c, side)
    for source in credit_sources(c, side, purpose, card):
        total += hosted_credits(source)
    return total


def bad_publicity_credits(c: NetrunnerContext, side: int) -> int:
    """Return the credits that the Corp's bad publicity gives a side in this run."""
    return 0 if c.G.run is None or side != RUNNER else c.G.run.bad_publicity


def has_credit_choice(c: NetrunnerContext, side: int, purpose: str, card: Card) -> bool:
    """Tell whether a side can pay credits for this purpose from more than its pool."""
    return bool(bad_publicity_credits(c, side) or credit_sources(c, side, purpose, card))


def can_pay(
    c: NetrunnerContext, side: int, price: Price, card: Card | None = None, purpose: str = ""
) -> bool:
    """Tell whether a side can pay a price for a card."""
    player = c.G.sides[side]
    if player.clicks < price.clicks + price.lost_clicks:
        return False
    credits = price.credits
    if credits and credits > player.credits and credits > available_credits(c, side, card, purpose):
        return False
    if price.counters is not None:
        kind, count = price.counters
        if card is None or card.count(kind) < count:
            return False
    return not price.from_hand or len(c.zone("hand", side)) >= price.from_hand


def price_request(price: Price) -> str:
    """Return a price as prompts ask for it: `Spend [Click] and pay 5 [Credits]`."""
    parts = []
    if price.clicks:
        parts.append("spend " + "[Click]" * price.clicks)
    if price.credits is not None:
        parts.append(f"pay {price.credits} [Credits]")
    text = " and ".join(parts)
    return text[:1].upper() + text[1:]


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
    if price.counters is not None:
        assert card is not None
        kind, count = price.counters
        c.add_counters(card, kind, -count)
        if c.definition(card).trash_when_empty == kind and not card.count(kind):
            c.log(side, f"trashes {card.kind}")
            yield from trash_cards(c, [card], side)
        parts.append(f"spends {plural(count, f'hosted {kind} counter')} from on {card.kind}")
    if price.trash_self:
        assert card is not None
        yield from trash_cards(c, [card], side, cause="cost")
        parts.append(f"trashes {card.kind}")
    if price.remove_self:
        assert card is not None
        c.uninstall(card)
        c.move_card(card.id, "rfg", card.owner)
        parts.append(f"removes {card.kind} from the game")
    if c.G.is_over_memory:
        yield from remind_of_memory(c, card, "" if card is not None else title or BASIC[side])
    return word_list(parts)


def _pay_credits(
    c: NetrunnerContext, side: int, amount: int, card: Card | None, purpose: str, title: str
) -> EffectGenerator:
    player = c.G.sides[side]
    paid: dict[str, int] = {}
    left = amount
    publicity = 0
    while left:
        sources = credit_sources(c, side, purpose, card)
        has_publicity = bad_publicity_credits(c, side) > publicity
        if not sources and not has_publicity:
            break
        text = f"Choose a credit providing card ({amount - left} of {amount} [Credits])"
        chosen = yield from c.choose_credit_source(
            side, text, [one.id for one in sources], card, title,
            has_bad_publicity=has_publicity, must=player.credits < left,
        )  # fmt: skip
        if chosen is None:
            break
        if chosen == BAD_PUBLICITY:
            publicity += 1
        else:
            source = c.card(chosen)
            c.add_counters(source, "credit" if source.count("credit") else "recurring", -1)
            paid[source.kind] = paid.get(source.kind, 0) + 1
        left -= 1
    player.credits -= left
    if not paid and not publicity:
        return f"pays {amount} [Credits]"
    parts = [f"{count} [Credits] from {name}" for name, count in paid.items()]
    if publicity:
        run = c.G.run
        assert run is not None
        run.bad_publicity -= publicity
        parts.append(f"{publicity}[Credits] from bad publicity")  # without a space, as jinteki.net
    text = word_list(parts)
    return f"pays {text} and {left} [Credits] from their credit pool" if left else f"pays {text}"
