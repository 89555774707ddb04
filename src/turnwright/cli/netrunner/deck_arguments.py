"""The argument `--deck` of the Netrunner commands."""

from __future__ import annotations

import argparse
from typing import Any

import turnwright as tw


def add_deck_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--deck`."""
    parser.add_argument(
        "--deck", action="append", default=[], metavar="NAME|FILE",
        help="beginner, intermediate or a deck list; give it twice for Corp and Runner",
    )  # fmt: skip


def deck_options(decks: list[str]) -> dict[str, Any]:
    """The match options for the values of `--deck`. One name is used for both sides."""
    from turnwright.games.netrunner.deck_list_parser import load_deck
    from turnwright.games.netrunner.decks import READY

    if not decks:
        return {}
    if len(decks) > 2 or (len(decks) == 1 and decks[0] not in READY):
        sentence = (
            "Give --deck once with the name of a deck, or twice: for the Corp and the Runner."
        )
        raise tw.UnusableError("bad_deck", sentence)
    both = decks * 2 if len(decks) == 1 else decks
    return {
        "decks": [
            name if name in READY else load_deck(name, side) for side, name in enumerate(both)
        ]
    }
