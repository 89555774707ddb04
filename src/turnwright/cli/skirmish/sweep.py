"""Play a scenario with several values of one number."""

from __future__ import annotations

import argparse
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
from .report_format import BAR_WIDTH, format_chance, percent, show_how, stopped_note
from .text_charts import bar

if TYPE_CHECKING:
    from turnwright.skirmish.stats.sweep import Sweep


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright skirmish sweep`."""
    add_file_argument(parser)
    parser.add_argument(
        "path", metavar="PATH", help="Goblin.ac, Goblin.count, Goblin.Scimitar.damage"
    )
    parser.add_argument("values", metavar="VALUES", help="10..20, 10..20:2, or 8,10,12")
    add_batch_arguments(parser, 2_000)


def run(arguments: argparse.Namespace) -> int:
    """Play all values and print a row for each."""
    api = skirmish_api()
    with running_batch(arguments) as options:
        sweep = api.sweep(
            api.file_or_sample(arguments.file), arguments.path, arguments.values, options
        )
    if arguments.json:
        print_json(sweep)
    else:
        show_sweep(sweep, Console(highlight=False))
    return STOPPED if sweep.stopped == "cancelled" else 0


def show_sweep(sweep: Sweep, console: Console) -> None:
    """Print a row for every value."""
    title = f"[bold]{escape(sweep.name)}[/]  {escape(sweep.path)}, {sweep.runs:,} runs per value"
    console.print(f"{title}{stopped_note(sweep.stopped)}\n")
    table = Table(box=None, padding=(0, 2, 0, 0), header_style="dim")
    table.add_column(escape(sweep.path), justify="right")
    table.add_column(f"{escape(sweep.sides[0])} win", width=BAR_WIDTH)
    table.add_column("")
    table.add_column("draw", justify="right")
    table.add_column("rounds", justify="right")
    for name in sweep.sides:
        table.add_column(f"{escape(name)} left", justify="right")
    for point in sweep.points:
        win = point.wins[0]
        table.add_row(
            escape(str(point.value)), Text(bar(win.value, BAR_WIDTH), "green"), format_chance(win),
            percent(point.draw.value) if point.draw.count else "",
            f"{point.rounds.value:.1f}", *[f"{left.value:.2f}" for left in point.survivors],
        )  # fmt: skip
    console.print(table)
    if any(point.capped.count for point in sweep.points):
        console.print("\n[yellow]Runs that reach the limit of rounds count as draws.[/]")
    show_how(sweep.how, console)
