"""Copies of an SQLite file: made while a server writes to it, and put in place of another file.

A copy is written next to its target as `NAME.part`, checked, flushed to the disk, and then renamed. So
a target is always complete: the old file or the new one, whenever the process is killed.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from turnwright.core.errors import UnusableError

PAGES = 500  # copied in one step
Progress = Callable[[int, int], None]
"""Called with the number of copied pages and of all pages."""


def connect_read_only(path: Path) -> sqlite3.Connection:
    """Open a file that must exist, without the right to change it."""
    if not path.is_file():
        raise UnusableError("no_database", f"There is no file {path}.")
    return sqlite3.connect(
        f"{path.resolve().as_uri()}?mode=ro", uri=True, timeout=30.0, isolation_level=None
    )


def copy_file(source: Path, target: Path, progress: Progress) -> None:
    """Copy a database; the copy is one file with everything up to the moment the copy began."""
    part = _write_part(source, target, progress)
    _rename(part, target)


def replace_file(backup: Path, target: Path, progress: Progress) -> None:
    """Put a copy of a backup in the place of a database that no server uses."""
    part = _write_part(backup, target, progress)
    with suppress(sqlite3.Error):  # a damaged file is replaced, too
        if target.exists():
            _merge_log(target)
    for ending in ("-wal", "-shm"):  # they belong to the old file
        target.with_name(target.name + ending).unlink(missing_ok=True)
    _rename(part, target)


def _write_part(source: Path, target: Path, progress: Progress) -> Path:
    """Write a complete copy next to the target."""
    part = _new_part(target)
    try:
        with closing(connect_read_only(source)) as reading, closing(sqlite3.connect(part)) as copy:
            # Within one read transaction the source does not change for us: otherwise every commit of
            # the server would make the copy begin again.
            reading.execute("BEGIN")
            reading.execute("SELECT count(*) FROM sqlite_master").fetchone()
            reading.backup(
                copy, pages=PAGES, progress=lambda _, left, all: progress(all - left, all)
            )
            copy.execute("PRAGMA journal_mode = DELETE")  # no second file is needed to read it
            is_sound = copy.execute("PRAGMA quick_check(1)").fetchone() == ("ok",)
    except sqlite3.Error as error:
        part.unlink(missing_ok=True)
        raise UnusableError("copy_failed", f"Cannot copy {source}: {error}.") from None
    if not is_sound:
        part.unlink()
        raise UnusableError("damaged", f"{source} is damaged; see `turnwright db check`.")
    return part


def _rename(part: Path, target: Path) -> None:
    _flush(part)
    os.replace(part, target)
    _flush(target.parent)


def _merge_log(target: Path) -> None:
    """Write everything into the file itself, so that it is complete without its log. If the process is
    killed before the new file is in place, the old one is as it was."""
    with closing(sqlite3.connect(target, timeout=5.0)) as db:
        is_busy, _, _ = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
    if is_busy:
        raise UnusableError("database_in_use", f"Another program is using {target}.")


def _new_part(target: Path) -> Path:
    """Create an empty file that only its owner may read: a database holds seeds and secrets."""
    part = target.with_name(f"{target.name}.part")
    for ending in ("", "-journal", "-wal", "-shm"):  # of a copy that was killed
        part.with_name(part.name + ending).unlink(missing_ok=True)
    os.close(os.open(part, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    return part


def _flush(path: Path) -> None:
    """Write a file or the names of a folder to the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
