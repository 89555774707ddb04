"""Compile the kernel in the background: in a process of low priority that fills the cache.

Several programs may do so at once: one process compiles, the others wait for it. What was compiled
stays in the cache if the process is ended early, and the next one goes on from there.
"""

from __future__ import annotations

import atexit
import os
import subprocess
import sys
import threading
from typing import Literal, TypeAlias

from turnwright.optional_packages import missing

KernelState: TypeAlias = Literal["ready", "compiling", "unavailable"]

NICE = 10
"""How far the process steps back behind others."""

_lock = threading.Lock()
_process: subprocess.Popen[bytes] | None = None


def kernel_state() -> KernelState:
    """Whether the compiled kernel can be loaded, is being compiled by this or another program, or
    neither."""
    if missing("sim"):
        return "unavailable"
    from .compiled_cache import is_being_filled, is_compiled

    if is_compiled():
        return "ready"
    return "compiling" if _is_our_process_running() or is_being_filled() else "unavailable"


def compile_in_background() -> KernelState:
    """Start to compile the kernel, unless it is compiled or this program does so already. The process
    ends when it is done, or with this program."""
    global _process
    if kernel_state() == "ready" or missing("sim"):
        return kernel_state()
    from .compiled_cache import FOLDER_VARIABLE, cache_folder

    with _lock:
        if not _is_our_process_running():
            folder = {FOLDER_VARIABLE: str(cache_folder().parent)}
            path = {"PYTHONPATH": os.pathsep.join(one for one in sys.path if one)}
            _process = subprocess.Popen(
                [sys.executable, "-m", __name__],
                stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                env={**os.environ, **folder, **path},
            )  # fmt: skip
            atexit.register(stop_compiling)
    return "compiling"


def stop_compiling() -> None:
    """End the process that this program has started, if it is still running."""
    global _process
    with _lock:
        if _process is not None:
            _process.kill()
            _process.communicate()
        _process = None


def _is_our_process_running() -> bool:
    return _process is not None and _process.poll() is None


# --- in the process -------------------------------------------------------------------------------


def main() -> None:
    """Compile everything that is not in the cache yet."""
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(NICE)
    from .entry_points import program

    program()


def _end_with_parent() -> None:
    """The parent never writes: when its end of the pipe is closed, it has ended."""
    sys.stdin.buffer.read()
    os._exit(1)


if __name__ == "__main__":
    main()
