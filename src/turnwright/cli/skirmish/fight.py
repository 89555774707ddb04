"""Play a fight that is given in the command line, without a file."""

from __future__ import annotations

import argparse

from .batch_arguments import add_batch_arguments, skirmish_api
from .run_scenario import add_until_argument, run_and_report


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright skirmish fight`."""
    parser.add_argument(
        "fight",
        nargs="+",
        metavar="SIDE",
        help='the sides, such as "4 Fighter 5, Cleric 5" vs "2 Owlbear"',
    )
    add_batch_arguments(parser, 10_000)
    add_until_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Play the fight and print the report."""
    text = " ".join(arguments.fight)
    return run_and_report(skirmish_api().parse_fight(text), text, arguments)
