"""Look after a server's database: check, back up, restore, prune, rotate the secret.

The database is that of `turnwright serve`: --db, TURNWRIGHT_DB, or `db` in the file of --config.
"""

from __future__ import annotations

import argparse

from turnwright.cli.command_group import add_commands

from . import backup, check, prune, restore, rotate_secret

COMMANDS = {
    "check": check,
    "backup": backup,
    "restore": restore,
    "prune": prune,
    "rotate-secret": rotate_secret,
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the commands of `turnwright db`."""
    add_commands(parser, COMMANDS)
