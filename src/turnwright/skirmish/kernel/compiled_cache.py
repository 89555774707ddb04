"""The cache of the compiled kernel: where it is, whether it is complete, and who is filling it.

Nothing here imports Numba, so that it can be asked quickly. Each version of the source has its own
folder, named after a digest of the files of this package.
"""

from __future__ import annotations

import hashlib
import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from importlib.metadata import version
from pathlib import Path

from turnwright.core.rules.ledger import EPSILON
from turnwright.skirmish.engine import fight_events, resolution, rng, run_outcome
from turnwright.skirmish.model.vocabulary import EVENTS

if sys.platform != "win32":  # on Windows several processes may compile the same at once
    import fcntl

FOLDER_VARIABLE = "NUMBA_CACHE_DIR"
NOT_COMPILED = (
    "background_compilation.py", "compiled_cache.py", "interpreted_statuses.py", "kernel.py",
    "name_bits.py", "outcome_columns.py", "table_builder.py", "tables.py",
)  # fmt: skip
"""Files that compiled functions neither are in nor import."""


def is_compiled() -> bool:
    """Whether this version of the kernel is in the cache."""
    return (cache_folder() / "complete").exists()


def mark_complete() -> None:
    """Note that everything is in the cache."""
    (cache_folder() / "complete").touch()


@cache
def cache_folder() -> Path:
    """The cache folder of this version: in Numba's folder if one is set, otherwise in the user's
    cache, or in the folder for temporary files."""
    name = f"turnwright-kernel-{_digest()}"
    wanted = [
        Path(os.environ[FOLDER_VARIABLE]) if os.environ.get(FOLDER_VARIABLE) else None,
        Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"),
        Path(tempfile.gettempdir()),
    ]
    for place in wanted:
        if place is None:
            continue
        try:
            folder = place / name
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
        except OSError:
            continue
    folder = Path(tempfile.mkdtemp()) / name
    folder.mkdir()
    return folder


def _digest() -> str:
    """A digest of the source, of the constants it imports, and of the compiler's version. Numba also
    goes by the place and the time of a file."""
    here = Path(__file__).resolve().parent
    constants = (
        version("numba"), EPSILON, EVENTS, resolution.ANY_TYPE, rng.GAMMA, rng.MIX_1, rng.MIX_2,
        fight_events.MISS, fight_events.HIT, fight_events.CRITICAL, fight_events.FAILURE,
        fight_events.OWN_DAMAGE, run_outcome.MAX_FALL_ROUND,
    )  # fmt: skip
    digest = hashlib.sha256(repr(constants).encode())
    for file in sorted(here.glob("*.py")):
        if file.name not in NOT_COMPILED:
            digest.update(repr((str(file), file.stat().st_mtime_ns)).encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


# --- one process at a time ------------------------------------------------------------------------


def _lock_file() -> Path:
    return cache_folder() / "lock"


@contextmanager
def filling_cache() -> Iterator[None]:
    """Wait until no other process fills the cache, and keep others from it meanwhile. A process that
    ends, in whatever way, no longer does."""
    with _lock_file().open("wb") as file:
        if sys.platform != "win32":
            fcntl.flock(file, fcntl.LOCK_EX)
        yield


def is_being_filled() -> bool:
    """Whether a process is compiling into the cache."""
    if sys.platform != "win32" and _lock_file().exists():
        with _lock_file().open("rb") as file:
            try:
                fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
            except BlockingIOError:
                return True
    return False
