"""Corp assets."""

from __future__ import annotations

from turnwright.games.netrunner.card_definition import (
    CREDITS,
    Ability,
    CardDefinition,
    EffectGenerator,
    EventData,
    Price,
    Trigger,
    register,
)
from turnwright.games.netrunner.card_facts import CORP
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.damage import deal_damage
from turnwright.games.netrunner.rules.payment import pay
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.state import Card

from .corp_agendas import shuffle_back
from .effects import begins_turn, by_hand, draw, is_this_card, take_credits, take_credits_action


def nico(c: NetrunnerContext, asset: Card, data: EventData) -> EffectGenerator:
    """Take 3 credits from it; when it is empty, trash it and draw 1 card."""
    taken = take_credits(c, asset, 3)
    c.log_use(asset, f"gain {taken} [Credits]")
    if not asset.count("credit"):
        draws = " and draws 1 card" if c.zone("deck", CORP) else ""
        c.log(CORP, f"trashes {asset.kind}{draws}")
        yield from trash_cards(c, [asset], CORP)
        c.draw_cards(CORP, 1)


def urtica(c: NetrunnerContext, asset: Card, data: EventData) -> EffectGenerator:
    """When accessed while installed: 2 net damage, and 1 more for each advancement."""
    if (yield from c.ask_yes_no(CORP, f"Use {asset.kind} ability?", asset)):
        count = 2 + asset.advancement
        c.log_use(asset, f"do {count} net damage")
        yield from deal_damage(c, "net", count, asset)


def shuffle_archives(c: NetrunnerContext, asset: Card) -> EffectGenerator:
    """Remove it from the game: shuffle up to 2 cards from Archives into R&D."""
    yield from pay(c, CORP, Price(remove_self=True), asset)
    yield from shuffle_back(c, asset, 2)


def trash_for_damage(c: NetrunnerContext, asset: Card, data: EventData) -> EffectGenerator:
    """You may trash it to do 1 meat damage for each advancement on it."""
    count = asset.advancement
    if (yield from c.ask_yes_no(CORP, f"Trash this asset to do {count} meat damage?", asset)):
        c.log_use(asset, "do 1 meat damage for each hosted advancement counter")
        yield from trash_cards(c, [asset], CORP)
        yield from deal_damage(c, "meat", count, asset)


def installed_and_accessed(c: NetrunnerContext, asset: Card, data: EventData) -> bool:
    """Tell whether this card was accessed while installed."""
    return data["card"] is asset and c.is_installed(asset)


register(
    CardDefinition(
        "Nico Campaign",
        counters=("credit", 9),
        on=begins_turn("corp", nico, interactive=True, order=CREDITS),
        abilities=(by_hand("Take 3 [Credits] (start of turn)", nico),),
    )
)
register(
    CardDefinition(
        "Regolith Mining License",
        counters=("credit", 15),
        abilities=(
            Ability(
                label="Take 3 [Credits] from this asset",
                price=Price(clicks=1),
                effect=take_credits_action(3),
                is_action=True,
            ),
        ),
    )
)
register(
    CardDefinition(
        "Urtica Cipher",
        advanceable=True,
        on={"access": Trigger(effect=urtica, when=installed_and_accessed)},
    )
)
register(
    CardDefinition(
        "Spin Doctor",
        on={"rez": Trigger(effect=draw(2), when=is_this_card)},
        abilities=(
            Ability(
                label="Shuffle up to 2 cards from Archives into R&D",
                price=Price(remove_self=True),
                effect=shuffle_archives,
            ),
        ),
    )
)
register(
    CardDefinition(
        "Clearinghouse",
        advanceable=True,
        opens_window=True,
        on=begins_turn("corp", trash_for_damage, interactive=True),
        abilities=(
            by_hand(
                "Trash this asset to do 1 meat damage for each hosted advancement counter "
                "(start of turn)",
                trash_for_damage,
            ),
        ),
    )
)
