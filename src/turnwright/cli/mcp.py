"""Let a language model play, over the Model Context Protocol on standard input and output.

    turnwright mcp duel --opponent greedy      a match in this process
    turnwright mcp --url http://127.0.0.1:8000/#/table/kitchen
                                               a seat in a hosted room, also against people
    turnwright mcp --spire                     Slay the Spire, through `turnwright spire serve`

Name this command in the configuration of your model's client. The model has three tools: new, observe
and act.
"""

from __future__ import annotations

import argparse
import asyncio
from typing import TYPE_CHECKING

import turnwright as tw
from turnwright.games.lookup import known_games
from turnwright.optional_packages import import_part

from .arena import read_options
from .llm_arguments import add_llm_arguments, read_endpoint

if TYPE_CHECKING:
    from turnwright.envs.llm import Table

SPIRE_URL = "http://127.0.0.1:8080"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright mcp`."""
    names = ", ".join(known_games())
    parser.add_argument("game", nargs="?", help=f"a game ({names}), FILE.py, or MODULE:NAME")
    parser.add_argument("--seat", type=int, default=0, help="the model's seat (0)")
    parser.add_argument(
        "--opponent", default="greedy", metavar="AGENT", help="who plays the other seats (greedy)"
    )
    parser.add_argument("--options", default="{}", metavar="JSON", help="options of the game ({})")
    parser.add_argument("--seed", help="seed of the match (random)")
    parser.add_argument("--url", help="address of a server, or of a table on it")
    parser.add_argument("--room", default="", help="the room, if the address does not name it")
    parser.add_argument("--code", default="", help="the code of a private room")
    parser.add_argument("--token", default="", help="the token of a seat, to return to it")
    parser.add_argument("--name", default="Model", help="the model's name at the table (Model)")
    parser.add_argument(
        "--spire", nargs="?", const=SPIRE_URL, metavar="URL",
        help=f"play Slay the Spire through this HTTP API ({SPIRE_URL})",
    )  # fmt: skip
    add_llm_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Serve until the client goes."""
    chosen = [bool(arguments.game), bool(arguments.url), bool(arguments.spire)]
    if sum(chosen) != 1:
        raise tw.UnusableError("no_game", "Give one of: a game, --url ROOM, or --spire.")
    server = import_part("turnwright.envs.llm.mcp_server", "mcp", "mcp")
    read_endpoint(arguments)
    asyncio.run(server.serve_stdio(_table(arguments)))
    return 0


def _table(arguments: argparse.Namespace) -> Table:
    table: Table
    if arguments.url:
        rooms = import_part("turnwright.client.room_table", "mcp --url", "mcp")
        table = rooms.RoomTable(
            arguments.url, room=arguments.room, name=arguments.name, token=arguments.token,
            code=arguments.code,
        )  # fmt: skip
    elif arguments.spire:
        from turnwright.bridges.commmod.agent.api_table import SpireApiTable

        table = SpireApiTable(arguments.spire)
    else:
        from turnwright.envs.llm import LocalTable

        table = LocalTable(
            arguments.game,
            seat=arguments.seat,
            opponent=arguments.opponent,
            options=read_options(arguments.options),
            seed=arguments.seed,
        )
    return table
