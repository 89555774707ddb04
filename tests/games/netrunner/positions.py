"""Recordings, positions and random decks for tests of Netrunner."""

from __future__ import annotations

import random
from typing import Any

from tests.shared_data import shared_path
from turnwright.games.netrunner.card_facts import CORP, card_facts
from turnwright.games.netrunner.decks import agenda_points, problems
from turnwright.games.netrunner.positions import PlayedMatch, installed, position

__all__ = ["PlayedMatch", "installed", "position", "random_deck", "recordings"]


def recordings(name: str) -> str:
    """Return the path of a file of recordings."""
    return str(shared_path("netrunner", name))


# --- decks ----------------------------------------------------------------------------------------


def random_deck(side: int, seed: Any) -> dict[str, Any]:
    """Return a random legal deck of a faction."""
    rng = random.Random(f"{side} {seed}")
    cards = [one for one in card_facts().values() if one.code and one.side == side]
    identity = rng.choice([o for o in cards if o.type == "identity" and o.min_deck == 40])
    deck = {"identity": identity.title, "cards": {}}
    pool = [one for one in cards if one.type not in ("identity", "agenda")]
    foreign = lambda one: one.faction != identity.faction and "neutral" not in one.faction  # noqa: E731
    size, influence = 0, identity.max_influence
    if side == CORP:
        size = _agendas(
            deck["cards"], rng, [o for o in cards if o.type == "agenda" and not foreign(o)]
        )
    while size < 40:
        one = rng.choice(pool)
        price = one.influence if foreign(one) else 0
        if deck["cards"].get(one.title, 0) < one.limit and price <= influence:
            deck["cards"][one.title] = deck["cards"].get(one.title, 0) + 1
            size, influence = size + 1, influence - price
    assert problems(deck, side) == []
    return deck


def _agendas(cards: dict[str, int], rng: random.Random, pool: list[Any]) -> int:
    least, most = agenda_points(40)
    while True:
        cards.clear()
        points = 0
        while points < least:
            one = rng.choice(pool)
            if cards.get(one.title, 0) < one.limit:
                cards[one.title] = cards.get(one.title, 0) + 1
                points += one.points
        if points <= most:
            return sum(cards.values())
