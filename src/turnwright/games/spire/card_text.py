"""The titles and texts of cards, and names that stay distinct in a menu.

The texts are our own (data/words.tsv): `6|8` or `card|cards` is plain|upgraded, and what follows
` ++ ` replaces the text of an upgraded card. Flags like Exhaust are added from the printed facts.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import cache
from importlib import resources

from turnwright.core.definition.log_sentences import told

from .library import cards, potions
from .state import Card

_NUMBER = re.compile(r" \(\d\)(?=$| for | at | away$)")
_PAIR = re.compile(r"(\w+)\|(\w+)")
FLAGS = {
    "innate": "Innate.", "retain": "Retained.", "ethereal": "Ethereal.", "exhaust": "Exhausts.",
}  # fmt: skip


@cache
def _texts() -> dict[str, str]:
    text = resources.files(__package__).joinpath("data/words.tsv").read_text("utf-8")
    return dict(line.split("\t") for line in text.splitlines()[1:])


def card_title(card: Card) -> str:
    """The name of a card with its upgrades: `Bash+`, `Searing Blow+3`."""
    name = cards()[card.kind].name
    if not card.up:
        return name
    return f"{name}+{card.up}" if card.kind == "Searing Blow" else f"{name}+"


@cache
def text_of(kind: str, up: int = 0) -> str:
    """The text of a card; empty for cards that have no effect here."""
    plain, _, upgraded = _texts().get(kind, "").partition(" ++ ")
    text = _PAIR.sub(r"\2" if up else r"\1", upgraded if up and upgraded else plain)
    if kind == "Searing Blow" and up:
        text = text.replace("12", str(up * (up + 7) // 2 + 12), 1)
    facts = cards()[kind]
    flags = [word for flag, word in FLAGS.items() if getattr(facts, flag)[1 if up else 0]]
    return " ".join([text, *flags]).strip()


def distinct_title(pile: Sequence[Card], place: int) -> str:
    """The title of a card among others. The second of equal cards is "Strike (2)"."""
    return distinct_name([card_title(card) for card in pile], place)


def distinct_name(names: Sequence[str], place: int) -> str:
    """A name among others. The second of equal names is "Fire Potion (2)"."""
    return _numbered(names[place], names[:place].count(names[place]))


def distinct_potion(kinds: Sequence[str], place: int) -> str:
    """The name of a potion among others, some of which may be empty slots."""
    return _numbered(potions()[kinds[place]].name, kinds[:place].count(kinds[place]))


def tells(label: Callable[..., str]) -> Callable[..., str]:
    """What the log says about a move with this label, without the number that tells equal things
    apart in a menu."""
    return lambda c, *args: told(_NUMBER.sub("", label(c, *args)))


def _numbered(name: str, before: int) -> str:
    return f"{name} ({before + 1})" if before else name
