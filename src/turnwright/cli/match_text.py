"""What one seat sees of a match, for the terminal."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

import turnwright as tw


def show_match(match: tw.Match, seat: int, console: Console) -> None:
    """Print the game's own description if it has one, else its zones and public fields."""
    viewer = seat if seat >= 0 else None
    view = match.view(viewer)
    ctx = view["ctx"]
    title = f"turn {ctx['num_player_turns'] + 1}, seat {ctx['turn_player']} · {view['place']}"
    if match.game.describe is not None:
        content: Any = Text(match.game.describe(match.c, viewer))
    else:
        content = Table.grid(padding=(0, 2))
        content.add_column(style="dim", justify="right")
        content.add_column()
        for name, value in _rows(view, viewer, _defaults(match.game.card)):
            content.add_row(escape(name), escape(value))
    console.print(Panel(content, title=escape(title), title_align="left", border_style="dim"))


def _defaults(card: type) -> dict[str, Any]:
    """The default values of a card's fields. Only other values are shown."""
    fields = msgspec.structs.fields(card)
    return {field.name: field.default for field in fields if field.default is not msgspec.NODEFAULT}


def _rows(
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
    if isinstance(value, list):
        separator = "; " if any(isinstance(item, (dict, list)) for item in value) else " "
        return separator.join(_text(item) for item in value) or "-"
    return "-" if value in ("", None) else str(value)
