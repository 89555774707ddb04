"""Draw a game's flow; show where a recorded match stands, or what a set of matches never visited."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from turnwright.core.analysis.graph import coverage, graph_of

from .diagram.render import render
from .game_lookup import find_game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="a name, a file or a module")
    parser.add_argument("--format", choices=["mermaid", "dot", "svg"], default="mermaid")
    parser.add_argument("--at", type=Path, metavar="RECORD", help="highlight where it stands")
    parser.add_argument("--until", type=int, metavar="N", help="with --at: after N inputs")
    parser.add_argument(
        "--coverage",
        type=Path,
        nargs="+",
        metavar="RECORD",
        help="grey out what these never visited",
    )
    parser.add_argument("-o", "--output", type=Path, metavar="FILE", help="instead of the screen")


def run(chosen: argparse.Namespace) -> int:
    game = find_game(chosen.game)
    here = None
    if chosen.at:
        here = game.replay(chosen.at.read_bytes(), chosen.until).ctx.place
    visited = None
    if chosen.coverage:
        visited = coverage(game, [path.read_bytes() for path in chosen.coverage])
    picture = render(graph_of(game), chosen.format, here=here, visited=visited, title=game.name)
    if chosen.output:
        chosen.output.write_text(picture)
        print(f"Wrote {chosen.output}.", file=sys.stderr)
    else:
        print(picture)
    return 0
