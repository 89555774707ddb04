"""What one seat sees of a match, for the terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

import turnwright as tw
from turnwright.agents.match_text import card_defaults, view_rows


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
        for name, value in view_rows(view, viewer, card_defaults(match.game.card)):
            content.add_row(escape(name), escape(value))
    console.print(Panel(content, title=escape(title), title_align="left", border_style="dim"))
