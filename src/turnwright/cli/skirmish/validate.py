"""Look for mistakes in a scenario."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from turnwright.cli.output import print_json

from .batch_arguments import add_file_argument, add_json_argument, skirmish_api

if TYPE_CHECKING:
    from turnwright.skirmish.api import Validation
    from turnwright.skirmish.validation import PoolPreview

STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright skirmish validate`."""
    add_file_argument(parser)
    parser.add_argument(
        "--play", action="store_true", help="play some runs to estimate the use of pools"
    )
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the findings; the exit code is 1 after errors and 2 if the file cannot be read."""
    api = skirmish_api()
    result = api.validate(api.file_or_sample(arguments.file), play=arguments.play)
    if arguments.json:
        print_json(result)
    else:
        show_findings(result, Console(highlight=False, soft_wrap=True))
    errors = result.of("error")
    if any(one.code == "bad_file" for one in errors):
        return 2
    return 1 if errors else 0


def show_findings(result: Validation, console: Console) -> None:
    """Print the findings, the worst first, and the table of pools."""
    for one in result.findings:
        line = f"line {one.data['line']}, " if "line" in one.data else ""
        where = f"{line}{one.path or 'the file'}"
        style = STYLES[one.severity]
        console.print(f"[{style}]{one.severity}[/] {escape(where)}: {escape(one.sentence)}")
        if one.fix:
            console.print(f"    [dim]{escape(one.fix)}[/]")
    counts = [(len(result.of(kind)), kind) for kind in STYLES]
    words = [f"{n} {kind}{'s' * (n != 1)}" for n, kind in counts if n]
    console.print(f"[bold]{', '.join(words) or 'No problems found'}.[/]")
    if result.pools:
        console.print()
        console.print(_pools(result.pools), soft_wrap=False)
        for row in result.pools:
            if row.rule:
                console.print(escape(f"{row.combatant}: {row.rule}."))


def _pools(pools: list[PoolPreview]) -> Table:
    table = Table("combatant", "pool", box=None, padding=(0, 2, 0, 0), header_style="dim")
    for column in ("holds", "one use of each", "first round", "used in a fight"):
        table.add_column(column, justify="right")
    table.add_column("actions")
    for row in pools:
        expected = "" if row.expected is None else f"{row.expected:.1f}"
        style = "yellow" if row.single > row.capacity else ""
        table.add_row(
            escape(row.combatant), escape(row.pool), f"{row.capacity:g}",
            f"[{style}]{row.single:g}[/]" if style else f"{row.single:g}", f"{row.per_round:g}",
            expected, escape(", ".join(row.actions)),
        )  # fmt: skip
    return table
