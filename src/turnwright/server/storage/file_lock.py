"""Keeps a second server off a database file: the two would take rooms from each other.

The lock belongs to the file itself. Symbolic links are followed. A file with several names (hard links)
is refused: SQLite puts the log of recent commits beside the name that it is opened with, so a program
that uses another name does not see them, and damages the file.
"""

from __future__ import annotations

import sys
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING

from turnwright.core.errors import UnusableError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

if sys.platform == "win32":
    import msvcrt

    def _lock(file: IO[bytes]) -> None:
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: IO[bytes]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock of a database file; raise `database_in_use` if another process has it. The system
    releases it when the process ends, however it ends."""
    try:
        real = path.resolve()
        names = real.stat().st_nlink if real.is_file() else 1
        file = real.with_name(f"{real.name}.lock").open("ab")
    except (OSError, ValueError, RuntimeError):  # the store will say what is wrong with this path
        yield
        return
    with file:
        try:
            _lock(file)
        except OSError:
            sentence = (
                f"Another server is using {path}. Stop it first, or use another file with --db."
            )
            raise UnusableError("database_in_use", sentence) from None
        if names > 1:
            sentence = (
                f"{path} has {names} names (hard links). Another program would damage it: "
                "remove the other names, or make a copy."
            )
            raise UnusableError("database_linked", sentence)
        yield
