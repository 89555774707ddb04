"""A match as text: what a seat sees, what changed since it last looked, and what it is asked.

The terminal, text environments and players that are language models read these texts. Everything is
made from the view and the prompt of the seat, so it contains no secret.
"""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from typing import Any

import msgspec

from turnwright.core.runtime.match import Match


def state_text(match: Match, seat: int | None) -> str:
    """Return what a seat (None for a spectator) sees: the description of the game if it has one,
    otherwise its public fields and zones."""
    if match.game.describe is not None:
        return match.game.describe(match.c, seat)
    view = match.view(seat)
    turn = f"Turn {view['ctx']['num_player_turns'] + 1}, {view['place']}"
    rows = view_rows(view, seat, card_defaults(match.game.card))
    return "\n".join([turn, *(f"{name}: {value}" for name, value in rows)])


def changes_text(before: str, after: str, *, most: float = 0.7) -> str:
    """Return what changed from one text to the next: new lines with `+`, lines that went with `-`.
    Lines of a log (`· ...`) are not mentioned when they scroll away. If the changes are hardly shorter
    than the new text, return that."""
    if before == after:
        return "Nothing has changed."
    old, new = before.splitlines(), after.splitlines()
    changes = [
        f"{line[0]} {line[2:]}"
        for line in difflib.ndiff(old, new, charjunk=None)
        if line[0] in "+-" and line[2:].strip() and not line.startswith("- · ")
    ]
    text = "\n".join(changes)
    return text if len(text) < most * len(after) else after


def result_text(match: Match, seat: int) -> str:
    """Return how a match ended for a seat."""
    result = match.result
    if result is None:
        return ""
    won = seat in result.winners
    head = "You won" if won else "You lost" if result.winners or seat in result.losers else "A draw"
    scores = "" if not result.scores else f" Your score: {result.scores[seat]:g}."
    reason = f": {result.reason.rstrip('.')}" if result.reason else ""
    return f"The game is over. {head}{reason}.{scores}"


def card_defaults(card: type) -> dict[str, Any]:
    """The default values of a card's fields. Only other values are shown."""
    fields = msgspec.structs.fields(card)
    return {field.name: field.default for field in fields if field.default is not msgspec.NODEFAULT}


def view_rows(
    view: dict[str, Any], viewer: int | None, defaults: dict[str, Any]
) -> list[tuple[str, str]]:
    """Names and texts: public fields first, then the other seats' zones, then the viewer's own."""
    rows = [(f"{name}", _text(value)) for name, value in (view["G"] or {}).items()]
    owned: dict[str, list[tuple[str, str]]] = {}
    for key, zone in view["zones"].items():
        name, _, owner = key.partition(":")
        owned.setdefault(owner, []).append((name, _zone(zone, defaults)))
    for owner in sorted(owned, key=lambda owner: (owner == str(viewer), owner)):
        who = "" if not owner else "your " if owner == str(viewer) else f"seat {owner} "
        rows += [(f"{who}{name}", text) for name, text in owned[owner]]
    return rows


def _zone(zone: dict[str, Any], defaults: dict[str, Any]) -> str:
    if "cards" not in zone:
        return f"{zone['count']} cards" if zone["count"] != 1 else "1 card"
    return ", ".join(_card(card, defaults) for card in zone["cards"]) or "-"


def _card(card: dict[str, Any], defaults: dict[str, Any]) -> str:
    if "kind" not in card:
        return "face-down card"
    known = {"id", "kind", "owner", "ready"}
    notes = [] if card["ready"] else ["exerted"]
    for name, value in card.items():
        if name not in known and value and value != defaults.get(name):
            notes.append(name if value is True else f"{name} {value}")
    return f"{card['kind']} #{card['id']}" + (f" ({', '.join(notes)})" if notes else "")


def _text(value: Any) -> str:
    if isinstance(value, dict):
        if set(value) == {"count"}:
            return f"{value['count']} cards"
        return ", ".join(f"{key} {_text(item)}" for key, item in value.items())
    if isinstance(value, Sequence) and not isinstance(value, str):
        separator = "; " if any(isinstance(item, (dict, list)) for item in value) else " "
        return separator.join(_text(item) for item in value) or "-"
    return "-" if value in ("", None) else str(value)
