"""The decks of the users of an endpoint.

A jinteki.net server keeps decks in its database, and copies demo decks to every new user. Here they
are kept in memory, and the preconstructed decks are the demo decks.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import msgspec

from turnwright.core.errors import Refusal, UnusableError
from turnwright.games.netrunner.card_facts import NAMES, SIDES, card_facts
from turnwright.games.netrunner.deck_list_parser import read_deck
from turnwright.games.netrunner.decks import READY, problems

MOST_DECKS = 500
LONGEST_NAME = 60


class StoredDeck(msgspec.Struct, frozen=True):
    """A deck of a user."""

    id: str
    name: str
    side: int
    identity: str
    cards: dict[str, int]
    date: str

    @property
    def deck(self) -> dict[str, Any]:
        """The deck as a match takes it."""
        return {"identity": self.identity, "cards": dict(self.cards)}

    @property
    def is_legal(self) -> bool:
        """Whether a match can be played with it."""
        return not problems(self.deck, self.side)

    def json(self) -> dict[str, Any]:
        """Return the deck as the server's pages list it."""
        return {
            "_id": self.id,
            "name": self.name,
            "date": self.date,
            "format": "system-gateway",
            "identity": {"title": self.identity, "side": NAMES[self.side]},
            "cards": [{"qty": copies, "card": title} for title, copies in self.cards.items()],
            "status": {
                "format": "system-gateway",
                "system-gateway": {"legal": self.is_legal},
            },
        }

    def summary(self, *, shows_identity: bool) -> dict[str, Any]:
        """Return what the lobby shows of it. The identity is shown when the game has started."""
        data = {
            "_id": self.id,
            "name": self.name,
            "date": self.date,
            "status": self.json()["status"],
        }
        return data | ({"identity": self.json()["identity"]} if shows_identity else {})


class StoredDecks:
    """The decks of all users."""

    def __init__(self) -> None:
        self._decks: dict[str, dict[str, StoredDeck]] = {}

    def of(self, username: str) -> list[StoredDeck]:
        """Return the decks of a user. A new user has the preconstructed ones."""
        return list(self._own(username).values())

    def find(self, username: str, deck_id: Any) -> StoredDeck | None:
        """Return a deck of a user by its id."""
        return self._own(username).get(str(deck_id))

    def add(self, username: str, document: Any) -> StoredDeck | Refusal:
        """Store a deck, as clients send it: name, identity, and cards with their numbers."""
        own = self._own(username)
        if len(own) >= MOST_DECKS:
            return Refusal("too_many_decks", f"A user can have {MOST_DECKS} decks.", {})
        if not isinstance(document, Mapping):
            return Refusal("bad_deck", "A deck must be a map.", {})
        try:
            deck = read_deck(json.dumps(document))
        except (UnusableError, OverflowError) as error:
            return Refusal("bad_deck", str(error), {})
        if not deck["identity"]:
            return Refusal("bad_deck", "The deck has no identity.", {})
        return self._store(own, str(document.get("name") or "Unnamed deck"), deck)

    def remove(self, username: str, deck_id: str) -> bool:
        """Remove a deck. Return False if the user has no such deck."""
        return self._own(username).pop(deck_id, None) is not None

    def _own(self, username: str) -> dict[str, StoredDeck]:
        own = self._decks.get(username)
        if own is None:
            own = self._decks[username] = {}
            for name, decks in READY.items():
                for deck in decks:
                    self._store(own, f"{name.capitalize()} {_side_name(deck)}", deck)
        return own

    @staticmethod
    def _store(own: dict[str, StoredDeck], name: str, deck: Mapping[str, Any]) -> StoredDeck:
        now = datetime.now(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        side = card_facts()[deck["identity"]].side
        stored = StoredDeck(
            secrets.token_hex(12), " ".join(name.split())[:LONGEST_NAME], side,
            deck["identity"], dict(deck["cards"]), now,
        )  # fmt: skip
        own[stored.id] = stored
        return stored


def _side_name(deck: Mapping[str, Any]) -> str:
    return SIDES[card_facts()[deck["identity"]].side].capitalize()
