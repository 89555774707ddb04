"""A deck in all forms, with its sums and everything that is wrong with it, for pages and tools."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from turnwright.core.errors import UnusableError

from .card_facts import CORP, SIDES, CardFacts, card_facts
from .deck_list_parser import read_deck
from .decks import agenda_points, is_foreign, problems

TYPE_NAMES = {
    "agenda": "Agendas", "asset": "Assets", "upgrade": "Upgrades", "operation": "Operations",
    "ice": "Ice", "event": "Events", "hardware": "Hardware", "resource": "Resources",
    "program": "Programs",
}  # fmt: skip


def describe_deck(given: str | Mapping[str, Any]) -> dict[str, Any]:
    """Read a deck as a deck list in text or JSON, or as data. Return it with its sums and problems.

    `deck` is None if the list cannot be read. The side is that of the identity, or of most cards."""
    try:
        deck = read_deck(given) if isinstance(given, str) else _plain(given)
    except UnusableError as error:
        return {"deck": None, "side": "", "text": "", "problems": [str(error)], "sums": {}}
    side = _side(deck)
    return {
        "deck": deck,
        "side": SIDES[side],
        "text": deck_text(deck),
        "problems": [_sentence(one) for one in problems(deck, side)],
        "sums": _sums(deck, side),
    }


def _plain(given: Mapping[str, Any]) -> dict[str, Any]:
    identity, cards = given.get("identity", ""), given.get("cards", {})
    if not isinstance(identity, str) or not isinstance(cards, Mapping):
        raise UnusableError("bad_deck", "A deck has an `identity` and `cards` with their copies.")
    return {"identity": identity, "cards": {str(title): n for title, n in cards.items()}}


def _sentence(problem: str) -> str:
    return f"{problem[:1].upper()}{problem[1:]}."


def _side(deck: Mapping[str, Any]) -> int:
    facts = card_facts()
    if deck["identity"] in facts:
        return facts[deck["identity"]].side
    corp = sum(1 if facts[one].side == CORP else -1 for one in deck["cards"] if one in facts)
    return CORP if corp >= 0 else 1 - CORP


def _known(deck: Mapping[str, Any]) -> list[tuple[CardFacts, int]]:
    facts = card_facts()
    return [(facts[one], n) for one, n in deck["cards"].items() if one in facts and type(n) is int]


def _sums(deck: Mapping[str, Any], side: int) -> dict[str, Any]:
    """Return the size, the influence and the agenda points, each with what is allowed."""
    cards, identity = _known(deck), card_facts().get(deck["identity"])
    size = sum(copies for _, copies in cards)
    sums: dict[str, Any] = {"size": size}
    if identity is not None and identity.type == "identity":
        sums["leastSize"] = identity.min_deck
        sums["influence"] = sum(c.influence * n for c, n in cards if is_foreign(identity, c))
        sums["mostInfluence"] = identity.max_influence
        if side == CORP:
            sums["points"] = sum(c.points * n for c, n in cards)
            sums["leastPoints"], sums["mostPoints"] = agenda_points(max(size, identity.min_deck))
    return sums


def deck_text(deck: Mapping[str, Any]) -> str:
    """Return a deck as a list that NetrunnerDB and `deck_list_parser` read, by type."""
    lines = [f"1 {deck['identity']}"] if deck["identity"] else []
    cards = _known(deck)
    for type_, name in TYPE_NAMES.items():
        own = sorted((c.title, n) for c, n in cards if c.type == type_)
        if own:
            count = sum(copies for _, copies in own)
            lines += ["", f"{name} ({count})", *(f"{copies} {title}" for title, copies in own)]
    return "\n".join(lines) + "\n"
