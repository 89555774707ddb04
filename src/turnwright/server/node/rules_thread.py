"""A thread that plays matches again, and interrupts rules that do not end.

The watchdog interrupts rules on the event loop only. A rule that loops in another thread would keep
that thread, and half of Python's lock, until the server stops. Rules that stay in C code, for example
because they sleep, cannot be interrupted before they return from it.
"""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from turnwright.core.errors import UnusableError
from turnwright.server.rooms.rules_watch import RulesStuck

P = ParamSpec("P")
R = TypeVar("R")

PATIENCE = 15.0
"""Times `rule_seconds`: nobody waits for this thread, and it has to share the CPU."""
LOOKS = 8
"""Looks within the time that rules may take."""


class RulesThread(ThreadPoolExecutor):
    """One thread. Work whose steps are further apart than some seconds ends with `rules_too_slow`; it
    calls `progress` after each step. Without `rule_seconds` nothing is interrupted."""

    def __init__(self, name: str, rule_seconds: float) -> None:
        super().__init__(1, name)
        self.seconds = PATIENCE * rule_seconds
        self._since = 0.0
        self._lock = threading.Lock()

    def submit(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Do some work in the thread."""
        return super().submit(self._watched, work, *args, **kwargs)

    def progress(self) -> None:
        """Note that a step has ended."""
        self._since = time.monotonic()

    def _watched(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> R:
        end = threading.Event()
        self.progress()
        if self.seconds:
            watching = (threading.get_ident(), end)
            threading.Thread(target=self._watch, args=watching, daemon=True).start()
        try:
            return work(*args, **kwargs)
        except RulesStuck:
            sentence = f"The rules took longer than {self.seconds:g} seconds."
            raise UnusableError("rules_too_slow", sentence) from None
        finally:
            with self._lock:  # after this nothing is raised any more
                end.set()

    def _watch(self, thread: int, end: threading.Event) -> None:
        while not end.wait(self.seconds / LOOKS):
            if time.monotonic() - self._since > self.seconds:
                with self._lock:
                    if not end.is_set():
                        raise_in = ctypes.pythonapi.PyThreadState_SetAsyncExc
                        raise_in(ctypes.c_ulong(thread), ctypes.py_object(RulesStuck))
                self.progress()  # again after the same time, if the rules go on
