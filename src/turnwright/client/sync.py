"""The client without `await`, for scripts and notebooks: an event loop in a thread does the work.

with sync.connect("http://127.0.0.1:8000", "kitchen", game="duel") as client:
    client.ready()
    client.until(lambda client: client.prompt)
    client.answer(client.prompt.options[0])
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeVar

from turnwright.server.views import protocol as wire

from . import client as async_client
from .lobby import SyncLobby as Lobby
from .prompts import Option, Prompt
from .reconnecting_socket import Disconnected

P = ParamSpec("P")
R = TypeVar("R")

__all__ = ["Lobby", "SyncClient", "connect"]


def connect(url: str, room: str = "default", **settings: Any) -> SyncClient:
    """Return a client, to be used with `with`; see `turnwright.client.connect`."""
    return SyncClient(async_client.connect(url, room, **settings))


def _blocking(
    method: Callable[Concatenate[async_client.Client, P], Coroutine[Any, Any, R]],
) -> Callable[Concatenate[SyncClient, P], R]:
    def run(self: SyncClient, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return self._wait_for(method(self.inner, *args, **kwargs))

    update_wrapper(run, method)
    return run


class SyncClient:
    """A client with blocking methods. `inner` is the asynchronous client."""

    def __init__(self, inner: async_client.Client) -> None:
        self.inner = inner
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="client", daemon=True)

    def __enter__(self) -> SyncClient:
        self._thread.start()
        try:
            self._wait_for(self.inner.__aenter__())
        except BaseException:
            self._stop()
            raise
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def close(self) -> None:
        """Disconnect. The seat stays yours."""
        if self._thread.is_alive():
            self._wait_for(self.inner.close())
            self._stop()

    def _stop(self) -> None:
        self._wait_for(self._loop.shutdown_asyncgens())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def _wait_for(self, work: Coroutine[Any, Any, R]) -> R:
        if not self._thread.is_alive():
            work.close()
            raise Disconnected("The client is not connected.")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:  # such as Ctrl-C in a notebook
            future.cancel()
            raise

    until = _blocking(async_client.Client.until)
    act = _blocking(async_client.Client.act)
    answer = _blocking(async_client.Client.answer)
    click = _blocking(async_client.Client.click)
    describe = _blocking(async_client.Client.describe)
    resign = _blocking(async_client.Client.resign)
    offer_draw = _blocking(async_client.Client.offer_draw)
    answer_draw = _blocking(async_client.Client.answer_draw)
    ready = _blocking(async_client.Client.ready)
    rematch = _blocking(async_client.Client.rematch)
    send_chat = _blocking(async_client.Client.send_chat)
    reconnect = _blocking(async_client.Client.reconnect)

    def leave(self) -> None:
        """Give up the seat and disconnect."""
        self._wait_for(self.inner.leave())
        self.close()

    def __iter__(self) -> Iterator[wire.ServerMessage]:
        """Iterate over all messages from now on."""

        async def follow() -> AsyncIterator[wire.ServerMessage]:
            return aiter(self.inner)

        return self._each(self._wait_for(follow()))

    def _each(self, changes: AsyncIterator[wire.ServerMessage]) -> Iterator[wire.ServerMessage]:
        async def following() -> wire.ServerMessage | None:
            return await anext(changes, None)

        while (message := self._wait_for(following())) is not None:
            yield message

    @property
    def room(self) -> str:
        """The name of the room."""
        return self.inner.room

    @property
    def token(self) -> str:
        """The token of your seat."""
        return self.inner.token

    @property
    def code(self) -> str:
        """The code of the room."""
        return self.inner.code

    @property
    def seat(self) -> str | None:
        """Your seat; None for a spectator."""
        return self.inner.seat

    @property
    def seats(self) -> list[dict[str, Any]]:
        """The seats with their players."""
        return self.inner.seats

    @property
    def status(self) -> str:
        """waiting, playing or over."""
        return self.inner.status

    @property
    def state(self) -> wire.State | None:
        """The state as you see it."""
        return self.inner.state

    @property
    def prompt(self) -> Prompt | None:
        """Your open question or menu, or your move."""
        return self.inner.prompt

    @property
    def options(self) -> list[Option]:
        """Your legal moves."""
        return self.inner.options

    @property
    def result(self) -> wire.GameOver | None:
        """The result of the match."""
        return self.inner.result

    @property
    def log(self) -> list[dict[str, Any]]:
        """The lines of the match log."""
        return self.inner.log

    @property
    def chat(self) -> list[dict[str, Any]]:
        """The chat messages."""
        return self.inner.chat
