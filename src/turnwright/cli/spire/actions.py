"""List the actions of every screen, or the valid actions of one message of the game."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec
from rich.console import Console
from rich.markup import escape
from rich.table import Table

from turnwright.cli.output import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright spire actions`."""
    parser.add_argument(
        "file",
        nargs="?",
        metavar="FILE",
        help="a message of the game; - for standard input (all screens)",
    )
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(arguments: argparse.Namespace) -> int:
    """Print the actions as a table or JSON."""
    if arguments.file:
        _print_valid_actions(arguments.file, as_json=arguments.json)
    else:
        _print_all_actions(as_json=arguments.json)
    return 0


def _print_valid_actions(file: str, *, as_json: bool) -> None:
    from turnwright.bridges.commmod.agent.actions import write_action
    from turnwright.bridges.commmod.agent.game_state import GameState
    from turnwright.bridges.commmod.agent.screens import steps, valid_actions

    data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    state = GameState.of(data)
    valid = valid_actions(state)
    if as_json:
        print_json([write_action(action) for action in valid])
        return
    table = Table(f"on {state.screen}", "first command", box=None, padding=(0, 2, 0, 0))
    for action in valid:
        text = msgspec.json.encode(write_action(action)).decode()
        table.add_row(escape(text), escape(next(steps(action, state))))
    Console(highlight=False, soft_wrap=True).print(table)


def _print_all_actions(*, as_json: bool) -> None:
    from turnwright.bridges.commmod.agent.screens import SCREENS

    rows = [
        (
            screen,
            way.action.kind(),
            ", ".join(way.says) or way.action.says,
            way.to,
            way.undocumented,
        )
        for screen, ways in SCREENS.items()
        for way in ways
    ]
    if as_json:
        keys = ("screen", "action", "says", "to", "undocumented")
        print_json([dict(zip(keys, row, strict=True)) for row in rows])
        return
    table = Table("screen", "action", "commands", "leads to", box=None, padding=(0, 2, 0, 0))
    last = ""
    for screen, kind, says, to, undocumented in rows:
        name = f"{kind} *" if undocumented else kind
        table.add_row(screen if screen != last else "", name, escape(says), " ".join(to))
        last = screen
    console = Console(highlight=False, soft_wrap=True)
    console.print(table)
    console.print("* available in the game but not in the documentation of the screens")
