"""Replaying recorded scenarios and games, and naming the first difference."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import turnwright as tw

from .game import game
from .printed import CORP, SIDES
from .rules import Rules
from .trace import find, snapshot

IGNORED = ("events", "toasts")


class Difference(NamedTuple):
    """Where a replay first differs."""

    step: int
    path: str
    expected: Any
    got: Any

    def __str__(self) -> str:
        return f"step {self.step}, {self.path}: expected {_short(self.expected)}, got {_short(self.got)}"


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) < 300 else text[:297] + "..."


def entries(path: str | Path) -> Iterator[dict[str, Any]]:
    """The scenarios or games of a file, compressed or not."""
    opened = (
        gzip.open(path, "rt", encoding="utf-8")
        if str(path).endswith(".gz")
        else open(path, encoding="utf-8")
    )
    with opened as lines:
        for line in lines:
            if line.strip():
                yield json.loads(line)


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
            _do(match, step)
        got = snapshot(match.c, match.c.G.log[lines:])
        difference = _compare(number, step["state"], got)
        if difference is not None:
            return difference
        _copy_order(match.c, step["state"])
    return None


def _feed(match: tw.Match, shuffles: Any) -> None:
    stream = match.c.stream("shuffle")
    stream.script = [list(one["perm"]) for one in shuffles]


def _do(match: tw.Match, step: Mapping[str, Any]) -> tw.Refusal | None:
    c: Any = match.c
    seat = SIDES.index(step["side"])
    name, args = step["command"], step.get("args") or {}
    card = find(c, args["card"]) if isinstance(args.get("card"), Mapping) else None
    if name == "choice":
        question = match.asked.get(seat)
        if question is None:
            return None
        if question.is_cards:  # the button of a select prompt is Done
            return match.submit(tw.Answer(seat, picks=()))
        return match.submit(tw.Answer(seat, picks=(str(args["index"]),)))
    if name == "select":
        return match.submit(tw.Answer(seat, picks=(str(card),)))
    given: list[Any] = [] if card is None else [card]
    if name == "play":
        given.append(args.get("server", ""))
    elif name == "run":
        given = [args["server"]]
    elif name in ("ability", "runner-ability"):
        given.append(args["ability"])
    elif name == "subroutine":
        given.append(args["subroutine"])
    elif name == "dynamic-ability":
        given.append(args["dynamic"])
    return match.submit(tw.Answer(seat, name, tuple(given)))


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


def _compare(step: int, expected: Any, got: Any, path: str = "") -> Difference | None:
    if isinstance(expected, Mapping) and isinstance(got, Mapping):
        for key in (*expected, *(key for key in got if key not in expected)):
            if key in IGNORED and not path:
                continue
            below = _compare(
                step, expected.get(key), got.get(key), f"{path}.{key}" if path else key
            )
            if below is not None:
                return below
        return None
    if path.endswith(".discard") and isinstance(expected, list) and isinstance(got, list):
        if _sorted(expected) == _sorted(got):
            return None
    if isinstance(expected, list) and isinstance(got, list) and len(expected) == len(got):
        for place, (one, two) in enumerate(zip(expected, got, strict=True)):
            below = _compare(step, one, two, f"{path}[{place}]")
            if below is not None:
                return below
        return None
    if path.endswith(".requirement") and expected is None:
        return None
    return None if expected == got else Difference(step, path, expected, got)


def _sorted(cards: list[Any]) -> list[str]:
    return sorted(json.dumps(card, sort_keys=True) for card in cards)
