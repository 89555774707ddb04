"""Restore a backup that `turnwright db backup` has written. Stop the servers first.

The backup is checked before anything is changed. A database that has rooms is only replaced with
--force.
"""

from __future__ import annotations

import argparse
import asyncio
from pathlib import Path

import turnwright as tw
from turnwright.optional_packages import needed_by

from .database import add_database_arguments, copy_progress, database, is_postgres, opened


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `turnwright db restore`."""
    parser.add_argument("file", type=Path, help="the backup to restore")
    parser.add_argument("--force", action="store_true", help="replace the database")
    add_database_arguments(parser)


def run(arguments: argparse.Namespace) -> int:
    """Restore a backup."""
    address, backup = database(arguments), arguments.file
    if not backup.is_file():
        raise tw.UnusableError("no_backup", f"There is no file {backup}.")
    if is_postgres(address):
        asyncio.run(_restore_tables(address, backup, force=arguments.force))
    else:
        _restore_file(Path(address), backup, force=arguments.force)
    print(f"Restored {backup}.")
    return 0


def _restore_file(target: Path, backup: Path, *, force: bool) -> None:
    from turnwright.server.storage.file_lock import locked
    from turnwright.server.storage.integrity import check_file
    from turnwright.server.storage.sqlite_backup import replace_file

    if problems := check_file(backup):
        raise tw.UnusableError("damaged", problems[0])
    with locked(target), copy_progress("copying") as progress:
        if target.exists() and not force:
            raise tw.UnusableError("exists", f"{target} exists. Replace it with --force.")
        replace_file(backup, target, progress)


async def _restore_tables(url: str, backup: Path, *, force: bool) -> None:
    with needed_by("A PostgreSQL database", "postgres"):
        from turnwright.server.storage.postgres_backup import import_tables, read_manifest

    read_manifest(backup)
    async with opened(url):  # creates the tables
        pass
    with copy_progress("copying") as progress:
        await import_tables(url, backup, progress, force=force)
