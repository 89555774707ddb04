"""Host games over the protocol of jinteki.net."""

from __future__ import annotations

import argparse

from turnwright.cli.optional_imports import import_optional


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright netrunner serve`."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=1042, help="port to listen on (1042)")
    parser.add_argument("--bot", default="", metavar="BOT", help="let this bot play the other side")
    parser.add_argument(
        "--bot-side", choices=("corp", "runner"), default="corp", help="side of the bot (corp)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Serve until the process is stopped."""
    from turnwright.agents.registry import find_agent

    endpoint = import_optional("turnwright.bridges.jinteki.server.endpoint", "server")
    bot = find_agent(arguments.bot) if arguments.bot else None
    print(f"Netrunner at http://{arguments.host}:{arguments.port}, protocol of jinteki.net.")
    endpoint.serve(
        arguments.host, arguments.port, bot=bot, bot_side=arguments.bot_side.capitalize()
    )
    return 0
