"""Views: what one seat, or a spectator, can see. Everything is hidden unless it is declared visible.

Fields of the state are shown as they are marked (`Public`, `Own`, `Counted`), zones as their `Zone`
declares, and of the engine's own state only the fields in `VISIBLE_CTX`.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, get_args, get_origin

import msgspec

from turnwright.core.definition.state import visibility
from turnwright.core.errors import RulesError

from .rule_errors import location, read

if TYPE_CHECKING:
    from .match import Match

VISIBLE_CTX = (
    "player_order", "otp", "choosing_first_player", "pending_mulligan", "pending_champion_selection",
    "game_over", "winner", "manual_mode", "num_turns", "num_player_turns", "num_turn_moves",
    "num_moves", "current_segment", "current_phase", "current_step", "passed_players", "eliminated",
    "turn_player", "priority_player",
)  # fmt: skip


def match_view(match: Match, seat: int | None) -> dict[str, Any]:
    """Return what a seat (None for a spectator) sees of a match."""
    ctx = match.ctx
    acting = match.acting
    state, zones = visible_state(match, seat)
    seen: dict[str, Any] = {
        "game": match.game.name,
        "seat": seat,
        "version": match.version,
        "place": ctx.place,
        "ctx": {name: _copied(getattr(ctx, name)) for name in VISIBLE_CTX},
        "names": list(match.record.seats),
        "G": state,
        "zones": zones,
        "acting": acting,
        "prompt": match.prompt(seat).data() if seat is not None and seat in acting else None,
        "result": msgspec.to_builtins(match.result),
    }
    if ctx.stages:
        seen["ctx"]["stages"] = dict(ctx.stages)
    return seen


def visible_state(match: Match, seat: int | None) -> tuple[Any, dict[str, Any]]:
    """Return what a seat sees of the game's own state, and of the zones."""
    game = match.game
    state = struct_view(match.G, seat, None)
    zones_view, view = game.zones_view, game.view
    if zones_view is not None:
        zones = dict(read(match.c, lambda c: zones_view(c, seat), "zones_view"))
    else:
        zones = {key: _zone(match, key, seat) for key in match.ctx.zones}
    if view is not None:
        added = read(match.c, lambda c: view(c, seat), "view")
        if not isinstance(added, Mapping):
            sentence = f"view of the game ({location(view)}) returned {added!r}."
            raise RulesError(f"{sentence} It returns a dict of what the seat sees.")
        state = {**(state or {}), **added}
    return state, zones


def _copied(value: object) -> object:
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
    """Return a card in a visible zone as a seat sees it. Other seats' face-down cards have no kind."""
    card = match.ctx.cards[card_id]
    side = match.ctx.card_zones[card_id].partition(":")[2]
    if not card.face_up and str(seat) != (side or str(card.owner)):
        return {"face_up": False, "owner": card.owner, "ready": card.ready}
    return struct_view(card, seat, card.owner)


# --- fields ------------------------------------------------------------------------------------------

Viewer = Callable[[Any, int | None, int | None], object]


class StructVisibility:
    """How a Struct type is shown. Public plain fields are read together, others by a viewer each."""

    __slots__ = ("names", "others", "plain")

    def __init__(self, kind: type[msgspec.Struct]) -> None:
        hints = typing.get_type_hints(kind, include_extras=True)
        shown = [
            (name, visibility(hints[name]), hints[name])
            for name in kind.__struct_fields__
            if visibility(hints[name]) != "hidden"
        ]
        self.names = tuple(n for n, how, hint in shown if how == "public" and _is_plain(hint))
        self.plain: Callable[[Any], tuple[object, ...]] = lambda value: ()
        if len(self.names) == 1:
            (name,) = self.names
            self.plain = lambda value: (getattr(value, name),)
        elif self.names:
            self.plain = attrgetter(*self.names)
        self.others = [
            (name, how, _viewer(hint)) for name, how, hint in shown if name not in self.names
        ]


