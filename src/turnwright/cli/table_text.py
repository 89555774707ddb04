"""A match for the terminal: what one seat sees, as text."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

import turnwright as tw


def show_table(match: tw.Match, seat: int, console: Console) -> None:
    """The game's own drawing if it has one, else its zones and open fields."""
    viewer = seat if seat >= 0 else None
    view = match.view(viewer)
    ctx = view["ctx"]
    title = f"turn {ctx['num_player_turns'] + 1}, seat {ctx['turn_player']} · {view['place']}"
    if match.game.describe is not None:
        body: Any = Text(match.game.describe(match.c, viewer))
    else:
        body = Table.grid(padding=(0, 2))
        body.add_column(style="dim", justify="right")
        body.add_column()
        for name, value in _rows(view, viewer, _usual(match.game.card)):
            body.add_row(escape(name), escape(value))
    console.print(Panel(body, title=escape(title), title_align="left", border_style="dim"))


def _usual(card: type) -> dict[str, Any]:
    """What a card has that nothing has happened to; only the rest is worth showing."""
    fields = msgspec.structs.fields(card)
    return {field.name: field.default for field in fields if field.default is not msgspec.NODEFAULT}


def _rows(view: dict[str, Any], viewer: int | None, usual: dict[str, Any]) -> list[tuple[str, str]]:
    """The others first, then the shared things, then one's own: as on a table."""
    rows = [(f"{name}", _text(value)) for name, value in (view["G"] or {}).items()]
    owned: dict[str, list[tuple[str, str]]] = {}
    for key, zone in view["zones"].items():
        name, _, owner = key.partition(":")
        owned.setdefault(owner, []).append((name, _zone(zone, usual)))
    for owner in sorted(owned, key=lambda owner: (owner == str(viewer), owner)):
        who = "" if not owner else "your " if owner == str(viewer) else f"seat {owner} "
        rows += [(f"{who}{name}", text) for name, text in owned[owner]]
    return rows


def _zone(zone: dict[str, Any], usual: dict[str, Any]) -> str:
    if "cards" not in zone:
        return f"{zone['count']} cards" if zone["count"] != 1 else "1 card"
    return ", ".join(_card(card, usual) for card in zone["cards"]) or "-"


def _card(card: dict[str, Any], usual: dict[str, Any]) -> str:
    if "kind" not in card:
        return "face-down card"
    known = {"id", "kind", "owner", "ready"}
    notes = [] if card["ready"] else ["exerted"]
    for name, value in card.items():
        if name not in known and value and value != usual.get(name):
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
