"""Draw the screens of the game and the actions that lead from one to another."""

from __future__ import annotations

import argparse
from pathlib import Path

from turnwright.cli.diagram.command import add_format_arguments
from turnwright.cli.diagram.formats import render
from turnwright.cli.output import write_or_print


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright spire screens`."""
    add_format_arguments(parser)
    parser.add_argument(
        "--coverage", type=Path, nargs="+", default=[], metavar="FILE",
        help="grey out what these recorded sessions never visited",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Draw the screens."""
    from turnwright.bridges.commmod.agent.screens import graph
    from turnwright.bridges.commmod.recordings.file import load
    from turnwright.bridges.commmod.recordings.replay_to_bot import visited

    seen = visited(map(load, arguments.coverage)) if arguments.coverage else None
    diagram = render(graph(), arguments.format, visited=seen, title="Slay the Spire: screens")
    write_or_print(diagram, arguments.output)
    return 0
