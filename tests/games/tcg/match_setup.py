"""Matches of trading card games for tests: stacked decks, and what a seat sees of the cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import turnwright as tw


def start_stacked(game: tw.Game, piles: Sequence[Sequence[str]]) -> tw.Match:
    """Start a match in which each seat draws its pile from the left, and seat 0 decides who begins."""
    decks, orders, number = [], [], 0
    for names in piles:
        deck = dict(Counter(names))
        ids: dict[str, list[int]] = {}
        for kind, copies in deck.items():
            ids[kind] = list(range(number, number + copies))
            number += copies
        decks.append(deck)
        orders.append([ids[name].pop() for name in names][::-1])
    scripts = {"first player": [0], "shuffle deck": orders}
    return game.start(options={"decks": decks}, scripts=scripts, trace=True)


def cards(match: tw.Match, zone: str, seat: int) -> list[dict[str, Any]]:
    """The cards of a seat's zone, as the seat sees them."""
    found: list[dict[str, Any]] = match.view(seat)["zones"][f"{zone}:{seat}"]["cards"]
    return found


def count(match: tw.Match, zone: str, seat: int) -> int:
    """The number of cards in a seat's zone."""
    return int(match.view(seat)["zones"][f"{zone}:{seat}"]["count"])


def kinds(match: tw.Match, zone: str, seat: int) -> list[str]:
    """The names of the cards in a seat's zone."""
    return [card["kind"] for card in cards(match, zone, seat)]


def find(match: tw.Match, zone: str, seat: int, kind: str) -> int:
    """The id of the first card of this name in a seat's zone."""
    return next(card["id"] for card in cards(match, zone, seat) if card["kind"] == kind)


def edit(match: tw.Match, card_id: int, **fields: Any) -> None:
    """Set fields of a card."""
    match.flow.set_manual_mode(True)
    for name, value in fields.items():
        assert match.flow.edit(f"ctx.cards.{card_id}.{name}", value) is None
    match.flow.set_manual_mode(False)


def walk(match: tw.Match) -> list[str]:
    """The transitions of the flow since the last call."""
    assert match.flow.trace is not None
    steps = [event.to for event in match.flow.trace.events if event.kind == "transition"]
    match.flow.trace.clear()
    return steps
