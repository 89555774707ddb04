"""What a worker process does to itself: it lowers its priority, limits its memory, and ends with the
server. On Windows its memory is not limited."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import sys
from typing import NoReturn

if sys.platform != "win32":
    import resource

NICE = 19
"""With 10, the slowest hundredth of a game's moves takes 1.7 times as long while the lab computes on
two cores; with 19 it takes 1.07 times as long (`python -m bench.lab`)."""


def server_socket(descriptor: str) -> socket.socket:
    """Return the worker's end of the connection that `WorkerProcess.start` has made."""
    if sys.platform == "win32":
        connection = socket.fromshare(sys.stdin.buffer.read())
    else:
        connection = socket.socket(fileno=int(descriptor))
    connection.setblocking(True)
    return connection


def resident_mb() -> float:
    """The memory that this process uses; 0 on Windows."""
    if sys.platform == "linux":
        with open("/proc/self/statm", encoding="ascii") as file:
            return int(file.read().split()[1]) * resource.getpagesize() / 1e6
    if sys.platform != "win32":  # the most that it has used, in bytes
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6
    return 0.0


def end_group() -> NoReturn:
    """End this process and, except on Windows, all that it has started, at once."""
    if sys.platform != "win32":
        with contextlib.suppress(OSError):
            os.killpg(0, signal.SIGKILL)
    os._exit(1)


def lower_priority(cpus: tuple[int, ...]) -> None:
    """Leave the CPU to games, also with the children of this process. `SCHED_IDLE` would be too low: on
    a busy machine such processes do not run at all."""
    if sys.platform == "win32":
        return  # the server has started it with a lower priority
    if cpus and sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.sched_setaffinity(0, cpus)
    with contextlib.suppress(OSError):
        os.nice(NICE)
    if sys.platform == "linux":
        with contextlib.suppress(OSError):
            os.sched_setscheduler(0, os.SCHED_BATCH, os.sched_param(0))


def limit_memory(megabytes: int) -> None:
    """Let allocations beyond a limit fail; 0 is none."""
    if megabytes and sys.platform != "win32":
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
