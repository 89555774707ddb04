"""What every action is: data, what is wrong with it, and by which text commands it is done.

An action of several steps is a generator: it says a command and gets the state that comes of it.
"""

from __future__ import annotations

import re
from collections.abc import Generator, Iterator
from typing import ClassVar, TypeAlias

import msgspec

from turnwright.core.errors import Refusal

from .game_message import State

Steps: TypeAlias = Generator[str, State, None]


class Action(
    msgspec.Struct,
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag_field="type",
    tag=lambda name: re.sub(r"(?<!^)(?=[A-Z])", "_", name).lower(),
):
    """Something to do in the game. `word` is the command word that the game must offer for it (if it is
    one and the same), `says` how it is said in text."""

    word: ClassVar[str] = "choose"
    says: ClassVar[str] = ""

    @classmethod
    def kind(cls) -> str:
        return str(cls.__struct_config__.tag)

    @classmethod
    def candidates(cls, state: State) -> Iterator[Action]:
        """Actions of this kind worth checking here: the valid ones are among them."""
        yield cls()

    def problem(self, state: State) -> Refusal | None:
        """What is wrong with the arguments, on a screen where the action belongs."""
        return None

    def steps(self, state: State) -> Steps:
        yield self.says


def choose(state: State, place: int) -> str:
    """Choose by place; by name if another choice is called like this number, for names go first."""
    return f"choose {state.choices[place] if str(place) in state.choices else place}"
