"""Hidden information: what a seat does not see of a match, and how to sample it again.

Used by agents, which must not read it, and by the tests that check that views do not reveal it.
"""

from __future__ import annotations

import typing
from collections.abc import Collection, Mapping, Sequence
from types import MappingProxyType
from typing import Any

import msgspec

from turnwright.core.definition.moves import Option
from turnwright.core.definition.state import visibility
from turnwright.core.runtime.flow_state import Ctx
from turnwright.core.runtime.match import Match
from turnwright.core.runtime.prompts import Question
from turnwright.core.runtime.rng import Stream

EVERYTHING_HIDDEN = ("own", "count", "hidden")
ANY_KIND: Mapping[int, Collection[str]] = MappingProxyType({})
DECLARED_HIDDEN = ("own", "count")


def unseen_in(match: Match, key: str, viewer: int | None) -> list[int]:
    """Return the cards of a zone that a viewer (None for a spectator) does not see."""
    name, _, side = key.partition(":")
    zone, ids, cards = match.game.zones[name], match.ctx.zones[key], match.ctx.cards
    if is_open(match, key, viewer):
        down = [card_id for card_id in ids if not cards[card_id].face_up]
        return [card_id for card_id in down if (side or str(cards[card_id].owner)) != str(viewer)]
    return ids[: max(len(ids) - zone.top, 0)] if zone.top else list(ids)


def is_open(match: Match, key: str, viewer: int | None) -> bool:
    """Whether a viewer sees the cards of a zone, except face-down ones."""
    name, _, owner = key.partition(":")
    visible = match.game.zones[name].visible
    return visible == "public" or (visible == "owner" and owner == str(viewer))


def sees(match: Match, viewer: int | None, card_id: int) -> bool:
    """Whether a viewer sees a card."""
    return card_id not in unseen_in(match, match.ctx.card_zones[card_id], viewer)


def is_shown(match: Match, question: Question, option: Option) -> bool:
    """Whether a question shows the hidden card of an option. A list of cards of a deck does; a click on
    a face-down card on the board does not."""
    if option.value in question.hidden:
        return False
    card = match.ctx.cards[option.value]
    if card.kind in option.label:
        return True
    is_list = question.is_cards and not question.is_field
    return is_list and not is_open(match, match.ctx.card_zones[card.id], question.seat)


def chosen_by_others(value: object, viewer: int | None) -> set[int]:
    """Return the integers in `Own` fields of other seats in G. They may be card ids."""
    chosen: set[int] = set()
    if isinstance(value, msgspec.Struct):
        for name, how in _marks_of(type(value)):
            if how == "own":
                for seat, entry in _by_seat(getattr(value, name)):
                    if seat != viewer and type(entry) is int:
                        chosen.add(entry)
    return chosen


# --- sampling -------------------------------------------------------------------------------------


def deal_kinds(
    match: Match,
    card_ids: Sequence[int],
    rng: Stream,
    restricted: Mapping[int, Collection[str]] = ANY_KIND,
) -> None:
    """Exchange the kinds of these cards at random. The result depends on the stream and on which kinds
    there are, not on where they are now.

    Cards in `restricted` can only be of the given kinds and are dealt first. If that fails, no card
    changes.
    """
    cards = match.ctx.cards
    kinds = sorted(cards[card_id].kind for card_id in card_ids)
    rng.shuffle(kinds)
    dealt: dict[int, str] = {}
    for card_id, could_be in restricted.items():
        index = next((i for i, kind in enumerate(kinds) if kind in could_be), None)
        if index is None:
            return
        dealt[card_id] = kinds.pop(index)
    for card_id in card_ids:
        cards[card_id].kind = dealt[card_id] if card_id in dealt else kinds.pop()


def reseed(ctx: Ctx, rng: Stream) -> None:
    """Replace the seeds of all random streams, which are hidden from everybody."""
    ctx.seed = rng.bits() >> 1
    for stream in ctx.streams.values():
        stream.state, stream.script = rng.bits(), None


def permute_fields(
    value: object,
    viewer: int | None,
    rng: Stream,
    marks: Collection[str] = EVERYTHING_HIDDEN,
    owner: int | None = None,
) -> None:
    """Shuffle the lists of G that a viewer does not see. `marks` limits this to fields with these
    marks, because unmarked fields may be bookkeeping of the rules."""
    if isinstance(value, msgspec.Struct):
        for name, how in _marks_of(type(value)):
            inside = getattr(value, name)
            if how == "public":
                permute_fields(inside, viewer, rng, marks, owner)
            elif how == "own" and owner is None:
                for seat, entry in _by_seat(inside):
                    if seat != viewer:
                        _shuffle(entry, rng)
            elif how in marks and (how != "own" or owner != viewer):
                _shuffle(inside, rng)
    elif isinstance(value, (list, dict)):
        for seat, entry in _by_seat(value):
            if isinstance(entry, (msgspec.Struct, list, dict)):
                permute_fields(entry, viewer, rng, marks, seat if owner is None else owner)


_known: dict[type, list[tuple[str, str]]] = {}


def _marks_of(kind: type) -> list[tuple[str, str]]:
    if kind not in _known:
        hints = typing.get_type_hints(kind, include_extras=True)
        fields = kind.__struct_fields__  # type: ignore[attr-defined]
        _known[kind] = [(name, visibility(hints[name])) for name in fields]
    return _known[kind]


def _by_seat(value: Any) -> list[tuple[Any, Any]]:
    return list(value.items() if isinstance(value, dict) else enumerate(value))


def _shuffle(value: object, rng: Stream) -> None:
    if isinstance(value, list) and all(isinstance(item, (int, str)) for item in value):
        rng.shuffle(value)
