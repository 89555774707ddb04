"""The titles and texts of cards.

The texts are our own (data/words.tsv): `6|8` is plain|upgraded, and what follows ` ++ ` replaces
the text of an upgraded card. Flags like Exhaust are added from the printed facts.
"""

from __future__ import annotations

import re
from functools import cache
from importlib import resources

from .library import cards
from .state import Card

_NUMBER = re.compile(r"(\d+)\|(\d+)")
FLAGS = {"innate": "Innate.", "ethereal": "Ethereal.", "exhaust": "Exhausts."}


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
    text = _NUMBER.sub(r"\2" if up else r"\1", upgraded if up and upgraded else plain)
    if kind == "Searing Blow" and up:
        text = text.replace("12", str(up * (up + 7) // 2 + 12), 1)
    facts = cards()[kind]
    flags = [word for flag, word in FLAGS.items() if getattr(facts, flag)[1 if up else 0]]
    return " ".join([text, *flags]).strip()
