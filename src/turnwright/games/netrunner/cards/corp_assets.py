"""Assets."""

from __future__ import annotations

from typing import Any

from turnwright.games.netrunner.card_definition import CREDITS, Ability, Price, Trigger, card
from turnwright.games.netrunner.card_facts import CORP
from turnwright.games.netrunner.context import Asking, Rules
from turnwright.games.netrunner.state import Piece

from .corp_agendas import shuffle_back
from .effects import begins_turn, by_hand, draw, take_credits


def nico(c: Rules, asset: Piece, about: Any) -> Asking:
    """Take 3 credits from it; when it is empty, trash it and draw 1 card."""
    taken = take_credits(c, asset, 3)
    c.uses(asset, f"gain {taken} [Credits]")
    if not asset.count("credit"):
        draws = " and draws 1 card" if c.zone("deck", CORP) else ""
        c.say(CORP, f"trashes {asset.kind}{draws}")
        yield from c.trash([asset], CORP)
        c.draw_cards(CORP, 1)


def mine_for_credits(c: Rules, asset: Piece) -> Asking:
    paid = yield from c.pay(CORP, Price(clicks=1), asset)
    taken = take_credits(c, asset, 3)
    c.say(CORP, f"{paid} to use {asset.kind} to gain {taken} [Credits]")
    if not asset.count("credit"):
        c.note_line(f"Corp trashes {asset.kind}.")
        yield from c.trash([asset], CORP)


def urtica(c: Rules, asset: Piece, about: Any) -> Asking:
    """When accessed while installed: 2 net damage, and 1 more for each advancement."""
    if (yield from c.yes_or_no(CORP, f"Use {asset.kind} ability?", asset)):
        count = 2 + asset.advancement
        c.uses(asset, f"do {count} net damage")
        yield from c.damage("net", count, asset)


def spin(c: Rules, asset: Piece) -> Asking:
    """Remove it from the game: shuffle up to 2 cards from Archives into R&D."""
    yield from c.pay(CORP, Price(remove_self=True), asset)
    yield from shuffle_back(c, asset, 2)


def clear(c: Rules, asset: Piece, about: Any) -> Asking:
    """You may trash it to do 1 meat damage for each advancement on it."""
    count = asset.advancement
    if (yield from c.yes_or_no(CORP, f"Trash this asset to do {count} meat damage?", asset)):
        c.uses(asset, "do 1 meat damage for each hosted advancement counter")
        yield from c.trash([asset], CORP)
        yield from c.damage("meat", count, asset)


def installed_and_accessed(c: Rules, asset: Piece, about: Any) -> bool:
    return about["card"] is asset and c.is_installed(asset)


card(
    "Nico Campaign",
    counters=("credit", 9),
    on=begins_turn("corp", nico, interactive=True, place=CREDITS),
    abilities=(by_hand("Take 3 [Credits] (start of turn)", nico),),
)
card(
    "Regolith Mining License",
    counters=("credit", 15),
    abilities=(
        Ability(
            label="Take 3 [Credits] from this asset",
            price=Price(clicks=1),
            effect=mine_for_credits,
            is_action=True,
        ),
    ),
)
card(
    "Urtica Cipher",
    advanceable=True,
    on={"access": Trigger(effect=urtica, when=installed_and_accessed)},
)
card(
    "Spin Doctor",
    on={"rez": Trigger(effect=draw(2), when=lambda c, card, e: e["card"] is card)},
    abilities=(
        Ability(
            label="Shuffle up to 2 cards from Archives into R&D",
            price=Price(remove_self=True),
            effect=spin,
        ),
    ),
)
card(
    "Clearinghouse",
    advanceable=True,
    opens_window=True,
    on=begins_turn("corp", clear, interactive=True),
    abilities=(
        by_hand(
            "Trash this asset to do 1 meat damage for each hosted advancement counter "
            "(start of turn)",
            clear,
        ),
    ),
)
