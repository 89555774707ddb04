"""Copies in mid-question: each is played up to the question when it is first looked at.

LazyMatch is a class of its own, because a class that is asked for what it does not have is slower at
everything else. From a compiled `Match` nothing can be derived: there, copies are awake at once.
"""

from __future__ import annotations

from types import FunctionType
from typing import Any

from turnwright.core.errors import RulesError

from .match import Match
from .record import Record
from .runner import FlowRunner


def clone_in_question(old: Match, header: Record, is_recorded: bool) -> Match:
    """A copy shares the checkpoint and the answers."""
    if not old._checkpoints:
        raise RulesError("without a record a match cannot be copied in mid-question")
    index, G, ctx = old._checkpoints[-1]
    if LAZY_MATCH is None:
        match = Match(old.game, G, ctx, header, is_recorded)
    else:
        match = LAZY_MATCH.__new__(LAZY_MATCH)
        match.game, match.trace, match.fault = old.game, None, None
        match.record, match._is_recorded = header, is_recorded
    match._asked_at = old._asked_at
    if is_recorded:
        match._inputs, match._checkpoints = old._inputs[:], old._checkpoints[:]
    else:
        match._inputs = old._inputs[max(index, 0) :]
        match._checkpoints = [(min(index, 0), G, ctx)]
    if LAZY_MATCH is None:
        match._rebuild(len(match._inputs))
    return match


def _lazy_match() -> type[Match] | None:
    if not isinstance(Match.clone, FunctionType):
        return None  # it is compiled

    class LazyMatch(Match):
        __slots__ = ()

        def __getattr__(self, name: str) -> Any:
            if name not in FlowRunner.__slots__:
                raise AttributeError(f"a match has no {name!r}")
            self.__class__ = Match  # type: ignore[assignment]
            self._rebuild(len(self._inputs))
            return getattr(self, name)

    return LazyMatch


LAZY_MATCH = _lazy_match()
