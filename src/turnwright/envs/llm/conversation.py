"""A game as a conversation: short texts with what changed, and refusals that say what is legal."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from turnwright.agents.match_text import changes_text
from turnwright.core.errors import Refused, TurnwrightError

from .table import Situation, Table


class Conversation:
    """Three calls that take and return text. After the first look only changes are told."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._seen = ""
        self._lock = asyncio.Lock()  # calls are answered one after the other

    async def new(self, settings: Mapping[str, Any] | None = None) -> str:
        """Start a game, and describe it."""
        async with self._lock:
            try:
                await self.table.new(settings or {})
            except TurnwrightError as error:
                return f"No game was started. {error}"
            self._seen = ""
            return f"{self.table.title}\n\n{self._tell(await self.table.situation())}"

    async def observe(self, about: str = "") -> str:
        """Describe the whole situation, or explain a card or a word."""
        async with self._lock:
            try:
                if about:
                    return await self.table.explain(about)
                situation = await self.table.situation()
            except TurnwrightError as error:
                return str(error)
            self._seen = ""
            return self._tell(situation)

    async def act(self, answer: str) -> str:
        """Answer the open question, and describe what changed until the next one."""
        async with self._lock:
            try:
                situation = await self.table.situation()
                if situation.prompt is None:
                    return situation.result or "You are not asked anything now. Call observe."
                await self.table.act(situation.prompt.read(answer))
                return self._tell(await self.table.situation())
            except Refused as refused:
                return f"Refused: {refused}"
            except TurnwrightError as error:
                return str(error)

    def _tell(self, situation: Situation) -> str:
        text = changes_text(self._seen, situation.text) if self._seen else situation.text
        self._seen = situation.text
        parts = [text]
        if situation.result:
            parts.append(situation.result)
        elif situation.prompt is not None:
            parts.append(str(situation.prompt))
        else:
            parts.append("You are not asked anything now.")
        return "\n\n".join(parts)
