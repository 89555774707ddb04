"""Which database a command is about, and opening it."""

from __future__ import annotations

import argparse
import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn

import turnwright as tw
from turnwright.optional_packages import import_part

if TYPE_CHECKING:
    from turnwright.server.storage.store import Store


def add_database_arguments(parser: argparse.ArgumentParser) -> None:
    """Add `--db` and `--config`, as `turnwright serve` has them."""
    parser.add_argument(
        "--db", metavar="FILE|URL", help="SQLite file (turnwright.sqlite) or postgresql://..."
    )
    parser.add_argument("--config", default="", metavar="FILE", help="the server's TOML file")


def database(arguments: argparse.Namespace) -> str:
    """Return the address of the database: a file, or a URL."""
    import_part("turnwright.server.http.app", "db", "server")
    from turnwright.cli.serve_config import read_settings

    given = {} if arguments.db is None else {"db": arguments.db}
    return read_settings(given, os.environ, arguments.config).db


def is_postgres(address: str) -> bool:
    """Return whether an address is that of PostgreSQL."""
    from turnwright.server.http.app import is_postgres

    return is_postgres(address)


def check_exists(address: str) -> None:
    """Raise `no_database` if a file does not exist: opening it would create it."""
    if not is_postgres(address) and not Path(address).is_file():
        raise tw.UnusableError("no_database", f"There is no file {address}.")


@asynccontextmanager
async def opened(address: str, is_read_only: bool = False) -> AsyncIterator[Store]:
    """Open a database that exists."""
    from turnwright.server.http.app import open_store

    check_exists(address)
    store = open_store(address, is_read_only)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


@contextmanager
def copy_progress(text: str) -> Iterator[Callable[[int, int], None]]:
    """Show a progress bar on a terminal; yields a function that takes what is done, and the total."""
    screen = Console(stderr=True)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(),
        console=screen, transient=True, disable=not screen.is_terminal,
    )  # fmt: skip
    with bar:
        task = bar.add_task(text, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
