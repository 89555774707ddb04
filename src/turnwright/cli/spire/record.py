"""Run a bot on the game and record both sides of the conversation."""

from __future__ import annotations

import argparse
import asyncio

import turnwright as tw

from .terminal_check import require_game


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright spire record`."""
    parser.add_argument("file", metavar="FILE", help=".jsonl or .jsonl.gz")
    parser.add_argument(
        "bot", nargs=argparse.REMAINDER, metavar="COMMAND ...", help="command that starts the bot"
    )


def run(arguments: argparse.Namespace) -> int:
    """Relay and record until the game or the bot ends."""
    from turnwright.bridges.commmod.line_streams import StdioConnection
    from turnwright.bridges.commmod.recordings.file import Recorder
    from turnwright.bridges.commmod.recordings.relay import relay

    command = arguments.bot[1:] if arguments.bot[:1] == ["--"] else arguments.bot
    if not command:
        raise tw.UnusableError(
            "no_agent", "Give the command of a bot, for example `record FILE python bot.py`."
        )
    require_game("record FILE COMMAND")
    return asyncio.run(relay(StdioConnection(), command, Recorder(arguments.file)))
