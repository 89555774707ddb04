"""Run `turnwright` with a wall clock that another process can set.

    python -m turnwright.torture.serve_with_clock CLOCK serve --port 0

The file CLOCK holds how many seconds `time.time()` and `datetime.now()` are ahead, as eight bytes that
`set_clock` writes. The monotonic clock is not changed, as when an administrator sets the clock of a
computer. On Linux the process ends with the process that has started it.
"""

from __future__ import annotations

import datetime
import mmap
import runpy
import signal
import struct
import sys
import time
from pathlib import Path

_OFFSET = struct.Struct("<d")


def set_clock(file: Path, seconds: float) -> None:
    """Set the clock of the processes that use this file to so many seconds ahead, or behind."""
    mode = "r+b" if file.exists() else "wb"
    with file.open(mode) as opened:
        opened.write(_OFFSET.pack(seconds))


def use_clock(file: Path) -> None:
    """Make the wall clock of this process follow a file."""
    with file.open("rb") as opened:
        shared = mmap.mmap(opened.fileno(), _OFFSET.size, access=mmap.ACCESS_READ)
    real = time.time

    def shifted() -> float:
        return real() + float(_OFFSET.unpack_from(shared)[0])

    class ShiftedDatetime(datetime.datetime):
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> ShiftedDatetime:
            return cls.fromtimestamp(shifted(), tz)

    time.time = shifted
    datetime.datetime = ShiftedDatetime  # type: ignore[misc]


def end_with_parent() -> None:
    """Let the system kill this process when the one that has started it ends. Only on Linux."""
    if sys.platform == "linux":
        import ctypes

        ctypes.CDLL(None).prctl(1, signal.SIGKILL)  # 1 is PR_SET_PDEATHSIG


def main(clock: str, *arguments: str) -> None:
    """Run a command of turnwright."""
    end_with_parent()
    use_clock(Path(clock))
    sys.argv = ["turnwright", *arguments]
    runpy.run_module("turnwright", run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
