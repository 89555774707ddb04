"""Views: what one seat, or a spectator, may see. Denied unless declared.

Fields of the state are shown as they are marked (`Public`, `Own`, `Counted`), zones as their `Zone`
says, and of the core's own context only the list below. Everything else does not leave.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable
from operator import attrgetter
from typing import TYPE_CHECKING, Any, get_args, get_origin

import msgspec

from turnwright.core.definition.state import visibility

if TYPE_CHECKING:
    from .match import Match

OPEN_CTX = (
    "player_order", "otp", "choosing_first_player", "pending_mulligan", "pending_champion_selection",
    "game_over", "winner", "manual_mode", "num_turns", "num_player_turns", "num_turn_moves",
    "num_moves", "current_segment", "current_phase", "current_step", "passed_players", "eliminated",
    "turn_player", "priority_player",
)  # fmt: skip


def match_view(match: Match, seat: int | None) -> dict[str, Any]:
    ctx = match.ctx
    acting = match.acting
    seen: dict[str, Any] = {
        "game": match.game.name,
        "seat": seat,
        "version": match.version,
        "place": ctx.place,
        "ctx": {name: _open(getattr(ctx, name)) for name in OPEN_CTX},
        "names": list(match.record.seats),
        "G": struct_view(match.G, seat, None),
        "zones": {key: _zone(match, key, seat) for key in ctx.zones},
        "acting": acting,
        "prompt": match.prompt(seat).data() if seat is not None and seat in acting else None,
        "result": msgspec.to_builtins(ctx.result),
    }
    if match.game.zones_view is not None:
        seen["zones"] = dict(match.game.zones_view(match.c, seat))
    if match.game.view is not None:
        seen["G"] = {**(seen["G"] or {}), **match.game.view(match.c, seat)}
    return seen


def _open(value: Any) -> Any:
    if isinstance(value, list):
        return list(value)
    return sorted(value) if isinstance(value, set) else value


def _zone(match: Match, key: str, seat: int | None) -> dict[str, Any]:
    name, _, owner = key.partition(":")
    zone = match.game.zones[name]
    ids = match.ctx.zones[key]
    seen: dict[str, Any] = {"count": len(ids)}
    if zone.visible == "public" or (zone.visible == "owner" and owner == str(seat)):
        shown = ids
    elif zone.top:
        shown = ids[-zone.top :]
    else:
        return seen
    seen["cards"] = [card_view(match, card_id, seat) for card_id in shown]
    return seen


def card_view(match: Match, card_id: int, seat: int | None) -> dict[str, Any]:
    """A card in an open zone as a seat sees it: a face-down one of another side has no name."""
    card = match.ctx.cards[card_id]
    side = match.ctx.card_zones[card_id].partition(":")[2]
    if not card.face_up and str(seat) != (side or str(card.owner)):
        return {"face_up": False, "owner": card.owner, "ready": card.ready}
    return struct_view(card, seat, card.owner)


def shows_secrets(match: Match) -> bool:
    """Whether an open question lists cards that the asked seat does not see otherwise.

    Cards of its own deck do not count: the seat knows them, if not their order.
    """
    zones, card_zones = match.game.zones, match.ctx.card_zones
    for seat, question in match.asked.items():
        if question.is_cards and not question.is_field:
            for value in question.values:
                name, _, owner = card_zones.get(value, "").partition(":")
                if name and owner != str(seat) and zones[name].visible != "public":
                    return True
    return False


# --- fields ------------------------------------------------------------------------------------------

Shower = Callable[[Any, int | None, int | None], Any]


class StructVisibility:
    """How a Struct is shown, found out once: first the public fields that are plain values, which
    are taken as they are, and then each of the others in its own way."""

    __slots__ = ("names", "others", "plain")

    def __init__(self, kind: type[msgspec.Struct]) -> None:
        hints = typing.get_type_hints(kind, include_extras=True)
        shown = [
            (name, visibility(hints[name]), hints[name])
            for name in kind.__struct_fields__
            if visibility(hints[name]) != "hidden"
        ]
        self.names = tuple(n for n, how, hint in shown if how == "public" and _is_plain(hint))
        self.plain: Callable[[Any], Any] = lambda value: ()
        if len(self.names) == 1:
            (name,) = self.names
            self.plain = lambda value: (getattr(value, name),)
        elif self.names:
            self.plain = attrgetter(*self.names)
        self.others = [
            (name, how, _shower(hint)) for name, how, hint in shown if name not in self.names
        ]


_looks: dict[type, StructVisibility] = {}


def struct_view(value: Any, seat: int | None, owner: int | None) -> dict[str, Any]:
    """A Struct as `seat` sees it; `owner` is the seat that its `Own` fields belong to."""
    if not isinstance(value, msgspec.Struct):
        return {}  # a plain dict declares nothing
    how_to = _looks.get(type(value))
    if how_to is None:
        how_to = _looks[type(value)] = StructVisibility(type(value))
    seen: dict[str, Any] = dict(zip(how_to.names, how_to.plain(value), strict=True))
    for name, how, show in how_to.others:
        inside = getattr(value, name)
        if how == "public":
            seen[name] = [] if inside == () else show(inside, seat, owner)
        elif how == "count":
            seen[name] = {"count": len(inside)}
        elif owner is not None:
            # A field of something that belongs to one seat.
            is_own = seat == owner
            seen[name] = show(inside, seat, owner) if is_own else _hidden(inside)
        else:
            # A list or dict by seat: everybody sees his own entry.
            entries = inside.items() if isinstance(inside, dict) else enumerate(inside)
            seen[name] = {
                key: show(entry, seat, key) if key == seat else _hidden(entry)
                for key, entry in entries
            }
    return seen


def is_transparent(kind: type) -> bool:
    """Is everything in a state of this type open and plain, so that it can be shown as it is?"""
    if not issubclass(kind, msgspec.Struct):
        return False
    hints = typing.get_type_hints(kind, include_extras=True)
    return all(
        visibility(hints[name]) == "public" and _is_plain(hints[name])
        for name in kind.__struct_fields__
    )


def is_public(kind: type, known: frozenset[type] = frozenset()) -> bool:
    """Does a state of this type look the same to everybody? (`known` are those that it is part of.)"""
    if not issubclass(kind, msgspec.Struct) or kind in known:
        return True  # a plain dict shows nothing
    hints = typing.get_type_hints(kind, include_extras=True)
    if any(visibility(hint) == "own" for hint in hints.values()):
        return False
    shown = [hint for hint in hints.values() if visibility(hint) == "public"]
    return all(is_public(part, known | {kind}) for hint in shown for part in _structs(hint))


def _hidden(value: Any) -> Any:
    return {"count": len(value)} if isinstance(value, (list, dict, set, tuple, str)) else None


def _shower(annotation: Any) -> Shower:
    """How a visible value is shown: Structs inside it again declare their fields."""
    return _show if _has_struct(annotation) else _plain


def _is_plain(annotation: Any) -> bool:
    """Is it a value that is the same in every form: a number, a text, nothing?"""
    if get_origin(annotation) is typing.Annotated:
        return _is_plain(get_args(annotation)[0])
    if get_origin(annotation) in (typing.Union, types.UnionType):
        return all(map(_is_plain, get_args(annotation)))
    return annotation in (int, str, bool, float, type(None))


def _has_struct(annotation: Any) -> bool:
    return bool(_structs(annotation))


def _structs(annotation: Any) -> list[type[msgspec.Struct]]:
    """The Structs that a value with this annotation may hold."""
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        return [annotation]
    if get_origin(annotation) is None:
        return []
    return [found for part in get_args(annotation) for found in _structs(part)]


def _plain(value: Any, seat: int | None, owner: int | None) -> Any:
    return msgspec.to_builtins(value, str_keys=False) if not isinstance(value, int) else value


def _show(value: Any, seat: int | None, owner: int | None) -> Any:
    if isinstance(value, msgspec.Struct):
        return struct_view(value, seat, owner)
    # Directly inside G, an entry of a list or dict belongs to the seat of the same number.
    if isinstance(value, (list, tuple)):
        return [_show(item, seat, i if owner is None else owner) for i, item in enumerate(value)]
    if isinstance(value, dict):
        return {
            key: _show(item, seat, key if owner is None else owner) for key, item in value.items()
        }
    return _plain(value, seat, owner)
