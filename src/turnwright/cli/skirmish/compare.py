"""Play two scenarios with the same seeds and print the differences."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from turnwright.cli.batch_progress import STOPPED, check_not_empty
from turnwright.cli.output import print_json

from .batch_arguments import (
    add_batch_arguments,
    add_file_argument,
    running_batch,
    skirmish_api,
)
from .report_format import format_difference, format_points, percent, show_how, stopped_note

if TYPE_CHECKING:
    from turnwright.skirmish.stats.compare import Comparison


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright skirmish compare`."""
    add_file_argument(parser, "a", "A")
    add_file_argument(parser, "b", "B")
    add_batch_arguments(parser, 10_000)


def run(arguments: argparse.Namespace) -> int:
    """Play both scenarios and print the comparison."""
    api = skirmish_api()
    with running_batch(arguments) as options:
        comparison = api.compare(
            api.file_or_sample(arguments.a), api.file_or_sample(arguments.b), options
        )
    check_not_empty(comparison.first.runs)
    if arguments.json:
        print_json(comparison)
    else:
        show_comparison(comparison, (arguments.a, arguments.b), Console(highlight=False))
    return STOPPED if comparison.first.stopped == "cancelled" else 0


def show_comparison(one: Comparison, names: Sequence[str], console: Console) -> None:
    """Print both scenarios side by side with the differences."""
    first, second = one.first, one.second
    console.print(f"{first.runs:,} runs of each with the same seeds{stopped_note(first.stopped)}\n")
    table = Table("", box=None, padding=(0, 3, 0, 0), header_style="bold")
    for name in names:
        table.add_column(escape(name), justify="right")
    table.add_column("difference", justify="right", style="bold")
    side = escape(first.sides[0].name)
    table.add_row(
        f"{side} win", percent(first.win.value), percent(second.win.value), format_points(one.win)
    )
    table.add_row("draw", percent(first.draw.value), percent(second.draw.value), "")
    rounds = [f"{report.rounds.mean.value:.2f}" for report in (first, second)]
    table.add_row("rounds", *rounds, format_difference(one.rounds))
    for number, own in enumerate(first.sides):
        if number < len(second.sides):
            left = [
                f"{report.sides[number].survivors.mean.value:.2f}" for report in (first, second)
            ]
            table.add_row(f"{escape(own.name)} left", *left, "")
    table.add_row("lead in hit points, percentage points", "", "", format_difference(one.score))
    console.print(table)
    only = f"Won only in the second: {one.only_second:,}; only in the first: {one.only_first:,}."
    console.print(f"\n[bold]{escape(one.sentence)}[/] {only}")
    show_how(first.how, console)
