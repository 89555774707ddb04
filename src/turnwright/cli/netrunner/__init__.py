"""Netrunner: play, run bots, verify recordings, host and automate games.

Games use the System Gateway cards. `turnwright netrunner COMMAND --help` describes a command.
"""

from __future__ import annotations

import argparse

from turnwright.cli.command_group import add_commands

from . import bots, cost, plan, play, send, serve, verify

COMMANDS = {
    "play": play,
    "verify": verify,
    "bots": bots,
    "cost": cost,
    "plan": plan,
    "send": send,
    "serve": serve,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the commands of `turnwright netrunner`."""
    add_commands(parser, COMMANDS)
