"""Replay recorded seeds, battles, events, runs and real messages, and print the differences."""

from __future__ import annotations

import argparse
from typing import Any

from turnwright.cli import recording_verification


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright spire verify`."""
    recording_verification.add_arguments(parser)
    parser.add_argument(
        "--own-rules",
        action="store_true",
        help="replay fights, events and runs with the rules of the game, and not with those of the "
        "engine that made the recordings",
    )


def run(arguments: argparse.Namespace) -> int:
    """Verify every entry; the exit code is 1 if one differs."""
    from turnwright.bridges.commmod.recordings.mod_states import (
        is_mod_state,
        parts_left_out,
        verify_mod_state,
    )
    from turnwright.bridges.commmod.recordings.real_message import is_sample, verify_sample
    from turnwright.games.spire.recordings.verify import doubt, verify

    def verify_entry(entry: Any) -> object | None:
        if is_mod_state(entry):
            return verify_mod_state(entry)
        if is_sample(entry):
            return verify_sample(entry)
        return verify(entry, variant="") if arguments.own_rules else verify(entry)

    def left_out(entry: Any) -> list[str]:
        return parts_left_out(entry) if is_mod_state(entry) else []

    return recording_verification.verify_files(arguments, verify_entry, doubt, left_out)
