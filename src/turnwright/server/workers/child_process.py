"""What a worker process does to itself: it lowers its priority, limits its memory, and ends with the
server."""

from __future__ import annotations

import contextlib
import os
import resource
import signal
import sys
from typing import NoReturn

NICE = 19
"""With 10, the slowest hundredth of a game's moves takes 1.7 times as long while the lab computes on
two cores; with 19 it takes 1.07 times as long (`python -m bench.lab`)."""


def resident_mb() -> float:
    """The memory that this process uses."""
    try:
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * resource.getpagesize() / 1e6
    except OSError:  # not on Linux: the most that it has used
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e3


def end_group() -> NoReturn:
    """End this process and all that it has started, at once."""
    with contextlib.suppress(OSError):
        os.killpg(0, signal.SIGKILL)
    os._exit(1)


def lower_priority(cpus: tuple[int, ...]) -> None:
    """Leave the CPU to games, also with the children of this process. `SCHED_IDLE` would be too low: on
    a busy machine such processes do not run at all."""
    if cpus and hasattr(os, "sched_setaffinity"):
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, cpus)
    with contextlib.suppress(OSError):
        os.nice(NICE)
    if hasattr(os, "sched_setscheduler"):
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def limit_memory(megabytes: int) -> None:
    """Let allocations beyond a limit fail; 0 is none."""
    if megabytes:
        limit = megabytes * 1_000_000
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_DATA, (limit, limit))


def end_with_server() -> None:
    """Ask Linux to kill this process when the server dies, even if a thread cannot notice it."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(1, signal.SIGKILL)
        if os.getppid() == 1:
            end_group()
