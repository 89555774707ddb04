"""The servers as a page draws them: in their order, with every slot of ice and root.

A card that is not rezzed has no identity for the Runner. Its slot says only what lies on the table:
where it is and the counters on it.
"""

from __future__ import annotations

from typing import Any

from .card_facts import CORP, RUNNER
from .context import NetrunnerContext
from .rules.run_cost import run_cost
from .state import CENTRALS, Card

PILES = {"archives": "discard", "rd": "deck", "hq": "hand"}
"""The zones that the central servers stand for."""


def server_layout(c: NetrunnerContext, seat: int | None) -> list[dict[str, Any]]:
    """Return the servers from Archives to the last remote, as a side (None: a spectator) sees them."""
    places = {
        number: index for zone in ("ice", "root") for index, number in enumerate(c.zone(zone, CORP))
    }
    is_choosing = c.G.run is None and c.G.active == RUNNER and not c.G.turn_over
    found = []
    for key in c.server_keys():
        server = c.G.servers.get(key)
        ices = reversed(c.cards(server.ices)) if server else ()
        root = c.cards(server.content) if server else ()
        one: dict[str, Any] = {
            "key": key,
            "name": c.server_name(key),
            "ices": [_slot(c, card, seat, places[card.id]) for card in ices],
            "root": [_slot(c, card, seat, places[card.id]) for card in root],
        }
        if key in CENTRALS:
            pile = c.zone(PILES[key], CORP)
            one["count"] = len(pile)
            if key == "archives":
                one["facedown"] = sum(not card.face_up for card in c.cards(pile))
        if is_choosing and seat == RUNNER and one["ices"]:
            one["cost"] = _way_in(c, key)
        found.append(one)
    return found


def _slot(c: NetrunnerContext, card: Card, seat: int | None, index: int) -> dict[str, Any]:
    """Return what a side may know of an installed Corp card: its place, counters and state."""
    slot: dict[str, Any] = {"id": card.id, "index": index, "isRezzed": card.rezzed}
    if card.advancement:
        slot["advancement"] = card.advancement
    if card.counters:
        slot["counters"] = dict(card.counters)
    if card.hosted:
        slot["hosted"] = list(card.hosted)
    if seat == CORP:
        facts = c.facts(card)
        if not card.rezzed and facts.type != "agenda":
            slot["rez"] = c.rez_cost(card)
        if facts.advancement is not None:
            slot["needs"] = facts.advancement
    elif seat == RUNNER and not card.rezzed and card.id in c.G.accessed_titles:
        slot["seen"] = c.G.accessed_titles[card.id]
    return slot


def _way_in(c: NetrunnerContext, key: str) -> dict[str, Any]:
    """Return what a run on a server would cost, as far as the Runner knows."""
    cost = run_cost(c, key)
    return {
        "credits": cost.credits, "available": cost.available, "damage": cost.damage,
        "tags": cost.tags, "unknown": cost.unknown, "stoppedBy": cost.stopped_by,
    }  # fmt: skip
