"""Print the JSON Schema of scenario files."""

from __future__ import annotations

import argparse
import sys

import msgspec

from .batch_arguments import skirmish_api


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright skirmish schema`."""
    parser.add_argument(
        "--results",
        action="store_true",
        help="print the schema of what the commands print with --json",
    )


def run(arguments: argparse.Namespace) -> int:
    """Print the schema."""
    api = skirmish_api()
    schema = api.schemas() if arguments.results else api.file_schema()
    sys.stdout.write(msgspec.json.format(msgspec.json.encode(schema), indent=1).decode() + "\n")
    return 0
