"""Backups of a PostgreSQL database: the rows of all tables in one ZIP file.

Writing one needs no program besides Turnwright, no password on a command line, and no matching version
of `pg_dump`. All tables are read in one transaction, so the backup is one moment of the database, also
while servers write. Restoring is one transaction, too: it happens completely or not at all.
"""

from __future__ import annotations

import os
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import msgspec

from turnwright.core.errors import UnusableError

from .postgres import DATABASE_ERRORS

FORMAT = "turnwright postgresql backup 1"
MANIFEST = "manifest.json"
COLUMNS = """
SELECT table_name, array_agg(column_name::text ORDER BY ordinal_position)
FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
WHERE table_schema = current_schema() AND table_type = 'BASE TABLE' GROUP BY 1 ORDER BY 1"""
NODES = "SELECT count(*) FROM nodes WHERE lease_until > extract(epoch FROM clock_timestamp())"

Progress = Callable[[int, int], None]
"""Called with the number of finished tables and of all tables."""


class Manifest(msgspec.Struct):
    """The description of a backup: the columns and the number of rows of each table."""

    format: str
    columns: dict[str, list[str]]
    rows: dict[str, int]


async def export_tables(url: str, target: Path, progress: Progress) -> None:
    """Write a backup. The file appears under its name when it is complete."""
    part = target.with_name(f"{target.name}.part")
    part.unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    connection = await _connect(url)
    try:
        async with connection.transaction(isolation="repeatable_read", readonly=True):
            columns = await _columns(connection)
            if "rooms" not in columns:
                raise UnusableError("no_database", "The database has no tables of Turnwright.")
            with zipfile.ZipFile(part, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
                rows = {}
                for number, table in enumerate(columns):
                    progress(number, len(columns))
                    with archive.open(table, "w", force_zip64=True) as output:
                        said = await connection.copy_from_table(
                            table, columns=columns[table], output=output
                        )
                    rows[table] = int(said.split()[-1])
                archive.writestr(MANIFEST, msgspec.json.encode(Manifest(FORMAT, columns, rows)))
                progress(len(columns), len(columns))
    except DATABASE_ERRORS as error:
        raise UnusableError("database_failed", f"The database failed: {error}.") from None
    finally:
        await connection.close()
    with part.open("rb") as written:
        os.fsync(written.fileno())
    os.replace(part, target)


def read_manifest(backup: Path) -> Manifest:
    """Check a backup completely and return its description."""
    try:
        with zipfile.ZipFile(backup) as archive:
            damaged = archive.testzip()
            manifest = msgspec.json.decode(archive.read(MANIFEST), type=Manifest)
            is_complete = set(archive.namelist()) == {MANIFEST, *manifest.columns}
    except (zipfile.BadZipFile, zlib.error, KeyError, EOFError, msgspec.DecodeError) as error:
        raise UnusableError("damaged", f"{backup} is not a complete backup: {error}.") from None
    if damaged or not is_complete or manifest.format != FORMAT:
        raise UnusableError("damaged", f"{backup} is damaged.")
    return manifest


async def import_tables(url: str, backup: Path, progress: Progress, *, force: bool) -> None:
    """Restore a backup into a database whose tables exist. `force` replaces what is there."""
    manifest = read_manifest(backup)
    connection = await _connect(url)
    try:
        async with connection.transaction():
            columns = await _columns(connection)
            if columns != manifest.columns:
                sentence = (
                    f"{backup} was written by another version of Turnwright. Restore it with that "
                    "version; the tables are converted when a newer server starts."
                )
                raise UnusableError("other_version", sentence)
            tables = ", ".join(columns)
            await connection.execute(f"LOCK TABLE {tables} IN ACCESS EXCLUSIVE MODE")
            if await connection.fetchval(NODES):
                raise UnusableError("database_in_use", "Stop the servers of this database first.")
            if not force and await connection.fetchval("SELECT count(*) FROM rooms"):
                raise UnusableError(
                    "not_empty", "The database has rooms. Replace them with --force."
                )
            await connection.execute(f"TRUNCATE {tables}")
            with zipfile.ZipFile(backup) as archive:
                for number, (table, names) in enumerate(columns.items()):
                    progress(number, len(columns))
                    with archive.open(table) as source:
                        await connection.copy_to_table(table, columns=names, source=source)
            progress(len(columns), len(columns))
    except DATABASE_ERRORS as error:
        raise UnusableError("database_failed", f"The database failed: {error}.") from None
    finally:
        await connection.close()


async def _connect(url: str) -> Any:
    try:
        return await asyncpg.connect(url, timeout=10.0)
    except DATABASE_ERRORS as error:
        raise UnusableError("database_failed", f"The database failed: {error}.") from None


async def _columns(connection: Any) -> dict[str, list[str]]:
    return {table: list(names) for table, names in await connection.fetch(COLUMNS)}
