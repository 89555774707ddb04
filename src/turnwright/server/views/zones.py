"""Zones on the wire: the cards that lie in them as JSON. Denied unless declared.

A card is told with what its game says about it, and that may depend on anything. So its game is asked
after every commit; but drawn is only what has changed since, and once for all who see it alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec

from turnwright.core.definition.game import Game
from turnwright.core.definition.zones import Zone
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.view import card_view, is_public

from .protocol import encode

_is_public = cache(is_public)
_pack = msgspec.msgpack.Encoder().encode


class ZoneCards:
    """Cards that are shown together, as they were last seen."""

    __slots__ = ("drawn", "facts", "ids", "is_alike", "stamp")

    def __init__(self, match: Match, ids: Sequence[int], facts: list[Any], stamp: bytes) -> None:
        cards = [match.ctx.cards[card_id] for card_id in ids]
        self.ids, self.facts, self.stamp = tuple(ids), facts, stamp
        is_open = all([card.face_up for card in cards])
        self.is_alike = is_open and all([_is_public(kind) for kind in {*map(type, cards)}])
        self.drawn: dict[int | None, bytes] = {}  # by who looks; None: all, or a spectator

    def seen_by(self, match: Match, seat: int | None) -> bytes:
        who = None if self.is_alike else seat
        found = self.drawn.get(who)
        if found is None:
            found = self.drawn[who] = self._draw(match, seat)
        return found

    def _draw(self, match: Match, seat: int | None) -> bytes:
        views = [card_view(match, card_id, seat) for card_id in self.ids]
        for view, facts in zip(views, self.facts, strict=False):
            if "kind" in view:
                view.update(facts)
        return encode(views)


def current_cards(
    match: Match, ids: Sequence[int], old: ZoneCards | None, is_still: bool
) -> ZoneCards:
    """These cards as they are now: the lot that is known already, if nothing about it has changed."""
    cards, facts_of, c = match.ctx.cards, match.game.card_facts, match.c
    stamp = _pack([cards[card_id] for card_id in ids])
    if old is not None and old.stamp != stamp:
        old = None
    if old is not None and (is_still or facts_of is None):
        return old
    facts = [] if facts_of is None else [facts_of(c, card_id) for card_id in ids]
    if old is not None and old.facts == facts:
        return old
    return ZoneCards(match, ids, facts, stamp)


class ZoneLayout:
    """A zone where it lies, at a seat or in the middle (-1), and what it is called on the wire."""

    __slots__ = (
        "begin", "count", "empty", "end", "hidden", "is_owners", "is_public", "is_single", "is_still",
        "key", "name", "top",
    )  # fmt: skip

    def __init__(self, name: str, zone: Zone, seat: int = -1) -> None:
        self.key = name if seat < 0 else f"{name}:{seat}"
        self.name = zone.wire or name
        self.count = f"{self.name}Count"
        self.is_single = zone.single
        self.is_public, self.is_owners = zone.visible == "public", zone.visible == "owner"
        self.top, self.is_still = zone.top, zone.static_facts
        # As JSON, behind other fields: what is around the cards, or in their place.
        wire_name, wire_count = encode(self.name), encode(self.count)
        self.begin, self.end = b",%b:" % wire_name, b",%b:%%d" % wire_count
        self.empty = self.begin + (b"null" if zone.single else b"[]") + self.end
        self.hidden = b',%b:{"count":%%d},%b:%%d' % (wire_name, wire_count)

    def shown(self, ids: list[int], is_own: bool) -> list[int] | None:
        """The cards that somebody may look at; None: he is only told how many they are."""
        if self.is_public or (is_own and self.is_owners):
            return ids
        return ids[-self.top :] if self.top else None


@cache
def zone_layouts(game: Game, seat: int) -> list[ZoneLayout]:
    """The zones of a seat, or of nobody (-1)."""
    return [
        ZoneLayout(n, zone, seat) for n, zone in game.zones.items() if zone.shared == (seat < 0)
    ]
