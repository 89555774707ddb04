"""A seat in a hosted room as a table of text, so that a language model can sit down with people."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import unquote, urlsplit

from turnwright.agents.text_prompt import TextPrompt
from turnwright.core.errors import Refused, UnusableError
from turnwright.envs.llm.table import Situation
from turnwright.server.views import protocol as wire

from .client import Client, connect
from .lobby import Lobby
from .prompts import Prompt

PATIENCE = 40.0
"""Seconds that a call waits for the others. Clients of the Model Context Protocol give up after about
a minute, so a longer wait is divided into several calls."""
PLACES = ("#/table/", "#/watch/")


class RoomTable:
    """A seat in a room of a server. `url` is the server's address, or that of the table's page."""

    def __init__(
        self,
        url: str,
        *,
        room: str = "",
        name: str = "Model",
        token: str = "",
        code: str = "",
        patience: float = PATIENCE,
    ) -> None:
        parts = urlsplit(url if "://" in url else f"http://{url}")
        for place in PLACES:
            fragment = f"#{parts.fragment}"
            if not room and fragment.startswith(place):
                room = unquote(fragment.removeprefix(place).partition("?")[0])
        self.url = parts._replace(fragment="", query="").geturl()
        if not (room or token or code):
            raise UnusableError(
                "no_room",
                "Name the room: give the address of its page, or --room NAME. "
                "An invitation has a code: --code CODE.",
            )
        self.room, self.name, self.token, self.code = room, name, token, code
        self.patience = patience
        self._client: Client | None = None
        self._library: Mapping[str, Any] = {}
        self.title, self.rules = f"Room {room or code}.", ""

    @property
    def client(self) -> Client:
        """The connection."""
        if self._client is None:
            raise UnusableError("no_game", "You are not in the room yet. Call new.")
        return self._client

    async def new(self, settings: Mapping[str, Any]) -> None:
        """Take the seat and be ready; after a match, ask for a rematch."""
        if settings:
            raise UnusableError(
                "unknown_setting", "A room has been set up already; omit `settings`."
            )
        if self._client is None:
            await self._join()
        elif self.client.status == "over":
            await self.client.rematch()
        await self._wait()

    async def _join(self) -> None:
        lobby = Lobby(self.url)
        if not self.token:
            seated = await lobby.join(self.room, self.name, code=self.code)
            self.room, self.token = seated.room_id, seated.token
        client = connect(self.url, self.room, token=self.token, code=self.code)
        await client.__aenter__()
        self._client = client
        about = await lobby.game(client.game["name"])
        self.title = f"{about['title']} in room {client.room}. You are {client.seat}."
        rulebook = about.get("rulebook") or {}
        self.rules = rulebook.get("text", "") if isinstance(rulebook, Mapping) else str(rulebook)
        await client.ready()

    async def _wait(self) -> None:
        """Wait until this seat must decide, or the match is over, but not for ever."""

        def is_due(client: Client) -> object:
            return client.prompt or client.result

        try:
            async with asyncio.timeout(self.patience):
                await self.client.until(is_due)
        except TimeoutError:
            return

    async def situation(self) -> Situation:
        """What the seat sees and is asked."""
        await self._wait()
        client = self.client
        if client.state is None:
            return Situation(
                "The match has not begun; somebody is missing. Call observe later.", None
            )
        text = await client.describe()
        lines = [_sentence(client, line) for line in client.log[-8:]]
        text = "\n".join([text, *(f"· {line}" for line in lines)])
        if client.result is not None:
            return Situation(text, None, _result_text(client.result))
        prompt = client.prompt
        if prompt is None:
            waiting = client.state.waiting or "Others are deciding."
            return Situation(f"{text}\n{waiting} Call observe to wait.", None)
        return Situation(text, _text_prompt(prompt))

    async def act(self, picks: Sequence[int]) -> None:
        """Answer the open prompt."""
        prompt = self.client.prompt
        if prompt is None:
            raise UnusableError("no_prompt", "You are not asked anything now. Call observe.")
        try:
            await self.client.answer(*(prompt.options[index] for index in picks))
        except Refused as refused:
            raise _text_prompt(prompt).refused(refused.refusal.sentence) from None

    async def explain(self, name: str) -> str:
        """Return the rules text of a card or a word."""
        return await self.client.describe(name)

    async def close(self) -> None:
        """Disconnect. The seat stays."""
        if self._client is not None:
            await self._client.close()


def _text_prompt(prompt: Prompt) -> TextPrompt:
    labels = [option.label for option in prompt.options]
    return TextPrompt(prompt.text, labels, prompt.min, prompt.max, prompt.is_ordered)


def _sentence(client: Client, line: Mapping[str, Any]) -> str:
    names = {seat["id"]: seat.get("name") or seat["id"] for seat in client.seats}
    who = line.get("who")
    return f"{names.get(who, who)} {line['text']}" if who else str(line["text"])


def _result_text(result: wire.GameOver) -> str:
    ends = {"victory": "You won", "defeat": "You lost", "draw": "A draw"}
    reason = f": {result.reason.rstrip('.')}" if result.reason else ""
    return f"The game is over. {ends.get(result.result, 'It has ended')}{reason}."
