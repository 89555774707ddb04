"""Stopping work in the middle of a chunk.

Work in this process may ask whether to go on, between two runs or within a long one. Work in other
processes does not need to: they are ended.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TypeAlias, TypeVar

T = TypeVar("T")

CancelCheck: TypeAlias = Callable[[], bool]

ASK_SECONDS = 0.05
"""Seconds between two questions whether to stop."""


class WorkStopped(Exception):
    """The work was cancelled in the middle of a chunk, whose runs are not counted."""


class StopCheck:
    """Called often; asks now and then whether the work is cancelled, and raises `WorkStopped` then."""

    __slots__ = ("cancelled", "due")

    def __init__(self, cancelled: CancelCheck) -> None:
        self.cancelled = cancelled
        self.due = 0.0

    def __call__(self) -> None:
        now = time.perf_counter()
        if now >= self.due:
            self.due = now + ASK_SECONDS
            if self.cancelled():
                raise WorkStopped


_of_thread = threading.local()


def current_stop_check() -> StopCheck | None:
    """The check for the work that this thread is doing, if it can be stopped."""
    return getattr(_of_thread, "check", None)


@contextmanager
def stopping_when(cancelled: CancelCheck) -> Iterator[None]:
    """Let the work in this block be stopped. `current_stop_check` finds the check."""
    before = current_stop_check()
    _of_thread.check = StopCheck(cancelled)
    try:
        yield
    finally:
        _of_thread.check = before


def call_stoppably(function: Callable[[], T]) -> T:
    """Call a function that takes long and never asks whether to stop. It runs in a thread if it can be
    stopped, and goes on in there, without a result, if it is."""
    check = current_stop_check()
    if check is None:
        return function()
    results: list[T] = []
    problems: list[BaseException] = []

    def call() -> None:
        try:
            results.append(function())
        except BaseException as problem:
            problems.append(problem)

    thread = threading.Thread(target=call)
    thread.start()
    while thread.is_alive():
        thread.join(ASK_SECONDS / 2)
        check()
    if problems:
        raise problems[0]
    return results[0]
