"""Replay recorded scenarios or games and print the differences."""

from __future__ import annotations

import argparse

from turnwright.cli import recording_verification


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright netrunner verify`."""
    recording_verification.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Verify every entry; the exit code is 1 if one differs."""
    from turnwright.bridges.jinteki.recordings.verify import verify

    return recording_verification.verify_files(arguments, verify)