_visibilities: dict[type, StructVisibility] = {}


def struct_view(value: object, seat: int | None, owner: int | None) -> dict[str, Any]:
    """Return a Struct as `seat` sees it. `owner` is the seat that its `Own` fields belong to."""
    if not isinstance(value, msgspec.Struct):
        return {}  # a dict declares no visible fields
    how_to = _visibilities.get(type(value))
    if how_to is None:
        how_to = _visibilities[type(value)] = StructVisibility(type(value))
    seen: dict[str, Any] = dict(zip(how_to.names, how_to.plain(value), strict=True))
    for name, how, show in how_to.others:
        inside = getattr(value, name)
        if how == "public":
            seen[name] = [] if inside == () else show(inside, seat, owner)
        elif how == "count":
            seen[name] = {"count": len(inside)}
        elif owner is not None:
            # A field of an object that belongs to one seat.
            is_own = seat == owner
            seen[name] = show(inside, seat, owner) if is_own else _hidden(inside)
        else:
            # A list or dict by seat: each seat sees its own entry.
            entries = inside.items() if isinstance(inside, dict) else enumerate(inside)
            seen[name] = {
                key: show(entry, seat, key) if key == seat else _hidden(entry)
                for key, entry in entries
            }
    return seen


def is_transparent(kind: type) -> bool:
    """Whether all fields of a type are public plain values, so that it can be encoded as it is."""
    if not issubclass(kind, msgspec.Struct):
        return False
    hints = typing.get_type_hints(kind, include_extras=True)
    return all(
        visibility(hints[name]) == "public" and _is_plain(hints[name])
        for name in kind.__struct_fields__
    )


def is_public(kind: type, known: frozenset[type] = frozenset()) -> bool:
    """Whether a state of this type looks the same to every seat. `known` are the types around it."""
    if not issubclass(kind, msgspec.Struct) or kind in known:
        return True  # a dict shows nothing
    hints = typing.get_type_hints(kind, include_extras=True)
    if any(visibility(hint) == "own" for hint in hints.values()):
        return False
    shown = [hint for hint in hints.values() if visibility(hint) == "public"]
    return all(is_public(part, known | {kind}) for hint in shown for part in _structs(hint))


def _hidden(value: object) -> object:
    return {"count": len(value)} if isinstance(value, (list, dict, set, tuple, str)) else None


def _viewer(annotation: object) -> Viewer:
    """Return the viewer of a visible field. Structs inside it declare their own fields."""
    return _show if _has_struct(annotation) else _plain


def _is_plain(annotation: object) -> bool:
    """Whether a value needs no conversion: a number, a string or None."""
    if get_origin(annotation) is typing.Annotated:
        return _is_plain(get_args(annotation)[0])
    if get_origin(annotation) in (typing.Union, types.UnionType):
        return all(map(_is_plain, get_args(annotation)))
    return annotation in (int, str, bool, float, type(None))


def _has_struct(annotation: object) -> bool:
    return bool(_structs(annotation))


def _structs(annotation: object) -> list[type[msgspec.Struct]]:
    """The Struct types that a value with this annotation can contain."""
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        return [annotation]
    if get_origin(annotation) is None:
        return []
    return [found for part in get_args(annotation) for found in _structs(part)]


def _plain(value: object, seat: int | None, owner: int | None) -> object:
    return msgspec.to_builtins(value, str_keys=False) if not isinstance(value, int) else value


def _show(value: object, seat: int | None, owner: int | None) -> object:
    if isinstance(value, msgspec.Struct):
        return struct_view(value, seat, owner)
    # Directly in G, entry n of a list or dict belongs to seat n.
    if isinstance(value, (list, tuple)):
        return [_show(item, seat, i if owner is None else owner) for i, item in enumerate(value)]
    if isinstance(value, dict):
        return {
            key: _show(item, seat, key if owner is None else owner) for key, item in value.items()
        }
    return _plain(value, seat, owner)
