"""Clones of a match with an open question, which are rebuilt only when they are used.

A clone shares the checkpoint and the inputs of the original and runs the inputs again on the first
access to its state. `LazyMatch` is a class of its own, because `__getattr__` on `Match` would slow down
every access. A compiled `Match` cannot be subclassed in Python; then clones are rebuilt at once.
"""

from __future__ import annotations

from types import FunctionType

from turnwright.core.errors import RulesError

from .match import Match
from .record import Record
from .runner import FlowRunner


def clone_in_question(old: Match, header: Record, is_recorded: bool) -> Match:
    """Clone a match while a question is open."""
    if not old._checkpoints:
        raise RulesError("A match without a record cannot be cloned while a question is open.")
    index, G, ctx = old._checkpoints[-1]
    if LAZY_MATCH is None:
        match = Match(old.game, G, ctx, header, is_recorded)
    else:
        match = LAZY_MATCH.__new__(LAZY_MATCH)
        match.game, match.trace, match.fault = old.game, None, None
        match.record, match._is_recorded = header, is_recorded
    match._asked_at = old._asked_at
    match._keeps_inputs = True
    if is_recorded:
        match._inputs, match._checkpoints = old._inputs[:], old._checkpoints[:]
    elif old.game.history:
        match._inputs, match._checkpoints = old._inputs[:], [old._checkpoints[-1]]
    else:
        match._inputs = old._inputs[max(index, 0) :]
        match._checkpoints = [(min(index, 0), G, ctx)]
    if LAZY_MATCH is None:
        match._rebuild(len(match._inputs))
    return match


def _lazy_match_type() -> type[Match] | None:
    if not isinstance(Match.clone, FunctionType):
        return None  # Match is compiled

    class LazyMatch(Match):
        __slots__ = ()

        def __getattr__(self, name: str) -> object:
            if name not in FlowRunner.__slots__:
                raise AttributeError(f"'Match' object has no attribute {name!r}")
            self.__class__ = Match  # type: ignore[assignment]
            self._rebuild(len(self._inputs))
            return getattr(self, name)

    return LazyMatch


LAZY_MATCH = _lazy_match_type()
