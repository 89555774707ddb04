"""Describe one run with every decision and its reasons."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rich.console import Console
from rich.markup import escape

from turnwright.cli.output import print_json

from .batch_arguments import add_file_argument, add_json_argument, skirmish_api

if TYPE_CHECKING:
    from turnwright.skirmish.engine.explanation import Explanation


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright skirmish explain`."""
    add_file_argument(parser)
    parser.add_argument("--seed", type=int, required=True, metavar="S", help="the seed of the run")
    parser.add_argument("--brief", action="store_true", help="leave the decisions out")
    add_json_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Print the run, turn by turn."""
    api = skirmish_api()
    explanation = api.explain(api.file_or_sample(arguments.file), arguments.seed)
    if arguments.json:
        print_json(explanation)
    else:
        console = Console(highlight=False, soft_wrap=True)
        show_explanation(explanation, console, brief=arguments.brief)
    return 0


def show_explanation(explanation: Explanation, console: Console, *, brief: bool) -> None:
    """Print a run, turn by turn; `brief` leaves the decisions out."""
    from turnwright.skirmish.engine.explanation import Decision

    for entry in explanation.entries:
        if isinstance(entry, Decision):
            if not brief:
                who = f"{entry.who} on {entry.answers}" if entry.answers else entry.who
                console.print(f"    {escape(who)}: {escape(str(entry))}", style="dim")
            continue
        is_turn = entry.text.startswith("Round ")
        if is_turn:
            console.print()
        style = "bold" if is_turn or entry.text.startswith("==") else ""
        console.print("  " * entry.depth + escape(entry.text), style=style)
