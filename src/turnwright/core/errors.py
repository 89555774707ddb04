"""Refusals and exceptions.

A *refusal* answers bad input. It has a code for programs, a sentence for people, and data; the match
is unchanged. An *exception* says that a definition, a save or a record cannot be used.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """Why an input was rejected. The match is unchanged."""

    code: str
    sentence: str
    data: dict[str, Any] = {}

    def __str__(self) -> str:
        return self.sentence


class TurnwrightError(Exception):
    """Base class of the exceptions of this package. `code` is for programs."""

    code = "error"

    def __init__(self, sentence: str, **data: object) -> None:
        super().__init__(sentence)
        self.data = data


class Refused(TurnwrightError):
    """A refusal as an exception: raised by a rule during a move, or by `Match.play`."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence, **refusal.data)
        self.refusal = refusal
        self.code = refusal.code


class UndoRequested(Refused):
    """Raised by the move `tw.undo`. The match then undoes the last move of the seat; a match without a
    record refuses the move."""

    def __init__(self) -> None:
        super().__init__(Refusal("nothing_to_undo", "This match keeps no record to undo from.", {}))


def refuse(code: str, sentence: str, **data: object) -> NoReturn:
    """Raise a refusal."""
    raise Refused(Refusal(code, sentence, data))


class DefinitionError(TurnwrightError):
    """An invalid game definition. `problems` lists everything that is wrong with it."""

    code = "bad_definition"

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = list(problems)


class FlowLoop(TurnwrightError):
    """The automatic transitions do not come to rest. `cycle` has the places that repeat."""

    code = "flow_loop"

    def __init__(self, cycle: Sequence[str], cap: int) -> None:
        loop = " -> ".join(cycle)
        super().__init__(
            f"The flow did not come to rest within {cap} transitions; it repeats {loop}.",
            cycle=list(cycle),
            cap=cap,
        )
        self.cycle = list(cycle)


class RulesError(TurnwrightError):
    """An error in the rules of a game: an unknown place, a draw that is not in the script, a question
    to nobody. It is never caused by a player."""

    code = "rules_error"


class ImpureRule(RulesError):
    """A condition, a domain or a label called an operation that changes something."""

    def __init__(self, call: str) -> None:
        super().__init__(f"A condition, a domain or a label calls c.{call}().")
        self.call = call


class ScriptExhausted(RulesError):
    """A random stream with a script has no outcome left for a draw of an integer from `low` to `high`.

    With `high` below `low` the draw was not an integer, but the order of a shuffle."""

    def __init__(self, low: int, high: int) -> None:
        super().__init__("The script of this stream has no outcome left for this draw.")
        self.low, self.high = low, high


class RulesInterrupted(TurnwrightError):
    """The rules of a game took too long and were interrupted from outside, as a server does."""

    code = "rules_too_slow"

    def __init__(self, seconds: float) -> None:
        super().__init__(
            f"The rules took longer than {seconds:g} seconds; the input was rolled back.",
            seconds=seconds,
        )


class UnusableError(TurnwrightError):
    """Input from outside that cannot be used: a damaged save, a record of another game."""

    def __init__(self, code: str, sentence: str, **data: object) -> None:
        super().__init__(sentence, **data)
        self.code = code


class ReplayDivergence(TurnwrightError):
    """A replay that differs from its record. `index` is the first input that differs."""

    code = "replay_divergence"

    def __init__(self, index: int, sentence: str, **data: object) -> None:
        super().__init__(sentence, index=index, **data)
        self.index = index
