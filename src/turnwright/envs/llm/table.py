"""What a conversation needs of a game: its situation, its questions, and a way to answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

import msgspec

from turnwright.agents.text_prompt import TextPrompt


class Situation(msgspec.Struct, frozen=True):
    """What a seat sees, what it is asked (None while others decide, and at the end), and the result."""

    text: str
    prompt: TextPrompt | None
    result: str = ""


class Table(Protocol):
    """A seat in a game. Calls return when the seat must decide, or when the game is over."""

    @property
    def title(self) -> str:
        """The game, and the seat."""
        ...

    @property
    def rules(self) -> str:
        """How the game is played."""
        ...

    async def new(self, settings: Mapping[str, Any]) -> None:
        """Start a game. Raises `Refused` or `UnusableError` if the settings are not usable."""

    async def situation(self) -> Situation:
        """What the seat sees and is asked."""
        ...

    async def act(self, picks: Sequence[int]) -> None:
        """Answer the prompt with options, by index. Raises `Refused`; then nothing has changed."""

    async def explain(self, name: str) -> str:
        """Return the rules text of a card or a word, or a sentence that there is none."""
        ...

    async def close(self) -> None:
        """Leave the game."""
