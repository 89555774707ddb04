"""Compute what runs would cost in a saved match."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import turnwright as tw
from turnwright.cli.card_pack_argument import add_cards_argument, load_cards
from turnwright.cli.output import print_json


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright netrunner cost`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a saved match or a record")
    parser.add_argument(
        "server", nargs="?", default="", help="HQ, R&D, Archives, Server 1, ... (all servers)"
    )
    parser.add_argument("--json", action="store_true", help="print JSON")
    add_cards_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the cost of a run on one server or on all of them."""
    from turnwright.games.netrunner.game import game
    from turnwright.games.netrunner.rules.run_cost import run_cost

    load_cards(arguments)
    data = arguments.file.read_bytes()
    try:
        match = game.load(data)
    except tw.UnusableError:
        try:
            match = game.replay(data)
        except tw.UnusableError as error:
            sentence = f"{arguments.file} is neither a saved match nor a record: {error}"
            raise tw.UnusableError(error.code, sentence) from None
    c: Any = match.c
    names = (
        [arguments.server] if arguments.server else [c.server_name(key) for key in c.server_keys()]
    )
    costs = [run_cost(c, name) for name in names]
    if arguments.json:
        print_json(costs)
    else:
        print("\n".join(map(str, costs)))
    return 0
