"""Who waits for news of a table, and gets them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from turnwright.server.views import protocol as wire

from .reconnecting_socket import Disconnected


class Changes:
    """Told while `error` is None; whoever waits when it ends, or later, gets the error."""

    def __init__(self) -> None:
        self.error: BaseException | None = Disconnected("The table is not open.")
        self._waiting: list[asyncio.Future[None]] = []
        self._listeners: list[asyncio.Queue[wire.ServerMessage | None]] = []

    def check(self) -> None:
        if self.error is not None:
            raise self.error

    def tell(self, message: wire.ServerMessage) -> None:
        self.wake()
        for listener in self._listeners:
            listener.put_nowait(message)

    def end(self, error: BaseException) -> None:
        self.error = error
        self.wake(error)
        for listener in self._listeners:
            listener.put_nowait(None)

    def wake(self, error: BaseException | None = None) -> None:
        """Let those who wait look again, or raise the error."""
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None) if error is None else future.set_exception(error)

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until it holds; it is asked after every change."""
        while not condition():
            self.check()
            change: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(change)
            await change

    def follow(self) -> AsyncIterator[wire.ServerMessage]:
        """Every message from now on. It ends when the table is left."""
        heard: asyncio.Queue[wire.ServerMessage | None] = asyncio.Queue()
        self._listeners.append(heard)
        return self._listen(heard)

    async def _listen(
        self, heard: asyncio.Queue[wire.ServerMessage | None]
    ) -> AsyncIterator[wire.ServerMessage]:
        try:
            while self.error is None and (message := await heard.get()) is not None:
                yield message
        finally:
            self._listeners.remove(heard)
