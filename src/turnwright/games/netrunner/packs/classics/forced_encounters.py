"""Forced encounters: Archangel, Ganked!, Konjin."""

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
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.access import server_of
from turnwright.games.netrunner.rules.encounters import force_encounter
from turnwright.games.netrunner.rules.ice_positions import return_to_hand
from turnwright.games.netrunner.rules.payment import can_pay, pay
from turnwright.games.netrunner.rules.psi import play_psi_game
from turnwright.games.netrunner.rules.traces import trace_subroutine
from turnwright.games.netrunner.rules.trash import trash_cards
from turnwright.games.netrunner.state import Card

from .access_traps import is_accessed_outside_archives


def face_archangel(c: NetrunnerContext, ice: Card, data: EventData) -> EffectGenerator:
    """You may pay 3 credits to make the Runner encounter this ice."""
    text = f"Pay 3 [Credits] to force Runner to encounter {ice.kind}?"
    price = Price(credits=3)
    uses = yield from c.ask_yes_no(CORP, text, ice, wait=True)
    if not uses or not can_pay(c, CORP, price, ice):
        c.log(CORP, f"declines to use {ice.kind}")
        return
    paid = yield from pay(c, CORP, price, ice)
    c.log(CORP, f"{paid} to use {ice.kind} to force the Runner to encounter it")
    yield from force_encounter(c, ice)


def bounce_card(c: NetrunnerContext, ice: Card) -> EffectGenerator:
    """Add 1 installed Runner card to the grip."""
    rig = [one.id for one in c.installed(RUNNER)]
    if not rig:
        return
    chosen = yield from c.select_cards(CORP, "Choose a card", rig, 1, ice, wait=True)
    for card in c.cards(chosen):
        c.log_use(ice, "add 1 installed card to the grip")
        yield from return_to_hand(c, card)
        c.log(CORP, f"adds {card.kind} to the grip")


def rezzed_ice_here(c: NetrunnerContext, upgrade: Card) -> list[int]:
    """Return the rezzed ice that protects the server where this upgrade is, or is accessed from."""
    server = c.G.servers.get(server_of(c, upgrade))
    return [] if server is None else [one.id for one in c.cards(server.ices) if one.rezzed]


def gank(c: NetrunnerContext, upgrade: Card, data: EventData) -> EffectGenerator:
    """You may trash this upgrade to make the Runner encounter rezzed ice of its server.

    jinteki.net asks also if there is no such ice; the answer "Yes" then only trashes the upgrade."""
    text = f"Trash {upgrade.kind} to force the Runner to encounter a piece of ice?"
    if not (yield from c.ask_yes_no(CORP, text, upgrade, wait=True)):
        c.log(CORP, f"declines to use {upgrade.kind}")
        return
    pool = rezzed_ice_here(c, upgrade)
    if not pool:
        c.log_use(upgrade, "trash itself")
        yield from show_and_trash(c, upgrade)
        return
    text = f"Choose a target for {upgrade.kind}"
    for ice in c.cards((yield from c.select_cards(CORP, text, pool, 1, upgrade))):
        c.log_use(upgrade, f"force the Runner to encounter {c.public_name(ice)}")
        yield from show_and_trash(c, upgrade)
        yield from force_encounter(c, ice)


def show_and_trash(c: NetrunnerContext, upgrade: Card) -> EffectGenerator:
    """Trash this upgrade. The Runner has seen it, so it lies face up in Archives."""
    upgrade.face_up = True
    yield from trash_cards(c, [upgrade], CORP)


def konjin(c: NetrunnerContext, ice: Card, data: EventData) -> EffectGenerator:
    """Psi game: if the bids differ, the Runner encounters another rezzed ice."""
    c.log_use(ice, "start a psi game (Force the runner to encounter another ice)")
    if (yield from play_psi_game(c, ice)):
        return
    pool = [
        one.id for one in c.installed(CORP)
        if c.zone_of(one.id) == "ice" and one.rezzed and one is not ice
    ]  # fmt: skip
    chosen = yield from c.select_cards(
        CORP, "Choose a piece of ice", pool, 1, ice, also_shown=[ice.id]
    )
    for other in c.cards(chosen):
        c.log_use(ice, f"force the Runner to encounter {c.public_name(other)}")
        yield from force_encounter(c, other)


register(
    CardDefinition(
        "Archangel",
        reveals=True,
        on={"access": Trigger(effect=face_archangel, when=is_accessed_outside_archives)},
        subs=(trace_subroutine(6, "Add an installed Runner card to the grip", bounce_card),),
    )
)
register(
    CardDefinition(
        "Ganked!",
        reveals=True,
        on={"access": Trigger(effect=gank, when=is_accessed_outside_archives)},
    )
)
register(
    CardDefinition(
        "Konjin",
        on={"encounter-ice": Trigger(effect=konjin, when=lambda c, ice, e: e["ice"] is ice)},
    )
)
