"""Asking the player to choose cards during a fight."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from turnwright.core.runtime.prompts import Question
from turnwright.games.spire.card_text import card_title, distinct_title, text_of
from turnwright.games.spire.context import Asking
from turnwright.games.spire.state import Card, CardChoice

from .piles import (
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
    "DISCARD": "Choose what to discard",
    "DISCOVERY": "Choose a card",
    "DUAL_WIELD": "Choose an attack or a power to copy",
    "EXHAUST_ONE": "Choose a card to exhaust",
    "EXHAUST_MANY": "Choose cards to exhaust",
    "EXHUME": "Choose a card to bring back",
    "FOREIGN_INFLUENCE": "Choose an attack",
    "FORETHOUGHT": "Choose what goes under the draw pile",
    "GAMBLE": "Choose cards to discard and draw again",
    "HEADBUTT": "Choose a card to put on the draw pile",
    "HOLOGRAM": "Choose a card to bring back",
    "LIQUID_MEMORIES_POTION": "Choose a card to bring back",
    "MEDITATE": "Choose what to bring back and retain",
    "NIGHTMARE": "Choose a card to copy",
    "OMNISCIENCE": "Choose a card to play twice",
    "RECYCLE": "Choose a card to exhaust for its energy",
    "RETAIN": "Choose cards to retain",
    "SCRY": "Choose what to discard from the draw pile",
    "SECRET_TECHNIQUE": "Choose a skill",
    "SECRET_WEAPON": "Choose an attack",
    "SEEK": "Choose cards for your hand",
    "SETUP": "Choose a card to put on the draw pile",
    "STANCE": "Choose a stance",
    "WARCRY": "Choose a card to put on the draw pile",
    "WISH": "Choose a wish",
}
"""The text of the question, by task."""


def _label(pile: list[Card], places: Sequence[int]) -> Callable[[int], str]:
    """The titles of the cards that can be chosen. Equal ones are numbered among each other."""
    shown = [pile[place] for place in places]
    return lambda at: distinct_title(shown, places.index(at))


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
        "choose", 0, TASKS[task], list(places), label=_label(pile, places), id=task
    )
    f.b.choice = None
    return place


def choose_cards(
    f: Fight, task: str, source: str, most: int, places: Sequence[int] | None = None
) -> Asking:
    """Ask the player for any number of cards of a pile, up to `most`. Return their places."""
    pile: list[Card] = getattr(f.b, source)
    able = list(range(len(pile)) if places is None else places)
    f.b.choice = CardChoice(task, source, able, most=most)
    found = yield Question(
        "choose_many", 0, TASKS[task], able, 0, min(most, len(able)),
        label=_label(pile, able), id=task,
    )  # fmt: skip
    f.b.choice = None
    return found


def choose_exactly(f: Fight, task: str, source: str, count: int) -> Asking:
    """Ask the player for this many cards of a pile at once. Return their places. If there are no
    more cards than that, all of them are chosen without asking."""
    pile: list[Card] = getattr(f.b, source)
    places = list(range(len(pile)))
    if len(places) <= count:
        return places
    f.b.choice = CardChoice(task, source, places, most=count)
    found = yield Question(
        "choose_many", 0, TASKS[task], places, count, count,
        label=lambda at: distinct_title(pile, at), id=task,
    )  # fmt: skip
    f.b.choice = None
    return found


def offer_cards(f: Fight, task: str, kinds: Sequence[str], may_skip: bool = False) -> Asking:
    """Offer three different random cards. Return the id of the chosen one, or None."""
    shown: list[str] = []
    while len(shown) < 3:
        kind = f.random_of(kinds)
        if kind not in shown:
            shown.append(kind)
    return (yield from choose_offered(f, task, [Card(kind) for kind in shown], may_skip))


def choose_offered(f: Fight, task: str, shown: list[Card], may_skip: bool = False) -> Asking:
    """Let the player choose one of these cards. Return its id, or None."""
    places = list(range(len(shown)))
    f.b.choice = CardChoice(task, "offer", places, shown)
    place = yield Question(
        "choose", 0, TASKS[task], places, 0 if may_skip else 1,
        label=lambda at: _told(shown[at]), id=task,
    )  # fmt: skip
    f.b.choice = None
    return None if place is None else shown[place].kind


def _told(card: Card) -> str:
    """The title and text of a card that the player may not know yet."""
    text = text_of(card.kind, card.up)
    return f"{card_title(card)}: {text}" if text else card_title(card)


def discover(f: Fight, kinds: Sequence[str], copies: int = 1, may_skip: bool = False) -> Asking:
    """Choose one of three cards. It is added to the hand and free this turn."""
    kind = yield from offer_cards(f, "DISCOVERY", kinds, may_skip)
    for _ in range(copies if kind is not None else 0):
        card = new_card(f, kind)
        make_free_this_turn(card)
        place_card(f, card, "hand")


def exhaust_many(f: Fight, most: int) -> Asking:
    """Exhaust any number of cards of the hand, up to `most`."""
    places = yield from choose_cards(f, "EXHAUST_MANY", "hand", most)
    for place in sorted(places, reverse=True):
        exhaust_card(f, f.b.hand.pop(place))
