"""Back up a database while servers use it.

The backup of an SQLite file is an SQLite file; that of PostgreSQL is a ZIP file with its tables. It
holds seeds and secrets, so only its owner can read it.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

import turnwright as tw
from turnwright.cli.output import check_can_write
from turnwright.optional_packages import needed_by

from .database import add_database_arguments, copy_progress, database, is_postgres


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright db backup`."""
    parser.add_argument("file", type=Path, help="the backup to write")
    parser.add_argument("--force", action="store_true", help="replace the file if it exists")
    add_database_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Write a backup."""
    address, target = database(arguments), arguments.file
    check_can_write(target)
    if target.exists() and not arguments.force:
        raise tw.UnusableError("exists", f"{target} exists. Replace it with --force.")
    with copy_progress("copying") as progress:
        if is_postgres(address):
            with needed_by("A PostgreSQL database", "postgres"):
                from turnwright.server.storage.postgres_backup import export_tables

            asyncio.run(export_tables(address, target, progress))
        else:
            from turnwright.server.storage.sqlite_backup import copy_file

            if target.exists() and target.samefile(address):
                raise tw.UnusableError("same_file", f"{target} is the database itself.")
            copy_file(Path(address), target, progress)
    print(f"Wrote {target} ({target.stat().st_size / 1e6:,.1f} MB).")
    return 0
