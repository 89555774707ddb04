"""The compiled program: every entry point (`layout.ENTRY_POINTS`) compiled once, and kept in
Numba's cache.

Compiling takes about a minute, loading from the cache (`compiled_cache.py`) about a second.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from contextlib import nullcontext
from typing import Any, NamedTuple

import numba
from numba.core import config

from . import expressions as expressions  # an entry point that nothing else imports
from .compiled_cache import cache_folder, filling_cache, is_compiled, mark_complete
from .memory import ENTRY_POINTS, EntryPoint, run_state_at
from .runs import play  # imports all other parts of the program


class Program(NamedTuple):
    """The addresses of the entry points, and `play_all(run_state, first, last)` for Python."""

    addresses: dict[str, int]
    play_all: Callable[[int, int, int], None]
    kept: list[Any]
    """References that keep the compiled functions alive."""


_lock = threading.Lock()
_program: Program | None = None


def program() -> Program:
    """Load the program from the cache. If it is not there, compile it, or wait for the process that
    does."""
    global _program
    with _lock:
        if _program is None:
            with nullcontext() if is_compiled() else filling_cache():
                _program = _load()
                mark_complete()
        return _program


def is_loaded() -> bool:
    """Whether this process has loaded the program."""
    return _program is not None


def _load() -> Program:
    # Loops are short here, and vectorising them costs more than it saves.
    before = config.CACHE_DIR, config.LOOP_VECTORIZE
    config.CACHE_DIR, config.LOOP_VECTORIZE = str(cache_folder()), 0
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
