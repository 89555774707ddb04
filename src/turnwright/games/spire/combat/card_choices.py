"""Asking the player to choose cards during a fight."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from turnwright.core.runtime.prompts import Question
from turnwright.games.spire.card_text import card_title
from turnwright.games.spire.context import Asking
from turnwright.games.spire.state import Card, CardChoice

from .piles import (
    FACTS,
    HAND_LIMIT,
    draw_cards,
    exhaust_card,
    make_free_this_turn,
    new_card,
    place_card,
)

if TYPE_CHECKING:
    from .fight import Fight

TASKS = {
    "ARMAMENTS": "Choose a card to upgrade",
    "CODEX": "Choose a card for your draw pile",
    "DISCOVERY": "Choose a card",
    "DUAL_WIELD": "Choose an attack or a power to copy",
    "EXHAUST_ONE": "Choose a card to exhaust",
    "EXHAUST_MANY": "Choose cards to exhaust",
    "EXHUME": "Choose a card to bring back",
    "FORETHOUGHT": "Choose what goes under the draw pile",
    "GAMBLE": "Choose cards to discard and draw again",
    "HEADBUTT": "Choose a card to put on the draw pile",
    "LIQUID_MEMORIES_POTION": "Choose a card to bring back",
    "SECRET_TECHNIQUE": "Choose a skill",
    "SECRET_WEAPON": "Choose an attack",
    "WARCRY": "Choose a card to put on the draw pile",
}
"""The text of the question, by task."""


def choose_card(f: Fight, task: str, source: str, places: Sequence[int] | None = None) -> Asking:
    """Ask the player for a card of a pile. Return its place, or -1 if there is none. A single card
    is chosen without asking."""
    pile: list[Card] = getattr(f.b, source)
    if places is None:
        places = range(len(pile))
    if len(places) <= 1:
        return places[0] if places else -1
    f.b.choice = CardChoice(task, source, list(places))
    place = yield Question(
        "choose", 0, TASKS[task], list(places), label=lambda at: card_title(pile[at]), id=task
    )
    f.b.choice = None
    return place


def choose_cards(f: Fight, task: str, source: str, most: int) -> Asking:
    """Ask the player for any number of cards of a pile, up to `most`. Return their places."""
    pile: list[Card] = getattr(f.b, source)
    f.b.choice = CardChoice(task, source, list(range(len(pile))), most=most)
    places = yield Question(
        "choose_many", 0, TASKS[task], list(range(len(pile))), 0, min(most, len(pile)),
        label=lambda at: card_title(pile[at]), id=task,
    )  # fmt: skip
    f.b.choice = None
    return places


def offer_cards(f: Fight, task: str, kinds: Sequence[str], may_skip: bool = False) -> Asking:
    """Offer three different random cards. Return the id of the chosen one, or None."""
    shown: list[str] = []
    while len(shown) < 3:
        kind = f.random_of(kinds)
        if kind not in shown:
            shown.append(kind)
    f.b.choice = CardChoice(task, "offer", [0, 1, 2], [Card(kind) for kind in shown])
    place = yield Question(
        "choose", 0, TASKS[task], [0, 1, 2], 0 if may_skip else 1,
        label=lambda at: FACTS[shown[at]].name, id=task,
    )  # fmt: skip
    f.b.choice = None
    return None if place is None else shown[place]


def discover(f: Fight, kinds: Sequence[str], copies: int = 1, may_skip: bool = False) -> Asking:
    """Choose one of three cards. It is added to the hand and free this turn."""
    kind = yield from offer_cards(f, "DISCOVERY", kinds, may_skip)
    for _ in range(copies if kind is not None else 0):
        card = new_card(f, kind)
        make_free_this_turn(card)
        place_card(f, card, "hand")


def gamble(f: Fight) -> Asking:
    """Discard any number of cards, then draw as many."""
    places = yield from choose_cards(f, "GAMBLE", "hand", HAND_LIMIT)
    if places:
        f.add_to_top(draw_cards, f, len(places))
    for place in sorted(places, reverse=True):
        f.b.discard.append(f.b.hand.pop(place))


def exhaust_many(f: Fight, most: int) -> Asking:
    """Exhaust any number of cards of the hand, up to `most`."""
    places = yield from choose_cards(f, "EXHAUST_MANY", "hand", most)
    for place in sorted(places, reverse=True):
        exhaust_card(f, f.b.hand.pop(place))
