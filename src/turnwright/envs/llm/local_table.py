"""A match in this process, in which agents play the other seats."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from turnwright.agents.base import Agent
from turnwright.agents.llm import text_prompt
from turnwright.agents.match_text import result_text, state_text
from turnwright.agents.registry import find_agent
from turnwright.core.definition.explanations import explain_name
from turnwright.core.definition.game import Game
from turnwright.core.errors import Refusal, Refused, UnusableError
from turnwright.core.runtime.match import Match
from turnwright.games.lookup import find_game

from .table import Situation

SETTINGS = ("game", "options", "seed", "seat", "opponent")


class LocalTable:
    """A match against agents. `opponent` is the name of the agent that plays the other seats."""

    def __init__(
        self,
        game: Game | str,
        *,
        seat: int = 0,
        opponent: str = "greedy",
        options: Mapping[str, object] | None = None,
        seed: str | int | None = None,
    ) -> None:
        self.game = find_game(game) if isinstance(game, str) else game
        self.seat, self.opponent, self.seed = seat, opponent, seed
        self.options = dict(options or {})
        self._match: Match | None = None
        self._agents: dict[int, Agent] = {}
        find_agent(opponent)  # an unknown name is refused before the first game

    @property
    def title(self) -> str:
        """The name of the game, and which seat this is."""
        others = self.game.seats[0] > 1
        return f"{self.game.title}. You are seat {self.seat}." if others else f"{self.game.title}."

    @property
    def rules(self) -> str:
        """How the game is played."""
        return self.game.rulebook.text or self.game.about

    async def new(self, settings: Mapping[str, Any]) -> None:
        """Start a match. The settings are `game`, `options`, `seed`, `seat` and `opponent`."""
        unknown = [name for name in settings if name not in SETTINGS]
        if unknown:
            raise UnusableError(
                "unknown_setting",
                f"There is no setting {unknown[0]!r}. The settings are {', '.join(SETTINGS)}.",
            )
        name = settings.get("game")
        game = find_game(str(name)) if name else self.game
        options = settings.get("options", self.options if game is self.game else {})
        if not isinstance(options, Mapping):
            raise UnusableError("bad_options", "`options` must be an object.")
        seat, opponent = settings.get("seat", self.seat), settings.get("opponent", self.opponent)
        seed = settings.get("seed", self.seed)
        if seed is None:
            seed = secrets.randbits(62)
        seats = game.seats[0]
        if type(seat) is not int or not 0 <= seat < seats:
            raise UnusableError("unknown_seat", f"`seat` must be from 0 to {seats - 1}.")
        agents = {
            other: find_agent(str(opponent), f"{seed} {other}")
            for other in range(seats)
            if other != seat
        }
        match = game.start(seed, seats, options=dict(options))
        self.game, self.seat, self.options = game, seat, dict(options)
        self.opponent = str(opponent)
        self._match, self._agents = match, agents
        await asyncio.to_thread(self._play_others)

    @property
    def match(self) -> Match:
        """The running match."""
        if self._match is None:
            raise UnusableError("no_game", "There is no game yet. Call new.")
        return self._match

    async def situation(self) -> Situation:
        """What the seat sees and is asked."""
        match = self.match
        if match.result is not None:
            return Situation(state_text(match, self.seat), None, result_text(match, self.seat))
        prompt = match.prompt(self.seat)
        return Situation(state_text(match, self.seat), text_prompt(prompt))

    async def act(self, picks: Sequence[int]) -> None:
        """Answer the prompt, and let the others play."""
        match = self.match
        prompt = match.prompt(self.seat)
        chosen = [prompt.options[index] for index in picks]
        refusal = match.submit(prompt.answer(*chosen))
        if refusal is not None:
            raise text_prompt(prompt).refused(refusal.sentence)
        await asyncio.to_thread(self._play_others)

    def _play_others(self) -> None:
        match = self.match
        while match.result is None:
            acting = match.acting
            if self.seat in acting:
                return
            if not acting:
                raise Refused(Refusal("stuck", f"Nobody can act at {match.ctx.place}."))
            seat = acting[0]
            match.apply(self._agents[seat].decide(match.prompt(seat), match))

    async def explain(self, name: str) -> str:
        """Return the rules text of a card or a word."""
        return explain_name(self.game, name)

    async def close(self) -> None:
        """Nothing is held open."""
