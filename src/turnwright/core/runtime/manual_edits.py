"""Operations on a match that are not moves: navigation and manual edits.

`navigation.py` checks them first. They are entries of the record like any input.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from turnwright.core.errors import refuse

from .compiled_flow import Transition
from .flow_state import Ctx
from .runner import FlowRunner

# Fields that cannot be edited: the place is changed with jump_to, the others are fixed at the start.
FIXED = (
    "ctx.current_",
    "ctx.player_order",
    "ctx.seed",
    "ctx.streams",
    "ctx.options",
    "ctx.game_id",
    "ctx.match_id",
)


def apply_operation(match: FlowRunner, op: str, args: tuple[object, ...]) -> None:
    """Carry out the operation of an entry."""
    operations: dict[str, Callable[..., None]] = {
        "go": _go,
        "manual": _manual,
        "edit": _edit,
        "create": _create,
        "remove": _remove,
    }
    operations[op](match, *args)


def _go(
    match: FlowRunner,
    segment: str | None,
    phase: str | None,
    step: str | None,
    hooks: bool,
    settle: bool,
    reenter: bool,
) -> None:
    transition = match.jump_transition(segment, phase, step, reenter, skips=hooks)
    if not isinstance(transition, Transition):
        return
    if hooks:
        match.settle(transition, once=not settle)
        return
    ctx = match.ctx
    if ctx.window is not None:
        ctx.window = None
        ctx.priority_player_pos = ctx.turn_player_pos
    ctx.passed_players.clear()
    match._place = transition.target
    ctx.current_segment, ctx.current_phase, ctx.current_step = transition.target.names
    ctx.steps_done = ctx.phases_done = False
    ctx.stages = {}
    if transition.target.window is not None:
        match.c.reopen_window()
    if settle:
        match.settle()


def _manual(match: FlowRunner, on: bool) -> None:
    match.ctx.manual_mode = on
    if not on:
        match.settle()


def _create(
    match: FlowRunner, kind: str, zone: str, fields: tuple[tuple[str, object], ...]
) -> None:
    name, _, owner = zone.partition(":")
    if zone not in match.ctx.zones:
        refuse("bad_path", f"There is no zone {zone!r}.", path=zone)
    try:
        card = match.c.create_card(kind, name, int(owner) if owner else None, **dict(fields))
        exact = msgspec.convert(msgspec.to_builtins(card), match.game.card)
    except (TypeError, msgspec.ValidationError) as error:
        refuse("bad_path", f"Cannot create this card: {error}.", path=zone)
    match.ctx.cards[card.id] = exact


def _remove(match: FlowRunner, card_id: int) -> None:
    if card_id not in match.ctx.cards:
        refuse("bad_path", f"There is no card {card_id}.", path=str(card_id))
    match.c.remove_card(card_id)


def _edit(match: FlowRunner, path: str, value: Any) -> None:
    node: Any = match
    *parents, last = path.split(".")
    if not parents or parents[0] not in ("G", "ctx"):
        refuse("bad_path", f"{path!r} does not start with G or ctx.", path=path)
    if path.startswith(FIXED):
        refuse("bad_path", f"{path!r} cannot be edited.", path=path, fixed=list(FIXED))
    try:
        for word in parents:
            node = _inside(node, word)
        _inside(node, last)
        if node is match.ctx.card_zones:
            _move_card(match.ctx, int(last), value)
        elif isinstance(node, list):
            node[int(last)] = value
        elif isinstance(node, dict):
            node[_key(node, last)] = value
        else:
            setattr(node, last, value)
        if not 0 <= match.ctx.turn_player_pos < len(match.ctx.player_order):
            raise ValueError("there is no player at this position")
        kind = match.game.match_state
        state = kind(G=match.G, ctx=match.ctx)
        msgspec.msgpack.decode(msgspec.msgpack.encode(state), type=kind)
    except (AttributeError, KeyError, IndexError, ValueError, TypeError) as error:
        refuse("bad_path", f"Cannot set {path!r} to {value!r}: {error}.", path=path)


def _move_card(ctx: Ctx, card_id: int, zone: str) -> None:
    """Move a card to the top of a zone."""
    target = ctx.zones[zone]
    for cards in ctx.zones.values():
        if card_id in cards and cards is not target:
            cards.remove(card_id)
    if card_id not in target:
        target.append(card_id)
    ctx.card_zones[card_id] = zone


def _inside(node: Any, word: str) -> Any:
    if isinstance(node, list):
        return node[int(word)]
    if isinstance(node, dict):
        return node[_key(node, word)]
    return getattr(node, word)


def _key(node: dict[Any, Any], word: str) -> int | str:
    return word if word in node else int(word)
