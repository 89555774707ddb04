"""Bare sockets for the load: `picows` if it is installed, which is the fastest, else `websockets`."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Protocol, TypeAlias

from .reconnecting_socket import Disconnected, socket_url

Hear: TypeAlias = Callable[[bytes], None]
Fail: TypeAlias = Callable[[Exception], None]


class Socket(Protocol):
    def send(self, frame: bytes) -> None: ...
    def close(self) -> None: ...


async def open_socket(url: str, hear: Hear, fail: Fail) -> Socket:
    """A connected socket. `hear` gets every frame, `fail` what goes wrong."""
    try:
        return await (_by_picows if LIBRARY == "picows" else _by_websockets)(
            socket_url(url), hear, fail
        )
    except OSError as error:
        raise Disconnected(f"There is no server at {url}: {error.strerror or error}.") from None


try:
    import picows

    LIBRARY = "picows"
except ImportError:
    LIBRARY = "websockets"


async def _by_picows(url: str, hear: Hear, fail: Fail) -> Socket:
    text = picows.WSMsgType.TEXT

    class Listener(picows.WSListener):
        transport: Any

        def on_ws_connected(self, transport: Any) -> None:
            self.transport = transport

        def on_ws_frame(self, transport: Any, frame: Any) -> None:
            if frame.msg_type == text:
                try:
                    hear(frame.get_payload_as_bytes())
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


class _Plain:
    """A socket of `websockets`, with a task that listens."""

    def __init__(self, connection: Any, hear: Hear, fail: Fail) -> None:
        self.connection, self.hear, self.fail = connection, hear, fail
        self.tasks = {asyncio.create_task(self._listen())}

    async def _listen(self) -> None:
        try:
            while True:
                self.hear(await self.connection.recv(decode=False))
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


async def _by_websockets(url: str, hear: Hear, fail: Fail) -> Socket:
    from websockets.asyncio.client import connect

    connection = await connect(url, compression=None, max_size=None, close_timeout=1.0)
    return _Plain(connection, hear, fail)
