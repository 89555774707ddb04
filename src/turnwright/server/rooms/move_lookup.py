"""Which move a client's `action` means: by its name on the wire or in the rules, and its payload."""

from __future__ import annotations

from typing import Any

from turnwright.core.definition.moves import Move
from turnwright.core.definition.state import freeze
from turnwright.core.errors import Refusal

from .room import Room


def find_move(
    room: Room, seat: int, action_type: str, payload: dict[str, Any]
) -> tuple[str, tuple[Any, ...]] | Refusal:
    """Find the move a client means: by name and arguments, or as the only legal one that fits."""
    match = room.match
    assert match is not None
    name = action_type.lower()
    move = match.moves.get(name) or room.game.all_moves.get(name) or _find_by_name(room, name)
    given = payload.get("args")
    args = freeze(given) if isinstance(given, list) else None
    if move is not None:
        if not payload and not move.params:
            return move.name, ()
        if args is not None:
            return move.name, args
        if all(param.name in payload for param in move.params):
            return move.name, tuple(freeze(payload[param.name]) for param in move.params)
    named_alike, fitting = [], []
    for option in match.legal(seat, must=True):
        known = match.moves[option.move]
        if known is move or known.action_type(option.args) == action_type.upper():
            named_alike.append(option)
            named = dict(zip(known.names, option.args, strict=True))
            if option.args == args or all(
                key in named and named[key] == freeze(value) for key, value in payload.items()
            ):
                fitting.append(option)
    if len(fitting) == 1:
        return fitting[0].move, fitting[0].args
    if fitting:
        sentence = f"{action_type} with this payload matches {len(fitting)} legal moves."
        return Refusal("bad_arguments", sentence, {})
    if move is None and not named_alike:
        return Refusal("unknown_move", f"There is no action {action_type} in this game.", {})
    return Refusal("illegal_argument", f"{action_type} is not legal now with this payload.", {})


def _find_by_name(room: Room, word: str) -> Move | None:
    """Find a move by its name or its name on the wire, ignoring case."""
    match = room.match
    assert match is not None
    for move in [*match.moves.values(), *room.game.all_moves.values()]:
        wire_name = move.wire if isinstance(move.wire, str) else ""
        if word and word in (move.name.lower(), wire_name.lower()):
            return move
    return None
