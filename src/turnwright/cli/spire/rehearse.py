"""Replay a recorded session to a bot and print the first difference."""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

from .agent_command import add_agent_argument, split_command


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright spire rehearse`."""
    parser.add_argument("file", type=Path, metavar="FILE", help="a recorded session")
    add_agent_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Replay the session; the exit code is 1 if the bot sends other commands."""
    from turnwright.bridges.commmod.recordings.file import load
    from turnwright.bridges.commmod.recordings.replay_to_bot import replay_to_bot

    entries = load(arguments.file)
    difference = asyncio.run(replay_to_bot(entries, split_command(arguments.agent)))
    commands = sum(entry.agent is not None for entry in entries)
    print(f"ok: {commands} commands" if difference is None else difference)
    return 0 if difference is None else 1
