"""The calls and iterators that wait for a client's messages."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from turnwright.server.views import protocol as wire

from .reconnecting_socket import Disconnected


class Subscriptions:
    """Waiters of a client. Once `error` is set, waiting raises it."""

    def __init__(self) -> None:
        self.error: BaseException | None = Disconnected("The client is not connected.")
        self._waiting: list[asyncio.Future[None]] = []
        self._listeners: list[asyncio.Queue[wire.ServerMessage | None]] = []

    def check(self) -> None:
        """Raise the error if the client has ended."""
        if self.error is not None:
            raise self.error

    def publish(self, message: wire.ServerMessage) -> None:
        """Wake the waiters and pass a message to all iterators."""
        self.wake()
        for listener in self._listeners:
            listener.put_nowait(message)

    def end(self, error: BaseException) -> None:
        """Raise an error in all waiters and stop all iterators."""
        self.error = error
        self.wake(error)
        for listener in self._listeners:
            listener.put_nowait(None)

    def wake(self, error: BaseException | None = None) -> None:
        """Let the waiters check their conditions again, or raise an error in them."""
        waiting, self._waiting = self._waiting, []
        for future in waiting:
            if not future.done():
                future.set_result(None) if error is None else future.set_exception(error)

    async def until(self, condition: Callable[[], object]) -> None:
        """Wait until a condition holds; it is checked after every message."""
        while not condition():
            self.check()
            change: asyncio.Future[None] = asyncio.get_running_loop().create_future()
            self._waiting.append(change)
            await change

    def follow(self) -> AsyncIterator[wire.ServerMessage]:
        """Iterate over all messages from now on, until the client ends."""
        messages: asyncio.Queue[wire.ServerMessage | None] = asyncio.Queue()
        self._listeners.append(messages)
        return self._listen(messages)

    async def _listen(
        self, messages: asyncio.Queue[wire.ServerMessage | None]
    ) -> AsyncIterator[wire.ServerMessage]:
        try:
            while self.error is None and (message := await messages.get()) is not None:
                yield message
        finally:
            self._listeners.remove(messages)
