"""Host games over the protocol of jinteki.net."""

from __future__ import annotations

import argparse

from turnwright.cli.card_pack_argument import add_cards_argument, load_cards
from turnwright.optional_packages import import_part

from .bot_arguments import find_bot


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright netrunner serve`."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=1042, help="port to listen on (1042)")
    parser.add_argument("--bot", default="", metavar="BOT", help="let this bot play the other side")
    parser.add_argument(
        "--bot-side", choices=("corp", "runner"), default="corp", help="side of the bot (corp)"
    )
    add_cards_argument(parser)
    parser.add_argument(
        "--strict", action="store_true",
        help="close games like jinteki.net: without players, or after 10 minutes without an action",
    )  # fmt: skip
    parser.add_argument(
        "--packer", choices=("edn", "msgpack"), default="edn", help="encoding of frames (edn)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until the process is stopped."""
    load_cards(arguments)
    endpoint = import_part(
        "turnwright.bridges.jinteki.server.endpoint", "netrunner serve", "server"
    )
    bot = find_bot(arguments.bot) if arguments.bot else None
    with endpoint.listen(arguments.host, arguments.port):
        pass  # an address that cannot be used is reported before we say that we serve
    address = f"http://{arguments.host}:{arguments.port}"
    print(f"Netrunner is running at {address} (stop with Ctrl-C).", flush=True)
    endpoint.serve(
        arguments.host, arguments.port, bot=bot, bot_side=arguments.bot_side.capitalize(),
        packer=arguments.packer, keeps_games=not arguments.strict,
    )  # fmt: skip
    return 0
