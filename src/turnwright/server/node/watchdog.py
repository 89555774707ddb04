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
from types import FrameType

from turnwright.core.errors import RulesInterrupted
from turnwright.server.rooms.rules_watch import RulesStuck, RulesWatch

LOOK_SECONDS = 0.1
"""Seconds between two looks, or less if the limit is short."""

_running: set[Watchdog] = set()


class Watchdog:
    """Watches the rules of one node. The time in which the whole process did not run, for example
    because the computer slept, does not count: looks are counted, not seconds."""

    def __init__(self, watch: RulesWatch, seconds: float) -> None:
        self.watch, self.seconds = watch, seconds
        self.number = -1  # of the call that is seen to run
        self.looks = 0  # since it was seen first, or was interrupted
        self.interruptions = 0  # of this call
        self.is_due = False
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
                self.number, self.looks, self.interruptions = number, 0, 0
                continue
            self.looks += 1
            if self.looks * wait >= self.seconds:
                self.looks, self.is_due = 0, True
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


def _on_signal(number: int, frame: FrameType | None) -> None:
    for watchdog in list(_running):
        watchdog.interrupt()
