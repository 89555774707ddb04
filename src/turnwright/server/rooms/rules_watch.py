"""Marks when the rules of a game run, so that a watchdog can interrupt them if they take too long.

`RulesWatch.run` calls something that runs rules. While it does, `node.watchdog` may raise
`RulesInterrupted` in it. Rules that catch that are interrupted again with `RulesStuck`. Nothing is ever
raised outside of `run`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple, Unpack

from turnwright.core.errors import RulesInterrupted

Args = TypeVarTuple("Args")
R = TypeVar("R")


class RulesStuck(BaseException):
    """Rules were interrupted and go on. Not an `Exception`, so that they do not catch it again."""


class RulesWatch:
    """Says whether rules are running. One event loop has one, and only its thread may use it."""

    __slots__ = ("interruptions", "is_inside", "number")

    def __init__(self) -> None:
        self.is_inside = False
        self.number = 0  # of calls so far
        self.interruptions = 0  # so far, also those that somebody caught

    def run(self, work: Callable[[Unpack[Args]], R], *args: *Args) -> R:
        """Call something that runs rules, and return its result."""
        self.number += 1
        self.is_inside = True
        try:
            try:
                return work(*args)
            finally:
                self.is_inside = False
        except (RulesInterrupted, RulesStuck):
            self.is_inside = False  # it may have been raised just before the line above
            raise
