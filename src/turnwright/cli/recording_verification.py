"""Replaying files of recordings: one line per entry, and how many agree."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from typing import Any

import turnwright as tw

from .output import with_progress

NAME_KEYS = ("name", "id", "seed_str")
"""Keys that may hold the name of an entry."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments that name the files and entries."""
    parser.add_argument("files", nargs="+", metavar="FILE", help=".jsonl or .jsonl.gz")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="only entries whose name contains TEXT"
    )


def verify_files(
    arguments: argparse.Namespace,
    verify: Callable[[Any], object | None],
    doubt: Callable[[Any], str] = lambda entry: "",
    left_out_of: Callable[[Any], list[str]] = lambda entry: [],
) -> int:
    """Replay every entry. `verify` returns the first difference of an entry, or None. Entries of
    which `doubt` says why their source may be wrong are left out and counted apart. `left_out_of` says
    what of an entry cannot be compared, and why."""
    found = [
        pair for path in arguments.files for pair in _entries(path) if arguments.only in pair[0]
    ]
    if not found:
        raise tw.UnusableError("no_entries", "The files contain no matching entries.")
    agree = left_out = in_part = 0
    for name, entry in with_progress(found, "verifying"):
        why = doubt(entry)
        if why:
            left_out += 1
            print(f"{name} left out: {' '.join(why.split())}", flush=True)
            continue
        difference = _difference(entry, verify)
        agree += difference is None
        reasons = left_out_of(entry) if difference is None else []
        in_part += bool(reasons)
        note = f" (compared in part: {'; '.join(reasons)})" if reasons else ""
        print(f"{name} {'ok' if difference is None else difference}{note}", flush=True)
    if left_out:
        print(f"left out: {left_out}")
    if in_part:
        print(f"compared in part: {in_part}")
    print(f"agree: {agree} of {len(found) - left_out}")
    return 0 if agree == len(found) - left_out else 1


def _entries(path: str) -> Iterator[tuple[str, Any]]:
    """The entries of a file with their names; a name is one line."""
    from turnwright.testing.first_difference import json_lines

    try:
        for number, entry in enumerate(json_lines(path), 1):
            known = entry if isinstance(entry, dict) else {}
            name = next((known[word] for word in NAME_KEYS if known.get(word)), f"entry {number}")
            yield " ".join(str(name).split()), entry
    except (ValueError, EOFError, RecursionError, OSError) as error:
        if isinstance(error, OSError) and error.strerror:
            raise
        why = str(error) or type(error).__name__
        raise tw.UnusableError("bad_file", f"{path} is not a file of recordings: {why}.") from None


def _difference(entry: Any, verify: Callable[[Any], object | None]) -> str | None:
    """The first difference as one line. An entry that cannot be replayed counts as different."""
    try:
        difference = verify(entry)
    except Exception as error:
        why = " ".join(f"{type(error).__name__}: {error}".split())
        if not isinstance(entry, dict):
            why = "something else than a JSON object"
        return f"step -, entry: expected a replayable entry, got {why[:200]}"
    return None if difference is None else str(difference).replace("\n", "\\n")
