"""Replay recorded scenarios or games and print the differences."""

from __future__ import annotations

import argparse

from turnwright.cli import recording_verification
from turnwright.cli.card_pack_argument import add_cards_argument, load_cards


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright netrunner verify`."""
    recording_verification.add_arguments(parser)
    add_cards_argument(parser)


def run(arguments: argparse.Namespace) -> int:
    """Verify every entry; the exit code is 1 if one differs."""
    from turnwright.bridges.jinteki.recordings.verify import verify

    load_cards(arguments)
    return recording_verification.verify_files(arguments, verify)
