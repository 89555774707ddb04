"""Zones on the wire: their visible cards as JSON. A zone is hidden unless it is declared visible.

A game adds facts to its cards, and these may depend on anything in the state. So the game is asked for
them after every commit, but JSON is only encoded again if the cards or their facts have changed, and
once for all viewers who see the same.
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
    """The visible cards of a zone, with their JSON by viewer."""

    __slots__ = ("facts", "fingerprint", "ids", "is_same_for_all", "json")

    def __init__(
        self, match: Match, ids: Sequence[int], facts: list[Any], fingerprint: bytes
    ) -> None:
        cards = [match.ctx.cards[card_id] for card_id in ids]
        self.ids, self.facts, self.fingerprint = tuple(ids), facts, fingerprint
        is_face_up = all([card.face_up for card in cards])
        self.is_same_for_all = is_face_up and all(
            [_is_public(kind) for kind in {*map(type, cards)}]
        )
        self.json: dict[int | None, bytes] = {}  # by viewer; None: everybody, or a spectator

    def seen_by(self, match: Match, seat: int | None) -> bytes:
        """Return the cards as JSON for a seat, or a spectator (None)."""
        viewer = None if self.is_same_for_all else seat
        found = self.json.get(viewer)
        if found is None:
            found = self.json[viewer] = self._encode(match, seat)
        return found

    def _encode(self, match: Match, seat: int | None) -> bytes:
        views = [card_view(match, card_id, seat) for card_id in self.ids]
        for view, facts in zip(views, self.facts, strict=False):
            if "kind" in view:
                view.update(facts)
        return encode(views)


def current_cards(
    match: Match, ids: Sequence[int], old: ZoneCards | None, is_still: bool
) -> ZoneCards:
    """Return these cards as they are now: `old` itself if nothing about them has changed."""
    cards, facts_of, c = match.ctx.cards, match.game.card_facts, match.c
    fingerprint = _pack([cards[card_id] for card_id in ids])
    if old is not None and old.fingerprint != fingerprint:
        old = None
    if old is not None and (is_still or facts_of is None):
        return old
    facts = [] if facts_of is None else [facts_of(c, card_id) for card_id in ids]
    if old is not None and old.facts == facts:
        return old
    return ZoneCards(match, ids, facts, fingerprint)


class ZoneLayout:
    """A seat's zone, or a shared one (seat -1): its name on the wire and its JSON templates."""

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
        # JSON that follows other fields: around the cards, or in their place.
        wire_name, wire_count = encode(self.name), encode(self.count)
        self.begin, self.end = b",%b:" % wire_name, b",%b:%%d" % wire_count
        self.empty = self.begin + (b"null" if zone.single else b"[]") + self.end
        self.hidden = b',%b:{"count":%%d},%b:%%d' % (wire_name, wire_count)

    def visible_cards(self, ids: list[int], is_own: bool) -> list[int] | None:
        """Return the cards that a viewer may see; None if only their number is shown."""
        if self.is_public or (is_own and self.is_owners):
            return ids
        return ids[-self.top :] if self.top else None


@cache
def zone_layouts(game: Game, seat: int) -> list[ZoneLayout]:
    """Return the zones of a seat, or the shared ones (-1)."""
    return [
        ZoneLayout(name, zone, seat)
        for name, zone in game.zones.items()
        if zone.shared == (seat < 0)
    ]
