"""The command line of somebody's bot, given as one argument."""

from __future__ import annotations

import argparse
import shlex
import sys

import turnwright as tw


def add_agent_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--agent`."""
    parser.add_argument(
        "--agent",
        required=True,
        metavar="COMMAND",
        help='command that starts the bot: "python bot.py"',
    )


def split_command(text: str) -> list[str]:
    """Split a command line into words, as a shell does. On Windows a backslash is part of a path."""
    try:
        command = shlex.split(text.replace("\\", "\\\\") if sys.platform == "win32" else text)
    except ValueError as error:
        raise tw.UnusableError("bad_agent", f"--agent is not a valid command: {error}.") from None
    if not command:
        raise tw.UnusableError("no_agent", "--agent is empty.")
    return command
