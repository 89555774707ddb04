"""Slay the Spire: bots, Communication Mod, HTTP, recordings and seeds.

`turnwright spire COMMAND --help` describes a command.
"""

from __future__ import annotations

import argparse

from turnwright.cli.command_group import add_commands

from . import (
    actions,
    bots,
    config,
    fight,
    host,
    play,
    public_bots,
    record,
    rehearse,
    replay,
    screens,
    seed,
    serve,
    verify,
)

COMMANDS = {
    "play": play,
    "host": host,
    "serve": serve,
    "record": record,
    "rehearse": rehearse,
    "replay": replay,
    "config": config,
    "actions": actions,
    "screens": screens,
    "seed": seed,
    "verify": verify,
    "fight": fight,
    "bots": bots,
    "public-bots": public_bots,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the commands of `turnwright spire`."""
    add_commands(parser, COMMANDS)
