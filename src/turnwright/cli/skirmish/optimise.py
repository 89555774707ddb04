"""Look for a better order of a combatant's priority list."""

from __future__ import annotations

import argparse
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from turnwright.cli.batch_progress import STOPPED
from turnwright.cli.output import print_json

from .batch_arguments import (
    add_batch_arguments,
    add_file_argument,
    running_batch,
    skirmish_api,
)

if TYPE_CHECKING:
    from turnwright.skirmish.stats.optimise import OptimisedList


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright skirmish optimise`."""
    add_file_argument(parser)
    parser.add_argument("--combatant", required=True, metavar="NAME", help="owner of the list")
    parser.add_argument(
        "--reactions", action="store_true", help="order its reactions instead of its actions"
    )
    parser.add_argument(
        "-o", "--output", type=Path, metavar="OUT", help="write the better scenario to OUT"
    )
    add_batch_arguments(parser, 10_000)


def run(arguments: argparse.Namespace) -> int:
    """Search, print the result, and write the better scenario if there is one."""
    api = skirmish_api()
    source = api.file_or_sample(arguments.file)
    which = "reactions" if arguments.reactions else "actions"
    with running_batch(arguments) as options:
        result = api.optimise(source, arguments.combatant, options, which=which)
    if arguments.json:
        print_json(result)
    else:
        show_optimised(result, Console(highlight=False))
    if arguments.output is not None and result.is_gain:
        arguments.output.write_text(api.write(api.reordered(source, result)), "utf-8")
        Console(stderr=True, highlight=False).print(f"Wrote {escape(str(arguments.output))}.")
    return STOPPED if result.stopped else 0


def show_optimised(result: OptimisedList, console: Console) -> None:
    """Print the list now and the better one side by side."""
    lists = f"{result.races} race{'s' * (result.races != 1)}, {result.runs:,} runs"
    console.print(f"[bold]{escape(result.combatant)}[/]  {result.which}, {lists}\n")
    table = Table(box=None, padding=(0, 3, 0, 0), header_style="dim")
    table.add_column("", justify="right")
    table.add_column("now")
    table.add_column("better" if result.is_gain else "best other order")
    best = result.after if result.is_gain else _best_order(result)
    for number, (old, new) in enumerate(zip(result.before, best, strict=True), 1):
        table.add_row(str(number), Text(old), Text(new, "bold green" if old != new else "dim"))
    console.print(table)
    style = "bold green" if result.is_gain else "bold"
    console.print(f"\n[{style}]{escape(result.sentence)}[/]")
    if result.check is not None:
        console.print(f"[dim]Checked in {result.check.first.runs:,} new runs of both orders.[/]")


def _best_order(result: OptimisedList) -> Iterable[str]:
    others = [one.order for one in result.tried if one.order != result.before]
    return others[-1] if others else result.before
