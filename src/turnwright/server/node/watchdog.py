"""The watchdog: interrupts rules that take too long, so that they do not freeze the other rooms.

A thread looks at the node's `RulesWatch` some times a second. If the same call is still running after
`rule_seconds`, it sends the main thread a signal, whose handler raises in the rules. Python runs signal
handlers in the main thread between two instructions, so the handler knows for certain whether the rules
are still running; if they are not, it does nothing. Rules that stay in C code cannot be interrupted
before they return from it.
"""

from __future__ import annotations

import signal
import sys
import threading
from pathlib import Path
from types import FrameType

from turnwright.core.errors import RulesInterrupted
from turnwright.server.rooms.rules_watch import RulesStuck, RulesWatch

LOOK_SECONDS = 0.1
"""Seconds between two looks, or less if the limit is short."""
LEAST_SHARE = 0.05
"""The part of a time that counts even if the main thread did not run at all."""

_running: set[Watchdog] = set()


class Watchdog:
    """Watches the rules of one node. The time in which the whole process did not run, for example
    because the computer slept, does not count: every look counts for the time between two looks.
    Neither does, on Linux, most of the time in which the main thread waited for a busy CPU."""

    def __init__(self, watch: RulesWatch, seconds: float) -> None:
        self.watch, self.seconds = watch, seconds
        self.number = -1  # of the call that is seen to run
        self.ran = 0.0  # seconds since it was seen first, or was interrupted
        self.interruptions = 0  # of this call
        self.is_due = False
        self.queued = 0.0  # seconds for which the main thread has waited for a CPU
        self._end = threading.Event()
        self._thread: threading.Thread | None = None

    def start(self) -> None:
        """Start to watch. Without signals (on Windows, or if the event loop is not in the main thread)
        there is no watchdog."""
        is_main = threading.current_thread() is threading.main_thread()
        if not self.seconds or sys.platform == "win32" or not is_main:
            return
        signal.signal(signal.SIGVTALRM, _on_signal)  # stays, because a signal may be on its way
        _running.add(self)
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop watching. Does nothing if it was not started."""
        if self._thread is not None:
            self._end.set()
            self._thread.join()
            self._thread = None
            _running.discard(self)

    def _watch(self) -> None:
        """Look regularly, in a thread of its own."""
        watch, main = self.watch, threading.main_thread().ident
        wait = min(LOOK_SECONDS, self.seconds / 4)
        assert main is not None
        while not self._end.wait(wait):
            number = watch.number
            if not watch.is_inside or number != self.number:
                self.number, self.ran, self.interruptions = number, 0.0, 0
                self.queued = queued_seconds()
                continue
            before, self.queued = self.queued, queued_seconds()
            self.ran += counted_seconds(wait, self.queued - before)
            if self.ran >= self.seconds:
                self.ran, self.is_due = 0.0, True
                if sys.platform != "win32":
                    signal.pthread_kill(main, signal.SIGVTALRM)

    def interrupt(self) -> None:
        """Raise in the rules if they are still running. Called in the main thread."""
        is_due, self.is_due = self.is_due, False
        if not is_due or not self.watch.is_inside or self.watch.number != self.number:
            return
        self.interruptions += 1
        self.watch.interruptions += 1
        if self.interruptions > 1:
            raise RulesStuck
        raise RulesInterrupted(self.seconds)


def counted_seconds(seconds: float, queued: float) -> float:
    """Return how much of a time counts if the main thread waited for a CPU for a part of it. Some of it
    always counts, so that endless rules are interrupted on any machine."""
    return max(seconds - queued, LEAST_SHARE * seconds)


def queued_seconds() -> float:
    """Return for how long the main thread has been ready to run while others had the CPU. It is the
    second number of schedstat in nanoseconds; 0 if the system does not count it."""
    try:
        text = Path(f"/proc/self/task/{threading.main_thread().native_id}/schedstat").read_text(
            "ascii"
        )
        return int(text.split()[1]) / 1e9
    except (OSError, IndexError, ValueError):
        return 0.0


def _on_signal(number: int, frame: FrameType | None) -> None:
    for watchdog in list(_running):
        watchdog.interrupt()
