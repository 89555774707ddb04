"""The same without `await`, for scripts and notebooks: a loop in a thread does the waiting.

with sync.connect("http://127.0.0.1:8000", "kitchen", game="duel") as table:
    table.ready()
    table.until(lambda table: table.prompt)
    table.answer(table.prompt.options[0])
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from functools import update_wrapper
from typing import Any, Concatenate, ParamSpec, TypeVar

from turnwright.server.views import protocol as wire

from . import client as waited
from .lobby import SyncLobby as Lobby
from .prompts import Option, Prompt
from .reconnecting_socket import Disconnected

P = ParamSpec("P")
R = TypeVar("R")

__all__ = ["Lobby", "Table", "connect"]


def connect(url: str, room: str = "default", **settings: Any) -> Table:
    """A table, to be used with `with`; see `turnwright.client.connect`."""
    return Table(waited.connect(url, room, **settings))


def _blocking(
    method: Callable[Concatenate[waited.Table, P], Coroutine[Any, Any, R]],
) -> Callable[Concatenate[Table, P], R]:
    def run(self: Table, /, *args: P.args, **kwargs: P.kwargs) -> R:
        return self._wait_for(method(self.inner, *args, **kwargs))

    update_wrapper(run, method)
    return run


class Table:
    """A table whose methods wait. `inner` is the one they wait for."""

    def __init__(self, inner: waited.Table) -> None:
        self.inner = inner
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="table", daemon=True)

    def __enter__(self) -> Table:
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
        """Go; the seat stays yours."""
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
            raise Disconnected("The table is not open.")
        future = asyncio.run_coroutine_threadsafe(work, self._loop)
        try:
            return future.result()
        except BaseException:  # Ctrl-C in a notebook, say
            future.cancel()
            raise

    until = _blocking(waited.Table.until)
    act = _blocking(waited.Table.act)
    answer = _blocking(waited.Table.answer)
    click = _blocking(waited.Table.click)
    resign = _blocking(waited.Table.resign)
    ready = _blocking(waited.Table.ready)
    rematch = _blocking(waited.Table.rematch)
    say = _blocking(waited.Table.say)
    reconnect = _blocking(waited.Table.reconnect)

    def leave(self) -> None:
        """Give the seat back and go."""
        self._wait_for(self.inner.leave())
        self.close()

    def __iter__(self) -> Iterator[wire.ServerMessage]:
        """Everything the server says from now on."""

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
        return self.inner.room

    @property
    def token(self) -> str:
        return self.inner.token

    @property
    def code(self) -> str:
        return self.inner.code

    @property
    def seat(self) -> str | None:
        return self.inner.seat

    @property
    def seats(self) -> list[dict[str, Any]]:
        return self.inner.seats

    @property
    def status(self) -> str:
        return self.inner.status

    @property
    def state(self) -> wire.State | None:
        return self.inner.state

    @property
    def prompt(self) -> Prompt | None:
        return self.inner.prompt

    @property
    def options(self) -> list[Option]:
        return self.inner.options

    @property
    def result(self) -> wire.GameOver | None:
        return self.inner.result

    @property
    def log(self) -> list[dict[str, Any]]:
        return self.inner.log

    @property
    def chat(self) -> list[dict[str, Any]]:
        return self.inner.chat
