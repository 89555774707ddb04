"""Does a secret leave? Permute what a seat may not see; what it sees must stay the same."""

from __future__ import annotations

import typing
from typing import Any

import msgspec

from turnwright.core.match import Match
from turnwright.core.plain import visibility
from turnwright.core.rng import Stream


def permute_hidden(match: Match, viewer: int | None, rng: Stream) -> None:
    """Change, in place, everything that `viewer` (None: a spectator) may not see of this match."""
    hidden = [card_id for key in match.ctx.zones for card_id in _hidden_in(match, key, viewer)]
    for owner in match.ctx.player_order:
        ids = [card_id for card_id in hidden if match.ctx.cards[card_id].owner == owner]
        kinds = [match.ctx.cards[card_id].kind for card_id in ids]
        rng.shuffle(kinds)
        for card_id, kind in zip(ids, kinds, strict=True):
            match.ctx.cards[card_id].kind = kind
    for stream in match.ctx.streams.values():
        stream.state ^= rng.bits()
    _permute_fields(match.G, viewer, None, rng)


def _hidden_in(match: Match, key: str, viewer: int | None) -> list[int]:
    name, _, owner = key.partition(":")
    zone, ids = match.game.zones[name], match.ctx.zones[key]
    if zone.visible == "public" or (zone.visible == "owner" and owner == str(viewer)):
        cards = [match.ctx.cards[card_id] for card_id in ids]
        return [card.id for card in cards if not card.face_up and card.owner != viewer]
    return ids[: len(ids) - zone.top] if zone.top else list(ids)


def _permute_fields(value: Any, viewer: int | None, owner: int | None, rng: Stream) -> None:
    if isinstance(value, msgspec.Struct):
        hints = typing.get_type_hints(type(value), include_extras=True)
        for name in value.__struct_fields__:
            inside, how = getattr(value, name), visibility(hints[name])
            if how == "public":
                _permute_fields(inside, viewer, owner, rng)
            elif how == "own" and owner is None:
                for seat, entry in _by_seat(inside):
                    if seat != viewer:
                        _shuffle(entry, rng)
            elif how != "own" or owner != viewer:
                _shuffle(inside, rng)
    elif isinstance(value, (list, dict)):
        for seat, entry in _by_seat(value):
            _permute_fields(entry, viewer, seat if owner is None else owner, rng)


def _by_seat(value: Any) -> list[tuple[Any, Any]]:
    return list(value.items() if isinstance(value, dict) else enumerate(value))


def _shuffle(value: Any, rng: Stream) -> None:
    if isinstance(value, list) and all(isinstance(item, (int, str)) for item in value):
        rng.shuffle(value)
