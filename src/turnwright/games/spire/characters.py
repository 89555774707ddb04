"""The characters."""

from __future__ import annotations

import turnwright as tw

from .library import COLOURS

CHARACTERS = tuple(COLOURS)
ALIASES = {"SILENT": "THE_SILENT"}
MAX_ASCENSION = 20


def find_character(name: str) -> str:
    """The game's name of a character, from text in any case."""
    upper = str(name).upper().replace(" ", "_")
    found = ALIASES.get(upper, upper)
    if found not in CHARACTERS:
        sentence = (
            f"There is no character {str(name)[:40]!r}; choose one of {', '.join(CHARACTERS)}."
        )
        raise tw.UnusableError("unknown_class", sentence)
    return found
