"""Replay recorded sessions on the simulator and print the first difference of each."""

from __future__ import annotations

import argparse


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright spire replay`."""
    parser.add_argument("files", nargs="+", metavar="FILE", help="sessions that start at the menu")


def run(arguments: argparse.Namespace) -> int:
    """Replay every session; the exit code is 1 if one differs."""
    from turnwright.bridges.commmod.recordings.file import first_divergence, load
    from turnwright.bridges.commmod.recordings.replay_to_engine import replay

    agree = 0
    for path in arguments.files:
        entries = load(path)
        difference = first_divergence(entries, replay)
        agree += difference is None
        after = ""
        if difference is not None:
            commands = [
                entry.agent for entry in entries[: difference.step] if entry.agent is not None
            ]
            after = f" (after {commands[-1]!r})" if commands else ""
        print(f"{path} {'ok' if difference is None else difference}{after}")
    print(f"agree: {agree} of {len(arguments.files)}")
    return 0 if agree == len(arguments.files) else 1
