"""Look for mistakes in a game's flow: unknown names, places nobody can reach or leave, loops."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.markup import escape

from turnwright.core.lint import check

from .find import find_game

STYLE = {"error": "bold red", "warning": "yellow", "note": "dim"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a name, a file or a module")


def run(chosen: argparse.Namespace) -> int:
    game = find_game(chosen.game)
    problems = check(game)
    console = Console(highlight=False)
    for problem in problems:
        style = STYLE[problem.severity]
        console.print(f"[{style}]{problem.severity}[/] {escape(problem.path)}: ", end="")
        console.print(f"{escape(problem.sentence)} [dim]\\[{problem.code}][/]")
        if problem.hint:
            console.print(f"    [dim]{escape(problem.hint)}[/]")
    counts = {kind: sum(p.severity == kind for p in problems) for kind in STYLE}
    places = len(game.map.places) - 1
    console.print(
        f"{escape(game.name)}: {places} places, {len(game.all_moves)} moves; "
        + ", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in counts.items())
    )
    return 1 if counts["error"] else 0
