"""Replay recorded seeds, battles, events or runs and print the differences."""

from __future__ import annotations

import argparse

from turnwright.cli import recording_verification


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright spire verify`."""
    recording_verification.add_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Verify every entry; the exit code is 1 if one differs."""
    from turnwright.bridges.commmod.recordings.real_message import is_sample, verify_sample
    from turnwright.games.spire.recordings.verify import verify

    return recording_verification.verify_files(
        arguments, lambda entry: verify_sample(entry) if is_sample(entry) else verify(entry)
    )
