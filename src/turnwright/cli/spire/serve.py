"""Offer the game over HTTP, as a child process of the game or with the simulator."""

from __future__ import annotations

import argparse
import asyncio

from turnwright.optional_packages import import_part

from .terminal_check import require_game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright spire serve`."""
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    parser.add_argument("--port", type=int, default=8080, help="port to listen on (8080)")
    parser.add_argument(
        "--origin",
        action="append",
        default=[],
        metavar="URL",
        help="allow pages of this origin (* for all)",
    )
    parser.add_argument(
        "--simulator", action="store_true", help="use the simulator instead of the game"
    )
    parser.add_argument("--record", default="", metavar="FILE", help="record the session to FILE")
    parser.add_argument(
        "--patience", type=float, default=20.0, metavar="S",
        help="seconds without a message until the game is asked for its state (20; 0: never)",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Serve until the process is stopped."""
    from turnwright.bridges.commmod.line_streams import (
        Connection,
        InProcessConnection,
        StdioConnection,
    )

    api = import_part("turnwright.bridges.commmod.agent.http_api", "spire serve", "server")
    wire: Connection
    if arguments.simulator:
        from turnwright.bridges.commmod.host import Mod

        wire = InProcessConnection(Mod())
    else:
        require_game("serve")
        wire = StdioConnection()
    asyncio.run(
        api.serve(
            wire,
            arguments.host,
            arguments.port,
            arguments.origin,
            arguments.record,
            arguments.patience,
        )
    )
    return 0
