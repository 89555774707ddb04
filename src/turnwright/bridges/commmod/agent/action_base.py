"""The base class of actions: data, a check, and the text commands that carry the action out.

An action of several steps is a generator: it yields a command and receives the state that follows.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import ClassVar, TypeAlias

import msgspec

from turnwright.core.errors import Refusal

from .game_state import GameState

Steps: TypeAlias = Generator[str, GameState, None]


class Action(
    msgspec.Struct,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="type",
    tag=lambda name: re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(),
):
    """An action in the game. `word` is the command that must be available for it (empty if it varies),
    `says` describes its text commands."""

    word: ClassVar[str] = "choose"
    says: ClassVar[str] = ""

    @classmethod
    def kind(cls) -> str:
        """The `type` of this action in JSON."""
        return str(cls.__struct_config__.tag)

    @classmethod
    def candidates(cls, state: GameState) -> Iterator[Action]:
        """Yield actions of this type for a state, including every valid one."""
        yield cls()

    def problem(self, state: GameState) -> Refusal | None:
        """Return what is wrong with the arguments, given that the screen allows the action."""
        return None

    def steps(self, state: GameState) -> Steps:
        """Yield the text commands of the action."""
        yield self.says


def choose(state: GameState, place: int) -> str:
    """Return a command that chooses by index, or by name if a choice is named like the index: the mod
    compares names first."""
    return f"choose {state.choices[place] if str(place) in state.choices else place}"
