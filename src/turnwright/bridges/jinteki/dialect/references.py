"""Find the servers and cards that clients refer to.

A seat cannot refer to a card that it may not see; such a reference matches nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from turnwright.games.netrunner.card_facts import SIDES
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.rules.run_state import encountered
from turnwright.games.netrunner.state import SERVER_NAMES, Card

from .card_paths import card_at_path
from .cards import may_see, search_title, zone_path

CENTRAL_WORDS = {"hq": "hq", "rd": "rd", "r&d": "rd", "archives": "archives"}
NEW_WORDS = ("new", "new remote", "remote new", "server new", "new server")
REMOTE = re.compile(r"(?:remote|server|r|s)\s*0*([1-9][0-9]{0,3})")
OPEN_ZONES = (
    "discard", "scored", "rfg", "play_area", "current", "identity",
    "ice", "root", "program", "hardware", "resource", "hosted",
)  # fmt: skip


def server_name_from(name: Any) -> str:
    """Return the name of a server from any spelling, or an empty string.

    Names are "HQ", "R&D", "Archives", "Server 1" and "New remote". `["remote", "1"]`, `["hq"]`,
    "remote1" and "r1" are accepted too."""
    if isinstance(name, (list, tuple)):
        name = " ".join(str(part) for part in name)
    if not isinstance(name, str):
        return ""
    word = " ".join(name.lower().replace(":", " ").split())
    if word in CENTRAL_WORDS:
        return SERVER_NAMES[CENTRAL_WORDS[word]]
    if word in NEW_WORDS:
        return "New remote"
    remote = REMOTE.fullmatch(word)
    return f"Server {int(remote[1])}" if remote else ""


def matching_cards(
    c: NetrunnerContext, seat: int, ref: Any, offered: Sequence[int] = ()
) -> list[Card]:
    """Return the cards that a reference may mean, the most likely first: by number, path or title.

    `offered` are cards that a prompt shows this seat wherever they are."""
    if isinstance(ref, str):
        ref = {"title": ref}
    elif type(ref) is int:
        ref = {"cid": ref}
    if not isinstance(ref, Mapping):
        return []
    known = _nameable(c, seat, offered)
    number = ref.get("cid")
    if number is not None:
        return [card for card in known if card.id == number and _is_there(c, card, ref)]
    title, place = ref.get("title"), ref.get("index")
    if isinstance(ref.get("zone"), str):
        found = _card_id_at(c, ref)
        return [
            card for card in known
            if card.id == found and (not may_see(c, card, seat) or _has_title(c, seat, card, title))
        ]  # fmt: skip
    if not isinstance(title, str):
        return []
    side = ref.get("side")
    meant = [
        card for card in known
        if _has_title(c, seat, card, title) and _is_there(c, card, ref)
        and (not isinstance(side, str) or SIDES[card.owner] == side.lower())
    ]  # fmt: skip
    if type(place) is int:
        return meant[place : place + 1] if place >= 0 else []
    return meant


def _nameable(c: NetrunnerContext, seat: int, offered: Sequence[int]) -> list[Card]:
    found: dict[int, Card] = {}
    for owner in (seat, 1 - seat):
        zones = ("hand", *OPEN_ZONES) if owner == seat else OPEN_ZONES
        for zone in zones:
            for card in c.cards_in(zone, owner):
                found[card.id] = card
    for number in offered:
        found.setdefault(number, c.card(number))
    ice = encountered(c)
    if ice is not None:  # everybody sees it, also in a hand or a deck
        found.setdefault(ice.id, ice)
    return list(found.values())


def _has_title(c: NetrunnerContext, seat: int, card: Card, title: Any) -> bool:
    """Tell whether a card has this title, as far as the seat may know."""
    if title is None:
        return True
    return (
        isinstance(title, str)
        and may_see(c, card, seat)
        and search_title(card.kind) == search_title(title)
    )


def _is_there(c: NetrunnerContext, card: Card, ref: Mapping[str, Any]) -> bool:
    """A reference with a zone matches only while the card is there."""
    zone = ref.get("zone")
    if not isinstance(zone, (list, tuple)):
        return True
    path = [str(part).removeprefix(":") for part in zone]
    return path == zone_path(c, card)


def _card_id_at(c: NetrunnerContext, ref: Mapping[str, Any]) -> int | None:
    """Find a card by a path like "corp.hand" or "servers.hq.ices.0.hosted" and an index."""
    place = ref.get("index", 0)
    if type(place) is not int or len(ref["zone"]) > 200:
        return None
    try:
        return card_at_path(c, {"zone": ref["zone"], "index": place})
    except (KeyError, IndexError, ValueError):
        return None
