"""Output that several commands share: JSON, text for a file or the screen, and progress."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from rich.console import Console
from rich.progress import track

import turnwright as tw

T = TypeVar("T")


def print_json(value: Any) -> None:
    """Print a value as one line of JSON."""
    sys.stdout.write(msgspec.json.encode(value, enc_hook=str).decode() + "\n")


def write_or_print(text: str, path: Path | None) -> None:
    """Write a text to a file and say so on standard error, or print it if there is no file."""
    if path is None:
        print(text)
        return
    path.write_text(text, "utf-8")
    print(f"Wrote {path}.", file=sys.stderr)


def check_can_write(path: Path | None) -> None:
    """Raise an error if a file cannot be written, before the work whose result it would hold."""
    if path is not None and (path.is_dir() or not path.parent.is_dir()):
        what = "is a folder" if path.is_dir() else "is in a folder that does not exist"
        raise tw.UnusableError("no_folder", f"{path} {what}.")


def with_progress(
    items: Iterable[T], description: str, *, total: int | None = None, quiet: bool = False
) -> Iterator[T]:
    """Iterate with a progress bar on standard error, if that is a terminal."""
    screen = Console(stderr=True)
    return iter(
        track(
            items,
            description,
            total=total,
            console=screen,
            transient=True,
            disable=quiet or not screen.is_terminal,
        )
    )
