"""Replaying recorded scenarios and games, and naming the first difference."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import turnwright as tw
from turnwright.core.difference import Difference, first_difference

from .door import command
from .game import game
from .printed import CORP, SIDES
from .rules import Rules
from .trace import snapshot

IGNORED = ("events", "toasts")


def verify(entry: Mapping[str, Any]) -> Difference | None:
    """Play one entry; None if it agrees to the end."""
    match = game.start(
        seats=["Corp", "Runner"],
        options={"scene": entry["init"], "priority": "engine"},
        record=False,
    )
    c: Any = match.c
    difference = _compare(-1, {k: v for k, v in entry["init"].items() if k != "log"}, snapshot(c))
    if difference is not None:
        return difference
    for number, step in enumerate(entry["steps"]):
        if "setup" in step:
            _edit(c, step)
            continue
        lines = len(c.G.log)
        _feed(match, step.get("random", ()))
        if "error" not in step:
            command(match, step["side"], step["command"], step.get("args"))
        got = snapshot(match.c, match.c.G.log[lines:])
        difference = _compare(number, step["state"], got)
        if difference is not None:
            return difference
        _copy_order(match.c, step["state"])
    return None


def _feed(match: tw.Match, shuffles: Any) -> None:
    stream = match.c.stream("shuffle")
    stream.script = [list(one["perm"]) for one in shuffles]


def _edit(c: Rules, step: Mapping[str, Any]) -> None:
    """A change of the board that no player made: take what the state says."""
    told = step["state"]
    for side, word in enumerate(SIDES):
        player = c.G.sides[side]
        player.credits, player.clicks = told[word]["credits"], told[word]["clicks"]
        if side != CORP:
            player.tags = told[word]["tags"]
        _arrange(c, "deck", side, told[word]["deck"][::-1])
        _arrange(c, "hand", side, told[word]["hand"])


def _arrange(c: Rules, zone: str, side: int, titles: list[str]) -> None:
    """Bring the cards of a zone into an order that is told by titles."""
    ids = c.zone(zone, side)
    left = list(ids)
    order = []
    for title in titles:
        number = next((n for n in left if c.card(n).kind == title), None)
        if number is None:
            return
        left.remove(number)
        order.append(number)
    if not left:
        ids[:] = order


def _copy_order(c: Rules, told: Mapping[str, Any]) -> None:
    """The order in which cards land in a discard pile together is nobody's business."""
    for side, word in enumerate(SIDES):
        _arrange_discard(c, side, told[word]["discard"])


def _arrange_discard(c: Rules, side: int, told: list[Mapping[str, Any]]) -> None:
    ids = c.zone("discard", side)
    left, order = list(ids), []
    for one in told:
        for number in left:
            card = c.card(number)
            if card.kind == one["title"] and card.face_up == one.get("faceup", True):
                left.remove(number)
                order.append(number)
                break
    if not left and len(order) == len(ids):
        ids[:] = order


def _compare(step: int, expected: Any, got: Any) -> Difference | None:
    return first_difference(step, expected, got, same=_is_same)


def _is_same(path: str, expected: Any, got: Any) -> bool:
    """What nobody can tell apart: what was left out, and the order of cards discarded together."""
    if path in IGNORED or (path.endswith(".requirement") and expected is None):
        return True
    both = isinstance(expected, list) and isinstance(got, list)
    return both and path.endswith(".discard") and _sorted(expected) == _sorted(got)


def _sorted(cards: list[Any]) -> list[str]:
    return sorted(json.dumps(card, sort_keys=True) for card in cards)
