"""What can go wrong, in two kinds.

A *refusal* answers bad input: it has a code for programs, a sentence for people and data, and it
changes nothing. An *exception* tells a developer or an operator that a definition, a save or a
record cannot be used. Nothing else leaves the core.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """Why an input was not accepted. The match is exactly as it was before."""

    code: str
    sentence: str
    data: dict[str, Any] = {}

    def __str__(self) -> str:
        return self.sentence


class TurnwrightError(Exception):
    """Everything this package raises on purpose. `code` is for programs."""

    code = "error"

    def __init__(self, sentence: str, **data: Any) -> None:
        super().__init__(sentence)
        self.data = data


class Refused(TurnwrightError):
    """A refusal, raised: by a rule that says no in mid-move, or by `Match.play` for scripts."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence, **refusal.data)
        self.refusal = refusal
        self.code = refusal.code


def refuse(code: str, sentence: str, **data: Any) -> NoReturn:
    raise Refused(Refusal(code, sentence, data))


class DefinitionError(TurnwrightError):
    """A game definition that cannot be played; `problems` lists all of them, not the first."""

    code = "bad_definition"

    def __init__(self, problems: Sequence[str]) -> None:
        super().__init__("; ".join(problems))
        self.problems = list(problems)


class FlowLoop(TurnwrightError):
    """The automatic transitions never came to rest. `cycle` names the places they went round."""

    code = "flow_loop"

    def __init__(self, cycle: Sequence[str], cap: int) -> None:
        loop = " -> ".join(cycle)
        super().__init__(
            f"The flow did not come to rest within {cap} transitions; it goes round {loop}.",
            cycle=list(cycle),
            cap=cap,
        )
        self.cycle = list(cycle)


class RulesError(TurnwrightError):
    """A rule stepped out of its bounds: an unknown place from `next`, a draw that is not in the
    script, a question to nobody. The author's fault, never the player's."""

    code = "rules_error"


class UnusableError(TurnwrightError):
    """A save or a record that cannot be used here: damaged, of another game, of other rules."""

    def __init__(self, code: str, sentence: str, **data: Any) -> None:
        super().__init__(sentence, **data)
        self.code = code


class ReplayDivergence(TurnwrightError):
    """A replay that went another way than its record; `index` is the first input that differs."""

    code = "replay_divergence"

    def __init__(self, index: int, sentence: str, **data: Any) -> None:
        super().__init__(sentence, index=index, **data)
        self.index = index
