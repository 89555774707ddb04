"""The program, compiled: every door of it (`layout.DOORS`) once, and kept in Numba's cache.

Compiling takes most of a minute, reading from the cache a moment. The cache belongs to the text of the
program: each version of it has a folder of its own.
"""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numba
from numba.core import config

from turnwright.core.rules.ledger import EPSILON
from turnwright.skirmish.engine import combatant_state, resolution, rng
from turnwright.skirmish.model.vocabulary import EVENTS

from .memory import DOORS, Door, world_at
from .runs import play  # which needs all other parts of the program


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
    # Loops are short here: to make vectors of them costs more than it saves.
    before = config.CACHE_DIR, config.LOOP_VECTORIZE
    config.CACHE_DIR, config.LOOP_VECTORIZE = str(folder), 0
    try:
        addresses, kept = {}, []
        for name, door in DOORS.items():
            compiled = _compiled(door)
            addresses[name] = compiled.library.get_pointer_to_function(
                compiled.fndesc.llvm_func_name
            )
            kept.append(compiled)
        entry = numba.cfunc("void(int64, int64, int64)", cache=True)(play_all)
    finally:
        config.CACHE_DIR, config.LOOP_VECTORIZE = before
    (folder / "complete").touch()
    return Program(addresses, entry.ctypes, [*kept, entry])


def _compiled(door: Door) -> Any:
    """A door, compiled for the one kind of arguments that it takes."""
    dispatcher = numba.njit(
        door.signature, cache=True, nogil=True, error_model="numpy",
        no_cpython_wrapper=True, no_cfunc_wrapper=True,
    )(door.function)  # fmt: skip
    return dispatcher.overloads[door.signature.args]


def play_all(world, first, last):  # type: ignore[no-untyped-def]
    """All runs from the first up to the last: what Python calls."""
    for run in range(first, last):
        play(world_at(world), run)


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
    here = Path(__file__).parent
    constants = (
        numba.__version__, EPSILON, EVENTS, resolution.STAR, rng.GAMMA, rng.MIX_1, rng.MIX_2,
        combatant_state.MISS, combatant_state.HIT, combatant_state.CRITICAL, combatant_state.FAILURE,
    )  # fmt: skip
    digest = hashlib.sha256(repr(constants).encode())
    for file in sorted(here.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
