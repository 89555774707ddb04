"""Play a scenario many times and print a report."""

from __future__ import annotations

import argparse
from typing import Any

from rich.console import Console

from turnwright.cli.batch_progress import STOPPED, check_not_empty
from turnwright.cli.output import print_json

from .batch_arguments import (
    add_batch_arguments,
    add_file_argument,
    running_batch,
    skirmish_api,
)


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright skirmish run`."""
    add_file_argument(parser)
    add_batch_arguments(parser, 10_000)
    add_until_argument(parser)


def add_until_argument(parser: argparse.ArgumentParser) -> None:
    """Add the arguments about when to stop and what to show."""
    parser.add_argument(
        "--until", type=float, metavar="WIDTH", help="stop once the interval has this width"
    )
    parser.add_argument("--all", action="store_true", help="show every combatant in its own row")


def run(arguments: argparse.Namespace) -> int:
    """Play the runs and print the report."""
    return run_and_report(skirmish_api().file_or_sample(arguments.file), arguments.file, arguments)


def run_and_report(source: Any, name: str, arguments: argparse.Namespace) -> int:
    """Play the runs of a scenario and print the report under its name."""
    with running_batch(arguments) as options:
        report = skirmish_api().run(source, options, until_width=arguments.until)
    check_not_empty(report.runs)
    if arguments.json:
        print_json(report)
    else:
        from .run_report import show_report

        show_report(report, name, Console(highlight=False), every=arguments.all)
    return STOPPED if report.stopped == "cancelled" else 0
