"""JSON objects of cards, relics, potions and powers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from turnwright.games.spire.library import cards, potions, relics
from turnwright.games.spire.state import NO_POTION, Battle, Card, Relic

from . import display_names

Json = dict[str, Any]
FACTS = cards()
_faces: dict[tuple[str, int], Json] = {}
_printed: dict[tuple[str, int], Card] = {}


def name_of(kind: str, up: int) -> str:
    """Return the name of a card with its upgrades."""
    name = FACTS[kind].name
    if not up:
        return name
    return f"{name}+{up}" if kind == "Searing Blow" else f"{name}+"


def _face(kind: str, up: int) -> Json:
    """Return the fields that all copies of a card share."""
    facts, at = FACTS[kind], 1 if up else 0
    face = {
        "id": kind,
        "name": name_of(kind, up),
        "type": facts.type,
        "rarity": facts.rarity,
        "upgrades": up,
        "cost": facts.cost[at],
        "has_target": facts.target[at],
        "exhausts": facts.exhaust[at],
        "ethereal": facts.ethereal[at],
    }
    _faces[kind, up] = face
    return face


def card_json(card: Card, uuid: str, playable: bool | None = None) -> Json:
    """Return a card of the deck, an offer or a shop. `is_playable` is included if the room has
    monsters."""
    key = (card.kind, card.up)
    found = (_faces.get(key) or _face(*key)).copy()
    found["uuid"] = uuid
    misc = card.misc + display_names.MISC.get(card.kind, 0)
    if misc:
        found["misc"] = misc
    if playable is not None:
        found["is_playable"] = playable
    return found


def fighting_card_json(card: Card, uuid: str, playable: bool) -> Json:
    """Return a card in a fight, with its cost for this turn."""
    key = (card.kind, card.up)
    found = (_faces.get(key) or _face(*key)).copy()
    found["uuid"] = uuid
    cost = card.turn_cost
    found["cost"] = 0 if cost < -2 else cost
    if card.kind in display_names.MISC:
        found["misc"] = display_names.MISC[card.kind] + card.special
    found["is_playable"] = playable
    return found


def printed(card: Card) -> Card:
    """Return an unmodified copy of a card, as in a fight."""
    key = (card.kind, card.up)
    found = _printed.get(key)
    if found is None:
        cost = FACTS[card.kind].cost[1 if card.up else 0]
        found = _printed[key] = Card(card.kind, card.up, cost=cost, turn_cost=cost)
    return found


def relic_json(relic: Relic) -> Json:
    """Return a relic of the player."""
    return {"id": relic.kind, "name": relics()[relic.kind].name, "counter": relic.counter}


def offered_relic(kind: str) -> Json:
    """Return a relic that is offered."""
    from turnwright.games.spire.run.relics import COUNTERS

    return relic_json(Relic(kind, COUNTERS.get(kind, -1)))


def potion_json(kind: str, can_use: bool = False, can_discard: bool = True) -> Json:
    """Return a potion or an empty slot."""
    if kind == NO_POTION:
        return {
            "id": kind, "name": kind, "can_use": False, "can_discard": False, "requires_target": False,
        }  # fmt: skip
    facts = potions()[kind]
    return {
        "id": kind,
        "name": facts.name,
        "can_use": can_use,
        "can_discard": can_discard,
        "requires_target": facts.target or kind in display_names.THROWN,
    }


# --- powers -------------------------------------------------------------------------------------


def power_json(kind: str, amount: int, fresh: Iterable[str]) -> Json:
    """Return a power."""
    found: Json = {
        "id": kind,
        "name": display_names.POWERS.get(kind, kind),
        "amount": -1 if kind in display_names.WITHOUT_AMOUNT else amount,
    }
    if kind in display_names.NEGATIVE_POWERS:
        found["amount"] = -amount
    if kind in display_names.JUST_APPLIED:
        found["just_applied"] = kind in fresh
    return found


def player_powers(b: Battle) -> list[Json]:
    """Return the powers of the player."""
    found = []
    for kind, amount in b.powers.items():
        if kind in display_names.HIDDEN_POWERS:
            continue
        one = power_json(kind, amount, b.fresh)
        if kind == "Combust":
            one["misc"] = b.counts.get("combust", 1)
        elif kind == "Echo Form":
            one["misc"] = b.counts.get("echoed", 0)
        elif kind == "Panache":
            one["amount"], one["damage"] = b.counts.get("panache", 5), amount
        found.append(one)
    for turns, damage in enumerate(b.bombs, 1):
        if damage:
            bomb = power_json("TheBomb", turns, ())
            found.append({**bomb, "id": f"TheBomb{turns}", "damage": damage})
    return found
