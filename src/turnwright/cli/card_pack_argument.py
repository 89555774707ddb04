"""The argument `--cards`, which loads card packs for Netrunner."""

from __future__ import annotations

import argparse


def add_cards_argument(parser: argparse.ArgumentParser) -> None:
    """Add `--cards`."""
    parser.add_argument(
        "--cards", action="append", default=[], metavar="FILE",
        help="load a Netrunner card pack: a Python file with its table (.tsv) beside it",
    )  # fmt: skip


def load_cards(arguments: argparse.Namespace) -> None:
    """Load the packs that `--cards` names. An error lists everything that is wrong with a pack."""
    if arguments.cards:
        from turnwright.games.netrunner.card_packs import load_pack_files

        load_pack_files(arguments.cards)
