"""Cards as a jinteki.net server shows them: in full, or as a stub if they are facedown.

Keys without a value are absent. A viewer who may not see a card gets its location and counters,
never its title, type or cost.
"""

from __future__ import annotations

import unicodedata
from functools import cache
from typing import Any

from turnwright.games.netrunner.card_definition import price_of
from turnwright.games.netrunner.card_facts import CORP, NAMES, RUNNER, card_facts
from turnwright.games.netrunner.context import NetrunnerContext
from turnwright.games.netrunner.moves.ability_moves import (
    dynamic_ability_label,
    shown_dynamic_abilities,
    usable,
)
from turnwright.games.netrunner.rules.install import can_advance
from turnwright.games.netrunner.rules.run_state import encountered
from turnwright.games.netrunner.state import Card

ALWAYS_OPEN = ("identity", "play_area", "current", "rfg", "scored")
WORDS = {"play_area": "play-area", "ice": "ices", "root": "content"}


def may_see(c: NetrunnerContext, card: Card, viewer: int | None) -> bool:
    """Tell whether a viewer (None: a spectator) sees this card in full."""
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
    """Return a card as a viewer sees it."""
    data = (
        full_card_json(c, card, is_playable)
        if may_see(c, card, viewer)
        else hidden_card_json(c, card)
    )
    if card.hosted:
        data["hosted"] = [card_json(c, one, viewer) for one in c.cards(card.hosted)]
    return data


def hidden_card_json(c: NetrunnerContext, card: Card) -> dict[str, Any]:
    """Return what is public about a facedown card."""
    data: dict[str, Any] = {"cid": card.id, "side": NAMES[card.owner], "zone": zone_path(c, card)}
    if card.advancement:
        data["advance-counter"] = card.advancement
    if card.counters:
        data["counter"] = dict(card.counters)
    if card.host is not None:
        data["host"] = card_location(c, c.card(card.host))
    if card.is_new:
        data["new"] = True
    return data


def full_card_json(c: NetrunnerContext, card: Card, is_playable: bool = False) -> dict[str, Any]:
    """Return everything about a card except hosted cards, which `card_json` adds."""
    facts = c.facts(card)
    data = hidden_card_json(c, card) | _printed_json(card.kind)
    data["implementation"] = "full"
    if card.is_selected:
        data["selected"] = True
    if is_playable:
        data["playable"] = True
    if facts.points:
        data["current-points"] = facts.points
    if facts.type == "agenda":
        data["current-advancement-requirement"] = c.advancement_requirement(card)
    if facts.strength is not None:
        data["current-strength"] = c.strength(card)
    if c.is_installed(card):
        data["installed"] = "this-turn" if card.is_new else True
        if card.owner == CORP and can_advance(c, card):
            data["advanceable"] = "always"
    if card.target:
        data["card-target"] = card.target
    if card.rezzed:
        data["rezzed"] = "this-turn" if card.rezzed_this_turn else True
    if card.owner == CORP and card.face_up and c.zone_of(card.id) == "discard":
        data["seen"] = True
    data |= _what_it_does(c, card)
    return data


def printed_json(title: str) -> dict[str, Any]:
    """Return what is printed on a card."""
    return dict(_printed_json(title))


@cache
def _printed_json(title: str) -> dict[str, Any]:
    facts = card_facts()[title]
    data = {
        "title": title,
        "printed-title": title,
        "normalizedtitle": search_title(title),
        "code": facts.code,
        "side": NAMES[facts.side],
        "type": type_name(facts.type),
        "subtypes": list(facts.subtypes),
        "cost": facts.cost,
        "strength": facts.strength,
        "advancementcost": facts.advancement,
        "agendapoints": facts.points or None,
    }
    return {key: value for key, value in data.items() if value is not None}


def search_title(title: str) -> str:
    """Return a title without accents and capitals."""
    letters = unicodedata.normalize("NFKD", title)
    return "".join(one for one in letters if not unicodedata.combining(one)).lower()


def type_name(kind: str) -> str:
    """Return the name of a card type as jinteki.net spells it."""
    return "ICE" if kind == "ice" else kind.capitalize()


def card_summary(c: NetrunnerContext, card: Card) -> dict[str, Any]:
    """Return a card as prompts and runs refer to it."""
    data = printed_json(card.kind)
    keys = ("title", "printed-title", "code", "side", "type")
    return {"cid": card.id, **{key: data[key] for key in keys}}


def card_location(c: NetrunnerContext, card: Card) -> dict[str, Any]:
    """Return the number, side and zone of a card, and the same of its host."""
    data: dict[str, Any] = {"cid": card.id, "side": NAMES[card.owner], "zone": zone_path(c, card)}
    if card.host is not None:
        data["host"] = card_location(c, c.card(card.host))
    return data


def zone_path(c: NetrunnerContext, card: Card) -> list[str]:
    """Return the zone of a card as a path within its owner's state."""
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
    data: dict[str, Any] = {}
    definition = c.definition(card)
    subs = c.subs(card)
    if subs:
        data["subroutines"] = [_sub(card, n, sub.label) for n, sub in enumerate(subs)]
    if c.is_active(card):
        abilities = _abilities(c, card)
        if abilities:
            data["abilities"] = abilities
        if definition.runner_abilities:
            data["runner-abilities"] = [
                {"label": one.label, "cost-label": price_of(c, card, one).label(), "playable": True}
                for one in definition.runner_abilities
            ]
    return data


def _sub(card: Card, place: int, label: str) -> dict[str, Any]:
    data: dict[str, Any] = {"label": label}
    if card.broken >> place & 1:
        data["broken"] = True
    if card.fired >> place & 1:
        data["fired"] = True
    return data


def _abilities(c: NetrunnerContext, card: Card) -> list[dict[str, Any]]:
    """List the printed abilities, then those that a breaker has in this encounter only.

    The latter are not marked as playable: they are listed only if they can be paid."""
    definition = c.definition(card)
    data: list[dict[str, Any]] = []
    for place, ability in enumerate(definition.abilities):
        entry: dict[str, Any] = {"label": ability.label, "index": place}
        price = price_of(c, card, ability).label()
        if price:
            entry["cost-label"] = price
        if usable(c, card, ability, ignore_cost=True):
            entry["playable"] = True
        data.append(entry)
    ice = encountered(c) if definition.breaks_subs else None
    if ice is not None and card.owner == RUNNER:
        for name, cost in shown_dynamic_abilities(c, card).items():
            label = dynamic_ability_label(name, cost, ice)
            data.append({"label": label, "dynamic": name, "cost-label": cost.price.label()})
    return data
