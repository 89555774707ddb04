"""Replay recorded scenarios and games, and report the first difference."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import turnwright as tw
from turnwright.bridges.jinteki.dialect.commands import execute_command
from turnwright.games.netrunner.card_facts import CORP, RUNNER, SIDES
from turnwright.games.netrunner.context import NetrunnerContext, context_of
from turnwright.games.netrunner.game import game
from turnwright.games.netrunner.state import Card
from turnwright.testing.first_difference import Difference, first_difference

from .recording_format import snapshot

IGNORED = ("events", "toasts")


def verify(entry: Mapping[str, Any]) -> Difference | None:
    """Replay one recording. Return None if it agrees to the end."""
    match = game.start(
        seats=["Corp", "Runner"],
        options={"scene": entry["init"], "priority": "engine", "plays_on": True},
        record=False,
    )
    c = context_of(match)
    told = {k: v for k, v in entry["init"].items() if k != "log"}
    difference = _compare(-1, told, snapshot(match), {})
    if difference is not None:
        return difference
    for number, step in enumerate(entry["steps"]):
        if "setup" in step:
            _apply_setup_step(c, step)
            continue
        lines = len(c.G.log)
        _feed(match, step.get("random", ()))
        before = _discarded(c)
        if "error" not in step:
            execute_command(match, step["side"], step["command"], step.get("args"))
        c = context_of(match)
        got = snapshot(match, c.G.log[lines:])
        difference = _compare(number, step["state"], got, _new_in_discard(c, before))
        if difference is not None:
            return difference
        _copy_order(c, step["state"])
    return None


def _feed(match: tw.Match, shuffles: Any) -> None:
    stream = match.c.stream("shuffle")
    stream.script = [list(one["perm"]) for one in shuffles]


LOOSE = ("deck", "hand", "discard", "scored", "rfg")
"""Zones whose cards a recording lists by title, for each side."""


def _apply_setup_step(c: NetrunnerContext, step: Mapping[str, Any]) -> None:
    """Apply a change of the board that no player made: take over the recorded state."""
    data = step["state"]
    for side, word in enumerate(SIDES):
        player = c.G.sides[side]
        player.credits, player.clicks = data[word]["credits"], data[word]["clicks"]
        player.tags = data[word].get("tags", 0)
        player.brain = data[word].get("brain-damage", 0)
        player.bad_publicity = data[word].get("bad-publicity", 0)
    for name, server in data["servers"].items():
        here = c.G.servers.get(name)
        if here is not None:
            _edit_installed(c.cards(here.ices), server["ices"])
            _edit_installed(c.cards(here.content), server["content"])
    for zone, cards in data["rig"].items():
        _edit_installed(c.cards_in(zone, RUNNER), cards)
    _redistribute(c, data)


def _edit_installed(cards: Sequence[Card], data: Sequence[Mapping[str, Any]]) -> None:
    if [card.kind for card in cards] != [one["title"] for one in data]:
        return
    for card, one in zip(cards, data, strict=True):
        card.counters = dict(one.get("counters", {}))
        card.advancement = one.get("advancement", 0)


def _redistribute(c: NetrunnerContext, data: Mapping[str, Any]) -> None:
    """Move every card that is not installed to where the recording has it."""
    left = [card for side in (CORP, RUNNER) for zone in LOOSE for card in c.cards_in(zone, side)]
    for side, word in enumerate(SIDES):
        for zone in LOOSE:
            here, order = list(c.zone(zone, side)), []
            for one in data[word].get(zone, ()):
                title = one if isinstance(one, str) else one["title"]
                same = [card for card in left if card.kind == title]
                if same:
                    card = next((card for card in same if card.id in here), same[0])
                    left.remove(card)
                    order.append(card)
                    if not isinstance(one, str):
                        card.face_up = one.get("faceup", True)
                    elif side == CORP and zone in ("deck", "hand"):
                        card.face_up = False
            for card in order:
                if card.id not in here:
                    c.move_card(card.id, zone, side)
            if zone == "deck":
                order.reverse()
            if len(order) == len(c.zone(zone, side)):
                c.zone(zone, side)[:] = [card.id for card in order]


def _copy_order(c: NetrunnerContext, data: Mapping[str, Any]) -> None:
    """Take over the order of cards that were discarded together; it has no meaning."""
    for side, word in enumerate(SIDES):
        _arrange_discard(c, side, data[word]["discard"])


def _arrange_discard(c: NetrunnerContext, side: int, data: list[Mapping[str, Any]]) -> None:
    ids = c.zone("discard", side)
    left, order = list(ids), []
    for one in data:
        for number in left:
            card = c.card(number)
            if card.kind == one["title"] and card.face_up == one.get("faceup", True):
                left.remove(number)
                order.append(number)
                break
    if not left and len(order) == len(ids):
        ids[:] = order


def _discarded(c: NetrunnerContext) -> set[int]:
    return {number for side in (CORP, RUNNER) for number in c.zone("discard", side)}


def _new_in_discard(c: NetrunnerContext, before: set[int]) -> dict[str, list[bool]]:
    """Tell for each card in a discard pile whether this step put it there."""
    return {
        f"{word}.discard": [number not in before for number in c.zone("discard", side)]
        for side, word in enumerate(SIDES)
    }


def _compare(
    step: int, expected: Any, got: Any, new_in_discard: Mapping[str, list[bool]]
) -> Difference | None:
    def is_same(path: str, one: Any, other: Any) -> bool:
        """Ignore what was not recorded, and the order of cards that were discarded together."""
        if path in IGNORED:
            return True
        if one is None and (path.endswith(".requirement") or path == "runner.link"):
            return True
        if path not in new_in_discard or len(one) != len(other):
            return False
        moved = [n for n in range(len(one)) if one[n] != other[n]]
        return all(new_in_discard[path][n] for n in moved) and (
            _sorted(one[n] for n in moved) == _sorted(other[n] for n in moved)
        )

    return first_difference(step, expected, got, same=is_same)


def _sorted(cards: Iterable[Any]) -> list[str]:
    return sorted(json.dumps(card, sort_keys=True) for card in cards)
