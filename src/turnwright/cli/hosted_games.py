"""The argument `--rules`: older versions of games for the rooms that were made with them."""

from __future__ import annotations

import argparse


def add_rules_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--rules`."""
    parser.add_argument(
        "--rules", action="append", default=[], metavar="FILE",
        help="an older version for the rooms that were made with it: a .py file, a wheel or a folder",
    )  # fmt: skip
