"""Slay the Spire as a table of text, over the HTTP API that `turnwright spire serve` offers: the real
game behind Communication Mod, or the simulator."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from turnwright.agents.text_prompt import TextPrompt
from turnwright.core.definition.explanations import explain_name
from turnwright.core.errors import Refusal, Refused, UnusableError
from turnwright.envs.llm.table import Situation
from turnwright.games.lookup import find_game

from .actions import write_action
from .game_state import GameState
from .state_text import offered_actions, state_text

WAIT = 45
"""Seconds that a call waits for the game."""
SETTINGS = ("character", "ascension", "seed")
QUESTION = "What do you do?"


class SpireApiTable:
    """A game of Slay the Spire. `url` is the address of the HTTP API."""

    title = "Slay the Spire."

    def __init__(self, url: str = "http://127.0.0.1:8080") -> None:
        self.url = (url if "://" in url else f"http://{url}").rstrip("/")
        self._game = find_game("spire")
        self.rules = self._game.rulebook.text

    async def new(self, settings: Mapping[str, Any]) -> None:
        """Start a run, unless one is in progress, which is continued."""
        unknown = [name for name in settings if name not in SETTINGS]
        if unknown:
            raise UnusableError(
                "unknown_setting",
                f"There is no setting {unknown[0]!r}. The settings are {', '.join(SETTINGS)}.",
            )
        if (await self._state()).in_game:
            return
        await self._act({"type": "start_game", "character": "IRONCLAD", **settings})

    async def situation(self) -> Situation:
        """The state, and the valid actions."""
        state = await self._ready_state()
        offered = offered_actions(state)
        prompt = TextPrompt(QUESTION, [label for label, _ in offered]) if offered else None
        return Situation(state_text(state), prompt)

    async def act(self, picks: Sequence[int]) -> None:
        """Carry out an action, and wait until the game is ready again."""
        offered = offered_actions(await self._ready_state())
        index = picks[0]
        if index >= len(offered):
            raise Refused(Refusal("stale", "The game has moved on. Call observe."))
        await self._act(write_action(offered[index][1]))

    async def explain(self, name: str) -> str:
        """Return the rules text of a card, relic, potion or word."""
        return explain_name(self._game, name)

    async def close(self) -> None:
        """Nothing is held open; the run goes on."""

    async def _ready_state(self) -> GameState:
        for _ in range(WAIT * 2):
            state = await self._state()
            if state.is_ready:
                return state
            await asyncio.sleep(0.5)
        raise UnusableError("not_ready", "The game is not ready. Call observe again.")

    async def _state(self) -> GameState:
        return GameState.of(await self._call("/state?view=mod"))

    async def _act(self, action: Mapping[str, Any]) -> None:
        await self._call(f"/action?wait={WAIT}", action)

    async def _call(self, path: str, body: Mapping[str, Any] | None = None) -> bytes:
        return await asyncio.to_thread(self._request, path, body)

    def _request(self, path: str, body: Mapping[str, Any] | None) -> bytes:
        data = None if body is None else json.dumps(body).encode()
        request = Request(self.url + path, data, {"content-type": "application/json"})
        try:
            with urlopen(request, timeout=WAIT + 15) as answer:
                found: bytes = answer.read()
                return found
        except HTTPError as error:
            raise _refused(error) from None
        except OSError as error:
            raise UnusableError(
                "unreachable",
                f"{self.url} cannot be reached ({getattr(error, 'reason', error)}). "
                "Start `turnwright spire serve` first.",
            ) from None


def _refused(error: HTTPError) -> Refused:
    try:
        detail = json.loads(error.read())["error"]
        return Refused(Refusal(detail["code"], detail["message"]))
    except (ValueError, LookupError, TypeError):
        return Refused(Refusal("failed", f"The game answered with status {error.code}."))
