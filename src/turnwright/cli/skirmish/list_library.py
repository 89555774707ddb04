"""List what the library contains."""

from __future__ import annotations

import argparse

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from .batch_arguments import skirmish_api

KINDS = ("encounters", "combatants", "heroes", "bestiary", "actions", "spells", "rules")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright skirmish list`."""
    parser.add_argument(
        "kind", nargs="?", choices=KINDS, default=KINDS[0], help="what to list (encounters)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the names with one line each."""
    rows = skirmish_api().catalogue(arguments.kind)
    table = Table("name", "description", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for name, line in rows:
        table.add_row(f"[bold]{escape(name)}[/]", escape(line))
    Console(highlight=False).print(table)
    return 0
