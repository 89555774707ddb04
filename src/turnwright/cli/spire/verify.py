"""Replay recorded seeds, battles, events, runs and real messages, and print the differences."""

from __future__ import annotations

import argparse
from typing import Any

from turnwright.cli import recording_verification


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright spire verify`."""
    recording_verification.add_arguments(parser)


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
        return verify_sample(entry) if is_sample(entry) else verify(entry)

    def left_out(entry: Any) -> list[str]:
        return parts_left_out(entry) if is_mod_state(entry) else []

    return recording_verification.verify_files(arguments, verify_entry, doubt, left_out)
