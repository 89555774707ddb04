"""The starter decks and the deck construction rules."""

from __future__ import annotations

from collections.abc import Mapping

import turnwright as tw

from .card_definition import LIBRARY

SIZE = range(30, 61)
COPIES = 3


def check_deck(deck: Mapping[str, int]) -> None:
    """Raise an error that lists every rule the deck breaks."""
    if not isinstance(deck, Mapping):
        raise tw.UnusableError("bad_deck", "A deck must be an object of card names and counts.")
    problems = [f"unknown card {name!r}" for name in deck if name not in LIBRARY]
    for name, copies in deck.items():
        if name in LIBRARY and LIBRARY[name].is_token:
            problems.append(f"{name} is a token and cannot be in a deck")
        if not isinstance(copies, int) or not 1 <= copies <= COPIES:
            problems.append(f"{copies} copies of {name} (allowed: 1 to {COPIES})")
    total = sum(copies for copies in deck.values() if isinstance(copies, int))
    if total not in SIZE:
        problems.append(f"{total} cards (allowed: {SIZE.start} to {SIZE.stop - 1})")
    if problems:
        raise tw.UnusableError("bad_deck", f"This deck cannot be played: {'; '.join(problems)}.")


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


def find_deck(wanted: Mapping[str, int] | str) -> Mapping[str, int]:
    """Return a starter deck by the name of its faction, or a checked deck list."""
    if isinstance(wanted, str):
        found = starters().get(wanted)
        if found is None:
            sentence = f"There is no deck {wanted!r}; choose one of {', '.join(starters())}."
            raise tw.UnusableError("bad_deck", sentence)
        return found
    check_deck(wanted)
    return wanted
