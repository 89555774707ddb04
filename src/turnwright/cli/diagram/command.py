"""The command `turnwright diagram`."""

from __future__ import annotations

import argparse
from pathlib import Path

from turnwright.cli.game_lookup import add_game_argument
from turnwright.cli.output import write_or_print
from turnwright.core.analysis.graph import coverage, graph_of
from turnwright.games.lookup import find_game

from .formats import FORMATS, render


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright diagram`."""
    add_game_argument(parser)
    add_format_arguments(parser)
    parser.add_argument(
        "--at", type=Path, metavar="RECORD", help="highlight where this match stands"
    )
    parser.add_argument(
        "--until", type=int, metavar="N", help="with --at: stop the match after N inputs"
    )
    parser.add_argument(
        "--coverage",
        type=Path,
        nargs="+",
        metavar="RECORD",
        help="grey out what these matches never visited",
    )


def add_format_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments for the format and the file of a diagram."""
    parser.add_argument("--format", choices=FORMATS, default="mermaid", help="format (mermaid)")
    parser.add_argument(
        "-o", "--output", type=Path, metavar="FILE", help="write to FILE instead of the screen"
    )


def run(arguments: argparse.Namespace) -> int:
    """Draw the flow of a game."""
    game = find_game(arguments.game)
    here = None
    if arguments.at:
        here = game.replay(arguments.at.read_bytes(), arguments.until).ctx.place
    visited = None
    if arguments.coverage:
        visited = coverage(game, [path.read_bytes() for path in arguments.coverage])
    diagram = render(graph_of(game), arguments.format, here=here, visited=visited, title=game.name)
    write_or_print(diagram, arguments.output)
    return 0
