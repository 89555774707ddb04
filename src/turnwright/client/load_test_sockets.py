"""Minimal sockets for load tests: `picows` if it is installed, otherwise `websockets`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from .reconnecting_socket import Disconnected, socket_url

OnMessage: TypeAlias = Callable[[bytes], None]
OnError: TypeAlias = Callable[[Exception], None]


class Socket(Protocol):
    """A connected socket."""

    def send(self, frame: bytes) -> None:
        """Send a text frame."""

    def close(self) -> None:
        """Close the socket."""


async def open_socket(url: str, on_message: OnMessage, fail: OnError) -> Socket:
    """Connect a socket. `on_message` gets every frame, `fail` every error."""
    try:
        return await (_by_picows if LIBRARY == "picows" else _by_websockets)(
            socket_url(url), on_message, fail
        )
    except OSError as error:
        raise Disconnected(f"Cannot connect to {url}: {error.strerror or error}.") from None


try:
    import picows

    LIBRARY = "picows"
except ImportError:
    LIBRARY = "websockets"


async def _by_picows(url: str, on_message: OnMessage, fail: OnError) -> Socket:
    text = picows.WSMsgType.TEXT

    class Listener(picows.WSListener):
        transport: Any

        def on_ws_connected(self, transport: Any) -> None:
            self.transport = transport

        def on_ws_frame(self, transport: Any, frame: Any) -> None:
            if frame.msg_type == text:
                try:
                    on_message(frame.get_payload_as_bytes())
                except Exception as error:
                    fail(error)
            elif frame.msg_type == picows.WSMsgType.CLOSE:
                fail(Disconnected(f"The server closed a socket with {frame.get_close_code()}."))
                transport.disconnect()

        def send(self, frame: bytes) -> None:
            self.transport.send(text, frame)

        def close(self) -> None:
            self.transport.disconnect(graceful=True)

    _, listener = await picows.ws_connect(Listener, url)
    return listener  # type: ignore[return-value]


class _WebsocketsSocket:
    """A socket of `websockets`, with a task that reads it."""

    def __init__(self, connection: Any, on_message: OnMessage, fail: OnError) -> None:
        self.connection, self.on_message, self.fail = connection, on_message, fail
        self.tasks = {asyncio.create_task(self._listen())}

    async def _listen(self) -> None:
        try:
            while True:
                self.on_message(await self.connection.recv(decode=False))
        except Exception as error:
            self.fail(error)

    def send(self, frame: bytes) -> None:
        self._do(self.connection.send(frame, text=True))

    def close(self) -> None:
        self._do(self.connection.close())

    def _do(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)


async def _by_websockets(url: str, on_message: OnMessage, fail: OnError) -> Socket:
    from websockets.asyncio.client import connect

    connection = await connect(url, compression=None, max_size=None, close_timeout=1.0)
    return _WebsocketsSocket(connection, on_message, fail)
