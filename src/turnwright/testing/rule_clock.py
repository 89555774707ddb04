"""A clock that interrupts rules which do not return, such as a loop without an end."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from turnwright.core.errors import RulesInterrupted


@contextmanager
def interrupted_rules(seconds: float) -> Iterator[Callable[[], None]]:
    """Interrupt what takes longer than `seconds` of CPU time since the last call of the function that
    is yielded. Only in the main thread, and where the system has such a clock; elsewhere nothing is
    interrupted."""
    if sys.platform == "win32" or threading.current_thread() is not threading.main_thread():
        yield lambda: None
        return

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise RulesInterrupted(seconds)

    def wind_up() -> None:
        signal.setitimer(signal.ITIMER_VIRTUAL, seconds)

    before = signal.signal(signal.SIGVTALRM, interrupt)
    try:
        yield wind_up
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)
