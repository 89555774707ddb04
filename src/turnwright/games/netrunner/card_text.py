"""The rules texts of cards: how they are divided into lines, and which lines are subroutines.

In a table of cards the lines of a text are separated by ` / `. A line that begins with `Subroutine:`
is a subroutine; the order is that of `CardDefinition.subs`. A subroutine that ice gains from a card is
quoted in a line of that card: `this ice has "Subroutine: do 1 net damage."`
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from .wording import plural

if TYPE_CHECKING:
    from .card_definition import CardDefinition

SEPARATOR = " / "
"""What separates the lines of a text in a table of cards."""
SUBROUTINE = "Subroutine: "
"""How a line that is a subroutine begins."""
_GAINED = re.compile(f'"{SUBROUTINE}([^"]+)"')


def lines_of_cell(cell: str) -> str:
    """Return the text in a cell of a table with one line for each ability."""
    return "\n".join(line.strip() for line in cell.split(SEPARATOR))


@cache
def subroutine_texts(text: str) -> tuple[str, ...]:
    """Return what the printed subroutines in a card's text do, as sentences."""
    lines = (line for line in text.splitlines() if line.startswith(SUBROUTINE))
    return tuple(_sentence(line.removeprefix(SUBROUTINE)) for line in lines)


@cache
def gained_subroutine_text(text: str) -> str:
    """Return what the subroutine does that ice gains from a card with this text, or ""."""
    found = _GAINED.search(text)
    return "" if found is None else _sentence(found[1])


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]


def text_problems(text: str, card: CardDefinition) -> Iterator[str]:
    """Yield what is wrong with the rules text of a card."""
    if not text.strip():
        yield "it has no text"
        return
    count, printed = len(card.subs), len(subroutine_texts(text))
    if count != printed:
        lines = (
            "1 line of its text begins" if printed == 1 else f"{printed} lines of its text begin"
        )
        yield (
            f"it has {plural(count, 'subroutine')}, but {lines} with {SUBROUTINE.strip()!r} "
            f"(lines are separated by {SEPARATOR!r})"
        )
    if card.gives_sub is not None and not gained_subroutine_text(text):
        yield f'the subroutine that it gives must be quoted in its text: "{SUBROUTINE}..."'
