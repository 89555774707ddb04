"""Duels for tests: seat 0's second turn, first main phase, with empty hands and an empty field."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import turnwright as tw
from turnwright.games.duel.card_definition import LIBRARY
from turnwright.games.duel.game import game
from turnwright.testing.scenario_builder import arrange

Placed = Any  # the name of a card, or its name and the fields to set

DOWN = {"face_up": False}  # set: face down, since an earlier turn


def set_card(name: str) -> Placed:
    """A spell or trap that was set in an earlier turn."""
    return (name, DOWN)


def set_monster(name: str) -> Placed:
    """A monster that was set in an earlier turn."""
    return (name, {"face_up": False, "position": "defense"})


def guard(name: str) -> Placed:
    """A face-up monster in defense position."""
    return (name, {"position": "defense"})


def deck() -> dict[str, int]:
    """A legal deck, for duels in which the deck does not matter."""
    names = [name for name, spec in LIBRARY.items() if not spec.is_token]
    return {name: 3 for name in names[:10]}


def duel(
    zones: dict[str, Sequence[Placed]] | None = None,
    edits: dict[str, Any] | None = None,
    *,
    seed: int = 1,
    life: Sequence[int] = (),
    clear: Sequence[str] = (),
    decks: Sequence[dict[str, int]] = (),
    **start: Any,
) -> tuple[tw.Match, dict[str, int]]:
    """Start a duel with these cards: `duel({"hand:0": ["Flare Bolt"]}, life=(900, 8000))`.

    Returns the match in seat 0's second turn, and the id of the last card of each name.
    """
    options = {"decks": list(decks) or [deck(), deck()]}
    match = game.start(seed=seed, options=options, **start)
    match.play(0, "end_turn")
    match.play(1, "end_turn")
    changes = {f"G.ledgers.{seat}.pools.life": tw.Pool(value) for seat, value in enumerate(life)}
    cards = arrange(
        match, zones or {}, {**changes, **(edits or {})}, clear=["hand:0", "hand:1", *clear]
    )
    return match, cards


def life(match: tw.Match, seat: int) -> int:
    """The life points of a seat."""
    return int(match.view(None)["G"]["life"][seat])


def names(match: tw.Match, zone: str) -> list[str]:
    """The names of the cards in a zone, from the bottom up: `names(match, "grave:0")`."""
    return [match.ctx.cards[card_id].kind for card_id in match.ctx.zones[zone]]


def zone_of(match: tw.Match, card_id: int) -> str:
    """The zone that a card is in."""
    return match.ctx.card_zones[card_id]


def asked(match: tw.Match) -> tuple[int, str, list[Any]]:
    """The seat that is asked, the id of the question, and the values to choose from."""
    (prompt,) = match.prompts
    assert prompt.question is not None, "no question is open"
    return prompt.seat, prompt.question.id, [option.value for option in prompt.question.options]


def moves(match: tw.Match, name: str) -> list[tuple[Any, ...]]:
    """The arguments with which the acting seat may make this move."""
    return [o.args for seat in match.acting for o in match.legal(seat) if o.move == name]


def reload(match: tw.Match) -> tw.Match:
    """Save and load the match."""
    again = match.game.load(match.save())
    assert again.hash == match.hash
    return again


def respond(match: tw.Match, seat: int, number: int = 0) -> None:
    """Let a seat make one of the responses that it is offered."""
    match.pick(seat, match.asked[seat].options[number].id)
