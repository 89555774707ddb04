"""Replaying recordings: one line per entry, and how many agree."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any

from rich.console import Console
from rich.progress import track

import turnwright as tw

NAMES = ("name", "id", "seed_str")
"""What entries call themselves."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", nargs="+", metavar="FILE", help=".jsonl or .jsonl.gz")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="entries with this in their name"
    )


def verify_files(chosen: argparse.Namespace, verify: Callable[[Any], object | None]) -> int:
    """Replay everything. `verify` gives the first difference of an entry, or None."""
    found = [pair for path in chosen.files for pair in _entries(path) if chosen.only in pair[0]]
    if not found:
        raise tw.UnusableError("no_entries", "There is nothing to verify in these files.")
    screen = Console(stderr=True)
    agree = 0
    for name, entry in track(
        found, "verifying", console=screen, transient=True, disable=not screen.is_terminal
    ):
        difference = _difference(entry, verify)
        agree += difference is None
        print(f"{name} {'ok' if difference is None else difference}", flush=True)
    print(f"agree: {agree} of {len(found)}")
    return 0 if agree == len(found) else 1


def _entries(path: str) -> Iterator[tuple[str, Any]]:
    """The entries of a file with their names, which are one line each."""
    from turnwright.testing.first_difference import json_lines

    try:
        for number, entry in enumerate(json_lines(path), 1):
            known = entry if isinstance(entry, dict) else {}
            name = next((known[word] for word in NAMES if known.get(word)), f"entry {number}")
            yield " ".join(str(name).split()), entry
    except (ValueError, EOFError, RecursionError, OSError) as error:
        if isinstance(error, OSError) and error.strerror:
            raise
        why = str(error) or type(error).__name__
        raise tw.UnusableError("bad_file", f"{path} is no file of recordings: {why}.") from None


def _difference(entry: Any, verify: Callable[[Any], object | None]) -> str | None:
    """The first difference as one line. What cannot be replayed at all is one, too."""
    try:
        difference = verify(entry)
    except Exception as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())
        if not isinstance(entry, dict):
            why = "no object"
        return f"step -, entry: expected what can be replayed, got {why[:200]}"
    return None if difference is None else " ".join(str(difference).split())
