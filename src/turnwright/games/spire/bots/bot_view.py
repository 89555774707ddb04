"""A prompt, and the run as its player sees it: what the rules of the bots are given."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import turnwright as tw
from turnwright.games.spire.library import CURSE, STATUS, cards
from turnwright.games.spire.state import Card, SpireState


class BotView:
    """A prompt, and the run as its player sees it."""

    __slots__ = ("G", "caution", "match", "moves", "prompt")

    def __init__(self, prompt: tw.Prompt, match: tw.Match, caution: float = 1.0) -> None:
        self.prompt, self.match = prompt, match
        self.caution = caution
        """How much HP fights are expected to cost; less for a bot that fights better."""
        self.G: SpireState = match.G
        self.moves = prompt.moves() if prompt.question is None else []

    def does(self, move: str, *args: Any) -> tw.Answer:
        """The answer that makes this move."""
        return tw.Answer(self.prompt.seat, move, args, None, self.prompt.id)

    def args(self, move: str) -> list[Any]:
        """The first argument of every legal way to make this move."""
        return [args[0] for name, args in self.moves if name == move]

    def picks(self, values: Iterable[Any]) -> tw.Answer:
        """Answer a question with these values."""
        ids = {option.value: option.id for option in self.prompt.options}
        return tw.Answer(
            self.prompt.seat, picks=tuple(ids[value] for value in values), prompt=self.prompt.id
        )

    def has(self, relic: str) -> bool:
        """Does the player have this relic?"""
        return any(one.kind == relic for one in self.G.relics)

    @property
    def health(self) -> float:
        """The share of HP that is left."""
        return self.G.hp / max(1, self.G.max_hp)


def is_curse_or_status(card: Card) -> bool:
    """Is it a card that only gets in the way?"""
    return cards()[card.kind].type in (CURSE, STATUS)
