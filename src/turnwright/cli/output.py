"""Output that several commands share: JSON, text for a file or the screen, and progress."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from rich.console import Console
from rich.progress import track

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
