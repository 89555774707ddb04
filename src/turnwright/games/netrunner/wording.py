"""English for the log and for prompts: plurals, lists and symbols."""

from __future__ import annotations

import re
from collections.abc import Sequence


def plural(count: int, word: str) -> str:
    """Return a count with its noun: "1 card", "2 cards"."""
    return f"{count} {word}" if count == 1 else f"{count} {word}s"


def word_list(words: Sequence[str]) -> str:
    """Join words as in "A, B, and C"."""
    if len(words) < 3:
        return " and ".join(words)
    return f"{', '.join(words[:-1])}, and {words[-1]}"


FIRE_REQUEST = "indicates to fire all unbroken subroutines on "
"""With this and the title of the ice, the Runner tells the Corp to fire, in a message."""


def is_fire_request(text: str, title: str) -> bool:
    """Tell whether a message of the Runner, without its name, tells the Corp to fire this ice."""
    return text.startswith("indicates to fire ") and text.endswith(f" on {title}")


def spell_out_symbols(text: str) -> str:
    """Replace the symbols of jinteki.net's log with words: `2 [Credits]` becomes `2 credits`."""
    text = re.sub(r"(?:\[Click\])+", lambda m: plural(m[0].count("["), "click"), text)
    return re.sub(r"\b(\d+) \[Credits?\]", lambda m: plural(int(m[1]), "credit"), text)
