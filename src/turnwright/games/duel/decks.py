"""Decks: the starter decks, and what a legal deck is."""

from __future__ import annotations

from collections.abc import Mapping

import turnwright as tw

from .card_definition import LIBRARY

SIZE = range(30, 61)
COPIES = 3


def check_deck(deck: Mapping[str, int]) -> None:
    """Refuse a deck that breaks a rule; the sentence names every fault."""
    if not isinstance(deck, Mapping):
        raise tw.UnusableError("bad_deck", "A deck is an object of cards and their numbers.")
    faults = [f"there is no card {name!r}" for name in deck if name not in LIBRARY]
    for name, copies in deck.items():
        if name in LIBRARY and LIBRARY[name].is_token:
            faults.append(f"{name} is a token")
        if not isinstance(copies, int) or not 1 <= copies <= COPIES:
            faults.append(f"{copies} copies of {name} (1 to {COPIES} are allowed)")
    total = sum(copies for copies in deck.values() if isinstance(copies, int))
    if total not in SIZE:
        faults.append(f"{total} cards ({SIZE.start} to {SIZE.stop - 1} are allowed)")
    if faults:
        raise tw.UnusableError("bad_deck", f"This deck cannot be played: {'; '.join(faults)}.")


NEUTRAL_COPIES = 1


def starter(faction: str) -> dict[str, int]:
    """A starter deck: two of every card of a faction and one of every neutral card."""
    deck = {}
    for name, spec in LIBRARY.items():
        if spec.faction in (faction, "") and not spec.is_token:
            deck[name] = 2 if spec.faction else NEUTRAL_COPIES
    return deck


def starters() -> dict[str, dict[str, int]]:
    """The starter decks by faction."""
    factions = sorted({spec.faction for spec in LIBRARY.values() if spec.faction})
    return {faction: starter(faction) for faction in factions}
