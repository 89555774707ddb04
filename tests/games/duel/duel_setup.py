"""A duel for tests: seat 0 on turn in its first main phase, hands empty, the field bare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import turnwright as tw
from turnwright.games.duel.card_definition import LIBRARY
from turnwright.games.duel.game import game
from turnwright.testing.scenario_builder import arrange

Place = Any  # the name of a card, or the name and what is different about it

DOWN = {"face_up": False}  # set: face down, since an earlier turn


def set_card(name: str) -> Place:
    """A spell or trap that was set in an earlier turn."""
    return (name, DOWN)


def set_monster(name: str) -> Place:
    """A monster that was set in an earlier turn."""
    return (name, {"face_up": False, "position": "defense"})


def guard(name: str) -> Place:
    """A face-up monster in defense position."""
    return (name, {"position": "defense"})


def deck() -> dict[str, int]:
    """A legal deck of what there is, for duels in which it does not matter."""
    names = [name for name, spec in LIBRARY.items() if not spec.is_token]
    return {name: 3 for name in names[:10]}


def duel(
    zones: dict[str, Sequence[Place]] | None = None,
    edits: dict[str, Any] | None = None,
    *,
    seed: int = 1,
    life: Sequence[int] = (),
    clear: Sequence[str] = (),
    decks: Sequence[dict[str, int]] = (),
    **start: Any,
) -> tuple[tw.Match, dict[str, int]]:
    """A duel with these cards on the table: `duel({"hand:0": ["Flare Bolt"]}, life=(900, 8000))`.

    The value is the match, in seat 0's second turn, and the number of the (last) card of each name.
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
    return int(match.view(None)["G"]["life"][seat])


def names(match: tw.Match, zone: str) -> list[str]:
    """What lies in a zone, from the bottom up: `names(match, "grave:0")`."""
    return [match.ctx.cards[card_id].kind for card_id in match.ctx.zones[zone]]


def zone_of(match: tw.Match, card_id: int) -> str:
    return match.ctx.card_zones[card_id]


def asked(match: tw.Match) -> tuple[int, str, list[Any]]:
    """Who is asked what, with which values to choose from."""
    (prompt,) = match.prompts
    assert prompt.question is not None, "no question is open"
    return prompt.seat, prompt.question.id, [option.value for option in prompt.question.options]


def moves(match: tw.Match, name: str) -> list[tuple[Any, ...]]:
    """The arguments with which the acting seat may make this move."""
    return [o.args for seat in match.acting for o in match.legal(seat) if o.move == name]


def reload(match: tw.Match) -> tw.Match:
    """The same match from its save."""
    again = match.game.load(match.save())
    assert again.hash == match.hash
    return again
