"""The program, compiled: every door of it (`layout.DOORS`) once, and kept in Numba's cache.

Compiling takes most of a minute, reading from the cache a moment. The cache belongs to the text of the
program: each version of it has a folder of its own.
"""

from __future__ import annotations

import ctypes
import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numba
from numba.core import config

from turnwright.core import ledger
from turnwright.games.skirmish import body, draws, melee, words

from . import kernel_days  # it imports all others, and so their doors are known
from .kernel_memory import DOORS


class Program(NamedTuple):
    """Addresses of the doors by name; `play_all(world, first, last)` can be called from Python."""

    addresses: dict[str, int]
    play_all: Callable[[int, int, int], None]
    kept: list[Any]
    """The compiled functions, which live as long as somebody holds them."""


@cache
def program() -> Program:
    """The program, compiled or from the cache."""
    folder = cache_folder()
    before, config.CACHE_DIR = config.CACHE_DIR, str(folder)
    try:
        kept = {
            name: numba.cfunc(door.signature, cache=True, nogil=True, error_model="numpy")(door.function)
            for name, door in DOORS.items()
        }
    finally:
        config.CACHE_DIR = before
    (folder / "complete").touch()
    addresses = {name: one.address for name, one in kept.items()}
    call = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int64, ctypes.c_int64)
    return Program(addresses, call(addresses["play_all"]), list(kept.values()))


def is_compiled() -> bool:
    """Is this version of the program in the cache?"""
    return (cache_folder() / "complete").exists()


@cache
def cache_folder() -> Path:
    """Where the compiled program of this version is kept: in Numba's folder if one is set, else in the
    user's, else in one for temporary files."""
    version = f"turnwright-kernel-{_version()}"
    wanted = [
        Path(config.CACHE_DIR) if config.CACHE_DIR else None,
        Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"),
        Path(tempfile.gettempdir()),
    ]
    for place in wanted:
        if place is None:
            continue
        try:
            folder = place / version
            folder.mkdir(parents=True, exist_ok=True)
            if os.access(folder, os.W_OK):
                return folder
        except OSError:
            continue
    return Path(tempfile.mkdtemp())


def _version() -> str:
    """A name for the text of the program, of what it takes constants from, and of what compiles it."""
    here = Path(kernel_days.__file__).parent
    constants = (ledger, body, draws, melee, words)
    files = [*here.glob("kernel_*.py"), here / "layout.py", *(Path(m.__file__ or "") for m in constants)]
    digest = hashlib.sha256(f"{numba.__version__}".encode())
    for file in sorted(files):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
