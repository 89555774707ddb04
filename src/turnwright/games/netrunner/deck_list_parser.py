"""Parse deck lists: plain text ("3 Hedge Fund"), and the JSON of NetrunnerDB and jinteki.net.

The result is a deck as a match takes it. Whether it is legal is checked in `decks`.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import turnwright as tw

from .card_facts import BLANKS, CardFacts, card_facts, where_cards_come_from
from .card_packs import load_default_packs
from .decks import READY, find_deck

COUNTED = re.compile(r"^(\d+)\s*[x\u00d7]?\s+(.+)$", re.IGNORECASE)
TAIL = re.compile(r"\s*(\([^()]*\)|[●•○☆★◆]+)\s*$")
HEADINGS = {
    "agenda", "agendas", "asset", "assets", "barrier", "code gate", "deck", "event", "events",
    "hardware", "ice", "icebreaker", "icebreakers", "identity", "multi", "operation", "operations",
    "other", "program", "programs", "resource", "resources", "sentry", "upgrade", "upgrades",
}  # fmt: skip


def load_deck(wanted: str, side: int) -> Mapping[str, Any]:
    """Return a checked deck for one side, by the name of a preconstructed deck or of a file."""
    if wanted in READY:
        return find_deck(wanted, side)
    path = Path(wanted)
    if not path.is_file():
        known = ", ".join(READY)
        sentence = f"{wanted!r} is neither a file nor one of the decks {known}."
        raise tw.UnusableError("bad_deck", sentence)
    return find_deck(read_deck(path.read_text("utf-8", errors="replace")), side)


def read_deck(text: str) -> dict[str, Any]:
    """Parse a deck list in text or JSON. The error lists everything that cannot be parsed."""
    if text.lstrip().startswith(("{", "[")):
        try:
            return _from_json(json.loads(text))
        except (ValueError, TypeError, AttributeError, KeyError, RecursionError) as error:
            why = str(error) if isinstance(error, json.JSONDecodeError) else "it has no `cards`"
            sentence = f"This is not a JSON deck list as NetrunnerDB exports it: {why}."
            raise tw.UnusableError("bad_deck_list", sentence) from None
    return _from_text(text)


def _from_text(text: str) -> dict[str, Any]:
    lines = []
    faults = []
    for number, line in enumerate(text.splitlines(), 1):
        words = _bare(line.partition("#")[0].strip())
        counted = COUNTED.match(words)
        copies, name = (int(counted[1]), counted[2]) if counted else (None, words)
        card = find_card(name)
        if card is not None:
            lines.append((card, 1 if copies is None else copies))
        elif words and not _is_remark(words, begun=bool(lines) or counted is not None):
            faults.append(f"line {number}: unknown card {name!r}")
    return _gather(lines, faults)


def _is_remark(words: str, *, begun: bool) -> bool:
    """Section headings, totals at the end, and a title at the top are not cards."""
    lowered = words.lower().rstrip(":")
    is_sum = re.search(r"influence|agenda points|cards \(min|deck size|decklist", lowered)
    return lowered in HEADINGS or bool(is_sum) or not begun


def _bare(line: str) -> str:
    """Remove the set name in parentheses and the influence dots."""
    while (shorter := TAIL.sub("", line)) != line:
        line = shorter
    return line


def _from_json(document: Any) -> dict[str, Any]:
    if isinstance(document, list):
        (document,) = document
    data = document.get("data", document)
    if isinstance(data, list):
        (data,) = data
    data = data.get("attributes", data)
    cards = data.get("card_slots", data.get("cards"))
    lines: list[tuple[CardFacts, int]] = []
    faults: list[str] = []
    identity = data.get("identity", data.get("identity_card_id"))
    if isinstance(identity, Mapping):
        identity = identity.get("title", identity.get("code"))
    pairs: Iterable[tuple[Any, Any]]
    if isinstance(cards, Mapping):
        pairs = cards.items()
    else:
        pairs = [(_name_of(one["card"]), one["qty"]) for one in cards]
    for name, copies in [*([(identity, 1)] if identity else []), *pairs]:
        card = find_card(str(name))
        if card is None:
            faults.append(f"unknown card {str(name)!r}")
        else:
            lines.append((card, int(copies)))
    return _gather(lines, faults)


def _name_of(card: Any) -> Any:
    return card.get("title", card.get("code")) if isinstance(card, Mapping) else card


def _gather(lines: list[tuple[CardFacts, int]], faults: list[str]) -> dict[str, Any]:
    identities = {card.title for card, _ in lines if card.type == "identity"}
    if len(identities) > 1:
        faults.append(f"it has {len(identities)} identities")
    if faults:
        sentence = f"This deck list cannot be read: {'; '.join(faults)}."
        if any("unknown card" in fault for fault in faults):
            sentence += f" {where_cards_come_from()}"
        raise tw.UnusableError("bad_deck_list", sentence)
    cards: dict[str, int] = {}
    for card, copies in lines:
        if card.type != "identity":
            cards[card.title] = cards.get(card.title, 0) + copies
    return {"identity": next(iter(identities), ""), "cards": cards}


# --- names ----------------------------------------------------------------------------------------


def find_card(name: str) -> CardFacts | None:
    """Return a card by its title in any spelling, its code, or its NetrunnerDB id."""
    load_default_packs()
    return _index(len(card_facts())).get(_plain(name))


@cache
def _index(count: int) -> dict[str, CardFacts]:
    """Index all cards. `count` is their number, so that the cards of a new pack are found."""
    found = {}
    for title, card in card_facts().items():
        if title not in BLANKS:
            found[_plain(title)] = found[card.code] = card
            if card.type == "identity":
                found[_plain(title.partition(":")[0])] = card
    return found


def _plain(name: str) -> str:
    """Keep letters and digits only: no accents, quotes, spaces or capitals."""
    letters = unicodedata.normalize("NFKD", name.casefold())
    return "".join(letter for letter in letters if letter.isalnum() and letter.isascii())
