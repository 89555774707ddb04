"""Cards that do something when they are accessed: Breached Dome, Fetal AI, Snare!"""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    CardDefinition,
    EffectGenerator,
    EventData,
    Price,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import CORP, RUNNER
from turnwright.games.netrunner.cards.effects import is_this_card, net_damage
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.damage import deal_damage, give_tags
from turnwright.games.netrunner.rules.payment import can_pay, pay
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.state import Card

SNARE = Price(credits=4)


def breached_dome(c: NetrunnerContext, asset: Card, data: EventData) -> EffectGenerator:
    """Do 1 meat damage and trash the top card of the stack."""
    top = c.cards_in("deck", RUNNER)[-1:]
    title = "".join(card.kind for card in top)
    c.log_use(asset, f"do 1 meat damage and to trash {title} from the top of the stack")
    if top:
        yield from trash_cards(c, top, CORP)
    yield from deal_damage(c, "meat", 1, asset)


def snare(c: NetrunnerContext, asset: Card, data: EventData) -> EffectGenerator:
    """You may pay 4 credits to give 1 tag and do 3 net damage."""
    text = f"Pay 4 [Credits] to use {asset.kind} ability?"
    if not (yield from c.ask_yes_no(CORP, text, asset, wait=True)):
        c.log(CORP, f"declines to use {asset.kind}")
        return
    paid = yield from pay(c, CORP, SNARE, asset)
    c.log(CORP, f"{paid} to use {asset.kind} to give the Runner 1 tag and do 3 net damage")
    yield from give_tags(c, 1, asset)
    yield from deal_damage(c, "net", 3, asset)


def is_accessed_outside_archives(c: NetrunnerContext, card: Card, data: EventData) -> bool:
    """Tell whether this card was accessed, and not in Archives."""
    return is_this_card(c, card, data) and c.zone_of(card.id) != "discard"


def can_spring_snare(c: NetrunnerContext, asset: Card, data: EventData) -> bool:
    """Tell whether it was accessed outside of Archives and the Corp can pay."""
    return is_accessed_outside_archives(c, asset, data) and can_pay(c, CORP, SNARE, asset)


def own_steal_cost(c: NetrunnerContext, card: Card, agenda: Card) -> Price | None:
    """Stealing this agenda costs 2 credits."""
    return Price(credits=2) if agenda is card else None


register(
    CardDefinition(
        "Breached Dome",
        reveals=True,
        on={"access": Trigger(effect=breached_dome, when=is_this_card)},
    )
)
register(
    CardDefinition(
        "Fetal AI",
        reveals=True,
        steal_cost=own_steal_cost,
        on={"access": Trigger(effect=net_damage(2), when=is_accessed_outside_archives)},
    )
)
register(
    CardDefinition(
        "Snare!", reveals=True, on={"access": Trigger(effect=snare, when=can_spring_snare)}
    )
)
