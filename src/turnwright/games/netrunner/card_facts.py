"""The printed facts of cards: System Gateway, and the packs that were loaded."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import resources

import msgspec

import turnwright as tw
from turnwright.core.suggestions import suggestion

from .card_text import lines_of_cell

CORP, RUNNER = 0, 1
SIDES = ("corp", "runner")
NAMES = ("Corp", "Runner")

TYPES = (
    ("identity", "agenda", "asset", "upgrade", "operation", "ice"),
    ("identity", "event", "hardware", "program", "resource"),
)
"""Card types, by side."""


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
    text: str = ""
    """What the card does, in our own words: a line for each ability, see `card_text`."""
    pack: str = ""
    """The pack that it belongs to; empty for System Gateway."""

    def has(self, subtype: str) -> bool:
        """Tell whether the card has a subtype."""
        return subtype in self.subtypes


COLUMNS = (
    "code", "title", "side", "type", "faction", "subtypes", "cost", "strength", "memory", "trash",
    "advancement", "points", "influence", "limit", "unique", "min_deck", "max_influence", "text",
)  # fmt: skip
"""Columns of a table of cards. All but the first four may be left out."""
NUMBERS = (
    "cost", "strength", "memory", "trash", "advancement", "points", "influence", "limit", "min_deck",
    "max_influence",
)  # fmt: skip


class CardTable(msgspec.Struct):
    """A table of cards as far as it can be read."""

    cards: dict[str, CardFacts] = {}
    unreadable: set[str] = set()
    """The titles of rows with faults."""
    faults: list[str] = []
    """Everything that is wrong, with its line."""


def read_card_table(table: str, name: str, pack: str = "") -> dict[str, CardFacts]:
    """Read a table of cards. An error lists everything that is wrong, with the line in `name`."""
    found = parse_card_table(table, name, pack)
    if found.faults:
        raise tw.UnusableError("bad_card_table", "\n".join(found.faults))
    return found.cards


def parse_card_table(table: str, name: str, pack: str = "") -> CardTable:
    """Read what can be read of a table: tab-separated values with a line of column names."""
    head, *rows = table.splitlines() or [""]
    columns = head.split("\t")
    faults = [f"{name}:1: missing column {one!r}." for one in COLUMNS[:4] if one not in columns]
    for one in columns:
        if one not in COLUMNS:
            faults.append(f"{name}:1: unknown column {one!r}{suggestion(one, COLUMNS) or '.'}")
    if faults:
        return CardTable(faults=faults)
    found: dict[str, CardFacts] = {}
    unreadable = set()
    for number, row in enumerate(rows, 2):
        if not row.strip():
            continue
        where = f"{name}:{number}"
        cells = row.split("\t")
        if len(cells) != len(columns):
            faults.append(f"{where}: {len(cells)} cells, but {len(columns)} columns.")
            unreadable.update(cells)  # one of them is the title
            continue
        fields = dict(zip(columns, cells, strict=True))
        problems = _row_problems(fields)
        if fields.get("title") in found:
            problems.append(f"a second row for {fields['title']!r}")
        faults += [f"{where}: {problem}." for problem in problems]
        if problems:
            unreadable.add(fields["title"])
            continue
        card = _card(fields, pack)
        found[card.title] = card
    return CardTable(found, unreadable, faults)


def _row_problems(fields: Mapping[str, str]) -> list[str]:
    faults = []
    if not fields.get("title"):
        faults.append("the card has no title")
    if fields.get("side") not in SIDES:
        faults.append(f"side must be corp or runner, not {fields.get('side')!r}")
    else:
        types = TYPES[SIDES.index(fields["side"])]
        if fields.get("type") not in types:
            faults.append(
                f"a {fields['side']} card has one of the types {', '.join(types)}, "
                f"not {fields.get('type')!r}"
            )
    for one in NUMBERS:
        text = fields.get(one, "")
        if text and not text.isdecimal():
            faults.append(f"{one} must be a number, not {text!r}")
    if fields.get("type") == "ice" and not fields.get("strength"):
        faults.append("ice has a strength")
    if fields.get("type") == "agenda" and not (fields.get("advancement") and fields.get("points")):
        faults.append("an agenda has an advancement requirement and points")
    return faults


def _card(fields: Mapping[str, str], pack: str) -> CardFacts:
    def number(name: str) -> int | None:
        text = fields.get(name, "")
        return int(text) if text else None

    return CardFacts(
        code=fields["code"],
        title=fields["title"],
        side=SIDES.index(fields["side"]),
        type=fields["type"],
        faction=fields.get("faction", ""),
        subtypes=tuple(word for word in fields.get("subtypes", "").split("/") if word),
        cost=number("cost"),
        strength=number("strength"),
        memory=number("memory") or 0,
        trash=number("trash"),
        advancement=number("advancement"),
        points=number("points") or 0,
        influence=number("influence") or 0,
        limit=number("limit") or 3,
        unique=fields.get("unique") == "yes",
        min_deck=number("min_deck") or 0,
        max_influence=number("max_influence"),
        text=lines_of_cell(fields.get("text", "")),
        pack=pack,
    )


BLANKS = ("Custom Biotics: Engineered for Success", "The Professor: Keeper of Knowledge")
"""Identities in the recorded runs that are not in this set. They have no abilities here."""


def _system_gateway() -> dict[str, CardFacts]:
    name = "system-gateway.tsv"
    table = resources.files(__package__).joinpath(f"data/{name}").read_text("utf-8")
    found = read_card_table(table, name)
    for side, title in enumerate(BLANKS):
        text = "This identity has no abilities here."
        found[title] = CardFacts("", title, side, "identity", min_deck=30, text=text)
    return found


_FACTS = _system_gateway()


def where_cards_come_from() -> str:
    """Say which cards are known, for errors about unknown ones."""
    packs = sorted({card.pack for card in _FACTS.values() if card.pack})
    known = (
        f"System Gateway and of the {'pack' if len(packs) == 1 else 'packs'} {', '.join(packs)}"
        if packs
        else "System Gateway"
    )
    return f"Known are the cards of {known}; --cards FILE loads another pack."


def card_facts() -> dict[str, CardFacts]:
    """Return the facts of all cards by title. Packs are added to it when they are loaded."""
    return _FACTS
