"""The compiled program: every entry point (`layout.ENTRY_POINTS`) compiled once, and kept in
Numba's cache.

Compiling takes about a minute, loading from the cache about a second. Each version of the source
has its own cache folder, named after a digest of the files of this package.
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
from turnwright.skirmish.engine import fight_events, resolution, rng
from turnwright.skirmish.model.vocabulary import EVENTS

from .memory import ENTRY_POINTS, EntryPoint, run_state_at
from .runs import play  # imports all other parts of the program


class Program(NamedTuple):
    """The addresses of the entry points, and `play_all(run_state, first, last)` for Python."""

    addresses: dict[str, int]
    play_all: Callable[[int, int, int], None]
    kept: list[Any]
    """References that keep the compiled functions alive."""


@cache
def program() -> Program:
    """Compile the program, or load it from the cache."""
    folder = cache_folder()
    # Loops are short here, and vectorising them costs more than it saves.
    before = config.CACHE_DIR, config.LOOP_VECTORIZE
    config.CACHE_DIR, config.LOOP_VECTORIZE = str(folder), 0
    try:
        addresses, kept = {}, []
        for name, entry_point in ENTRY_POINTS.items():
            compiled = _compiled(entry_point)
            addresses[name] = compiled.library.get_pointer_to_function(
                compiled.fndesc.llvm_func_name
            )
            kept.append(compiled)
        compiled_play = numba.cfunc("void(int64, int64, int64)", cache=True)(play_all)
    finally:
        config.CACHE_DIR, config.LOOP_VECTORIZE = before
    (folder / "complete").touch()
    return Program(addresses, compiled_play.ctypes, [*kept, compiled_play])


def _compiled(entry_point: EntryPoint) -> Any:
    """Compile an entry point for its signature."""
    dispatcher = numba.njit(
        entry_point.signature, cache=True, nogil=True, error_model="numpy",
        no_cpython_wrapper=True, no_cfunc_wrapper=True,
    )(entry_point.function)  # fmt: skip
    return dispatcher.overloads[entry_point.signature.args]


def play_all(run_state, first, last):  # type: ignore[no-untyped-def]
    """Play the runs from `first` up to, but not including, `last`. Called from Python."""
    for index in range(first, last):
        play(run_state_at(run_state), index)


def is_compiled() -> bool:
    """Whether this version of the program is in the cache."""
    return (cache_folder() / "complete").exists()


@cache
def cache_folder() -> Path:
    """The cache folder of this version: in Numba's folder if one is set, otherwise in the user's
    cache, or in the folder for temporary files."""
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
    """A digest of the source, of the constants it imports, and of the compiler's version."""
    here = Path(__file__).parent
    constants = (
        numba.__version__, EPSILON, EVENTS, resolution.ANY_TYPE, rng.GAMMA, rng.MIX_1, rng.MIX_2,
        fight_events.MISS, fight_events.HIT, fight_events.CRITICAL, fight_events.FAILURE,
    )  # fmt: skip
    digest = hashlib.sha256(repr(constants).encode())
    for file in sorted(here.glob("*.py")):
        digest.update(file.read_bytes())
    return digest.hexdigest()[:16]
