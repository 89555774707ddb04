"""Check a game's flow for mistakes: unknown names, unreachable places, dead ends, loops."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.markup import escape

import turnwright as tw
from turnwright.core.analysis.lint import check, definition_problems

from .game_lookup import add_game_argument, find_game

STYLES = {"error": "bold red", "warning": "yellow", "note": "dim"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright check`."""
    add_game_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print every problem and a summary; the exit code is 1 if there are errors."""
    name = arguments.game
    try:
        game = find_game(arguments.game)
        name, problems = game.name, check(game)
        size = f"{len(game.compiled_flow.places) - 1} places, {len(game.all_moves)} moves"
    except tw.DefinitionError as error:
        problems, size = definition_problems(error), "cannot be played"
    console = Console(highlight=False)
    for problem in problems:
        style = STYLES[problem.severity]
        console.print(f"[{style}]{problem.severity}[/] {escape(problem.path)}: ", end="")
        console.print(f"{escape(problem.sentence)} [dim]\\[{problem.code}][/]")
        if problem.hint:
            console.print(f"    [dim]{escape(problem.hint)}[/]")
    counts = {severity: sum(p.severity == severity for p in problems) for severity in STYLES}
    texts = [f"{count} {name}{'' if count == 1 else 's'}" for name, count in counts.items()]
    console.print(f"{escape(name)}: {size}; {', '.join(texts)}")
    return 1 if counts["error"] else 0
