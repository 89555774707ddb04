"""Open the workbench: play a game under development in the browser and look into it.

The page shows the table with panels around it: state, views, legal moves, flow, trace, journal and the
record as a timeline. When the file, or a module beside it, is saved, the game is loaded again at the
same position. The workbench shows hidden information and listens on this machine only.
"""

from __future__ import annotations

import argparse
import webbrowser
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import turnwright as tw
from turnwright.core.analysis.graph import Graph
from turnwright.core.suggestions import close_matches, did_you_mean
from turnwright.entry_points import GAMES as ENTRY_POINTS
from turnwright.entry_points import find_entry_point
from turnwright.games import GAMES
from turnwright.games.lookup import find_module, known_games
from turnwright.optional_packages import needed_by

from .play import read_options


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright dev`."""
    parser.add_argument("file", help="FILE.py, FILE.py:NAME if the game is not called `game`, or the"
                        " name of a shipped or installed game")  # fmt: skip
    parser.add_argument("--port", type=int, default=8070, help="port (8070); 0 for a free one")
    parser.add_argument("--seed", default="0", help="seed of all random numbers (0)")
    parser.add_argument("--seats", type=int, help="number of seats")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="an option of the game; may be repeated",
    )  # fmt: skip
    parser.add_argument(
        "--trace", action="store_true",
        help="print moves, hooks, conditions and transitions as they happen, with what they changed",
    )  # fmt: skip
    parser.add_argument("--no-browser", action="store_true", help="do not open the browser")


def run(arguments: argparse.Namespace) -> int:
    """Serve the workbench until it is stopped."""
    with needed_by("dev", "server"):
        from turnwright.server.http.app import listen
        from turnwright.workbench.app import Workbench, WorkbenchServer
        from turnwright.workbench.game_file import GameFile

    path, attribute = _find_file(arguments.file)
    settings: dict[str, Any] = {"seed": arguments.seed, "seats": arguments.seats}
    options = read_options(arguments.option)
    if arguments.trace:
        settings["listener"] = partial(print, flush=True)
    bench = Workbench(GameFile(path, attribute), _draw_flow, options=options, **settings)
    listener = listen("127.0.0.1", arguments.port)
    listener.listen()  # so that a browser which is opened now waits instead of being refused
    address = f"http://127.0.0.1:{listener.getsockname()[1]}/"
    print(f"The workbench of {path.name} is at {address}  (stop with Ctrl-C)", flush=True)
    if not arguments.no_browser:
        webbrowser.open(address)
    server = WorkbenchServer(bench)
    server.run(sockets=[listener])
    return 0 if server.started else 2


def _find_file(given: str) -> tuple[Path, str]:
    """Return the file of a game and the name of the game in it."""
    if module := find_module(given):
        declared = None if given in GAMES else find_entry_point(ENTRY_POINTS, given)
        attribute = "game" if declared is None else declared.attribute
        try:
            found = find_spec(module)
        except ImportError as error:  # of a package around it
            raise tw.UnusableError("no_file", f"Cannot import {module}: {error}.") from None
        if found is None or found.origin is None:
            raise tw.UnusableError("no_file", f"There is no module {module!r} for {given!r}.")
        return Path(found.origin), attribute
    where, _, attribute = given.rpartition(":") if ".py:" in given else (given, "", "game")
    path = Path(where)
    if not path.is_file() or path.suffix != ".py":
        near = did_you_mean(close_matches(given, known_games()))
        sentence = f"There is no Python file {where!r} and no game of that name. {near}".strip()
        raise tw.UnusableError("no_file", sentence)
    return path, attribute


def _draw_flow(graph: Graph) -> str:
    from .diagram.formats import render

    return render(graph, "svg")
