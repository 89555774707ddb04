"""Paths of cards: zone and index, as in `servers.hq.ices.0` or `corp.hand.2`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turnwright.games.netrunner.card_facts import RUNNER, SIDES
from turnwright.games.netrunner.context import NetrunnerContext


def card_path(c: NetrunnerContext, number: int) -> dict[str, Any]:
    """Return the path of a card: its title, its zone and its index there."""
    card = c.card(number)
    zone = c.zone_of(number)
    if card.host is not None:
        host = card_path(c, card.host)
        place = c.card(card.host).hosted.index(number)
        zone_path = f"{host['zone']}.{host['index']}.hosted"
        return {"title": card.kind, "zone": zone_path, "index": place}
    if zone in ("ice", "root"):
        server = c.G.servers[card.server]
        word, ids = ("ices", server.ices) if zone == "ice" else ("content", server.content)
        return {
            "title": card.kind,
            "zone": f"servers.{card.server}.{word}",
            "index": ids.index(number),
        }
    if zone in ("program", "hardware", "resource"):
        return {
            "title": card.kind,
            "zone": f"rig.{zone}",
            "index": c.zone(zone, RUNNER).index(number),
        }
    ids = c.zone(zone, card.owner)
    side = SIDES[card.owner]
    if zone == "scored":
        side, ids = next(
            (SIDES[s], c.zone("scored", s)) for s in (0, 1) if number in c.zone("scored", s)
        )
    place = ids.index(number)
    if zone == "deck":
        place = len(ids) - 1 - place
    return {"title": card.kind, "zone": f"{side}.{zone.replace('_', '-')}", "index": place}


def card_at_path(c: NetrunnerContext, path: Mapping[str, Any]) -> int | None:
    """Return the number of the card at a path, if there is one."""
    zone, place = path.get("zone"), path.get("index", 0)
    if not zone:
        return None
    parts = zone.split(".")
    ids: list[int] | None
    if parts[-1] == "hosted":
        host = card_at_path(c, {"zone": ".".join(parts[:-2]), "index": int(parts[-2])})
        ids = None if host is None else c.card(host).hosted
    elif parts[0] == "servers":
        server = c.G.servers.get(parts[1])
        ids = None if server is None else (server.ices if parts[2] == "ices" else server.content)
    elif parts[0] == "rig":
        ids = c.zone(parts[1], RUNNER)
    else:
        ids = c.zone(parts[1].replace("-", "_"), SIDES.index(parts[0]))
        if parts[1] == "deck":
            ids = ids[::-1]
    return ids[place] if ids is not None and 0 <= place < len(ids) else None
