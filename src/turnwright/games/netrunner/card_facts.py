"""The printed facts of cards, read from data/system-gateway.tsv."""

from __future__ import annotations

from functools import cache
from importlib import resources

import msgspec

CORP, RUNNER = 0, 1
SIDES = ("corp", "runner")
NAMES = ("Corp", "Runner")


class CardFacts(msgspec.Struct, frozen=True):
    """The printed facts of a card. Absent ones are None, 0 or empty."""

    code: str
    title: str
    side: int
    type: str
    faction: str = ""
    subtypes: tuple[str, ...] = ()
    cost: int | None = None
    strength: int | None = None
    memory: int = 0
    trash: int | None = None
    advancement: int | None = None
    points: int = 0
    influence: int = 0
    limit: int = 3
    unique: bool = False
    min_deck: int = 0
    max_influence: int | None = None

    def has(self, subtype: str) -> bool:
        """Tell whether the card has a subtype."""
        return subtype in self.subtypes


@cache
def card_facts() -> dict[str, CardFacts]:
    """Return the facts of all cards by title."""
    table = resources.files(__package__).joinpath("data/system-gateway.tsv").read_text("utf-8")
    head, *rows = (line.split("\t") for line in table.splitlines())
    found = {}
    for row in rows:
        fields = dict(zip(head, row, strict=True))
        card = CardFacts(
            code=fields["code"],
            title=fields["title"],
            side=SIDES.index(fields["side"]),
            type=fields["type"],
            faction=fields["faction"],
            subtypes=tuple(word for word in fields["subtypes"].split("/") if word),
            cost=_number(fields["cost"]),
            strength=_number(fields["strength"]),
            memory=_number(fields["memory"]) or 0,
            trash=_number(fields["trash"]),
            advancement=_number(fields["advancement"]),
            points=_number(fields["points"]) or 0,
            influence=_number(fields["influence"]) or 0,
            limit=_number(fields["limit"]) or 3,
            unique=fields["unique"] == "yes",
            min_deck=_number(fields["min_deck"]) or 0,
            max_influence=_number(fields["max_influence"]),
        )
        found[card.title] = card
    for side, title in enumerate(BLANKS):
        found[title] = CardFacts("", title, side, "identity", min_deck=30)
    return found


BLANKS = ("Custom Biotics: Engineered for Success", "The Professor: Keeper of Knowledge")
"""Identities in the recorded runs that are not in this set. They have no abilities here."""


def _number(text: str) -> int | None:
    return int(text) if text else None
