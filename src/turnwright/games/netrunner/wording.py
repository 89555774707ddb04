"""English for the log and for prompts: plurals, lists and symbols."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence


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
    """Replace the symbols of jinteki.net's texts with words: `2 [Credits]` becomes `2 credits`."""
    if "[" not in text:
        return text
    text = text.replace("use Corp Basic Action Card to ", "").replace(
        "use Runner Basic Action Card to ", ""
    )
    text = re.sub(r"(?:\[Click\])+", lambda m: plural(m[0].count("["), "click"), text)
    text = re.sub(r"\b(\d+) ?\[Credits?\]", lambda m: plural(int(m[1]), "credit"), text)
    return re.sub(r"\[trash\]", "trash this card", text, flags=re.IGNORECASE)


_PLACE = re.compile(r"(\bice|[^ ].*?) protecting ([^.]+?) at position (\d+)")
_PLAYER_WORDS = (
    (re.compile(r"^continues$"), "lets the run go on"),
    (re.compile(r"^will continue the run$"), "goes on with the run"),
    (re.compile(r"^has no further action$"), "passes"),
    (re.compile(r"^is ending their turn"), "ends turn"),
    (re.compile(r"^started their turn"), "begins turn"),
    (re.compile(r"^makes their mandatory start of turn draw$"), "draws for the turn"),
    (re.compile(r" and pays 0 credits\b"), ""),
    (re.compile(r"\bto make a run on\b"), "to run"),
    (re.compile(r"^uses (.+) to will trash itself when"), r"uses \1; it will be trashed when"),
    (re.compile(r"\[subroutine\] ?"), ""),
    (re.compile(r"\btheir (Grip|Stack|Heap)\b"), lambda found: f"the {found[1].lower()}"),
)
"""What jinteki.net's log says, and what players say."""


def player_sentence(text: str, ices: Mapping[str, int]) -> str:
    """Return what a line of jinteki.net's log says after the player's name, in the words of players.
    `ices` has the number of pieces of ice by the name of the server."""

    def placed(found: re.Match[str]) -> str:
        who, server, place = found[1], found[2], int(found[3])
        count = ices.get(server, 1)
        if count < 2:
            which = "the ice"
        elif place in (0, count - 1):
            which = "the outermost ice" if place else "the innermost ice"
        else:
            which = f"ice {count - place} of {count}"
        head = who.removesuffix("ice") if who.endswith("ice") else f"{who}, "
        return f"{head}{which} of {server}"

    text = spell_out_symbols(text)
    for pattern, words in _PLAYER_WORDS:
        text = pattern.sub(words, text)
    return _PLACE.sub(placed, text)
