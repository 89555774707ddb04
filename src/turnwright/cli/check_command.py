"""Look for mistakes in a game's flow: unknown names, places nobody can reach or leave, loops."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.markup import escape

import turnwright as tw
from turnwright.core.analysis.lint import check, definition_problems

from .game_lookup import find_game

STYLE = {"error": "bold red", "warning": "yellow", "note": "dim"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a name, a file or a module")


def run(chosen: argparse.Namespace) -> int:
    name = chosen.game
    try:
        game = find_game(chosen.game)
        name, problems = game.name, check(game)
        size = f"{len(game.compiled_flow.places) - 1} places, {len(game.all_moves)} moves"
    except tw.DefinitionError as error:
        problems, size = definition_problems(error), "cannot be played"
    console = Console(highlight=False)
    for problem in problems:
        style = STYLE[problem.severity]
        console.print(f"[{style}]{problem.severity}[/] {escape(problem.path)}: ", end="")
        console.print(f"{escape(problem.sentence)} [dim]\\[{problem.code}][/]")
        if problem.hint:
            console.print(f"    [dim]{escape(problem.hint)}[/]")
    counts = {kind: sum(p.severity == kind for p in problems) for kind in STYLE}
    console.print(
        f"{escape(name)}: {size}; "
        + ", ".join(f"{count} {kind}{'' if count == 1 else 's'}" for kind, count in counts.items())
    )
    return 1 if counts["error"] else 0
