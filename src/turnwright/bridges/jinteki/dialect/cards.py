"""Cards as a jinteki.net server shows them: whole, or as a stub of what lies face down.

Keys that have nothing to say are absent. Whoever may not see a card gets its place and its counters,
never its title, type or cost.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Any

from turnwright.games.netrunner.card_definition import price_of
from turnwright.games.netrunner.card_facts import CORP, NAMES, RUNNER, card_facts
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.moves import dynamic, usable
from turnwright.games.netrunner.rules.install import can_advance
from turnwright.games.netrunner.state import Card

ALWAYS_OPEN = ("identity", "play_area", "rfg", "scored")
WORDS = {"play_area": "play-area", "ice": "ices", "root": "content"}


def may_see(c: NetrunnerContext, card: Card, viewer: int | None) -> bool:
    """Does a viewer (None: a spectator) see this card whole where it lies?"""
    if card.owner == viewer:
        return True
    zone = c.zone_of(card.id)
    if zone in ALWAYS_OPEN:
        return True
    if zone in ("hand", "deck"):
        return False
    if card.owner == RUNNER:
        return True
    return card.face_up if zone == "discard" else card.rezzed


def card_json(
    c: NetrunnerContext, card: Card, viewer: int | None, *, is_playable: bool = False
) -> dict[str, Any]:
    """A card as a viewer sees it."""
    told = whole(c, card, is_playable) if may_see(c, card, viewer) else stub(c, card)
    if card.hosted:
        told["hosted"] = [card_json(c, one, viewer) for one in c.cards(card.hosted)]
    return told


def stub(c: NetrunnerContext, card: Card) -> dict[str, Any]:
    """What everybody knows of a card that lies face down."""
    told: dict[str, Any] = {"cid": card.id, "side": NAMES[card.owner], "zone": zone_path(c, card)}
    if card.advancement:
        told["advance-counter"] = card.advancement
    if card.counters:
        told["counter"] = dict(card.counters)
    if card.host is not None:
        told["host"] = place_of(c, c.card(card.host))
    if card.is_new:
        told["new"] = True
    return told


def whole(c: NetrunnerContext, card: Card, is_playable: bool = False) -> dict[str, Any]:
    """All that is to be known of a card; what hangs on it comes from `card_json`."""
    facts = c.facts(card)
    told = stub(c, card) | face(card.kind)
    told["implementation"] = "full"
    if card.is_selected:
        told["selected"] = True
    if is_playable:
        told["playable"] = True
    if facts.points:
        told["current-points"] = facts.points
    if facts.type == "agenda":
        told["current-advancement-requirement"] = c.advancement_requirement(card)
    if facts.strength is not None:
        told["current-strength"] = c.strength(card)
    if c.is_installed(card):
        told["installed"] = "this-turn" if card.is_new else True
        if card.owner == CORP and can_advance(c, card):
            told["advanceable"] = "always"
    if card.rezzed:
        told["rezzed"] = True
    if card.owner == CORP and card.face_up and c.zone_of(card.id) == "discard":
        told["seen"] = True
    told |= _what_it_does(c, card)
    return told


def face(title: str) -> dict[str, Any]:
    """What is printed on a card."""
    return dict(_face(title))


@cache
def _face(title: str) -> dict[str, Any]:
    facts = card_facts()[title]
    told = {
        "title": title,
        "printed-title": title,
        "normalizedtitle": normal(title),
        "code": facts.code,
        "side": NAMES[facts.side],
        "type": type_name(facts.type),
        "subtypes": list(facts.subtypes),
        "cost": facts.cost,
        "strength": facts.strength,
        "advancementcost": facts.advancement,
        "agendapoints": facts.points or None,
    }
    return {key: value for key, value in told.items() if value is not None}


def normal(title: str) -> str:
    """A title without accents and capitals, to search for."""
    letters = unicodedata.normalize("NFKD", title)
    return "".join(one for one in letters if not unicodedata.combining(one)).lower()


def type_name(kind: str) -> str:
    return "ICE" if kind == "ice" else kind.capitalize()


def name_tag(c: NetrunnerContext, card: Card) -> dict[str, Any]:
    """A card as prompts and runs name it."""
    told = face(card.kind)
    keys = ("title", "printed-title", "code", "side", "type")
    return {"cid": card.id, **{key: told[key] for key in keys}}


def place_of(c: NetrunnerContext, card: Card) -> dict[str, Any]:
    return {"cid": card.id, "side": NAMES[card.owner], "zone": zone_path(c, card)}


def zone_path(c: NetrunnerContext, card: Card) -> list[str]:
    """Where a card is, from its owner's place at the seat."""
    zone = c.zone_of(card.id)
    if zone == "hosted":
        return ["onhost"]
    if zone in ("ice", "root"):
        return ["servers", card.server, WORDS[zone]]
    if zone in ("program", "hardware", "resource"):
        return ["rig", zone]
    return [WORDS.get(zone, zone)]


# --- what a card does -----------------------------------------------------------------------------


def _what_it_does(c: NetrunnerContext, card: Card) -> dict[str, Any]:
    told: dict[str, Any] = {}
    definition = c.definition(card)
    if definition.subs:
        told["subroutines"] = [_sub(card, n, sub.label) for n, sub in enumerate(definition.subs)]
    if c.is_active(card):
        abilities = _abilities(c, card)
        if abilities:
            told["abilities"] = abilities
        if definition.runner_abilities:
            told["runner-abilities"] = [
                {"label": one.label, "cost-label": price_of(c, card, one).label(), "playable": True}
                for one in definition.runner_abilities
            ]
    return told


def _sub(card: Card, place: int, label: str) -> dict[str, Any]:
    told: dict[str, Any] = {"label": label}
    if card.broken >> place & 1:
        told["broken"] = True
    if card.fired >> place & 1:
        told["fired"] = True
    return told


def _abilities(c: NetrunnerContext, card: Card) -> list[dict[str, Any]]:
    """The printed ones by their places, then those that a breaker has only in this encounter. Those
    never say that they are playable: to be there at all they must be payable."""
    told: list[dict[str, Any]] = []
    for place, ability in enumerate(c.definition(card).abilities):
        entry: dict[str, Any] = {"label": ability.label, "index": place}
        price = price_of(c, card, ability).label()
        if price:
            entry["cost-label"] = price
        if usable(c, card, ability, looks=True):
            entry["playable"] = True
        told.append(entry)
    if c.G.encounter is not None and card.owner == RUNNER:
        ice = c.card(c.G.encounter.ice).kind
        for name, auto in dynamic(c, card).items():
            if name == "auto-pump":
                label = f"Match strength of {ice}"
            else:
                label = f"{'Match strength and f' if auto.pumps else 'F'}ully break {ice}"
            told.append({"label": label, "dynamic": name, "cost-label": auto.price.label()})
    return told
